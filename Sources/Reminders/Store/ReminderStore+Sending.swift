import CivilTime

extension ReminderStore {
  /// T2: deliveries that are due become `sending`, owned by this process, their attempt counted. Only
  /// when this has returned may they be sent. Does not write when nothing is due.
  /// - Parameter owner: `OwnerLock.owner`.
  public func claim(
    now: Instant, owner: Int64, limit: Int = 500
  ) throws(StoreError) -> [Claim] {
    let isDue = try reading { _ throws(StoreError) in
      try !queuedDeliveries(now: now, limit: 1).isEmpty
    }
    guard isDue || !memory.sent.isEmpty else { return [] }
    let claims = try transaction("claim", mayUseReserve: true) { database throws(StoreError) in
      try fold(into: database)
      var claims: [Claim] = []
      for var delivery in try queuedDeliveries(now: now, limit: limit) {
        delivery.state = .sending
        delivery.attempts += 1
        delivery.owner = owner
        try database.change(
          "UPDATE delivery SET state = 'sending', attempts = ?, owner = ? WHERE id = ?",
          [.integer(delivery.attempts), .integer(owner), .integer(delivery.id)])
        let alarm = try existing(alarm: delivery.alarm)
        claims.append(
          Claim(
            delivery: delivery, alarm: alarm,
            ticket: try alarm.ticket.map { id throws(StoreError) in try existing(id) },
            summarised: try summarisedTickets(by: alarm)))
      }
      return claims
    }
    memory.sent = []
    return claims
  }

  /// T3: what became of claimed deliveries. Returns the alarms that reached an end state by it. A
  /// delivery that is not under way by this owner is passed over.
  @discardableResult
  public func settle(
    _ settlements: [Settlement], owner: Int64, now: Instant
  ) throws(StoreError) -> [Alarm] {
    guard !settlements.isEmpty else { return [] }
    return try transaction("settle", mayUseReserve: true) { database throws(StoreError) in
      var concluded: [Alarm] = []
      for settlement in settlements {
        let alarm = try database.integer(
          "SELECT alarm FROM delivery WHERE id = ? AND state = 'sending' AND owner = ?",
          [.integer(settlement.delivery), .integer(owner)])
        guard let alarm else { continue }
        let change = try reconsider(alarm, in: database, now: now) { rules in
          rules.take(settlement.outcome, of: settlement.delivery, now: now)
        }
        if let change { concluded.append(change) }
      }
      return concluded
    }
  }

  /// Deliveries whose process died while it sent them are queued again, due at once, with the same key.
  /// Call it at start and with each step. Returns how many there were.
  @discardableResult
  public func recover(lock: OwnerLock, now: Instant) throws(StoreError) -> Int {
    let owners = try reading { database throws(StoreError) in
      try database.query("SELECT DISTINCT owner FROM delivery WHERE state = 'sending'") { row in
        row.integer(0)
      }
    }
    var dead: [Int64] = []
    for owner in owners where try !lock.isAlive(owner) { dead.append(owner) }
    guard !dead.isEmpty else { return 0 }
    return try transaction("recover", mayUseReserve: true) { database throws(StoreError) in
      var count = 0
      for owner in dead {
        let rows = try database.query(
          "SELECT id, alarm FROM delivery WHERE state = 'sending' AND owner = ?",
          [.integer(owner)]
        ) { row in (id: row.integer(0), alarm: row.integer(1)) }
        for row in rows {
          _ = try reconsider(row.alarm, in: database, now: now) { rules in
            rules.requeue(row.id, now: now)
          }
        }
        count += rows.count
      }
      return count
    }
  }

  /// The channel may work now (a notification server appeared): what failed there is due at once.
  /// Returns how many.
  @discardableResult
  public func hasten(channel: String, now: Instant) throws(StoreError) -> Int {
    try transaction("hasten") { database throws(StoreError) in
      try database.change(
        """
        UPDATE delivery SET next_attempt = ?
        WHERE state = 'queued' AND channel = ? AND attempts > 0 AND next_attempt > ?
        """, [.instant(now), .text(channel), .instant(now)])
    }
  }

  /// Applies a rule to an alarm's deliveries. Returns the alarm when that was its end.
  private func reconsider(
    _ id: Int64, in database: Database, now: Instant, _ change: (inout OutboxRules) -> Void
  ) throws(StoreError) -> Alarm? {
    let alarm = try existing(alarm: id)
    let before = try deliveries(of: id)
    var rules = OutboxRules(
      deliveries: before, withdrawn: alarm.state == .firing ? alarm.reason : nil)
    change(&rules)
    try save(rules, before: before, into: database)
    return alarm.state == .firing ? try conclude(id, rules, in: database, now: now) : nil
  }

  /// The earliest first; those last whose moment was computed before the clock was set back.
  func queuedDeliveries(now: Instant, limit: Int) throws(StoreError) -> [Delivery] {
    func read(_ condition: String, _ moment: Instant, _ limit: Int) throws(StoreError) -> [Delivery]
    {
      try database().query(
        """
        SELECT \(Self.deliveryColumns) FROM delivery WHERE state = 'queued' AND \(condition)
        ORDER BY next_attempt, id LIMIT ?
        """, [.instant(moment), .integer(limit)], delivery(from:))
    }
    let limit = max(1, limit)
    let due = try read("next_attempt <= ?", now, limit)
    if due.count == limit { return due }
    let latest = now.adding(seconds: RetryPolicy.longestWait)
    return due + (try read("next_attempt > ?", latest, limit - due.count))
  }

  /// The tickets that a summary tells of, and so does a summary that was snoozed.
  private func summarisedTickets(by alarm: Alarm) throws(StoreError) -> [Ticket] {
    switch alarm.cause {
    case .lead, .moment: return []
    case .snooze(let original):
      guard alarm.ticket == nil, let snoozed = try self.alarm(original) else { return [] }
      return try summarisedTickets(by: snoozed)
    case .summary:
      return try tickets(
        where: "ticket.id IN (SELECT ticket FROM alarm WHERE spoken_by = ?)",
        [.integer(alarm.id)])
    }
  }
}
