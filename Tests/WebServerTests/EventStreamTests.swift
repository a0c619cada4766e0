import TestSupport
import Testing

@testable import WebServer

/// Many who listen at once, some who leave and some who sleep.
@Suite(.serialized) struct EventStreamTests {
  @Test func eventsReachAllWhoListen() throws {
    try ServerTests.withServer { server in
      var clients: [RawClient] = []
      for _ in 0..<EventHub.mostListeners {
        let client = try RawClient(port: server.port)
        client.send(RawClient.get("/api/events"))
        #expect(client.read(until: "retry: 2000\n")?.contains("text/event-stream") == true)
        clients.append(client)
      }
      let late = try RawClient(port: server.port)
      #expect(late.ask(RawClient.get("/api/events"))?.status == 429)
      #expect(server.open.listeners == EventHub.mostListeners)
      for _ in 0..<20 {
        server.publish()
        for client in clients {
          #expect(client.read(until: "event: tickets\ndata: {}\n\n") != nil)
        }
      }
      // A heartbeat, without an event.
      #expect(clients[0].read(until: ": \n") != nil)
      // Other requests are answered meanwhile, and a listener that leaves is noticed.
      #expect(late.ask(RawClient.get("/api/hello"))?.status == 200)
      clients.removeFirst(16)
      #expect(ServerTests.eventually { server.open.listeners == 16 })
      #expect(clients[0].read(until: ": \n") != nil)
    }
  }

  /// A listener that reads nothing is let go; the others miss nothing.
  @Test func aListenerThatSleepsHoldsNobodyUp() throws {
    try ServerTests.withServer { server in
      let asleep = try RawClient(port: server.port, receivesBytes: 4096)
      asleep.send(RawClient.get("/api/events"))
      #expect(ServerTests.eventually { server.open.listeners == 1 })
      let awake = try RawClient(port: server.port)
      awake.send(RawClient.get("/api/events"))
      #expect(awake.read(until: "retry: 2000\n") != nil)
      for _ in 0..<1000 {
        server.publishMuch()
        #expect(awake.read(until: "xx\n\n") != nil)
      }
      #expect(ServerTests.eventually { server.open.listeners == 1 })
    }
  }
}
