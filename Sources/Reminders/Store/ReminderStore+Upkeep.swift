import CivilTime

extension ReminderStore {
  /// Removes what is over: tickets stopped or ended that have no open alarm, with their alarms, and
  /// settled alarms without a ticket.
  @discardableResult
  public func clear(now: Instant) throws(StoreError) -> Removed {
    try remove(overBefore: now)
  }

  /// As `clear`, of what has been over for so many days. The daemon does it once a day.
  @discardableResult
  public func prune(keepingDays: Int = 90, now: Instant) throws(StoreError) -> Removed {
    try remove(overBefore: now.adding(minutes: -keepingDays * 24 * 60))
  }

  /// In pieces, so that nobody waits long for the file.
  private func remove(overBefore moment: Instant) throws(StoreError) -> Removed {
    var removed = Removed()
    while true {
      let piece = try transaction("prune", mayUseReserve: true) { database throws(StoreError) in
        try removePiece(overBefore: moment, from: database)
      }
      removed.tickets += piece.tickets
      removed.alarms += piece.alarms
      if piece == Removed() { return removed }
    }
  }

  private func removePiece(
    overBefore moment: Instant, from database: Database
  ) throws(StoreError) -> Removed {
    let tickets = try database.query(
      """
      SELECT id FROM ticket
      WHERE CASE state WHEN 'stopped' THEN stopped ELSE ends END <= ? AND NOT EXISTS (
        SELECT 1 FROM alarm
        WHERE alarm.ticket = ticket.id AND alarm.state IN ('pending', 'firing'))
      LIMIT 500
      """, [.instant(moment)]
    ) { row in row.integer(0) }
    var removed = Removed(tickets: tickets.count)
    for ticket in tickets {
      removed.alarms += try database.change(
        "DELETE FROM alarm WHERE ticket = ?", [.integer(ticket)])
      try database.change("DELETE FROM ticket WHERE id = ?", [.integer(ticket)])
    }
    removed.alarms += try database.change(
      """
      DELETE FROM alarm WHERE id IN (
        SELECT id FROM alarm WHERE ticket IS NULL AND settled IS NOT NULL AND settled <= ?
        LIMIT 500)
      """, [.instant(moment)])
    return removed
  }
}
