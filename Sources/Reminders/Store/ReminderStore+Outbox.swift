import CivilTime

// What stop, extend, snooze, cancel, settle and recover do to the outbox, within their transactions.

extension ReminderStore {
  /// Takes back an open alarm: a pending one is cancelled; of a firing one, what is queued is, and what
  /// is under way is its last.
  func withdraw(
    _ alarm: Alarm, reason: String, from database: Database, now: Instant
  ) throws(StoreError) {
    if alarm.state == .pending {
      try database.change(
        "UPDATE alarm SET state = 'cancelled', settled = ?, reason = ? WHERE id = ?",
        [.instant(now), .text(reason), .integer(alarm.id)])
      return
    }
    let reason = alarm.reason ?? reason
    let before = try deliveries(of: alarm.id)
    var rules = OutboxRules(deliveries: before, withdrawn: reason)
    rules.withdraw(reason: reason)
    try save(rules, before: before, into: database)
    if try conclude(alarm.id, rules, in: database, now: now) == nil {
      try database.change(
        "UPDATE alarm SET reason = ? WHERE id = ?", [.text(reason), .integer(alarm.id)])
    }
  }

  /// Writes the rows that a rule changed.
  func save(
    _ rules: OutboxRules, before: [Delivery], into database: Database
  ) throws(StoreError) {
    for (old, new) in zip(before, rules.deliveries) where old != new {
      try database.change(
        """
        UPDATE delivery SET state = ?, next_attempt = ?, owner = ?, receipt = ?, reason = ?
        WHERE id = ?
        """,
        [
          .text(new.state.rawValue), .instant(new.nextAttempt), .optional(new.owner),
          .optional(new.receipt), .optional(new.reason), .integer(new.id),
        ])
    }
  }

  /// Moves a firing alarm to its end state when its deliveries have come to one. Returns it then.
  func conclude(
    _ alarm: Int64, _ rules: OutboxRules, in database: Database, now: Instant
  ) throws(StoreError) -> Alarm? {
    guard let (state, reason) = rules.conclusion else { return nil }
    let changed = try database.change(
      "UPDATE alarm SET state = ?, settled = ?, reason = ? WHERE id = ? AND state = 'firing'",
      [.text(state.rawValue), .instant(now), .optional(reason), .integer(alarm)])
    return changed == 0 ? nil : try existing(alarm: alarm)
  }

  /// What a channel showed is on show no more.
  public func forgetReceipt(key: String, channel: String) throws(StoreError) {
    guard let last = key.split(separator: "-").last, let alarm = Int64(last),
      try self.key(ofAlarm: alarm) == key
    else { return }
    try transaction("forget_receipt", mayUseReserve: true) { database throws(StoreError) in
      _ = try database.change(
        "UPDATE delivery SET receipt = NULL WHERE alarm = ? AND channel = ? AND state = 'delivered'",
        [.integer(alarm), .text(channel)])
    }
  }
}
