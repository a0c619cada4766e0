import Foundation
import TestSupport
import Testing

@testable import WebServer

/// The server over real sockets.
@Suite(.serialized) struct ServerTests {
  static func withServer(
    _ limits: ServerLimits = ServerLimits(), token: String? = nil,
    _ body: (RunningServer) throws -> Void
  ) throws {
    let server = try RunningServer(limits: limits, token: token)
    let result = Result { try body(server) }
    #expect(server.stop(), "the server does not come to an end")
    try result.get()
  }

  /// Waits for something that happens on another thread.
  static func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<300 {
      if condition() { return true }
      usleep(10_000)
    }
    return condition()
  }

  @Test func answersManyRequestsOfOneConnection() throws {
    try Self.withServer { server in
      let client = try RawClient(port: server.port)
      for number in 0..<200 {
        let answer = client.ask(RawClient.get("/api/hello?n=\(number)"))
        #expect(answer?.status == 200 && answer?.text == "n=\(number)")
      }
      // Several at once, and a body that comes in pieces.
      client.send(RawClient.get("/api/hello?a=1") + RawClient.get("/api/hello?a=2"))
      #expect(client.answer()?.text == "a=1")
      #expect(client.answer()?.text == "a=2")
      let head = "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      client.send(head + "Content-Length: 10\r\n\r\n[1,2")
      usleep(20_000)
      client.send(",3,45]")
      let echo = client.answer()
      #expect(echo?.status == 200 && echo?.text == "[1,2,3,45]")
      client.send(head + "Transfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n")
      #expect(client.answer()?.text == "[1,2]")
      #expect(server.open.connections == 1)
      let large = client.ask(RawClient.get("/api/large"))
      #expect(large?.body.count == 4 << 20)
    }
  }

  @Test func headIsGetWithoutABody() throws {
    try Self.withServer { server in
      let client = try RawClient(port: server.port)
      let get = client.ask(RawClient.get("/api/hello?a=1"))
      let head = client.ask(
        "HEAD /api/hello?a=1 HTTP/1.1\r\nHost: localhost\r\n\r\n", hasBody: false)
      #expect(head?["Content-Length"] == "3" && head?.status == 200)
      #expect(head?["Content-Type"] == get?["Content-Type"])
      let options = client.ask("OPTIONS /api/echo HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(options?.status == 204 && options?["Allow"] == "OPTIONS, POST")
      #expect(client.ask(RawClient.get("/api/hello"))?.status == 200)
    }
  }

  /// What is sent, and the status that answers it.
  static let limits: [(String, Int)] = [
    (RawClient.get("/api/hello?a=" + String(repeating: "b", count: 4070)), 200),
    (RawClient.get("/api/hello?a=" + String(repeating: "b", count: 5000)), 414),
    (RawClient.get("/api/hello?a=" + String(repeating: "b", count: 100_000)), 414),
    (RawClient.get("/api/hello", ["X: " + String(repeating: "b", count: 15_000)]), 200),
    (RawClient.get("/api/hello", ["X: " + String(repeating: "b", count: 20_000)]), 431),
    (RawClient.get("/api/hello", ["X: " + String(repeating: "b", count: 200_000)]), 431),
    (RawClient.get("/api/hello", (0..<2000).map { "X-\($0): 1" }), 431),
    (post(65_536), 200), (post(65_537), 413), (post(1_000_000), 413),
    (post(2_000_000, sent: 10), 413), (post(9_999_999_999, sent: 10), 413),
    ("BREW /api/hello HTTP/1.1\r\nHost: localhost\r\n\r\n", 501),
    ("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET /../x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET /api/hello HTTP/1.1\r\n\r\n", 400),
    ("GET /api/hello HTTP/1.1\r\nHost: a.example\r\n\r\n", 421),
    ("GET /api/hello HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
    (post(5, sent: 5, length: "abc"), 400), (post(5, sent: 5, length: "-5"), 400),
  ]

  private static func post(_ size: Int, sent: Int? = nil, length: String? = nil) -> String {
    "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(length ?? "\(size)")\r\n\r\n"
      + String(repeating: "1", count: sent ?? size)
  }

  /// A client that says all it has to say and closes its end is answered, and its place is free.
  @Test func clientsMayCloseTheirEnd() throws {
    try Self.withServer { server in
      for text in ["", "GET", RawClient.get("/api/hello"), RawClient.get("/api/events")] {
        let client = try RawClient(port: server.port)
        client.send(text)
        client.endSending()
        let answer = String(decoding: client.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 200") == text.hasSuffix("\r\n\r\n"), "\(answer)")
      }
      #expect(Self.eventually { server.open.connections == 0 && server.open.listeners == 0 })
    }
  }

  @Test func keepsItsLimits() throws {
    try Self.withServer { server in
      for (text, status) in Self.limits {
        let client = try RawClient(port: server.port)
        #expect(client.ask(text)?.status == status, "\(text.prefix(60)) \(text.count)")
      }
      // A body of unknown length that never ends is cut off.
      let client = try RawClient(port: server.port)
      client.send(
        "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      let piece = "8000\r\n" + String(repeating: "1", count: 0x8000) + "\r\n"
      var sent = 0
      while sent < 400, client.send(piece) { sent += 1 }
      #expect(sent < 400)
      #expect(Self.eventually { server.open.connections == 0 })
    }
  }

  @Test func everyRequestNeedsTheToken() throws {
    let token = Secret.make()
    try Self.withServer(token: token) { server in
      let client = try RawClient(port: server.port)
      #expect(client.ask(RawClient.get("/api/hello"))?.status == 401)
      #expect(
        client.ask(RawClient.get("/api/hello", ["Authorization: Bearer \(token)"]))?.status == 200)
      let session = client.ask(
        "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Authorization: Bearer \(token)\r\nContent-Length: 0\r\n\r\n")
      #expect(session?.status == 204)
      let cookie = session?["Set-Cookie"] ?? ""
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      #expect(!cookie.contains(token))
      let shown = "Cookie: " + cookie.prefix { $0 != ";" }
      #expect(client.ask(RawClient.get("/api/hello", [shown]))?.status == 200)
    }
  }

  // MARK: Slow and many

  private static var shortLimits: ServerLimits {
    var limits = ServerLimits()
    limits.requestMilliseconds = 300
    limits.answerMilliseconds = 1200
    return limits
  }

  /// Slow-loris: each connection sends a byte now and then and never ends its request. More of them
  /// than there are places hold nobody up.
  @Test func slowClientsDoNotHoldOthersUp() throws {
    try Self.withServer { server in
      var slow: [RawClient] = []
      for number in 0..<300 {
        let client = try RawClient(port: server.port)
        client.send(number % 2 == 0 ? "GET /api/he" : "GET /api/hello HTTP/1.1\r\nHost: loc")
        slow.append(client)
        if number % 50 == 49 {
          let start = Date()
          let other = try RawClient(port: server.port)
          #expect(other.ask(RawClient.get("/api/hello?a=1"))?.status == 200, "\(number)")
          #expect(Date().timeIntervalSince(start) < 1)
        }
      }
      #expect(server.open.connections <= ServerLimits().connections)
    }
  }

  /// A full table gives up those who never asked, not those who did: 150 slow-loris among 200 keep-alive.
  @Test func slowClientsLoseTheirPlacesFirst() throws {
    try Self.withServer { server in
      var honest: [RawClient] = []
      var slow: [RawClient] = []
      for number in 0..<200 {
        let client = try RawClient(port: server.port)
        #expect(client.ask(RawClient.get("/api/hello?a=1"))?.status == 200)
        honest.append(client)
        guard number % 4 != 3 else { continue }
        let other = try RawClient(port: server.port)
        other.send(number % 2 == 0 ? "GET /api/he" : "GET /api/hello HTTP/1.1\r\nHost: loc")
        slow.append(other)
      }
      let cut = honest.count { $0.ask(RawClient.get("/api/hello?a=2"))?.status != 200 }
      #expect(cut == 0, "of \(honest.count)")
      #expect(slow.count == 150)
    }
  }

  @Test func slowRequestsAreCutOff() throws {
    try Self.withServer(Self.shortLimits) { server in
      let silent = try RawClient(port: server.port)
      let line = try RawClient(port: server.port)
      let headers = try RawClient(port: server.port)
      let body = try RawClient(port: server.port)
      let start = Date()
      line.send("GET /api/he")
      headers.send("GET /api/hello HTTP/1.1\r\nHost: local")
      body.send(
        "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100\r\n\r\n[")
      // A byte at a time does not win time.
      for _ in 0..<12 {
        for client in [line, headers, body] { client.send("1") }
        usleep(50_000)
      }
      #expect(silent.readToEnd().isEmpty)
      #expect(line.readToEnd().isEmpty)
      #expect(headers.answer()?.status == 408)
      #expect(body.answer()?.status == 408)
      #expect(Date().timeIntervalSince(start) < 3)
      // Who takes no answer is let go as well: four megabytes fit in no socket.
      let lazy = try RawClient(port: server.port)
      lazy.send(RawClient.get("/api/large"))
      #expect(Self.eventually { server.open.connections == 0 })
    }
  }

  @Test func stopsWhileOthersListenAndWait() throws {
    let server = try RunningServer()
    let listener = try RawClient(port: server.port)
    listener.send(RawClient.get("/api/events"))
    #expect(listener.read(until: "retry: 2000\n") != nil)
    let idle = try RawClient(port: server.port)
    #expect(idle.ask(RawClient.get("/api/hello"))?.status == 200)
    let half = try RawClient(port: server.port)
    half.send("GET /api/hello HTTP/1.1\r\nHost: local")
    #expect(Self.eventually { server.open.connections == 3 })
    // The half request has two seconds; it ends in time.
    usleep(50_000)
    let start = Date()
    half.send("host\r\n\r\n")
    #expect(half.answer()?.status == 200)
    #expect(server.stop())
    #expect(Date().timeIntervalSince(start) < 1)
    #expect(listener.read(until: "0\r\n\r\n") != nil, "the stream ends as it should")
    #expect(idle.readToEnd().isEmpty)
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
  }

  // MARK: Malformed

  /// Ten thousand requests, each spoilt in places of its own. Whatever they are, the server goes on.
  @Test func malformedRequestsDoNoHarm() throws {
    try Self.withServer { server in
      var random = SeededGenerator(seed: 7)
      var statuses: [Int: Int] = [:]
      for number in 0..<10_000 {
        let client = try RawClient(port: server.port)
        client.send(MalformedRequest.make(&random))
        client.endSending()
        let answer = client.readToEnd()
        let status = Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self)) ?? 0
        statuses[status, default: 0] += 1
        if number % 1000 == 999 {
          let other = try RawClient(port: server.port)
          #expect(other.ask(RawClient.get("/api/hello"))?.status == 200)
        }
      }
      // All kinds of answers, or the requests are not spoilt in many ways.
      for status in [0, 100, 200, 400, 404, 408, 413, 414, 415, 421, 431, 501] {
        #expect(statuses[status, default: 0] > 0, "\(status) of \(statuses)")
      }
      #expect(statuses[500] == nil)
      #expect(Self.eventually { server.open.connections == 0 })
    }
  }
}
