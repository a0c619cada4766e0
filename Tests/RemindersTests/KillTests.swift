import CivilTime
import Foundation
import Reminders
import Testing

/// Processes that die by SIGKILL at every step.
struct KillTests {
  let bench: Workbench
  let start = Instant("2026-12-02T12:00:00+01:00")

  init() throws { bench = try Workbench() }

  /// Tickets with one alarm each, all due by `start + 60 min`.
  private func park(_ count: Int) throws {
    let store = try bench.open()
    for _ in 0..<count {
      _ = try store.park(.test(from: start, minutes: 60), leads: [5], now: start)
    }
  }

  private func probe(
    _ arguments: [String], fault: String? = nil, zone: String = "Europe/Madrid"
  ) throws -> Shell.Ended {
    var environment = ["APARKA_NO_SYNC": "1", "TZ": zone]
    environment["APARKA_FAULT"] = fault
    let (process, pipe) = try Shell.start(Shell.probe, arguments, environment: environment)
    return try Shell.end(process, pipe)
  }

  @Test(
    "kill -9 at a step of firing and sending: nothing lost, at most the batch under way repeated",
    arguments: [
      "fire.before_commit", "fire.after_commit", "claim.before_commit", "claim.after_commit",
      "send.before", "send.after", "settle.before_commit", "settle.after_commit",
    ], [1, 3])
  func killedWhileSending(point: String, time: Int) throws {
    try park(60)
    let log = bench.folder + "/log"
    let now = String(start.adding(minutes: 58).secondsSince1970)
    // The zone of the machine changes between the two; no instant cares.
    let killed = try probe(["tick", bench.path, log, now], fault: "\(point):\(time)")
    // Two commits of firing, then three of sending: fire.*:3 is not reached.
    let isReached = !(point.hasPrefix("fire") && time == 3)
    #expect(killed.status == (isReached ? 128 + SIGKILL : 0), "\(killed.output)")
    let finished = try probe(["tick", bench.path, log, now], zone: "America/New_York")
    #expect(finished.status == 0, "\(finished.output)")
    let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    let keys = lines.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    let times = Dictionary(grouping: keys) { $0 }.mapValues(\.count)
    #expect(times.count == 60, "every alarm was told")
    #expect(times.values.allSatisfy { $0 <= 2 })
    // What had been sent and not marked: 1 or 3 lines, or the whole batch of 20.
    let repeats = keys.count - 60
    let expected =
      switch point {
      case "send.before": time - 1
      case "send.after": time
      case "settle.before_commit": 20
      default: 0
      }
    #expect(repeats == expected)
    let store = try bench.open()
    #expect(try store.alarms(AlarmFilter(openOnly: false)).allSatisfy { $0.state == .delivered })
    #expect(try store.deliveries().isEmpty)
  }

  @Test(
    "kill -9 within any operation leaves it done or not done, and doing it again is right",
    arguments: [
      "create.before_link", "create.after_link", "park.before_commit", "park.after_commit",
      "extend.before_commit", "extend.after_commit", "alarm.before_commit", "alarm.after_commit",
      "stop.before_commit", "stop.after_commit", "prune.before_commit", "prune.after_commit",
    ])
  func killedInLife(point: String) throws {
    let now = String(start.secondsSince1970)
    let killed = try probe(["life", bench.path, now], fault: point)
    #expect(killed.status == 128 + SIGKILL, "\(killed.output)")
    let isPruned = point == "prune.after_commit"
    if point != "create.before_link" {
      let store = try bench.open()
      let ticket = try store.tickets(.all).first
      let isParked = !point.hasPrefix("create") && point != "park.before_commit" && !isPruned
      #expect((ticket != nil) == isParked)
      let leads = try store.alarms(AlarmFilter(ticket: ticket?.id ?? 0)).count
      let isStopped = point == "stop.after_commit" || point.hasPrefix("prune")
      #expect(leads == (isParked && !isStopped ? 2 : 0))
      let isExtended = ["alarm", "stop", "prune"].contains { point.hasPrefix($0) }
      if let ticket {
        #expect(ticket.generation == (isExtended || point == "extend.after_commit" ? 1 : 0))
        #expect((ticket.state == .stopped) == isStopped)
      }
    }
    // A stopped ticket is not extended again, as its request id is known.
    let again = try probe(["life", bench.path, now])
    #expect(again.status == 0, "\(again.output)")
    let store = try bench.open()
    #expect(try store.tickets(.all).isEmpty)
    #expect(try store.alarms().map(\.text) == ["cake"])
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder)
    #expect(names.filter { $0.contains(".new-") }.count <= (point.hasPrefix("create") ? 1 : 0))
  }

  @Test("kill -9 while recovering from a kill -9, and while writing what was sent from memory")
  func killedWhileRecovering() throws {
    try park(30)
    let log = bench.folder + "/log"
    let now = String(start.adding(minutes: 58).secondsSince1970)
    for fault in ["send.after:5", "recover.before_commit", "recover.after_commit", nil] {
      let ended = try probe(["tick", bench.path, log, now], fault: fault)
      #expect(ended.status == (fault == nil ? 0 : 128 + SIGKILL), "\(ended.output)")
    }
    let keys = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .map { $0.prefix { $0 != " " } }
    #expect(Set(keys).count == 30 && keys.count == 35)
  }

  @Test("eight senders over 1,000 due alarms: 1,000 sends, each once")
  func eightSenders() throws {
    try park(1000)
    let now = String(start.adding(minutes: 58).secondsSince1970)
    let log = bench.folder + "/log"
    let senders = try (0..<8).map { _ in
      try Shell.start(
        Shell.probe, ["tick", bench.path, log, now],
        environment: ["APARKA_BATCH": "3", "APARKA_PAUSE": "500"])
    }
    for (process, pipe) in senders {
      let ended = try Shell.end(process, pipe)
      #expect(ended.status == 0, "\(ended.output)")
    }
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1000)
    #expect(Set(lines.map { $0.prefix { $0 != " " } }).count == 1000)
    #expect(Set(lines.map { $0.split(separator: " ")[2] }).count > 1, "several took part")
    #expect(try bench.sqlite("PRAGMA integrity_check") == "ok\n")
  }

  @Test("a hundred processes that park at once, on a store that does not exist yet: nothing lost")
  func hundredWriters() throws {
    let writers = try (0..<100).map { number in
      try Shell.start(Shell.probe, ["write", bench.path, String(number * 3), "3"])
    }
    for (process, pipe) in writers {
      let ended = try Shell.end(process, pipe)
      #expect(ended.status == 0 && ended.output.isEmpty, "\(ended.output)")
    }
    let store = try bench.open()
    #expect(try store.tickets(.all).count == 300)
    #expect(
      try Set(store.tickets(.all).compactMap(\.draft.requestID)) == Set((0..<300).map { "p\($0)" }))
    #expect(try store.alarms().count == 900)
    #expect(try bench.sqlite("PRAGMA integrity_check") == "ok\n")
  }
}
