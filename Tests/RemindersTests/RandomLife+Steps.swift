import CivilTime
import Reminders

// Ticks and crashes.

extension RandomLife {
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
  mutating func tellFromMemory() throws {
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

  mutating func send(
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

  mutating func outcome() -> DeliveryOutcome {
    switch pick(0...9) {
    case 0...5: .delivered(receipt: nil)
    case 6...8: .retry(reason: "busy")
    default: .permanent(reason: "gone")
    }
  }

  mutating func reopen() throws {
    crashes += 1
    lock = try OwnerLock(storePath: bench.path)
    store = try bench.open(checksIntegrity: false)
    if chance(2) { now = now.adding(seconds: pick(0...3000)) }
    plain.recover(now: now)
    try store.recover(lock: lock, now: now)
  }

  /// Lets time run until nothing is left to do.
  mutating func drain() throws {
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
}
