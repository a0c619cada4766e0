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
}
