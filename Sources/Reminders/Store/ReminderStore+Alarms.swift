import CivilTime

extension ReminderStore {
  /// An alarm at a moment, now or later. The same moment with the same text again is the same alarm.
  public func addAlarm(
    at moment: Instant, ticket: Int64? = nil, text: String? = nil, now: Instant
  ) throws(StoreError) -> Alarm {
    try transaction("alarm") { database throws(StoreError) in
      try refusePast(moment, now: now)
      let generation = try ticket.map { id throws(StoreError) in try active(id).generation } ?? 0
      let same = try alarms(
        where: """
          alarm.cause = 'moment' AND alarm.state = 'pending' AND coalesce(alarm.ticket, 0) = ?
          AND alarm.due = ? AND coalesce(alarm.text, '') = ?
          """,
        [.integer(ticket ?? 0), .instant(moment), .text(text ?? "")])
      if let same = same.first { return same }
      return try insert(
        Alarm(
          id: 0, ticket: ticket, generation: generation, cause: .moment, due: moment,
          state: .pending, text: text, created: now, fired: nil, settled: nil, reason: nil),
        into: database)
    }
  }

  /// An alarm so many minutes, and the ticket's walk, before the ticket's end. The same lead again is
  /// the same alarm.
  public func addAlarm(
    leadMinutes: Int, ticket: Int64, text: String? = nil, now: Instant
  ) throws(StoreError) -> Alarm {
    try transaction("alarm") { database throws(StoreError) in
      let owner = try active(ticket)
      let due = owner.end.adding(minutes: -(leadMinutes + owner.draft.walkMinutes))
      try refusePast(due, now: now)
      let same = try alarms(
        where: """
          alarm.cause = 'lead' AND alarm.state <> 'cancelled' AND alarm.ticket = ?
          AND alarm.generation = ? AND alarm.argument = ?
          """,
        [.integer(ticket), .integer(owner.generation), .integer(leadMinutes)])
      if let same = same.first { return same }
      return try insert(
        Alarm(
          id: 0, ticket: ticket, generation: owner.generation,
          cause: .lead(minutes: leadMinutes), due: due, state: .pending, text: text, created: now,
          fired: nil, settled: nil, reason: nil),
        into: database)
    }
  }

  /// A new alarm `minutes` from now with the words of one that has rung. What of that one is still to
  /// be sent is cancelled (`snoozed`). Snoozing twice moves the pending snooze (R13: it is on disk).
  public func snooze(_ alarm: Int64, minutes: Int, now: Instant) throws(StoreError) -> Alarm {
    try transaction("alarm") { database throws(StoreError) in
      let rung = try existing(alarm: alarm)
      guard rung.state != .pending, rung.state != .cancelled else {
        throw error(.alarmNotRung(alarm, rung.state))
      }
      let generation =
        try rung.ticket.map { id throws(StoreError) in try active(id).generation } ?? 0
      if rung.state == .firing {
        try withdraw(rung, reason: "snoozed", from: database, now: now)
      }
      let due = now.adding(minutes: minutes)
      let moved = try database.change(
        """
        UPDATE alarm SET due = ?, generation = ?
        WHERE cause = 'snooze' AND argument = ? AND state = 'pending'
        """, [.instant(due), .integer(generation), .integer(alarm)])
      if moved > 0 {
        let id = try database.integer(
          "SELECT id FROM alarm WHERE cause = 'snooze' AND argument = ? AND state = 'pending'",
          [.integer(alarm)])
        return try existing(alarm: id ?? 0)
      }
      return try insert(
        Alarm(
          id: 0, ticket: rung.ticket, generation: generation, cause: .snooze(of: alarm), due: due,
          state: .pending, text: rung.text, created: now, fired: nil, settled: nil, reason: nil),
        into: database)
    }
  }

  /// Cancels an alarm that is pending, or what of a firing one is still to be sent.
  /// - Parameter reason: the stable word kept with it.
  @discardableResult
  public func cancelAlarm(
    _ alarm: Int64, reason: String = "cancelled", now: Instant
  ) throws(StoreError) -> Alarm {
    try transaction("alarm", mayUseReserve: true) { database throws(StoreError) in
      let open = try existing(alarm: alarm)
      guard open.state == .pending || open.state == .firing else {
        throw error(.alarmOver(alarm, open.state))
      }
      try withdraw(open, reason: reason, from: database, now: now)
      return try existing(alarm: alarm)
    }
  }

  /// Cancels all open alarms, or those of a ticket. Returns how many.
  @discardableResult
  public func cancelAlarms(
    ticket: Int64? = nil, reason: String = "cancelled", now: Instant
  ) throws(StoreError) -> Int {
    try transaction("alarm", mayUseReserve: true) { database throws(StoreError) in
      if let ticket { _ = try existing(ticket) }
      let chosen = ticket == nil ? "" : " AND ticket = ?"
      let values: [SQLValue] = ticket.map { [.integer($0)] } ?? []
      let firing = try alarms(where: "alarm.state = 'firing'" + chosen, values)
      for alarm in firing { try withdraw(alarm, reason: reason, from: database, now: now) }
      let pending = try database.change(
        "UPDATE alarm SET state = 'cancelled', settled = ?, reason = ? WHERE state = 'pending'"
          + chosen, [.instant(now), .text(reason)] + values)
      return firing.count + pending
    }
  }

  func existing(alarm id: Int64) throws(StoreError) -> Alarm {
    guard let alarm = try alarm(id) else { throw error(.noAlarm(id)) }
    return alarm
  }

  private func active(_ ticket: Int64) throws(StoreError) -> Ticket {
    let found = try existing(ticket)
    guard found.state == .active else { throw error(.ticketStopped(ticket)) }
    return found
  }

  private func refusePast(_ moment: Instant, now: Instant) throws(StoreError) {
    if moment < now { throw error(.momentPast(secondsAgo: now.seconds(since: moment))) }
  }

  /// Returns the alarm with its id.
  func insert(_ alarm: Alarm, into database: Database) throws(StoreError) -> Alarm {
    let (word, argument) = alarm.cause.columns
    try database.change(
      """
      INSERT INTO alarm (ticket, generation, cause, argument, due, state, text, created, fired,
        settled, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .optional(alarm.ticket), .integer(alarm.generation), .text(word), .integer(argument),
        .instant(alarm.due), .text(alarm.state.rawValue), .optional(alarm.text),
        .instant(alarm.created), .optional(alarm.fired), .optional(alarm.settled),
        .optional(alarm.reason),
      ])
    var alarm = alarm
    alarm.id = database.lastInsertedID
    return alarm
  }
}
