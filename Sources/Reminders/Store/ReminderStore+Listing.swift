import CivilTime

extension ReminderStore {
  public func alarm(_ id: Int64) throws(StoreError) -> Alarm? {
    try alarms(where: "alarm.id = ?", [.integer(id)]).first
  }

  /// The earliest due first. Told ones stay listed with the time they were due (R11).
  public func alarms(_ filter: AlarmFilter = AlarmFilter()) throws(StoreError) -> [Alarm] {
    if filter.openOnly, filter.ticket == nil {
      // Two ordered indexes that SQLite merges: the first 20 of a million cost what 20 cost.
      return try database().query(
        """
        SELECT \(Self.alarmColumns) FROM alarm WHERE state = 'firing'
        UNION ALL SELECT \(Self.alarmColumns) FROM alarm WHERE state = 'pending'
        ORDER BY 6, 1 LIMIT ?
        """, [.integer(max(0, filter.limit))], alarm(from:))
    }
    var condition = filter.openOnly ? "alarm.state IN ('pending', 'firing')" : "true"
    var values: [SQLValue] = []
    if let ticket = filter.ticket {
      condition += " AND alarm.ticket = ?"
      values = [.integer(ticket)]
    }
    return try alarms(where: condition, values, limit: filter.limit)
  }

  /// Alarms that reached an end state, the latest first.
  public func history(limit: Int) throws(StoreError) -> [Alarm] {
    try database().query(
      """
      SELECT \(Self.alarmColumns) FROM alarm WHERE settled IS NOT NULL
      ORDER BY settled DESC, id DESC LIMIT ?
      """, [.integer(max(0, limit))], alarm(from:))
  }

  /// The outbox: all of one alarm by turns, or the rows that are queued or under way by time.
  public func deliveries(of alarm: Int64? = nil) throws(StoreError) -> [Delivery] {
    if let alarm {
      return try database().query(
        "SELECT \(Self.deliveryColumns) FROM delivery WHERE alarm = ? ORDER BY position, id",
        [.integer(alarm)], delivery(from:))
    }
    return try database().query(
      """
      SELECT \(Self.deliveryColumns) FROM delivery WHERE state = 'queued'
      UNION ALL SELECT \(Self.deliveryColumns) FROM delivery WHERE state = 'sending'
      ORDER BY 7, 1
      """, [], delivery(from:))
  }

  public func health(now: Instant) throws(StoreError) -> StoreHealth {
    let database = try database()
    func count(_ from: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
      Int(try database.integer("SELECT count(*) FROM " + from, values) ?? 0)
    }
    var health = StoreHealth()
    health.activeTickets = try count(
      "ticket WHERE state = 'active' AND ends > ?", [.instant(now)])
    health.pending = try count("alarm WHERE state = 'pending'")
    health.firing = try count("alarm WHERE state = 'firing'")
    health.failed = try count("alarm WHERE settled IS NOT NULL AND state = 'failed'")
    health.failedLately = try count(
      "alarm WHERE settled IS NOT NULL AND settled > ? AND state = 'failed'",
      [.instant(now.adding(minutes: -24 * 60))])
    health.overdue = try count(
      "alarm WHERE state = 'pending' AND due < ?", [.instant(now.adding(minutes: -1))])
    health.queued = try count("delivery WHERE state = 'queued'")
    health.sending = try count("delivery WHERE state = 'sending'")
    health.nextDue = try database.integer("SELECT min(due) FROM alarm WHERE state = 'pending'")
      .map { Instant(secondsSince1970: $0) }
    return health
  }

  func openAlarms(ofTicket ticket: Int64) throws(StoreError) -> [Alarm] {
    try alarms(
      where: "alarm.ticket = ? AND alarm.state IN ('pending', 'firing')", [.integer(ticket)])
  }

  func alarms(
    where condition: String, _ values: [SQLValue], limit: Int = .max
  ) throws(StoreError) -> [Alarm] {
    try database().query(
      """
      SELECT \(Self.alarmColumns) FROM alarm WHERE \(condition)
      ORDER BY alarm.due, alarm.id LIMIT ?
      """, values + [.integer(max(0, limit))], alarm(from:))
  }
}
