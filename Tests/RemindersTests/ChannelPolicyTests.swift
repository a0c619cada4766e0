import CivilTime
import Foundation
import Reminders
import Testing

/// Turns of channels, retries, giving up.
struct ChannelPolicyTests {
  let bench: Workbench
  let store: ReminderStore
  let noon = Instant("2026-12-02T12:00:00+01:00")

  init() throws {
    bench = try Workbench()
    store = try bench.open()
  }

  /// Seconds after noon and channels of everything sent until nothing is left to do.
  private func course(_ sender: Sender, until limit: Int = 4000) throws -> [String] {
    var course: [String] = []
    var now = noon
    while let wake = try store.nextWake(now: now, owner: sender.lock.owner) {
      now = max(now, wake)
      if now.seconds(since: noon) > limit { break }
      course += try sender.tick(now).map { "\(now.seconds(since: noon)) \($0.delivery.channel)" }
    }
    return course
  }

  @Test("no channel: the alarm fails at once, and is seen to")
  func noChannel() throws {
    let alarm = try store.addAlarm(at: noon, now: noon)
    let report = try store.fireDue(now: noon, plan: DeliveryPlan(channels: []))
    #expect(report.failed.map(\.id) == [alarm.id] && report.fired.isEmpty)
    #expect(try store.alarm(alarm.id)?.reason == "no_channel")
    let health = try store.health(now: noon)
    #expect(health.failed == 1 && health.failedLately == 1 && health.pending == 0)
    #expect(try store.health(now: noon.adding(minutes: 1441)).failedLately == 0)
    #expect(try store.nextWake(now: noon, owner: nil) == nil)
  }

  @Test(
    "retries after 2, 5, 10, 20, 40, 60, 60 s; failure half an hour later, with the last reason")
  func retries() throws {
    let alarm = try store.addAlarm(at: noon, now: noon)
    let sender = try Sender(store)
    sender.answer = { _ in .retry(reason: "no_server") }
    let times = try course(sender).map { Int($0.prefix { $0 != " " }) ?? 0 }
    #expect(times.prefix(9) == [0, 2, 7, 17, 37, 77, 137, 197, 257])
    // The last attempt is at the moment of giving up, not before it.
    #expect(times.last == 1800 && times.count == 35)
    let failed = try #require(try store.alarm(alarm.id))
    #expect(failed.state == .failed && failed.reason == "no_server")
    #expect(failed.settled == noon.adding(minutes: 30))
    #expect(try store.deliveries(of: alarm.id).map(\.attempts) == [35])
  }

  @Test(
    "a ticket's alarm is tried until half an hour after its end; even later there is one attempt")
  func givingUp() throws {
    _ = try store.park(.test(from: noon, minutes: 15), leads: [15], now: noon)
    let sender = try Sender(store)
    sender.answer = { _ in .retry(reason: "no_server") }
    #expect(try course(sender).last == "2700 desktop")
    // Fired, and then the machine slept for hours.
    _ = try store.addAlarm(at: noon, now: noon)
    _ = try store.fireDue(now: noon, plan: sender.plan)
    #expect(try sender.tick(noon.adding(minutes: 500)).count == 1)
    #expect(try store.alarms(AlarmFilter(openOnly: true)).isEmpty)
  }

  @Test(
    "turns of three channels",
    arguments: [
      // Mode, what each channel answers, what is sent, and the alarm's end state.
      (.first, "ok ok ok", ["0 a"], .delivered),
      (.first, "gone ok ok", ["0 a", "0 b"], .delivered),
      (.first, "gone gone ok", ["0 a", "0 b", "0 c"], .delivered),
      (.first, "gone gone gone", ["0 a", "0 b", "0 c"], .failed),
      (.first, "busy ok ok", ["0 a", "0 b"], .delivered),
      (.first, "silent ok ok", ["0 a", "20 b"], .delivered),
      (.first, "silent silent ok", ["0 a", "20 b", "40 c"], .delivered),
      (.first, "silent gone ok", ["0 a", "20 b", "20 c"], .delivered),
      (.all, "ok ok ok", ["0 a", "0 b", "0 c"], .delivered),
      (.all, "gone ok gone", ["0 a", "0 b", "0 c"], .delivered),
      (.all, "gone gone gone", ["0 a", "0 b", "0 c"], .failed),
      (.all, "ok silent ok", ["0 a", "0 b", "0 c"], .firing),
    ] as [(DeliveryPlan.Mode, String, [String], Alarm.State)])
  func turns(
    mode: DeliveryPlan.Mode, answers: String, sent: [String], state: Alarm.State
  ) throws {
    let alarm = try store.addAlarm(at: noon, now: noon)
    let words = Dictionary(
      zip(["a", "b", "c"], answers.split(separator: " ").map(String.init))
    ) { first, _ in first }
    let lock = try OwnerLock(storePath: bench.path)
    let plan = DeliveryPlan(channels: ["a", "b", "c", "a"], mode: mode)
    var course: [String] = []
    for second in 0...45 {
      let now = noon.adding(seconds: second)
      _ = try store.fireDue(now: now, plan: plan)
      while case let claims = try store.claim(now: now, owner: lock.owner), !claims.isEmpty {
        for claim in claims where course.count < sent.count + 1 {
          course.append("\(second) \(claim.delivery.channel)")
          let outcome: DeliveryOutcome? =
            switch words[claim.delivery.channel] {
            case "ok": .delivered(receipt: "7")
            case "gone": .permanent(reason: "gone")
            case "busy": .retry(reason: "busy")
            default: nil
            }
          if let outcome {
            try store.settle(
              [Settlement(delivery: claim.delivery.id, outcome: outcome)], owner: lock.owner,
              now: now)
          }
        }
      }
    }
    #expect(course == sent)
    #expect(try store.alarm(alarm.id)?.state == state)
    #expect(try store.deliveries(of: alarm.id).allSatisfy { $0.state != .queued })
    if state == .failed { #expect(try store.alarm(alarm.id)?.reason == "gone") }
  }

  @Test("a server appears: what failed there is due at once; a clock set back holds nothing up")
  func hastened() throws {
    _ = try store.addAlarm(at: noon, now: noon)
    let sender = try Sender(store, channels: ["desktop", "command"])
    sender.answer = { _ in .retry(reason: "no_server") }
    var now = noon
    for _ in 0..<12 {
      now = max(now, try #require(try store.nextWake(now: now, owner: sender.lock.owner)))
      try sender.tick(now)
    }
    let wake = try #require(try store.nextWake(now: now, owner: sender.lock.owner))
    #expect(wake > now)
    let back = now.adding(minutes: -60)
    #expect(try store.nextWake(now: back, owner: sender.lock.owner) == back)
    #expect(try store.hasten(channel: "desktop", now: now) == 1)
    sender.answer = nil
    #expect(try sender.tick(now).map(\.delivery.channel) == ["desktop"])
  }

  @Test("what another process claimed is looked after within a minute, and kept while it lives")
  func others() throws {
    _ = try store.addAlarm(at: noon, now: noon)
    var other: Sender? = try Sender(store)
    _ = try store.fireDue(now: noon, plan: DeliveryPlan(channels: ["desktop"]))
    let owner = try #require(other?.lock.owner)
    let claim = try #require(try store.claim(now: noon, owner: owner).first)
    let mine = try Sender(store)
    #expect(try store.nextWake(now: noon, owner: mine.lock.owner) == noon.adding(minutes: 1))
    #expect(try store.nextWake(now: noon, owner: owner) == nil)
    #expect(try mine.tick(noon.adding(minutes: 1)).isEmpty && mine.lock.isAlive(owner))
    other = nil
    #expect(try !mine.lock.isAlive(owner))
    let again = try mine.tick(noon.adding(minutes: 2))
    #expect(again.map(\.delivery.key) == [claim.delivery.key])
    #expect(again.first?.delivery.attempts == 2)
    // The dead one's word comes too late to count.
    #expect(
      try store.settle(
        [Settlement(delivery: claim.delivery.id, outcome: .permanent(reason: "x"))], owner: owner,
        now: noon
      ).isEmpty)
    #expect(try store.alarm(claim.alarm.id)?.state == .delivered)
  }

  @Test("one daemon at a time")
  func oneDaemon() throws {
    var first: OwnerLock? = try OwnerLock(storePath: bench.path)
    let second = try OwnerLock(storePath: bench.path)
    #expect(try !second.isDaemonRunning())
    #expect(try first?.becomeDaemon() == true)
    #expect(try !second.becomeDaemon() && second.isDaemonRunning())
    first = nil
    #expect(try !second.isDaemonRunning() && second.becomeDaemon())
  }

  @Test("what is under way when its ticket is extended or stopped is its last attempt")
  func withdrawn() throws {
    let ticket = try store.park(.test(from: noon, minutes: 60), leads: [5], now: noon).ticket.id
    let sender = try Sender(store)
    let now = noon.adding(minutes: 55)
    _ = try store.fireDue(now: now, plan: sender.plan)
    let claim = try #require(try store.claim(now: now, owner: sender.lock.owner).first)
    try store.stop(ticket, now: now)
    #expect(try store.alarm(claim.alarm.id)?.state == .firing)
    try store.settle(
      [Settlement(delivery: claim.delivery.id, outcome: .retry(reason: "busy"))],
      owner: sender.lock.owner, now: now)
    let alarm = try #require(try store.alarm(claim.alarm.id))
    #expect(alarm.state == .cancelled && alarm.reason == "stopped")
    #expect(try store.nextWake(now: now, owner: nil) == nil)
  }
}
