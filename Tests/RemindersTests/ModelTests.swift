import CivilTime
import Foundation
import Reminders
import TestSupport
import Testing

/// Random lives of a store, held against `PlainReminders`: the same sends, none lost, none doubled but
/// in the window of a crash, and then with the same key.
struct ModelTests {
  /// 20 x 500 sequences, on a store each: in all some 4,000 crashes, 43,000 sends and 500 repeats.
  @Test("10,000 random sequences", arguments: 0..<20)
  func sequences(shard: Int) throws {
    let bench = try Workbench(in: "/dev/shm")
    var life = try RandomLife(bench: bench)
    for sequence in 0..<500 {
      let seed = UInt64(shard * 500 + sequence)
      do {
        try life.run(seed: seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    #expect(life.crashes > 100 && life.sends > 700 && life.repeats > 3)
  }
}

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
  private(set) var crashes = 0
  private(set) var sends = 0
  private(set) var repeats = 0

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

  // MARK: Chance

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ one: Int) -> Bool { pick(1...one) == 1 }

  /// An id of this sequence, or one that there is not.
  private mutating func pick(upTo last: Int64, _ ids: some Collection<Int64>) -> Int64 {
    if ids.isEmpty || chance(30) { return last + 1 }
    return ids.sorted().randomElement(using: &random) ?? last + 1
  }

  private mutating func leads() -> [Int] {
    (0..<pick(0...4)).map { _ in [0, 5, 5, 10, 15, 30][pick(0...5)] }
  }

  // MARK: Actions

  private mutating func act() throws {
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

  private mutating func parkOne() throws {
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

  private mutating func extendOne() throws {
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

  private mutating func addOne() throws {
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
  private mutating func same(
    _ model: (inout PlainReminders) throws(PlainReminders.Refusal) -> Void,
    _ real: (ReminderStore, Instant) throws(StoreError) -> Void
  ) throws {
    var codes: [String?] = [nil, nil]
    do throws(PlainReminders.Refusal) { try model(&plain) } catch { codes[0] = error.code }
    do throws(StoreError) { try real(store, now) } catch { codes[1] = error.code }
    if codes[0] != codes[1] { throw Difference(description: "refusals \(codes)") }
  }

  // MARK: Ticks and crashes

  enum Stage: CaseIterable { case fired, claimed, sent, someSent, settled }

  /// One process's step, which may end it.
  mutating func tick(crash: Stage?) throws {
    try store.recover(lock: lock, now: now)
    // Within a process there is nothing to recover: it did so when it began.
    while try store.fireDue(now: now, plan: plain.plan).isIncomplete {}
    plain.fire(now: now)
    if crash == .fired { return try reopen() }
    while true {
      let places = plain.claim(now: now)
      let claims = try store.claim(now: now, owner: lock.owner)
      let expected = places.map { "\(plain.rows[$0].alarm) \(plain.rows[$0].channel)" }
      let claimed = claims.map { "\($0.alarm.id) \($0.delivery.channel)" }
      guard claimed == expected else {
        throw Difference(description: "claims \(claimed) instead of \(expected)")
      }
      if claims.isEmpty { return }
      if crash == .claimed { return try reopen() }
      let outcomes = claims.map { _ in outcome() }
      let count = crash == .someSent ? pick(0...claims.count) : claims.count
      for (claim, outcome) in zip(claims, outcomes).prefix(count) {
        try send(claim, outcome, isExcused: crash == .sent || crash == .someSent)
      }
      if crash == .sent || crash == .someSent { return try reopen() }
      for (place, outcome) in zip(places, outcomes) {
        plain.settle(place, outcome, now: now)
      }
      try store.settle(
        zip(claims, outcomes).map { Settlement(delivery: $0.delivery.id, outcome: $1) },
        owner: lock.owner, now: now)
      if crash == .settled { return try reopen() }
    }
  }

  /// As when the disk cannot be written for a while, which may end in a crash.
  private mutating func tellFromMemory() throws {
    if chance(2) { try store.lookAhead() }
    let unsaved = plain.unsaved(now: now)
    let notices = store.dueFromMemory(now: now).sorted { $0.alarm.id < $1.alarm.id }
    if plain.plan.channels.isEmpty { return }
    let told = notices.map { notice in
      PlainReminders.Unsaved(
        alarm: notice.alarm.id, channel: notice.channels.first ?? plain.plan.channels[0],
        supersedes: notice.supersedes.sorted())
    }
    guard told == unsaved else {
      throw Difference(description: "from memory \(told) instead of \(unsaved)")
    }
    let isLost = chance(3)
    for (notice, told) in zip(notices, told) {
      let name = "\(told.alarm) \(told.channel)"
      seen[name, default: Seen()].sends += 1
      seen[name]?.taken += 1
      if isLost { seen[name]?.excuses += 1 }
      if let key = keys[told.alarm], key != notice.key {
        throw Difference(description: "key of \(name) changed")
      }
      keys[told.alarm] = notice.key
      store.rememberSent(notice, channel: told.channel, receipt: nil, at: now)
    }
    if isLost { return try reopen() }
    plain.fold(unsaved, now: now)
    try tick(crash: nil)
  }

  private mutating func send(
    _ claim: Claim, _ outcome: DeliveryOutcome, isExcused: Bool
  ) throws {
    let name = "\(claim.alarm.id) \(claim.delivery.channel)"
    seen[name, default: Seen()].sends += 1
    sends += 1
    if case .delivered = outcome { seen[name]?.taken += 1 }
    if isExcused { seen[name]?.excuses += 1 }
    let key = keys[claim.alarm.id] ?? claim.delivery.key
    keys[claim.alarm.id] = key
    if key != claim.delivery.key { throw Difference(description: "key of \(name) changed") }
    // A clock that was set back may come before the moment; what fired has fired.
    if claim.delivery.attempts == 1, claim.alarm.due > (claim.alarm.fired ?? claim.alarm.due) {
      throw Difference(description: "\(name) was told before its moment")
    }
  }

  private mutating func outcome() -> DeliveryOutcome {
    switch pick(0...9) {
    case 0...5: .delivered(receipt: nil)
    case 6...8: .retry(reason: "busy")
    default: .permanent(reason: "gone")
    }
  }

  private mutating func reopen() throws {
    crashes += 1
    lock = try OwnerLock(storePath: bench.path)
    store = try bench.open(checksIntegrity: false)
    if chance(2) { now = now.adding(seconds: pick(0...3000)) }
    plain.recover(now: now)
    try store.recover(lock: lock, now: now)
  }

  /// Lets time run until nothing is left to do.
  private mutating func drain() throws {
    for _ in 0..<600 {
      let wake = try store.nextWake(now: now, owner: lock.owner)
      guard wake == plain.nextWake(now: now) else {
        throw Difference(description: "wakes \(String(describing: wake))")
      }
      guard let wake else { return }
      now = max(now, wake)
      try tick(crash: nil)
    }
    throw Difference(description: "never at rest")
  }

  // MARK: Laws

  private func compare() throws {
    for alarm in try store.alarms(AlarmFilter(openOnly: false)) {
      let real = PlainReminders.PlainAlarm(
        ticket: alarm.ticket, generation: alarm.generation, cause: alarm.cause, due: alarm.due,
        state: alarm.state, text: alarm.text, reason: alarm.reason, spokenBy: alarm.spokenBy)
      guard plain.alarms[alarm.id] == real else {
        let expected = String(describing: plain.alarms[alarm.id])
        throw Difference(description: "alarm \(alarm.id): \(real) instead of \(expected)")
      }
      let rows = try store.deliveries(of: alarm.id).map { delivery in
        PlainReminders.Row(
          alarm: delivery.alarm, channel: delivery.channel, position: delivery.position,
          state: delivery.state, attempts: delivery.attempts, next: delivery.nextAttempt,
          giveUp: delivery.giveUp, reason: delivery.reason)
      }
      let expected = plain.rows.filter { $0.alarm == alarm.id }
      guard rows == expected else {
        throw Difference(description: "deliveries \(rows) instead of \(expected)")
      }
    }
    guard try store.alarms(AlarmFilter(openOnly: false)).count == plain.alarms.count else {
      throw Difference(description: "not the same alarms")
    }
  }

  /// What must hold whatever the model says.
  private mutating func checkLaws() throws {
    for (name, seen) in seen {
      if seen.taken > 1 + seen.excuses { throw Difference(description: "\(name) told twice") }
      if seen.taken > 1 { repeats += 1 }
    }
    let alarms = try store.alarms(AlarmFilter(openOnly: false))
    for alarm in alarms {
      let told = seen.filter { $0.key.hasPrefix("\(alarm.id) ") }.values
      let isRight =
        switch alarm.state {
        case .pending, .firing: false
        case .delivered: told.contains { $0.taken > 0 }
        case .failed:
          plain.plan.channels.isEmpty
            || (told.count == plain.plan.channels.count
              && told.allSatisfy { $0.taken <= $0.excuses })
        case .cancelled: alarm.reason != nil
        case .superseded, .expired:
          // Only what was told from memory and forgotten in a crash.
          told.allSatisfy { $0.sends <= $0.excuses }
            && (alarm.reason == "past"
              || alarms.contains { $0.id == alarm.spokenBy && $0.fired != nil })
        }
      guard isRight else { throw Difference(description: "\(alarm) with \(told)") }
    }
  }
}
