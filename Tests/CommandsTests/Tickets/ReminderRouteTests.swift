import CivilTime
import Foundation
import Glibc
import JSONText
import Reminders
import TestSupport
import Testing

@testable import Commands

/// Which way alarms ring, the dead man's switch, timers of systemd and calendar files.
struct ReminderRouteTests {
  private static let park = "park blue 1h --town vega"
  private static let ten = "2025-10-14T10:00"

  /// A program that stands for systemd-run: it keeps its words, and ends as it is told.
  private static func fakeSystemd(_ home: ParkingHome, status: Int) throws -> URL {
    let folder = home.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appending(path: "systemd-run")
    let log = home.folder.appending(path: "timers")
    try """
    #!/bin/sh
    printf '%s\\n' "$@" "" >> '\(log.path)'
    echo 'Failed to connect to bus: No such file or directory' >&2
    exit \(status)

    """.write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    return log
  }

  /// The program as a process, with the fake one first in PATH.
  private static func process(_ call: String, _ home: ParkingHome) throws -> Program.Result {
    var environment = home.environment
    environment["PATH"] = home.folder.path + "/bin:/usr/bin:/bin"
    return try Program.run(
      ParkingHome.words(call) + ["--lang", "en", "--data", GoldenCases.data],
      environment: environment)
  }

  @Test func withoutAWayToRingNothingIsSaved() throws {
    let home = try ParkingHome(settings: #"{"require_reminder": true}"#)
    defer { home.remove() }
    for call in [Self.park, Self.park + " --json"] {
      let refused = try home.run(call, at: Self.ten)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.errors.contains("require_reminder"))
      #expect(refused.errors.contains("systemctl --user start aparka"))
    }
    #expect(try home.json("tickets --all", at: Self.ten).count("tickets") == 0)
    // Who wants no alarm needs no way.
    #expect(try home.run(Self.park + " --remind none", at: Self.ten).status == 0)
    // The ticket that runs is not extended either: its new alarms would be lost.
    let before = try home.run("tickets --json", at: Self.ten)
    let refused = try home.run("extend 30 --remind 5", at: Self.ten)
    #expect(refused.status == 1 && refused.errors.contains("require_reminder"))
    #expect(try home.run("tickets --json", at: Self.ten).output == before.output)
    // A calendar counts.
    let file = home.folder.appending(path: "a.ics").path
    let parked = try home.json(Self.park + " --at 9:55 --ics \(file)", at: Self.ten)
    #expect(parked.text("reminder.calendar") == file)
    #expect(parked.at("reminder.rings") != nil)
  }

  /// What stood in the way before anything was saved is told before anything is saved.
  @Test func calendarThatCannotBeWritten() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let path = home.folder.path + "/nowhere/a.ics"
    let refused = try home.run(Self.park + " --ics \(path)", at: Self.ten)
    #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains(path))
    #expect(try home.run(Self.park + " --ics - --json", at: Self.ten).status == 2)
    #expect(try home.json("tickets --all", at: Self.ten).count("tickets") == 0)
  }

  /// What goes wrong only when the file is written is told with what was saved and what rings.
  @Test func calendarThatFails() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    // A file whose folder takes no further one: a draft of it is a folder already.
    let path = home.folder.path + "/a.ics"
    try FileManager.default.createDirectory(
      atPath: "\(path).\(getpid()).new", withIntermediateDirectories: true)
    let failed = try home.run(Self.park + " --ics \(path)", at: Self.ten)
    #expect(failed.status == 1 && failed.output.isEmpty)
    for part in ["Saved as ticket 1.", path, "Nothing will ring"] {
      #expect(failed.errors.contains(part), "\(failed.errors)")
    }
  }

  /// The socket is gone and the daemon is not: the lock of the store says so.
  @Test func aDaemonWithoutItsSocket() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json(Self.park, at: Self.ten)
    let down = try home.run("tickets", at: Self.ten)
    #expect(down.output.contains("the daemon is not running"))
    let lock = try OwnerLock(storePath: home.storePath)
    #expect(try lock.becomeDaemon())
    let deaf = try home.run("tickets", at: Self.ten)
    #expect(deaf.output.contains("The daemon runs but does not answer."), "\(deaf.output)")
    #expect(!deaf.output.contains("not running"))
    let json = try home.json("alarms add --at 10:30", at: Self.ten)
    #expect(json.text("reminder.daemon") == "not_answering")
  }

  /// A timer for each alarm, in UTC and to the second; the alarms stay in the store.
  @Test func timersOfSystemd() throws {
    let home = try ParkingHome(settings: #"{"require_reminder": true}"#)
    defer { home.remove() }
    let log = try Self.fakeSystemd(home, status: 0)
    let parked = try Self.process("park orange 4.00 --town vega --via systemd-run --json", home)
    #expect(parked.status == 0, "\(parked.errors)")
    let answer = try JSONNode(parsing: Array(parked.output.utf8))
    #expect(answer.number("reminder.timers") == 3)
    let calls = try String(contentsOf: log, encoding: .utf8).components(separatedBy: "\n\n")
      .filter { !$0.isEmpty }.map { $0.split(separator: "\n").map(String.init) }
    #expect(calls.count == 3)
    let dues = answer.texts("ticket.alarms", "due")
    for (call, due) in zip(calls, dues) {
      let utc = try Instant(iso8601: due).iso8601
      let time = utc.replacing("T", with: " ").replacing("Z", with: " UTC")
      #expect(call.contains("--on-calendar=\(time)"), "\(call)")
      #expect(call.contains("--timer-property=AccuracySec=1s") && call.contains("--user"))
      #expect(call.contains("--setenv=XDG_DATA_HOME=\(home.folder.path)/data"))
      #expect(call.suffix(3) == [Program.path, "daemon", "--once"])
    }
    let tomorrow = try Self.process("extend 1 4.00 --via systemd-run --remind 5", home)
    #expect(tomorrow.status == 0, "\(tomorrow.errors)")
    #expect(tomorrow.output.contains("1 timer of systemd"))
  }

  @Test func timersThatCannotBeMade() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try Self.fakeSystemd(home, status: 1)
    let refused = try Self.process("park orange 4.00 --town vega --via systemd-run", home)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("Failed to connect to bus"))
    #expect(refused.errors.split(separator: "\n").count == 1)
    // No such program at all.
    let missing = try home.run(Self.park + " --via systemd-run --at 9:50", at: Self.ten)
    #expect(missing.status == 1 && missing.errors.contains("systemd-run"))
    #expect(try home.json("tickets --all", at: Self.ten).count("tickets") == 0)
  }

  private struct Event: Decodable {
    var uid: String
    var sequence: Int
    var start: String
    var end: String
    var summary: String
    var description: String?
    var geo: [Double]?
    var status: String
    var alarms: [Trigger]
    struct Trigger: Decodable { var trigger: String }
  }

  private static func events(_ path: String) throws -> [Event] {
    let answer = try runOracle(
      "icalendar_read.py", input: try Data(contentsOf: URL(filePath: path)))
    return try JSONDecoder().decode([Event].self, from: answer)
  }

  /// The same event through park, extend and stop, so that a calendar moves it instead of adding one.
  @Test func calendarFiles() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let path = home.folder.appending(path: "ticket.ics").path
    let parked = try home.json(
      "\(Self.park) --walk 3 --note Sótano;␣-2,␣plaza␣7 --position 43.0051,-2.0062 --ics \(path)",
      at: Self.ten)
    let first = try #require(try Self.events(path).first)
    #expect(first.uid == parked.text("ticket.uid") && first.uid.count == 32)
    #expect(first.sequence == 0 && first.status == "CONFIRMED")
    #expect(first.start == "2025-10-14T08:00:00+00:00" && first.end == "2025-10-14T09:00:00+00:00")
    #expect(first.description?.hasSuffix("\nSótano; -2, plaza 7") == true)
    #expect(first.geo == [43.0051, -2.0062])
    #expect(
      first.alarms.map(\.trigger) == [
        "2025-10-14T08:42:00+00:00", "2025-10-14T08:47:00+00:00", "2025-10-14T08:52:00+00:00",
      ])
    _ = try home.json("extend 30 --ics \(path)", at: "2025-10-14T10:30")
    let second = try #require(try Self.events(path).first)
    #expect(second.uid == first.uid && second.sequence == 1)
    #expect(second.start == first.start && second.end == "2025-10-14T09:30:00+00:00")
    #expect(second.alarms.first?.trigger == "2025-10-14T09:12:00+00:00")
    _ = try home.json("park orange 4.00 --town vega", at: "2025-10-14T10:31")
    _ = try home.json("stop 1", at: "2025-10-14T10:40")
    let all = try home.run("tickets --all --ics \(path)", at: "2025-10-14T10:41")
    #expect(all.status == 0)
    let events = try Self.events(path)
    #expect(events.count == 2)
    let stopped = try #require(events.first { $0.uid == first.uid })
    #expect(stopped.sequence == 2 && stopped.status == "CANCELLED" && stopped.alarms.isEmpty)
    // On the output, and nothing else there.
    let written = try home.run("tickets --ics -", at: "2025-10-14T10:41")
    #expect(written.output.hasPrefix("BEGIN:VCALENDAR\r\n"))
    #expect(written.output.hasSuffix("END:VCALENDAR\r\n"))
  }
}
