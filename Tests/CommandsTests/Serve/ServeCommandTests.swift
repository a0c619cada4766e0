import Foundation
import TestSupport
import Testing

@testable import Commands

/// `aparka serve` as a program: its calls, its pairing, its end.
@Suite(.serialized) struct ServeCommandTests {
  @Test func wrongCallsAreOneLine() throws {
    let server = try ServingProgram()
    defer { server.remove() }
    let calls: [([String], Int32, String)] = [
      (["--port", "\(server.port)"], 1, "Port \(server.port) is in use"),
      (["--port", "65536"], 2, "65536 is no port"), (["--port", "x"], 2, "x is no port"),
      (["--address", "example.org"], 2, "example.org is no IP address"),
      (["--address", "192.0.2.1"], 1, "does not have the address 192.0.2.1"),
      (["--address", "0.0.0.0", "--port", "0"], 2, "pair a phone first"),
      (["--address", "::", "--port", "0"], 2, "pair a phone first"), (["here"], 2, "here"),
    ]
    for (options, status, text) in calls {
      let result = try server.command(["serve"] + options)
      #expect(result.status == status, "\(options)")
      #expect(result.output.isEmpty && result.errors.contains(text), "\(result.errors)")
      #expect(result.errors.filter(\.isNewline).count == 1)
    }
    #expect(server.stop(by: SIGINT) == 0)
  }

  @Test func pairingLetsOnePhoneIn() throws {
    let home = try ServingProgram.newHome()
    let server = try ServingProgram(["--pair", "--address", "0.0.0.0"], home: home)
    defer { server.remove() }
    let file = home.appending(path: ".config/aparka/web-token")
    let token = try String(contentsOf: file, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600 && token.count == 43)
    #expect(try server.ask("towns").status == 401)
    #expect(try server.ask("towns").word("code") == "not_paired")
    let shown = "Authorization: Bearer \(token)"
    #expect(try server.ask("towns", [shown]).status == 200)
    #expect(try server.ask("session", method: "POST", body: "{}").status == 401)
    let session = try server.ask("session", method: "POST", body: "{}", [shown])
    let cookie = "Cookie: " + (session["Set-Cookie"] ?? "").prefix { $0 != ";" }
    #expect(session.status == 204)
    #expect(try server.ask("towns", [cookie]).status == 200)
    let listener = try server.client()
    listener.send(RawClient.get("/api/v1/events", [cookie]))
    #expect(listener.read(until: "retry: 2000\n") != nil)
    #expect(server.stop() == 0)
    // The same token the next time; after --unpair none, and others must not be able to read it.
    let again = try ServingProgram(["--address", "0.0.0.0"], home: home)
    #expect(try again.ask("towns", [shown]).status == 200)
    // The port is taken, by a server that knows the token: the link is shown all the same.
    let link = try again.command(["serve", "--pair", "--port", "\(again.port)"])
    #expect(link.status == 0 && link.errors.isEmpty)
    #expect(link.output.contains(token) || link.output.contains("no network address"))
    let second = try again.ask("session", method: "POST", body: "{}", [shown])
    let secondCookie = "Cookie: " + (second["Set-Cookie"] ?? "").prefix { $0 != ";" }
    #expect(try again.ask("towns", [secondCookie]).status == 200)
    #expect(try again.command(["serve", "--unpair"]).status == 0)
    // It acts at once.
    #expect(try again.ask("towns", [shown]).status == 401)
    #expect(try again.ask("towns", [secondCookie]).status == 401)
    try Data((token + "\n").utf8).write(to: file)
    #expect(again.stop() == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let exposed = try again.command(["serve", "--address", "0.0.0.0", "--port", "0"])
    #expect(exposed.status == 1 && exposed.errors.contains("can be read by others"))
    #expect(try again.command(["serve", "--unpair"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try again.command(["serve", "--address", "0.0.0.0", "--port", "0"]).status == 2)
  }

  /// The corners of the picture, and its margin: a reader finds these first.
  @Test func theLinkIsDrawn() throws {
    let link = "http://192.168.1.20:8427/#token=" + String(repeating: "A", count: 43)
    let picture = try #require(PairingPicture.text(link, colors: false))
    let rows = picture.split(separator: "\n").map(Array.init)
    #expect(rows.allSatisfy { $0.count == rows[0].count } && rows.count * 2 >= rows[0].count)
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let upper = row % 2 == 0
      switch rows[row / 2][column] {
      case " ": return true
      case "▀": return !upper
      case "▄": return upper
      default: return false
      }
    }
    let finder = [
      "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
    ].map { $0.map { $0 == "1" } }
    let far = rows[0].count - 4 - 7
    for (top, left) in [(4, 4), (4, far), (far, 4)] {
      for (row, line) in finder.enumerated() {
        for (column, dark) in line.enumerated() {
          #expect(isDark(top + row, left + column) == dark)
        }
      }
    }
    for place in 0..<rows[0].count {
      #expect(!isDark(0, place) && !isDark(3, place) && !isDark(place, 0) && !isDark(place, 3))
    }
  }

  /// systemd passes the socket that it has listened on.
  @Test func socketsOfSystemdAreTaken() throws {
    let script = """
      import os, socket, sys
      s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(8)
      os.dup2(s.fileno(), 3); os.set_inheritable(3, True)
      os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let home = try ServingProgram.newHome()
    defer { try? FileManager.default.removeItem(at: home) }
    let program = try Companion(
      [
        "/usr/bin/python3", "-c", script, Program.path, "serve", "--data",
        Repository.file(GoldenCases.data).path,
      ], environment: ServingProgram.environment(home))
    let line = try #require(program.nextLine())
    let port = try #require(Int(line.split { !$0.isNumber }.last ?? ""))
    let answer = try RawClient(port: port).ask(RawClient.get("/api/v1/towns"))
    #expect(answer?.status == 200)
    program.signal(SIGTERM)
  }

  /// The daemon keeps a server while the setting says so.
  @Test func theDaemonServesWhenItShall() throws {
    let home = try ServingProgram.newHome()
    defer { try? FileManager.default.removeItem(at: home) }
    let free = try ListeningPort()
    let port = free.number
    free.close()
    func set(_ words: String...) throws {
      let result = try Program.run(
        ["settings", "set"] + words + ["--data", Repository.file(GoldenCases.data).path],
        environment: ServingProgram.environment(home))
      #expect(result.status == 0, "\(result.errors)")
    }
    func answers(_ wanted: Bool) -> Bool {
      for _ in 0..<500 {
        let answer = (try? RawClient(port: port))?.ask(RawClient.get("/api/v1/towns"))
        if (answer?.status == 200) == wanted { return true }
        usleep(10_000)
      }
      return false
    }
    try set("web_port", "\(port)")
    try set("channels", "terminal")
    let daemon = try Companion(
      [Program.path, "daemon", "--data", Repository.file(GoldenCases.data).path],
      environment: ServingProgram.environment(home))
    #expect(daemon.line(with: "started") != nil)
    #expect(answers(false))
    try set("web", "on")
    #expect(answers(true))
    try set("web", "off")
    #expect(answers(false))
    try set("web", "on")
    #expect(answers(true))
    // An alarm that rings is told with the words of its notice.
    let listener = try RawClient(port: port)
    listener.send(RawClient.get("/api/v1/events"))
    #expect(listener.read(until: "retry: 2000\n") != nil)
    let due = ISO8601DateFormatter().string(from: Date().addingTimeInterval(2))
    let body = "{\"at\":\"\(due)\",\"text\":\"call home\"}"
    let added = try RawClient(port: port).ask(
      "POST /api/v1/alarms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
    #expect(added?.status == 201, "\(added?.text ?? "")")
    #expect(listener.read(until: "event: alarm\n") != nil)
    #expect(listener.read(until: "\n\n")?.contains("call home") == true)
    daemon.signal(SIGTERM)
    #expect(answers(false))
  }
}

/// A port that nobody else has.
struct ListeningPort {
  let number: Int
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard named else { throw POSIXError(.EADDRINUSE) }
    number = Int(in_port_t(bigEndian: address.sin_port))
  }

  func close() { Foundation.close(descriptor) }
}
