import CivilTime
import EventLoop
import Foundation
import Testing

@testable import Service

/// The log, the service manager's socket and the control socket.
struct TalkingTests {
  @Test func logLines() {
    let rows: [(KeyValuePairs<String, String>, String)] = [
      ([:], "event=e"), (["a": "1", "b": "x/y-z.1:2"], "event=e a=1 b=x/y-z.1:2"),
      (["a": ""], "event=e a=\"\""), (["a": "two words"], "event=e a=\"two words\""),
      (["a": "q\"b\\"], "event=e a=\"q\\\"b\\\\\""), (["a": "k=v"], "event=e a=\"k=v\""),
      (["a": "x\ny"], "event=e a=\"x\\ny\""), (["a": "\u{1B}[31m"], "event=e a=\"\u{FFFD}[31m\""),
      (["a": "año"], "event=e a=\"año\""),
    ]
    for (values, line) in rows { #expect(Log.line("e", values) == line) }
  }

  @Test(arguments: [false, true])
  func serviceManagerHears(_ isAbstract: Bool) throws {
    let folder = try TestFolder()
    let name = isAbstract ? "@aparka-test-\(getpid())" : folder.file("notify")
    let address = try #require(UnixAddress(name))
    let socket = UnixAddress.socket(.datagram)
    defer { close(socket) }
    #expect(address.with { bind(socket, $0, $1) } == 0)
    let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name])
    #expect(manager.isThere)
    let messages: [(ServiceManager.Message, String)] = [
      (.ready(status: "next=none"), "READY=1\nSTATUS=next=none"), (.watchdog, "WATCHDOG=1"),
      (.stopping, "STOPPING=1"), (.status("s"), "STATUS=s"),
      (.extendTimeout(milliseconds: 1500), "EXTEND_TIMEOUT_USEC=1500000"),
    ]
    for (message, text) in messages {
      manager.tell(message)
      var buffer = [UInt8](repeating: 0, count: 200)
      let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == text)
    }
    #expect(ServiceManager.Message.reloading.text.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
  }

  @Test func serviceManagersEnvironment() {
    let rows: [([String: String], watchdog: Int?, sockets: [Int32])] = [
      ([:], nil, []), (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "7"], 60_000, []),
      (["WATCHDOG_USEC": "60000000"], 60_000, []),
      (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "8"], nil, []),
      (["WATCHDOG_USEC": "x"], nil, []),
      (["LISTEN_PID": "7", "LISTEN_FDS": "2"], nil, [3, 4]),
      (["LISTEN_PID": "8", "LISTEN_FDS": "2"], nil, []), (["LISTEN_FDS": "2"], nil, []),
      (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], nil, []),
    ]
    for row in rows {
      let manager = ServiceManager(environment: row.0, process: 7)
      #expect(manager.watchdogMilliseconds == row.watchdog, "\(row.0)")
      #expect(manager.inheritedSockets == row.sockets, "\(row.0)")
    }
  }

  @Test func paths() {
    let rows: [([String: String], database: String?, runtime: String?)] = [
      (
        ["HOME": "/h", "XDG_RUNTIME_DIR": "/r"], "/h/.local/share/aparka/reminders.sqlite",
        "/r/aparka"
      ),
      (
        ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_RUNTIME_DIR": "/r"],
        "/d/aparka/reminders.sqlite", "/r/aparka"
      ),
      (
        ["HOME": "/h", "XDG_DATA_HOME": "d", "XDG_RUNTIME_DIR": "r"],
        "/h/.local/share/aparka/reminders.sqlite", "/h/.local/share/aparka/run"
      ),
      (["HOME": "h"], nil, nil), ([:], nil, nil),
    ]
    for row in rows {
      // No such user has logged in here.
      let paths = ServicePaths(environment: row.0, userID: 4_000_000)
      #expect(paths?.database == row.database)
      #expect(paths?.runtimeFolder == row.runtime)
    }
  }

  // MARK: The control socket

  /// Runs clients in a thread of their own while the loop turns here.
  private func serve<Value: Sendable>(
    _ server: ControlServer, _ loop: EventLoop, _ clients: @escaping @Sendable () -> Value
  ) throws -> Value {
    let result = Boxed<Value>()
    Thread.detachNewThread { result.value = clients() }
    let end = Date(timeIntervalSinceNow: 20)
    while result.value == nil, Date() < end { try loop.turn(waitingMilliseconds: 20) }
    server.stop()
    return try #require(result.value)
  }

  @Test func controlSocketAnswers() throws {
    let folder = try TestFolder()
    let (loop, path) = (try EventLoop(), folder.file("control"))
    // A dead daemon's socket is in the way.
    try folder.write("", to: "control")
    let server = try ControlServer(path: path, loop: loop) { "{\"asked\":\"\($0.rawValue)\"}" }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let answers = try serve(server, loop) {
      ControlRequest.allCases.map { request in
        Result { try ControlClient.ask(request, at: path, timeoutMilliseconds: 5000) }
      }
    }
    #expect(
      try answers.map { try $0.get() }
        == ControlRequest.allCases.map { "{\"asked\":\"\($0.rawValue)\"}" })
    // It took its socket along.
    #expect(throws: ControlFailure.notRunning) { try ControlClient.ask(.wake, at: path) }
  }

  /// Requests that are none, clients that say nothing or leave, more clients than there are places.
  @Test func controlSocketSurvivesBadClients() throws {
    let folder = try TestFolder()
    let (loop, path) = (try EventLoop(), folder.file("control"))
    let server = try ControlServer(path: path, loop: loop) { _ in "{}" }
    let answers = try serve(server, loop) { () -> [String] in
      let silent = (0..<20).map { _ in RawClient(path) }
      let texts = [
        "nonsense\n", String(repeating: "x", count: 5000), "\n", "wake", "wake\nwake\n", "\0\n",
      ]
      let said = texts.map { text in RawClient(path).say(text) }
      withExtendedLifetime(silent) {}
      return said + [(try? ControlClient.ask(.wake, at: path, timeoutMilliseconds: 5000)) ?? "none"]
    }
    let refused = "{\"error\":\"unknown_request\"}\n"
    #expect(answers == [refused, "", refused, "", "{}\n", refused, "{}"])
  }

  @Test func stateReadsBack() {
    let states = [
      DaemonState(
        process: 5, version: "0.1.0", since: .tuesday, next: nil, channels: [], storeFault: nil,
        settingsFault: false),
      DaemonState(
        process: 5, version: "0.1.0", since: .tuesday, next: .tuesday.adding(minutes: 5),
        channels: [
          .init(name: "desktop", state: .failing, reason: "no_bus: a \"b\""),
          .init(name: "terminal"),
        ], storeFault: "store_full", settingsFault: true),
    ]
    for state in states { #expect(DaemonState(json: state.json) == state) }
    #expect(DaemonState(json: "{}") == nil)
    #expect(DaemonState(json: "") == nil)
  }
}

private final class Boxed<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var held: Value?
  var value: Value? {
    get { lock.withLock { held } }
    set { lock.withLock { held = newValue } }
  }
}

/// A client that keeps no rule.
private final class RawClient {
  private let descriptor = UnixAddress.socket(.stream)

  init(_ path: String) {
    _ = UnixAddress(path)?.with { connect(descriptor, $0, $1) }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func say(_ text: String) -> String {
    _ = text.withCString { send(descriptor, $0, text.utf8.count, Int32(MSG_NOSIGNAL)) }
    shutdown(descriptor, Int32(SHUT_WR))
    var buffer = [UInt8](repeating: 0, count: 200)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
