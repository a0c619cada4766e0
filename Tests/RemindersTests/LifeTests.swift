import CivilTime
import Foundation
import Reminders
import Testing

/// Tickets and alarms as a driver sees them.
struct LifeTests {
  let bench: Workbench
  let store: ReminderStore
  let noon = Instant("2026-12-02T12:00:00+01:00")

  init() throws {
    bench = try Workbench()
    store = try bench.open()
  }

  @Test("everything a driver gave comes back")
  func everything() throws {
    let draft = TicketDraft(
      requestID: "r\u{0}\u{1F697}", town: "donostia", zone: "zone-1", timeZone: "Europe/Madrid",
      vehicle: "resident:7", sector: "", place: "station",
      purchase: Purchase(
        arrival: noon, end: noon.adding(minutes: 61), paidCents: nil, countedMinutes: 61),
      walkMinutes: 7,
      position: TicketPosition(latitudeE7: 428_125_000, longitudeE7: -16_458_000),
      note: "O'Brien; DROP TABLE ticket; -- ñ", photoPath: "/tmp/a b.jpg")
    let parked = try store.park(draft, leads: [10], now: noon)
    let again = try bench.open()
    let ticket = try #require(try again.ticket(parked.ticket.id))
    #expect(ticket == parked.ticket && ticket.draft == draft)
    #expect(ticket.uid.count == 32 && ticket.uid.allSatisfy(\.isHexDigit))
    #expect(ticket.paidCents == nil && ticket.created == noon && ticket.stopped == nil)
    #expect(try again.ticket(2) == nil)
  }

  @Test(
    "leads that are past when the ticket is saved",
    arguments: [
      // Minutes of the ticket, walk, leads; minutes from now at which it rings. When all are past, at the
      // middle of what is left.
      (60, 0, [15, 10, 5], [45, 50, 55]), (60, 0, [5, 5, 5], [55]), (60, 0, [], []),
      (12, 0, [15, 10, 5], [2, 7]), (4, 0, [15, 10, 5], [2]), (4, 0, [15, 0], [4]),
      (10, 6, [5, 10], [5]), (10, 5, [5], [5]), (0, 0, [5], []), (-5, 0, [5], []),
      (0, 0, [0], []), (6, 0, [5, 10], [1]), (6, 0, [6, 10], [3]),
    ] as [(Int, Int, [Int], [Int])])
  func pastLeads(minutes: Int, walk: Int, leads: [Int], rings: [Int]) throws {
    let parked = try store.park(
      .test(from: noon, minutes: minutes, walk: walk), leads: leads, now: noon)
    let pending = parked.alarms.filter { $0.state == .pending }
    #expect(pending.map(\.due) == rings.map { noon.adding(minutes: $0) })
    let past = parked.alarms.filter { $0.state != .pending }
    #expect(past.allSatisfy { $0.state == .superseded && $0.reason == "past" })
    let fits = leads.contains { $0 + walk < minutes }
    #expect(parked.alarms.count == Set(leads).count + (fits || minutes < 1 ? 0 : rings.count))
    // Nothing rings at once.
    #expect(try Sender(store).tick(noon).isEmpty)
  }

  @Test(
    "a stay that no lead fits: the longest of the other leads, else its middle; never before the arrival",
    arguments: [
      // Minutes from now to the arrival and to the end, walk, leads, other leads; minutes from now.
      (240, 350, 0, [1440], [15, 10, 5], [335]), (240, 350, 0, [1440], [], [295]),
      (240, 350, 20, [300], [100, 5], [325]), (240, 350, 0, [1440, 20], [15], [330]),
      (0, 30, 0, [30], [15, 10, 5], [15]), (-60, 30, 0, [60], [40, 10], [20]),
      (240, 350, 0, [120], [], [295]), (240, 350, 0, [], [15], []),
    ] as [(Int, Int, Int, [Int], [Int], [Int])])
  func leadsThatDoNotFit(
    arrival: Int, end: Int, walk: Int, leads: [Int], others: [Int], rings: [Int]
  ) {
    let ladder = LeadLadder(
      arrival: noon.adding(minutes: arrival), end: noon.adding(minutes: end), leads: leads,
      otherLeads: others, walkMinutes: walk, now: noon)
    #expect(
      ladder.rungs.filter { !$0.isPast }.map(\.due) == rings.map { noon.adding(minutes: $0) })
  }

  @Test("lists: running, active, all; by ticket; the outbox")
  func lists() throws {
    let first = try store.park(.test(from: noon, minutes: 60), leads: [10], now: noon).ticket
    let second = try store.park(.test(from: noon, minutes: 30), leads: [10, 5], now: noon).ticket
    let third = try store.park(.test(from: noon, minutes: 90), leads: [10], now: noon).ticket
    try store.stop(third.id, now: noon)
    #expect(try store.tickets(.all).map(\.id) == [second.id, first.id, third.id])
    #expect(try store.tickets(.active).map(\.id) == [second.id, first.id])
    #expect(try store.tickets(.running(at: second.end)).map(\.id) == [first.id])
    #expect(try store.alarms(AlarmFilter(ticket: second.id)).count == 2)
    #expect(try store.alarms(AlarmFilter(openOnly: false)).count == 4)
    #expect(try store.alarms(AlarmFilter(openOnly: false, limit: 2)).count == 2)
    _ = try store.fireDue(
      now: noon.adding(minutes: 25), plan: DeliveryPlan(channels: ["desktop", "command"]))
    #expect(try store.deliveries().map(\.channel) == ["desktop", "command"])
    let health = try store.health(now: noon.adding(minutes: 52))
    #expect(health.pending == 1 && health.firing == 1 && health.queued == 2)
    #expect(health.overdue == 1 && health.activeTickets == 1)
    #expect(health.nextDue == noon.adding(minutes: 50))
  }

  @Test("wishes that make no sense are refused by name and change nothing")
  func refusals() throws {
    let ticket = try store.park(.test(from: noon, minutes: 60), leads: [10], now: noon).ticket
    let over = try store.park(.test(from: noon, minutes: 60), leads: [], now: noon).ticket
    try store.stop(over.id, now: noon)
    let before = try store.alarms(AlarmFilter(openOnly: false))
    let purchase = ticket.purchases[0]
    let refused: [(String, () throws -> Void)] = [
      ("no_ticket", { try store.stop(9, now: noon) }),
      ("no_ticket", { _ = try store.extend(9, by: purchase, leads: [], now: noon) }),
      ("no_ticket", { _ = try store.addAlarm(leadMinutes: 5, ticket: 9, now: noon) }),
      ("no_ticket", { _ = try store.cancelAlarms(ticket: 9, now: noon) }),
      ("ticket_stopped", { _ = try store.extend(over.id, by: purchase, leads: [], now: noon) }),
      ("ticket_stopped", { _ = try store.addAlarm(leadMinutes: 5, ticket: over.id, now: noon) }),
      ("no_alarm", { try store.cancelAlarm(9, now: noon) }),
      ("no_alarm", { _ = try store.snooze(9, minutes: 5, now: noon) }),
      ("alarm_not_rung", { _ = try store.snooze(1, minutes: 5, now: noon) }),
      ("moment_past", { _ = try store.addAlarm(at: noon.adding(seconds: -1), now: noon) }),
      (
        "moment_past", { _ = try store.addAlarm(leadMinutes: 61, ticket: ticket.id, now: noon) }
      ),
    ]
    for (code, wish) in refused {
      let error = #expect(throws: StoreError.self) { try wish() }
      #expect(error?.code == code && error?.isStorage == false)
    }
    try store.cancelAlarm(1, now: noon)
    let again = #expect(throws: StoreError.self) { try store.cancelAlarm(1, now: noon) }
    #expect(again?.problem == .alarmOver(1, .cancelled))
    #expect(try store.alarms(AlarmFilter(openOnly: false)).map(\.id) == before.map(\.id))
    // A lead that was cancelled can be asked for again.
    let added = try store.addAlarm(leadMinutes: 10, ticket: ticket.id, now: noon)
    #expect(added.id != 1)
    #expect(try store.addAlarm(leadMinutes: 10, ticket: ticket.id, now: noon) == added)
  }

  @Test("clear removes what is over and nothing else; prune what has been over for long")
  func removal() throws {
    let running = try store.park(.test(from: noon, minutes: 60), leads: [10], now: noon).ticket
    let stopped = try store.park(.test(from: noon, minutes: 60), leads: [10], now: noon).ticket
    try store.stop(stopped.id, now: noon)
    let ended = try store.park(.test(from: noon, minutes: 5), leads: [], now: noon).ticket
    let waiting = try store.park(.test(from: noon, minutes: 5), leads: [0], now: noon).ticket
    let moment = try store.addAlarm(at: noon, now: noon)
    _ = try Sender(store).tick(noon)
    let later = noon.adding(minutes: 30)
    #expect(try store.prune(now: later) == Removed())
    #expect(try store.clear(now: later) == Removed(tickets: 2, alarms: 2))
    #expect(try store.tickets(.all).map(\.id) == [waiting.id, running.id])
    #expect(try store.ticket(ended.id) == nil && store.alarm(moment.id) == nil)
    #expect(try store.deliveries(of: moment.id).isEmpty)
    try store.cancelAlarms(now: later)
    let days = 24 * 60
    #expect(try store.prune(now: noon.adding(minutes: 90 * days)) == Removed())
    #expect(try store.prune(now: noon.adding(minutes: 91 * days)).tickets == 2)
    #expect(try bench.sqlite("PRAGMA foreign_key_check") == "")
    // Numbers are not used again.
    #expect(try store.park(.test(from: noon, minutes: 5), leads: [], now: noon).ticket.id == 5)
  }

  @Test("a change by another program is seen")
  func dataVersion() throws {
    let before = try store.dataVersion()
    _ = try store.addAlarm(at: noon, now: noon)
    #expect(try store.dataVersion() == before)
    _ = try bench.open().addAlarm(at: noon, text: "x", now: noon)
    #expect(try store.dataVersion() != before)
  }
}
