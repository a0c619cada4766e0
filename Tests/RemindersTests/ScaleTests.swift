import CivilTime
import Foundation
import Reminders
import Testing

/// Many alarms. No time is asserted; figures are in docs/reminders.md.
struct ScaleTests {
  let bench: Workbench
  let start = Instant(secondsSince1970: 1_800_000_000)

  init() throws { bench = try Workbench() }

  private func fill(_ count: Int, due: String) throws {
    _ = try bench.open()
    try bench.sqlite(
      """
      PRAGMA synchronous = OFF;
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT \(count))
      INSERT INTO alarm (generation, cause, argument, due, state, text, created)
        SELECT 0, 'moment', 0, \(due), 'pending', n, 0 FROM number;
      """)
  }

  @Test("100,000 pending alarms: found by the index, counted, cancelled, cleared")
  func manyPending() throws {
    try fill(100_000, due: "1800000000 + n * 7 % 1000003")
    let store = try bench.open(checksIntegrity: false)
    #expect(try store.nextWake(now: start, owner: nil) == start.adding(seconds: 7))
    let plans = try bench.sqlite(
      """
      EXPLAIN QUERY PLAN SELECT min(due) FROM alarm WHERE state = 'pending';
      EXPLAIN QUERY PLAN SELECT 1 FROM alarm WHERE state = 'pending' AND due <= 5 LIMIT 1;
      EXPLAIN QUERY PLAN SELECT * FROM alarm LEFT JOIN ticket ON ticket.id = alarm.ticket
        WHERE alarm.state = 'pending' AND alarm.due <= 5 ORDER BY alarm.due, alarm.id LIMIT 5;
      EXPLAIN QUERY PLAN SELECT * FROM delivery WHERE state = 'queued' AND next_attempt <= 5
        ORDER BY next_attempt, id LIMIT 5;
      EXPLAIN QUERY PLAN SELECT max(next_attempt) FROM delivery WHERE state = 'queued';
      EXPLAIN QUERY PLAN SELECT 1 FROM delivery WHERE state = 'sending' AND owner <> 5 LIMIT 1;
      EXPLAIN QUERY PLAN SELECT id FROM alarm WHERE spoken_by = 5;
      """)
    #expect(!plans.contains("TEMP B-TREE") && plans.components(separatedBy: "INDEX").count == 8)
    // Only the look for others may read its (partial) index from end to end.
    #expect(plans.components(separatedBy: "SCAN").count == 2, "\(plans)")
    #expect(try store.health(now: start).pending == 100_000)
    #expect(try store.cancelAlarms(now: start) == 100_000)
    #expect(try store.clear(now: start).alarms == 100_000)
  }

  @Test(
    "10,000 alarms due in the same second: all told, each once, in their order",
    arguments: [
      // How many, and the most of a T1 and of a T2.
      (10_000, 500, 500), (300, 7, 5),
    ])
  func burst(count: Int, fired: Int, claimed: Int) throws {
    try fill(count, due: "1800000000")
    let store = try bench.open(checksIntegrity: false)
    let lock = try OwnerLock(storePath: bench.path)
    let plan = DeliveryPlan(channels: ["desktop"])
    var told: [String?] = []
    while true {
      let report = try store.fireDue(now: start, plan: plan, limit: fired)
      let claims = try store.claim(now: start, owner: lock.owner, limit: claimed)
      if claims.isEmpty && !report.isIncomplete { break }
      told += claims.map(\.alarm.text)
      try store.settle(
        claims.map { Settlement(delivery: $0.delivery.id, outcome: .delivered(receipt: nil)) },
        owner: lock.owner, now: start)
    }
    #expect(told == (1...count).map(String.init))
    #expect(try store.alarms().isEmpty)
    #expect(try store.health(now: start).sending == 0)
  }

  @Test("a limit cuts no ticket in two: the newest speaks, whatever the limit", arguments: 1...5)
  func limits(limit: Int) throws {
    let store = try bench.open()
    for minute in 0..<4 {
      _ = try store.park(
        .test(from: start.adding(minutes: minute), minutes: 60), leads: [15, 10, 5], now: start)
    }
    var fired: [Int64] = []
    var isIncomplete = true
    while isIncomplete {
      let report = try store.fireDue(
        now: start.adding(minutes: 60), plan: DeliveryPlan(channels: ["desktop"]), limit: limit)
      fired += report.fired.map(\.id)
      isIncomplete = report.isIncomplete
    }
    #expect(fired.sorted() == [3, 6, 9, 12])
    let told = try store.alarms(AlarmFilter(openOnly: false)).filter { $0.state == .superseded }
    #expect(told.count == 8)
    #expect(told.allSatisfy { $0.spokenBy.map { $0 % 3 } == 0 })
  }
}
