import EventLoop
import Foundation
import Synchronization

@testable import WebServer

/// A server on a thread of its own, as long as a test needs it.
final class RunningServer {
  let port: Int
  private let control: Int32
  private let shared = Shared()

  /// What the two threads have in common.
  private final class Shared: Sendable {
    let started = DispatchSemaphore(value: 0)
    let counted = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let figures = Mutex<(connections: Int, listeners: Int)>((0, 0))
  }

  /// - Parameter token: as of a paired server.
  init(limits: ServerLimits = ServerLimits(), token: String? = nil) throws {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw POSIXError(.EIO)
    }
    let socket = try ListeningSocket.open(address: "127.0.0.1", port: 0)
    port = socket.port
    control = ends[0]
    let far = ends[1]
    let shared = shared
    Thread {
      defer { shared.ended.signal() }
      do { try Self.run(socket, limits, token, orders: far, shared) } catch { print(error) }
    }.start()
    guard shared.started.wait(timeout: .now() + 5) == .success else { throw POSIXError(.EIO) }
  }

  private static func run(
    _ socket: ListeningSocket, _ limits: ServerLimits, _ token: String?, orders: Int32,
    _ shared: Shared
  ) throws {
    let loop = try EventLoop()
    let events = EventHub(loop: loop, heartbeatMilliseconds: 50)
    let server = try WebServer(
      application(events, token: token), on: socket, loop: loop, limits: limits)
    let watch = try loop.watch(orders, for: .read) { _ in
      var order: UInt8 = 0
      guard read(orders, &order, 1) == 1 else { return }
      switch order {
      case UInt8(ascii: "e"): events.publish("tickets")
      case UInt8(ascii: "f"): events.publish("tickets", data: String(repeating: "x", count: 9000))
      case UInt8(ascii: "c"):
        shared.figures.withLock { $0 = (server.openConnections, events.listeners) }
        shared.counted.signal()
      default:
        events.endAll()
        server.stop { loop.stop() }
      }
    }
    shared.started.signal()
    try loop.run()
    loop.stopWatching(watch)
    close(orders)
  }

  private func order(_ letter: UInt8) {
    var byte = letter
    write(control, &byte, 1)
  }

  func publish() { order(UInt8(ascii: "e")) }
  func publishMuch() { order(UInt8(ascii: "f")) }

  var open: (connections: Int, listeners: Int) {
    order(UInt8(ascii: "c"))
    shared.counted.wait()
    return shared.figures.withLock { $0 }
  }

  /// False when it does not come to an end.
  func stop() -> Bool {
    order(UInt8(ascii: "q"))
    let isEnded = shared.ended.wait(timeout: .now() + 5) == .success
    close(control)
    return isEnded
  }

  static func application(_ events: EventHub, token: String?) -> WebApplication {
    var routes = Routes()
    let sessions = Sessions()
    routes.add(.get, "/api/hello") { request in
      let names = request.target.query.map { "\($0.name)=\($0.value)" }
      return Response(type: "text/plain", Array(names.joined(separator: "&").utf8))
    }
    routes.add(.get, "/api/large") { _ in
      Response(type: "text/plain", [UInt8](repeating: 65, count: 4 << 20))
    }
    routes.add(.post, "/api/echo") { Response(type: "application/json", $0.body) }
    routes.add(.delete, "/api/things/{thing}") { request in
      Response(type: "text/plain", Array((request.pathValues["thing"] ?? "").utf8))
    }
    routes.add(.get, "/api/events") { request in
      events.listen() ?? Response(status: 429)
    }
    routes.add(.post, "/api/session") { _ in
      Response(status: 204, headers: Headers([("Set-Cookie", sessions.open())]))
    }
    var shown: (@Sendable () -> String)?
    if let token { shown = { token } }
    return WebApplication(
      routes: routes,
      problem: { refusal, _ in
        Response(status: refusal.status, type: "text/plain", Array(refusal.code.utf8))
      }, access: AccessRules(token: shown), sessions: sessions)
  }
}
