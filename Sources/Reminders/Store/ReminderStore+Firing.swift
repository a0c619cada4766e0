import CivilTime

extension ReminderStore {
  /// T1: due alarms become `firing`, with a queued delivery for each channel, in one commit. What was
  /// sent from memory meanwhile is written first. Does not write when nothing is due.
  /// - Parameter limit: about so many alarms in this commit.
  public func fireDue(
    now: Instant, plan: DeliveryPlan, limit: Int = 500
  ) throws(StoreError) -> FireReport {
    let isDue = try reading { database throws(StoreError) in
      try database.integer(
        "SELECT 1 FROM alarm WHERE state = 'pending' AND due <= ? LIMIT 1", [.instant(now)])
    }
    guard isDue != nil || !memory.sent.isEmpty else { return FireReport() }
    let report = try transaction("fire", mayUseReserve: true) { database throws(StoreError) in
      try fold(into: database)
      let (due, isCut) = try dueAlarms(now: now, limit: limit)
      var step = FiringStep(store: self, database: database, plan: plan, now: now)
      try step.apply(Scheduler.decide(due, now: now))
      step.report.isIncomplete = isCut
      return step.report
    }
    memory.sent = []
    return report
  }

  /// Pending alarms that are due, all of a ticket together, and whether the limit cut them short.
  func dueAlarms(
    now: Instant, limit: Int
  ) throws(StoreError) -> (due: [Scheduler.Due], isCut: Bool) {
    let columns = "\(Self.alarmColumns), ticket.ends"
    let from = "alarm LEFT JOIN ticket ON ticket.id = alarm.ticket"
    let pending = "alarm.state = 'pending' AND alarm.due <= ?"
    func read(_ row: Row) throws(StoreError) -> Scheduler.Due {
      Scheduler.Due(
        alarm: try alarm(from: row), ticketEnd: row.optionalInstant(Self.alarmColumnCount))
    }
    var due = try database().query(
      "SELECT \(columns) FROM \(from) WHERE \(pending) ORDER BY alarm.due, alarm.id LIMIT ?",
      [.instant(now), .integer(max(1, limit))], read)
    guard due.count >= max(1, limit) else { return (due, false) }
    // Later alarms of the same tickets, which must speak for these.
    let known = Set(due.map(\.alarm.id))
    for ticket in Set(due.compactMap(\.alarm.ticket)).sorted() {
      let all = try database().query(
        "SELECT \(columns) FROM \(from) WHERE \(pending) AND alarm.ticket = ?",
        [.instant(now), .integer(ticket)], read)
      due += all.filter { !known.contains($0.alarm.id) }
    }
    return (due, true)
  }

  /// When something is to be done next; at or before `now` = at once; nil = nothing is pending.
  /// - Parameter owner: this process; deliveries of others are looked after within a minute.
  public func nextWake(now: Instant, owner: Int64?) throws(StoreError) -> Instant? {
    try reading { database throws(StoreError) in
      try nextWake(now: now, owner: owner, in: database)
    }
  }

  private func nextWake(
    now: Instant, owner: Int64?, in database: Database
  ) throws(StoreError) -> Instant? {
    let nextDue = try database.integer("SELECT min(due) FROM alarm WHERE state = 'pending'")
    let nextAttempt = try database.integer(
      "SELECT min(next_attempt) FROM delivery WHERE state = 'queued'")
    // One that lies far ahead of a clock that was set back is due, whatever comes before it.
    let latestAttempt = try database.integer(
      "SELECT max(next_attempt) FROM delivery WHERE state = 'queued'")
    let othersSend = try database.integer(
      "SELECT 1 FROM delivery WHERE state = 'sending' AND owner <> ? LIMIT 1",
      [.integer(owner ?? 0)])
    func instant(_ seconds: Int64) -> Instant { Instant(secondsSince1970: seconds) }
    let isSetBack = latestAttempt.map { RetryPolicy.isDue(instant($0), now: now) } ?? false
    return Scheduler.nextWake(
      nextDue: nextDue.map(instant), nextAttempt: isSetBack ? now : nextAttempt.map(instant),
      othersSend: othersSend != nil, now: now)
  }
}

/// The writes of one T1.
private struct FiringStep {
  let store: ReminderStore
  let database: Database
  let plan: DeliveryPlan
  let now: Instant
  var report = FireReport()

  mutating func apply(_ decisions: Scheduler.Decisions) throws(StoreError) {
    for ring in decisions.rings {
      try fire(ring.alarm, ticketEnd: ring.ticketEnd)
      for earlier in ring.supersedes {
        try settle(earlier, as: .superseded, spokenBy: ring.alarm.id)
      }
      report.superseded += ring.supersedes.count
    }
    guard !decisions.expired.isEmpty else { return }
    let summary = try summary()
    for alarm in decisions.expired { try settle(alarm, as: .expired, spokenBy: summary) }
    report.expired = decisions.expired.count
  }

  private mutating func fire(_ alarm: Alarm, ticketEnd: Instant?) throws(StoreError) {
    var alarm = alarm
    alarm.fired = now
    guard !plan.channels.isEmpty else {
      alarm.state = .failed
      alarm.settled = now
      alarm.reason = "no_channel"
      try update(alarm)
      report.failed.append(alarm)
      return
    }
    alarm.state = .firing
    try update(alarm)
    try queue(alarm.id, ticketEnd: ticketEnd)
    report.fired.append(alarm)
  }

  private func update(_ alarm: Alarm) throws(StoreError) {
    try database.change(
      "UPDATE alarm SET state = ?, fired = ?, settled = ?, reason = ? WHERE id = ?",
      [
        .text(alarm.state.rawValue), .optional(alarm.fired), .optional(alarm.settled),
        .optional(alarm.reason), .integer(alarm.id),
      ])
  }

  private func queue(_ alarm: Int64, ticketEnd: Instant?) throws(StoreError) {
    let giveUp = max(ticketEnd ?? now, now).adding(seconds: plan.giveUpSeconds)
    var position = 0
    for (place, channel) in plan.channels.enumerated()
    where !plan.channels[..<place].contains(channel) {
      let first = RetryPolicy.standby(position: position, of: plan, now: now)
      try database.change(
        """
        INSERT INTO delivery (alarm, channel, position, state, attempts, next_attempt, give_up)
        VALUES (?, ?, ?, 'queued', 0, ?, ?)
        """,
        [
          .integer(alarm), .text(channel), .integer(position), .instant(first), .instant(giveUp),
        ])
      if plan.mode == .first { position += 1 }
    }
  }

  private func settle(
    _ alarm: Int64, as state: Alarm.State, spokenBy: Int64
  ) throws(StoreError) {
    try database.change(
      "UPDATE alarm SET state = ?, settled = ?, spoken_by = ? WHERE id = ?",
      [.text(state.rawValue), .instant(now), .integer(spokenBy), .integer(alarm)])
  }

  /// The alarm that tells of all expired tickets: the one that nobody has begun to send, or a new one.
  private mutating func summary() throws(StoreError) -> Int64 {
    let waiting = try database.integer(
      """
      SELECT id FROM alarm WHERE state = 'firing' AND cause = 'summary' AND reason IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM delivery WHERE delivery.alarm = alarm.id
            AND (delivery.attempts > 0 OR delivery.state <> 'queued'))
      """)
    if let waiting { return waiting }
    let alarm = try store.insert(
      Alarm(
        id: 0, ticket: nil, generation: 0, cause: .summary, due: now, state: .pending, text: nil,
        created: now, fired: nil, settled: nil, reason: nil),
      into: database)
    try fire(alarm, ticketEnd: nil)
    return alarm.id
  }
}
