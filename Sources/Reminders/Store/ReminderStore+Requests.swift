import CivilTime

// What a request that is sent again was the first time.
extension ReminderStore {
  /// The ticket that `park` saved for a request id.
  public func ticket(ofRequest id: String) throws(StoreError) -> Ticket? {
    try tickets(where: "ticket.request = ?", [.text(id)]).first
  }

  /// The tickets that `extend` extended for a request id, by end; ids are the caller's and may come again with
  /// another ticket.
  public func tickets(extendedByRequest id: String) throws(StoreError) -> [Ticket] {
    try tickets(
      where: "ticket.id IN (SELECT purchase.ticket FROM purchase WHERE purchase.request = ?)",
      [.text(id)])
  }

  /// The tickets of a town's zone that ended, or were stopped, after a moment, by end.
  public func tickets(
    town: String, zone: String, vehicle: String?, leftAfter moment: Instant
  ) throws(StoreError) -> [Ticket] {
    try tickets(
      where: """
        ticket.town = ? AND ticket.zone = ? AND ticket.vehicle IS ?
        AND CASE ticket.state WHEN 'stopped' THEN ticket.stopped ELSE ticket.ends END > ?
        """, [.text(town), .text(zone), .optional(vehicle), .instant(moment)])
  }
}
