import CivilTime
import Foundation
import Reminders
import TestSupport

/// One sequence after another on one store.
struct RandomLife {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// What one channel was handed, in the eyes of the driver.
  struct Seen {
    var sends = 0
    var taken = 0
    /// Crashes between a send and its mark.
    var excuses = 0
  }

  let bench: Workbench
  var store: ReminderStore
  var lock: OwnerLock
  var plain = PlainReminders(plan: DeliveryPlan(channels: []), lastTicket: 0, lastAlarm: 0)
  var now = Instant(secondsSince1970: 1_800_000_000)
  var random = SeededGenerator(seed: 0)
  var seen: [String: Seen] = [:]
  var keys: [Int64: String] = [:]
  var crashes = 0
  var sends = 0
  var repeats = 0

  init(bench: Workbench) throws {
    self.bench = bench
    store = try bench.open(checksIntegrity: false)
    lock = try OwnerLock(storePath: bench.path)
  }

  mutating func run(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    now = Instant(secondsSince1970: 1_800_000_000).adding(seconds: pick(0...600))
    let channels = Array(["a", "b", "c"].shuffled(using: &random).prefix(pick(0...3)))
    plain = PlainReminders(
      plan: DeliveryPlan(channels: channels, mode: chance(2) ? .first : .all),
      lastTicket: plain.lastTicket, lastAlarm: plain.lastAlarm)
    (seen, keys) = ([:], [:])
    for _ in 0..<pick(6...14) { try act() }
    try drain()
    try compare()
    try checkLaws()
    try store.clear(now: now.adding(minutes: 1_000_000))
    guard try store.alarms(AlarmFilter(openOnly: false)).isEmpty, try store.tickets(.all).isEmpty
    else { throw Difference(description: "not cleared") }
  }

  mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func chance(_ one: Int) -> Bool { pick(1...one) == 1 }

  /// An id of this sequence, or one that there is not.
  mutating func pick(upTo last: Int64, _ ids: some Collection<Int64>) -> Int64 {
    if ids.isEmpty || chance(30) { return last + 1 }
    return ids.sorted().randomElement(using: &random) ?? last + 1
  }

  mutating func leads() -> [Int] {
    (0..<pick(0...4)).map { _ in [0, 5, 5, 10, 15, 30][pick(0...5)] }
  }

  mutating func act() throws {
    now = now.adding(seconds: [0, 1, 7, 20, 60, 300, 600, 1500][pick(0...7)])
    switch pick(0...20) {
    case 0...3: try parkOne()
    case 4...5: try extendOne()
    case 6:
      let id = pick(upTo: plain.lastTicket, plain.tickets.keys)
      try same({ (plain: inout PlainReminders) throws(PlainReminders.Refusal) in
        try plain.stop(id)
      }) { store, now throws(StoreError) in _ = try store.stop(id, now: now) }
    case 7...8: try addOne()
    case 9...10:
      let (id, minutes) = (pick(upTo: plain.lastAlarm, plain.alarms.keys), pick(1...15))
      let moment = now
      try same({ (plain: inout PlainReminders) throws(PlainReminders.Refusal) in
        try plain.snooze(id, minutes: minutes, now: moment)
      }) { store, now throws(StoreError) in _ = try store.snooze(id, minutes: minutes, now: now) }
    case 11:
      let id = pick(upTo: plain.lastAlarm, plain.alarms.keys)
      try same({ (plain: inout PlainReminders) throws(PlainReminders.Refusal) in
        try plain.cancel(id)
      }) { store, now throws(StoreError) in _ = try store.cancelAlarm(id, now: now) }
    case 12:
      if chance(4) {
        plain.cancelAll(ticket: nil, "cancelled")
        try store.cancelAlarms(now: now)
      }
    case 13: try tellFromMemory()
    case 14: now = now.adding(minutes: [-60, -5, 60, 200, 400][pick(0...4)])
    default: try tick(crash: chance(3) ? Stage.allCases[pick(0...4)] : nil)
    }
  }

  mutating func parkOne() throws {
    let (minutes, walk, leads) = (pick(-5...90), chance(3) ? pick(0...12) : 0, leads())
    let draft = TicketDraft.test(
      from: now, minutes: minutes, request: "\(plain.lastTicket)", walk: walk)
    plain.park(end: now.adding(minutes: minutes), walk: walk, leads: leads, now: now)
    let result = try store.park(draft, leads: leads, now: now)
    guard result.isNew, result.ticket.id == plain.lastTicket else {
      throw Difference(description: "parked \(result) for \(plain.lastTicket)")
    }
    if chance(4), try store.park(draft, leads: leads, now: now).outcome != .repeated {
      throw Difference(description: "parked twice")
    }
  }

  mutating func extendOne() throws {
    let (id, leads) = (pick(upTo: plain.lastTicket, plain.tickets.keys), leads())
    let end = (plain.tickets[id]?.end ?? now).adding(minutes: pick(-10...60))
    let moment = now
    try same({ (plain: inout PlainReminders) throws(PlainReminders.Refusal) in
      try plain.extend(id, end: end, leads: leads, now: moment)
    }) { store, now throws(StoreError) in
      let purchase = Purchase(arrival: now, end: end, paidCents: nil, countedMinutes: nil)
      _ = try store.extend(id, by: purchase, leads: leads, now: now)
    }
  }

  mutating func addOne() throws {
    let moment = now.adding(seconds: 60 * pick(-1...40))
    let ticket = chance(2) ? nil : pick(upTo: plain.lastTicket, plain.tickets.keys)
    let text = chance(2) ? "cake" : nil
    let present = now
    try same({ (plain: inout PlainReminders) throws(PlainReminders.Refusal) in
      try plain.addMoment(moment, ticket: ticket, text: text, now: present)
    }) { store, now throws(StoreError) in
      _ = try store.addAlarm(at: moment, ticket: ticket, text: text, now: now)
    }
  }

  /// A wish that both fulfil, or both refuse for the same reason.
  mutating func same(
    _ model: (inout PlainReminders) throws(PlainReminders.Refusal) -> Void,
    _ real: (ReminderStore, Instant) throws(StoreError) -> Void
  ) throws {
    var codes: [String?] = [nil, nil]
    do throws(PlainReminders.Refusal) { try model(&plain) } catch { codes[0] = error.code }
    do throws(StoreError) { try real(store, now) } catch { codes[1] = error.code }
    if codes[0] != codes[1] { throw Difference(description: "refusals \(codes)") }
  }
}
