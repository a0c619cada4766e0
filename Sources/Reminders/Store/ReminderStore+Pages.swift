import CivilTime

/// The first of what was asked for, and how many there are.
public struct AlarmPage: Hashable, Sendable {
  public var alarms: [Alarm]
  public var total: Int

  public init(alarms: [Alarm] = [], total: Int = 0) {
    self.alarms = alarms
    self.total = total
  }
}

extension ReminderStore {
  /// All alarms, or all of a ticket, the earliest due first.
  public func page(of ticket: Int64? = nil, limit: Int) throws(StoreError) -> AlarmPage {
    AlarmPage(
      alarms: try alarms(AlarmFilter(openOnly: false, ticket: ticket, limit: limit)),
      total: try count(ticket, "true"))
  }

  /// Alarms that are open, and those that failed from a moment on, the earliest due first.
  public func page(
    of ticket: Int64? = nil, failedSince moment: Instant, limit: Int
  ) throws(StoreError) -> AlarmPage {
    let failed = "alarm.settled IS NOT NULL AND alarm.settled >= ? AND alarm.state = 'failed'"
    let open = try alarms(AlarmFilter(ticket: ticket, limit: limit))
    let lost = try alarms(
      where: failed + (ticket == nil ? "" : " AND alarm.ticket = ?"),
      [.instant(moment)] + (ticket.map { [.integer($0)] } ?? []), limit: limit)
    let first = (open + lost).sorted { ($0.due, $0.id) < ($1.due, $1.id) }.prefix(max(0, limit))
    // Each of these has an index of its own.
    var total = try count(ticket, failed, [.instant(moment)])
    for state in ["pending", "firing"] { total += try count(ticket, "alarm.state = '\(state)'") }
    return AlarmPage(alarms: Array(first), total: total)
  }

  private func count(
    _ ticket: Int64?, _ condition: String, _ values: [SQLValue] = []
  ) throws(StoreError) -> Int {
    let count = try database().integer(
      "SELECT count(*) FROM alarm WHERE \(condition)"
        + (ticket == nil ? "" : " AND alarm.ticket = ?"),
      values + (ticket.map { [.integer($0)] } ?? []))
    return Int(count ?? 0)
  }
}
