import CivilTime

// When the storage is broken at the moment an alarm is due: it is told all the same, from memory.

extension ReminderStore {
  /// Keeps the next open alarms in memory, for the case that the file cannot even be read later. The
  /// daemon calls it after each step that went well.
  public func lookAhead(limit: Int = 64) throws(StoreError) {
    let firing = try alarms(where: "alarm.state = 'firing'", [], limit: limit)
    let pending = try alarms(where: "alarm.state = 'pending'", [], limit: limit)
    memory.seen = try look(at: firing + pending)
  }

  /// What is due and can only be sent from memory, when `fireDue` or `claim` threw a storage error: from
  /// the file if it can be read, else from the last look ahead. Without those remembered as sent. Their
  /// keys are those of the deliveries, so that a repeat replaces. Expired ones wait for the disk.
  public func dueFromMemory(now: Instant) -> [MemoryNotice] {
    let seen =
      ((try? reading { _ throws(StoreError) in try readOpen(now: now) })
      ?? memory.seen.filter { $0.alarm.due <= now })
      .filter { !memory.settledAlarms.contains($0.alarm.id) }
    return StoreMemory.notices(of: seen, now: now)
  }

  /// Remembers that a channel took a notice; the next step that can write makes it durable.
  public func rememberSent(_ notice: MemoryNotice, channel: String, receipt: String?, at: Instant) {
    memory.sent.append(
      StoreMemory.Sent(notice: notice, channel: channel, receipt: receipt, at: at))
  }

  /// How many are remembered and not on disk.
  public var rememberedCount: Int { memory.sent.count }

  /// Pending alarms that are due, and firing ones that wait for an attempt.
  private func readOpen(now: Instant) throws(StoreError) -> [StoreMemory.Seen] {
    let firing = try alarms(
      where: """
        alarm.state = 'firing' AND EXISTS (
          SELECT 1 FROM delivery WHERE delivery.alarm = alarm.id AND delivery.state = 'queued'
            AND delivery.next_attempt <= ?)
        """, [.instant(now)])
    let pending = try dueAlarms(now: now, limit: .max).due.map(\.alarm)
    return try look(at: firing + pending)
  }

  private func look(at alarms: [Alarm]) throws(StoreError) -> [StoreMemory.Seen] {
    var seen: [StoreMemory.Seen] = []
    for alarm in alarms {
      let queued =
        alarm.state == .firing ? try deliveries(of: alarm.id).filter { $0.state == .queued } : []
      seen.append(
        StoreMemory.Seen(
          alarm: alarm, ticket: try alarm.ticket.map { id throws(StoreError) in try existing(id) },
          key: try key(ofAlarm: alarm.id), channels: queued.map(\.channel)))
    }
    return seen
  }

  /// Writes what was sent from memory. The caller forgets it once its transaction is committed.
  func fold(into database: Database) throws(StoreError) {
    for sent in memory.sent {
      let id = sent.notice.alarm.id
      guard let alarm = try alarm(id) else { continue }
      try record(sent, into: database)
      if alarm.state == .pending {
        try database.change(
          """
          UPDATE alarm SET state = 'delivered', fired = ?, settled = ?, reason = 'from_memory'
          WHERE id = ?
          """, [.instant(sent.at), .instant(sent.at), .integer(id)])
      } else if alarm.state == .firing {
        try database.change(
          "UPDATE delivery SET state = 'cancelled', reason = ? WHERE alarm = ? AND state = 'queued'",
          [.text(OutboxRules.otherChannel), .integer(id)])
        try database.change(
          """
          UPDATE alarm SET state = 'delivered', settled = ?, reason = 'from_memory' WHERE id = ?
          """, [.instant(sent.at), .integer(id)])
      }
      for earlier in sent.notice.supersedes {
        try database.change(
          """
          UPDATE alarm SET state = 'superseded', settled = ?, spoken_by = ?
          WHERE id = ? AND state = 'pending'
          """, [.instant(sent.at), .integer(id), .integer(earlier)])
      }
    }
    settings.faults.reach("fold.before_commit")
  }

  private func record(_ sent: StoreMemory.Sent, into database: Database) throws(StoreError) {
    try database.change(
      """
      INSERT INTO delivery (alarm, channel, position, state, attempts, next_attempt, give_up, receipt)
      VALUES (?, ?, 0, 'delivered', 1, ?, ?, ?)
      ON CONFLICT (alarm, channel) DO UPDATE SET state = 'delivered', attempts = attempts + 1,
        owner = NULL, receipt = excluded.receipt, reason = NULL
      """,
      [
        .integer(sent.notice.alarm.id), .text(sent.channel), .instant(sent.at), .instant(sent.at),
        .optional(sent.receipt),
      ])
  }
}
