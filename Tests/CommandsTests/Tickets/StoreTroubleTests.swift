import Foundation
import Glibc
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

  /// On a disk that may only be read the driver still learns when his ticket ends.
  @Test(.enabled(if: geteuid() == 0, "needs root and mount namespaces"))
  func readOnlyDisk() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("park blue 1h --town vega", at: Self.ten)
    var environment = home.environment
    environment["DATA"] = GoldenCases.data
    let result = try Program.shell(
      """
      unshare -m sh -c 'mount --bind "$XDG_DATA_HOME" "$XDG_DATA_HOME" &&
        mount -o remount,ro,bind "$XDG_DATA_HOME" || { echo cannot mount; exit 0; }
        set -- --lang en --data "$DATA"
        "$APARKA" tickets --all "$@" && "$APARKA" alarms --all --json "$@" > /dev/null
        echo "status $?"
        "$APARKA" stop 1 --at 10:05 "$@"; echo "status $?"'
      """, environment: environment)
    if result.output.contains("cannot mount") { return }
    #expect(result.output.contains("La Vega, blue zone: ended"), "\(result)")
    #expect(result.output.hasSuffix("status 0\nstatus 1\n"), "\(result)")
    #expect(result.errors.contains("it is only read."), "\(result.errors)")
  }

  /// Who waits for another program is told so, and not for ever.
  @Test func heldByAnotherProgram() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("park blue 1h --town vega", at: Self.ten)
    let held = try Program.shell(
      "'\(Repository.python.path)' -c \"import sqlite3, sys, subprocess, time; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE'); t = time.time(); r = subprocess.run([sys.argv[2], 'alarms', 'add', '--at', '23:59', '--lang', 'en', '--data', sys.argv[3]], capture_output=True, text=True); print(r.returncode, int(time.time() - t)); print(r.stderr)\" '\(home.storePath)' \"$APARKA\" \(GoldenCases.data)",
      environment: home.environment)
    let words = held.output.split(whereSeparator: \.isWhitespace)
    #expect(words.first == "1", "\(held)")
    let seconds = try #require(words.dropFirst().first.flatMap { Int($0) })
    #expect((8...14).contains(seconds), "\(seconds) s")
    #expect(held.output.contains("is busy") && held.output.contains("try again"), "\(held)")
  }

  /// The first are shown, and how many more there are.
  @Test func moreAlarmsThanAreShown() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let now = try ParkingHome.instant(Self.ten)
    let store = try home.store()
    for minute in 1...120 { _ = try store.addAlarm(at: now.adding(minutes: minute), now: now) }
    let shown = try home.run("alarms", at: Self.ten).output.split(separator: "\n")
    #expect(shown.count == 102)
    #expect(shown[100] == "And 20 more. To see them: aparka alarms --limit 120.")
    let three = try home.json("alarms --limit 3 --all", at: Self.ten)
    #expect(three.count("alarms") == 3 && three.number("more") == 117)
    #expect(try home.json("alarms", at: Self.ten).number("more") == 0)
    #expect(try home.run("alarms --limit 0", at: Self.ten).status == 2)
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
