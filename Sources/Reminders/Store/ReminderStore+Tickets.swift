import CivilTime

extension ReminderStore {
  /// Saves a ticket with an alarm for each lead time, in one transaction.
  /// - Parameters:
  ///   - leads: minutes before the end, in any order; 0 = at the end. See `LeadLadder` for those that
  ///     are past.
  ///   - otherLeads: taken when none of `leads` fits, see `LeadLadder`.
  ///   - refusingLookalike: saves nothing when an active ticket looks the same (see `lookalike`).
  public func park(
    _ draft: TicketDraft, leads: [Int], otherLeads: [Int] = [], refusingLookalike: Bool = false,
    now: Instant
  ) throws(StoreError) -> ParkResult {
    try transaction("park") { database throws(StoreError) in
      if let request = draft.requestID,
        let known = try tickets(where: "ticket.request = ?", [.text(request)]).first
      {
        return try result(.repeated, of: known)
      }
      if refusingLookalike, let like = try lookalike(of: draft) {
        return try result(.lookalike, of: like)
      }
      let id = try insert(draft, into: database, now: now)
      try insert(draft.purchase, number: 0, request: nil, ticket: id, into: database)
      let ladder = LeadLadder(
        arrival: draft.purchase.arrival, end: draft.purchase.end, leads: leads,
        otherLeads: otherLeads, walkMinutes: draft.walkMinutes, now: now)
      try insert(ladder, ticket: id, generation: 0, into: database, now: now)
      return try result(.created, of: try existing(id))
    }
  }

  /// An active ticket of the same town, zone and vehicle whose arrival is within a minute: most likely
  /// the same request once more (R18). The one saved last.
  public func lookalike(of draft: TicketDraft) throws(StoreError) -> Ticket? {
    let arrival = draft.purchase.arrival
    return try tickets(
      where: """
        ticket.id = (SELECT max(id) FROM ticket WHERE state = 'active'
          AND arrival BETWEEN ? AND ? AND town = ? AND zone = ? AND vehicle IS ?)
        """,
      [
        .instant(arrival.adding(minutes: -1)), .instant(arrival.adding(minutes: 1)),
        .text(draft.town), .text(draft.zone), .optional(draft.vehicle),
      ]
    ).first
  }

  /// Moves a ticket's end to that of `purchase`: its generation goes up, alarms and deliveries that
  /// speak of the earlier end are cancelled (`extended`), new ones come by `leads` (R21). Alarms at a
  /// moment that the driver named, and those with the driver's own words, stay.
  /// - Parameters:
  ///   - walkMinutes: nil = as before.
  ///   - requestID: the same one again changes nothing.
  public func extend(
    _ ticket: Int64, by purchase: Purchase, leads: [Int], otherLeads: [Int] = [],
    walkMinutes: Int? = nil, requestID: String? = nil, now: Instant
  ) throws(StoreError) -> ParkResult {
    try transaction("extend") { database throws(StoreError) in
      let before = try existing(ticket)
      if let requestID,
        try database.integer(
          "SELECT 1 FROM purchase WHERE ticket = ? AND request = ?",
          [.integer(ticket), .text(requestID)]) != nil
      {
        return try result(.repeated, of: before)
      }
      guard before.state == .active else { throw error(.ticketStopped(ticket)) }
      let generation = before.generation + 1
      let walk = walkMinutes ?? before.draft.walkMinutes
      try database.change(
        "UPDATE ticket SET generation = ?, ends = ?, walk_minutes = ? WHERE id = ?",
        [.integer(generation), .instant(purchase.end), .integer(walk), .integer(ticket)])
      try insert(
        purchase, number: before.purchases.count, request: requestID, ticket: ticket,
        into: database)
      for alarm in try openAlarms(ofTicket: ticket) {
        if alarm.isAboutTheEnd {
          try withdraw(alarm, reason: "extended", from: database, now: now)
        } else {
          try database.change(
            "UPDATE alarm SET generation = ? WHERE id = ?",
            [.integer(generation), .integer(alarm.id)])
        }
      }
      let ladder = LeadLadder(
        arrival: before.arrival, end: purchase.end, leads: leads, otherLeads: otherLeads,
        walkMinutes: walk, now: now)
      try insert(ladder, ticket: ticket, generation: generation, into: database, now: now)
      return try result(.created, of: try existing(ticket))
    }
  }

  /// The car has left: alarms and deliveries are cancelled (`stopped`). Stopping twice is once.
  @discardableResult
  public func stop(_ ticket: Int64, now: Instant) throws(StoreError) -> Ticket {
    try transaction("stop", mayUseReserve: true) { database throws(StoreError) in
      if try existing(ticket).state == .active {
        try database.change(
          "UPDATE ticket SET state = 'stopped', stopped = ? WHERE id = ?",
          [.instant(now), .integer(ticket)])
        for alarm in try openAlarms(ofTicket: ticket) {
          try withdraw(alarm, reason: "stopped", from: database, now: now)
        }
      }
      return try existing(ticket)
    }
  }

  public func ticket(_ id: Int64) throws(StoreError) -> Ticket? {
    try tickets(where: "ticket.id = ?", [.integer(id)]).first
  }

  /// By end, the earliest first.
  public func tickets(_ filter: TicketFilter) throws(StoreError) -> [Ticket] {
    switch filter {
    case .running(let moment):
      try tickets(where: "ticket.state = 'active' AND ticket.ends > ?", [.instant(moment)])
    case .active: try tickets(where: "ticket.state = 'active'", [])
    case .all: try tickets(where: "true", [])
    }
  }

  func existing(_ id: Int64) throws(StoreError) -> Ticket {
    guard let ticket = try ticket(id) else { throw error(.noTicket(id)) }
    return ticket
  }

  private func result(
    _ outcome: ParkResult.Outcome, of ticket: Ticket
  ) throws(StoreError) -> ParkResult {
    let alarms = try alarms(
      where: "alarm.ticket = ? AND alarm.generation = ?",
      [.integer(ticket.id), .integer(ticket.generation)])
    return ParkResult(outcome: outcome, ticket: ticket, alarms: alarms)
  }

  private func insert(
    _ draft: TicketDraft, into database: Database, now: Instant
  ) throws(StoreError) -> Int64 {
    try database.change(
      """
      INSERT INTO ticket (uid, request, town, zone, time_zone, vehicle, sector, place, walk_minutes,
        latitude_e7, longitude_e7, note, photo, arrival, ends, state, created)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?)
      """,
      [
        .text(Self.newIdentity()), .optional(draft.requestID), .text(draft.town),
        .text(draft.zone), .text(draft.timeZone), .optional(draft.vehicle),
        .optional(draft.sector), .optional(draft.place), .integer(draft.walkMinutes),
        .optional(draft.position.map { Int64($0.latitudeE7) }),
        .optional(draft.position.map { Int64($0.longitudeE7) }), .optional(draft.note),
        .optional(draft.photoPath), .instant(draft.purchase.arrival),
        .instant(draft.purchase.end), .instant(now),
      ])
    return database.lastInsertedID
  }

  private func insert(
    _ purchase: Purchase, number: Int, request: String?, ticket: Int64, into database: Database
  ) throws(StoreError) {
    try database.change(
      """
      INSERT INTO purchase (ticket, number, request, arrival, ends, paid_cents, counted_minutes)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(ticket), .integer(number), .optional(request), .instant(purchase.arrival),
        .instant(purchase.end), .optional(purchase.paidCents), .optional(purchase.countedMinutes),
      ])
  }

  private func insert(
    _ ladder: LeadLadder, ticket: Int64, generation: Int, into database: Database, now: Instant
  ) throws(StoreError) {
    for rung in ladder.rungs {
      _ = try insert(
        Alarm(
          id: 0, ticket: ticket, generation: generation, cause: .lead(minutes: rung.leadMinutes),
          due: rung.due, state: rung.isPast ? .superseded : .pending, text: nil, created: now,
          fired: nil, settled: rung.isPast ? now : nil, reason: rung.isPast ? "past" : nil),
        into: database)
    }
  }

  /// 32 hexadecimal digits.
  private static func newIdentity() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension Alarm {
  /// What it says depends on the ticket's end alone, so that it is wrong once the end has moved.
  var isAboutTheEnd: Bool {
    switch cause {
    case .lead: true
    case .snooze: text == nil
    case .moment, .summary: false
    }
  }
}
