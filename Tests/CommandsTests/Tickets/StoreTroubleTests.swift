import Foundation
import JSONText
import TestSupport
import Testing

/// The store as other processes and faults leave it: one line, exit status 1, nothing lost.
@Suite(.serialized)
struct StoreTroubleTests {
  private static let ten = "2025-10-14T10:00"
  private static let calls = [
    "park blue 1h --town vega", "tickets", "tickets --json", "alarms", "extend 30", "stop",
    "alarms add --at 11:00", "alarms cancel 1", "alarms snooze 1", "alarms clear",
  ]

  private static func expectOneLine(_ home: ParkingHome, _ says: String) throws {
    for call in calls {
      let before = try? Data(contentsOf: URL(filePath: home.storePath))
      let result = try home.run(call, at: ten)
      #expect(result.status == 1, "\(call): \(result.output)")
      #expect(result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains(says), "\(call): \(result.errors)")
      let after = try? Data(contentsOf: URL(filePath: home.storePath))
      #expect(after == before)
    }
  }

  @Test func damaged() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let folder = home.folder.appending(path: "data/aparka")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("this is no database, and long enough to be looked at as one.".utf8)
      .write(to: URL(filePath: home.storePath))
    try Self.expectOneLine(home, "damaged")
  }

  @Test func ofALaterVersion() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("park blue 1h --town vega", at: Self.ten)
    let result = try Program.shell(
      "'\(Repository.python.path)' -c \"import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('PRAGMA user_version=99'); c.execute('PRAGMA wal_checkpoint(TRUNCATE)')\" '\(home.storePath)'"
    )
    #expect(result.status == 0, "\(result.errors)")
    try Self.expectOneLine(home, "later version")
  }

  /// Without a home there is nowhere to keep a ticket.
  @Test func noHome() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    home.environment["XDG_DATA_HOME"] = nil
    for call in Self.calls where !call.hasPrefix("alarms clear") {
      let result = try home.run(call, at: Self.ten)
      #expect(result.status == 1 && result.errors.split(separator: "\n").count == 1)
    }
  }

  /// A question makes no file.
  @Test func questionsMakeNoStore() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    for call in [
      "tickets", "tickets --all --json", "alarms", "alarms --all --json", "alarms clear",
    ] {
      #expect(try home.run(call, at: Self.ten).status == 0)
    }
    #expect(!FileManager.default.fileExists(atPath: home.storePath))
  }

  /// A hundred drivers at once, or one whose script runs wild: nothing lost, nobody told of a lock.
  @Test func aHundredAtOnce() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let script = """
      for number in $(seq 100); do
        "$APARKA" park orange 4.00 --town vega --lang en --data \(GoldenCases.data) \
          --request-id r$number > "$HOME/$number.out" 2>&1 &
      done
      for job in $(jobs -p); do wait $job || echo failed; done
      """
    var environment = home.environment
    environment["HOME"] = home.folder.path
    let result = try Program.shell(script, environment: environment)
    #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.output)\(result.errors)")
    var numbers: Set<String> = []
    for number in 1...100 {
      let text = try String(
        contentsOf: home.folder.appending(path: "\(number).out"), encoding: .utf8)
      #expect(!text.contains("locked") && !text.contains("holding"), "\(text)")
      let line = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("Saved as ticket ") })
      numbers.insert(String(line))
    }
    #expect(numbers.count == 100)
    let tickets = try Program.run(
      ["tickets", "--all", "--json", "--data", GoldenCases.data], environment: environment)
    let answer = try JSONNode(parsing: Array(tickets.output.utf8))
    #expect(answer.count("tickets") == 100)
    let uids = Set(answer.texts("tickets", "uid"))
    #expect(uids.count == 100)
  }
}
