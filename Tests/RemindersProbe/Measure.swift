import CivilTime
import Reminders

/// Figures for docs/reminders.md; run by hand on a release build.
struct Measure {
  let path: String
  private let clock = ContinuousClock()
  private let start = Instant(secondsSince1970: 1_800_000_000)

  func run() throws(StoreError) {
    var store: ReminderStore?
    try report("open without check") { () throws(StoreError) in
      store = nil
      store = try ReminderStore(path: path, settings: StoreSettings(checksIntegrity: false))
    }
    guard let store else { return }
    try report("next wake", times: 1000) { () throws(StoreError) in
      _ = try store.nextWake(now: start, owner: 1)
    }
    var number = 0
    try report("park with 3 alarms", times: 1000) { () throws(StoreError) in
      number += 1
      let purchase = Purchase(
        arrival: start, end: start.adding(minutes: 60), paidCents: 120, countedMinutes: 60)
      _ = try store.park(
        TicketDraft(
          requestID: "measure\(number)", town: "pamplona", zone: "blue",
          timeZone: "Europe/Madrid", purchase: purchase), leads: [15, 10, 5], now: start)
    }
    try report("fire, claim, settle one", times: 300) { () throws(StoreError) in
      let alarm = try store.addAlarm(at: start, now: start)
      try step(store, now: start, limit: 1)
      try store.cancelIfOpen(alarm.id, now: start)
    }
    for number in 0..<10_000 {
      _ = try store.addAlarm(at: start.adding(seconds: 1), text: "\(number)", now: start)
    }
    let began = clock.now
    try step(store, now: start.adding(seconds: 1), limit: 500)
    print("10,000 due in one second: \(clock.now - began)")
    try report("open with check") { () throws(StoreError) in
      _ = try ReminderStore(path: path)
    }
  }

  private func step(_ store: ReminderStore, now: Instant, limit: Int) throws(StoreError) {
    while true {
      let report = try store.fireDue(
        now: now, plan: DeliveryPlan(channels: ["log"]), limit: limit)
      let claims = try store.claim(now: now, owner: 1, limit: limit)
      if claims.isEmpty && !report.isIncomplete { return }
      try store.settle(
        claims.map { Settlement(delivery: $0.delivery.id, outcome: .delivered(receipt: nil)) },
        owner: 1, now: now)
    }
  }

  private func report(
    _ what: String, times: Int = 20, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    var durations: [Duration] = []
    for _ in 0..<times {
      let began = clock.now
      try body()
      durations.append(clock.now - began)
    }
    durations.sort()
    print("\(what): p50 \(durations[times / 2]), p99 \(durations[times * 99 / 100])")
  }
}

extension ReminderStore {
  fileprivate func cancelIfOpen(_ alarm: Int64, now: Instant) throws(StoreError) {
    do throws(StoreError) {
      try cancelAlarm(alarm, now: now)
    } catch  where !error.isStorage {
    }
  }
}
