import CivilTime
import Foundation
import Reminders
import Testing

/// The cases of other programs' bug reports, by their ids.
struct HardCaseTests {
  let bench: Workbench
  let store: ReminderStore
  let noon = Instant("2026-12-02T12:00:00+01:00")

  init() throws {
    bench = try Workbench()
    store = try bench.open()
  }

  @Test("R1 R2 R6: an alarm that fell into a suspend rings once on waking, and says how late it is")
  func asleepOverTheAlarm() throws {
    let ten = Instant("2026-12-02T10:00:00+01:00")
    let alarm = try store.addAlarm(at: ten, now: ten.adding(minutes: -30))
    let sender = try Sender(store)
    #expect(try sender.tick(ten.adding(minutes: -10)).isEmpty)
    #expect(try store.nextWake(now: ten.adding(minutes: -10), owner: nil) == ten)
    let onWaking = ten.adding(minutes: 10)
    #expect(try store.nextWake(now: onWaking, owner: nil) == ten)
    let sent = try sender.tick(onWaking)
    #expect(sent.map(\.alarm.id) == [alarm.id])
    #expect(sent.first?.alarm.secondsLate(at: onWaking) == 600)
    #expect(try sender.tick(onWaking.adding(seconds: 1)).isEmpty)
    #expect(try store.nextWake(now: onWaking, owner: nil) == nil)
  }

  @Test("R4: a ticket that ended 3 h ago gives one summary and no 15, 10, 5")
  func endedLongAgo() throws {
    for place in 0..<3 {
      try #require(
        try store.park(
          .test(from: noon.adding(minutes: -60 + place), minutes: 60), leads: [15, 10, 5],
          now: noon.adding(minutes: -60 + place)
        ).isNew)
    }
    let cake = try store.addAlarm(
      at: noon.adding(minutes: -5), ticket: 1, text: "cake", now: noon.adding(minutes: -50))
    let sender = try Sender(store)
    let sent = try sender.tick(noon.adding(minutes: 180))
    // The driver's own words are never thrown away.
    #expect(sent.map(\.alarm.cause) == [.moment, .summary])
    #expect(sent.first?.alarm.id == cake.id)
    #expect(sent.last?.summarised.map(\.id) == [1, 2, 3])
    let summary = try #require(sent.last?.alarm.id)
    let alarms = try store.alarms(AlarmFilter(openOnly: false))
    let leads = alarms.filter { $0.ticket != nil && $0.text == nil }
    #expect(leads.count == 9)
    #expect(leads.allSatisfy { $0.state == .expired && $0.spokenBy == summary })
    #expect(try sender.tick(noon.adding(minutes: 181)).isEmpty)
  }

  @Test("R4: the summary survives a crash, and grows until somebody sends it")
  func summarySurvives() throws {
    _ = try store.park(
      .test(from: noon, minutes: 60), leads: [5], now: noon)
    _ = try store.park(
      .test(from: noon.adding(minutes: 20), minutes: 60), leads: [5], now: noon)
    let plan = DeliveryPlan(channels: ["desktop"])
    let first = try store.fireDue(now: noon.adding(minutes: 190), plan: plan)
    #expect(first.expired == 1)
    #expect(first.fired.map(\.cause) == [.lead(minutes: 5), .summary])
    let again = try bench.open()
    _ = try again.park(.test(from: noon, minutes: 30), leads: [5], now: noon)
    let second = try again.fireDue(now: noon.adding(minutes: 191), plan: plan)
    #expect(second.expired == 1 && second.fired.isEmpty)
    let sent = try Sender(again).tick(noon.adding(minutes: 191))
    #expect(sent.last?.summarised.map(\.id) == [3, 1])
  }

  @Test("R9 R11: after a reboot nothing rings again, and what rang is still listed with its time")
  func reboot() throws {
    let alarm = try store.addAlarm(at: noon, now: noon.adding(minutes: -5))
    #expect(try Sender(store).tick(noon).count == 1)
    let again = try bench.open()
    #expect(try Sender(again).tick(noon.adding(minutes: 5)).isEmpty)
    let listed = try again.alarms(AlarmFilter(openOnly: false))
    #expect(listed.map(\.id) == [alarm.id])
    #expect(listed.first?.state == .delivered)
    #expect(listed.first?.due == noon && listed.first?.fired == noon)
    #expect(try again.history(limit: 5).map(\.id) == [alarm.id])
  }

  @Test("R13: a snooze is on disk before it is acknowledged")
  func snoozeSurvives() throws {
    let alarm = try store.addAlarm(at: noon, text: "cake", now: noon)
    _ = try Sender(store).tick(noon)
    let snoozed = try store.snooze(alarm.id, minutes: 5, now: noon.adding(seconds: 20))
    let again = try bench.open()
    #expect(try again.snooze(alarm.id, minutes: 5, now: noon.adding(seconds: 30)).id == snoozed.id)
    let due = noon.adding(seconds: 330)
    let sender = try Sender(again)
    #expect(try sender.tick(due.adding(seconds: -1)).isEmpty)
    let sent = try sender.tick(due)
    #expect(sent.map(\.alarm.cause) == [.snooze(of: alarm.id)])
    #expect(sent.first?.alarm.text == "cake")
  }

  @Test(
    "R15 D8: around the clock changes an alarm rings once, at its instant",
    arguments: [
      // Arrival, end and the only instant of the alarm 10 minutes before the end.
      ("2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-29T03:20:00+02:00"),
      ("2026-03-29T01:00:00+01:00", "2026-03-29T03:05:00+02:00", "2026-03-29T01:55:00+01:00"),
      ("2026-10-25T01:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-10-25T02:20:00+02:00"),
      ("2026-10-25T01:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-25T02:20:00+01:00"),
      ("2026-10-25T02:55:00+02:00", "2026-10-25T02:05:00+01:00", "2026-10-25T02:00:00+01:00"),
    ])
  func clockChange(arrival: String, end: String, rings: String) throws {
    let (arrival, end) = (Instant(arrival), Instant(end))
    let minutes = end.seconds(since: arrival) / 60
    _ = try store.park(.test(from: arrival, minutes: minutes), leads: [10], now: arrival)
    let sender = try Sender(store)
    var rung: [Instant] = []
    for second in stride(from: 0, through: 4 * 3600, by: 60) {
      let now = arrival.adding(seconds: second)
      if try !sender.tick(now).isEmpty { rung.append(now) }
    }
    #expect(rung == [Instant(rings)])
  }

  @Test("R17: the walk back counts: 12 minutes of walk and a lead of 5 ring 17 before the end")
  func walk() throws {
    let parked = try store.park(
      .test(from: noon, minutes: 60, walk: 12), leads: [5, 0], now: noon)
    #expect(parked.alarms.map(\.due) == [noon.adding(minutes: 43), noon.adding(minutes: 48)])
    let more = try store.addAlarm(leadMinutes: 20, ticket: parked.ticket.id, now: noon)
    #expect(more.due == noon.adding(minutes: 28))
  }

  @Test(
    "R18: the same request again is the same ticket; one that looks the same is not saved",
    arguments: [
      // Seconds after the first, the other's zone and vehicle; whether it looks the same.
      (0, "blue", "b", true), (60, "blue", "b", true), (-60, "blue", "b", true),
      (61, "blue", "b", false), (0, "orange", "b", false), (0, "blue", "c", false),
    ] as [(Int, String, String, Bool)])
  func repeatedRequest(seconds: Int, zone: String, vehicle: String, looksSame: Bool) throws {
    let first = try store.park(
      .test(from: noon, minutes: 60, request: "one", vehicle: "b"), leads: [10], now: noon)
    #expect(first.outcome == .created)
    let again = try store.park(
      .test(from: noon.adding(seconds: 7), minutes: 90, request: "one"), leads: [5], now: noon)
    #expect(again.outcome == .repeated && again.ticket == first.ticket)
    #expect(again.alarms == first.alarms)
    var other = TicketDraft.test(
      from: noon.adding(seconds: seconds), minutes: 60, request: "two", vehicle: vehicle)
    other.zone = zone
    #expect((try store.lookalike(of: other) != nil) == looksSame)
    let result = try store.park(other, leads: [10], refusingLookalike: true, now: noon)
    #expect(result.outcome == (looksSame ? .lookalike : .created))
    #expect(try store.tickets(.all).count == (looksSame ? 1 : 2))
    #expect(try store.alarms().count == (looksSame ? 1 : 2))
    // A car that has left is no lookalike.
    try store.stop(first.ticket.id, now: noon)
    #expect(
      try store.park(other, leads: [10], refusingLookalike: true, now: noon).isNew == looksSame)
  }

  @Test("R20: remind's ladder of REM 2 December 2026 AT 12:00 +15 *5")
  func ladder() throws {
    let arrival = noon.adding(minutes: -60)
    _ = try store.park(.test(from: arrival, minutes: 60), leads: [0, 5, 10, 15], now: arrival)
    let sender = try Sender(store)
    var rung: [Instant] = []
    for minute in 0...70 {
      rung += try sender.tick(arrival.adding(minutes: minute)).compactMap(\.alarm.fired)
    }
    #expect(rung == [45, 50, 55, 60].map { arrival.adding(minutes: $0) })
  }

  @Test("R21: an extension after the 10-minute notice cancels the old 5 and rings at 12:15, 20, 25")
  func extensionMovesAlarms() throws {
    let arrival = noon.adding(minutes: -60)
    let ticket = try store.park(.test(from: arrival, minutes: 60), leads: [10, 5], now: arrival)
      .ticket.id
    let named = try store.addAlarm(at: noon.adding(minutes: 1), ticket: ticket, now: arrival)
    let sender = try Sender(store)
    #expect(try sender.tick(noon.adding(minutes: -10)).count == 1)
    let extended = try store.extend(
      ticket,
      by: Purchase(
        arrival: noon.adding(minutes: -8), end: noon.adding(minutes: 30), paidCents: 50,
        countedMinutes: 30),
      leads: [15, 10, 5], requestID: "more", now: noon.adding(minutes: -8))
    #expect(extended.ticket.generation == 1 && extended.ticket.paidCents == 170)
    #expect(extended.ticket.end == noon.adding(minutes: 30))
    let old = try store.alarms(AlarmFilter(openOnly: false)).filter { $0.state == .cancelled }
    #expect(old.map(\.cause) == [.lead(minutes: 5)] && old.map(\.reason) == ["extended"])
    var rung: [Instant] = []
    for minute in -8...40 {
      rung += try sender.tick(noon.adding(minutes: minute)).compactMap(\.alarm.fired)
    }
    #expect(rung == [1, 15, 20, 25].map { noon.adding(minutes: $0) })
    #expect(try store.alarm(named.id)?.state == .delivered)
    // The same extension again is none.
    let again = try store.extend(
      ticket, by: extended.ticket.purchases[1], leads: [5], requestID: "more", now: noon)
    #expect(again.outcome == .repeated && again.ticket == extended.ticket)
  }
}
