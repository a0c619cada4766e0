import CivilTime

// Rows of the tables as values.

extension Row {
  func instant(_ column: Int32) -> Instant { Instant(secondsSince1970: integer(column)) }

  func optionalInstant(_ column: Int32) -> Instant? {
    optionalInteger(column).map { Instant(secondsSince1970: $0) }
  }
}

extension SQLValue {
  static func instant(_ value: Instant) -> SQLValue { .integer(value.secondsSince1970) }
  static func optional(_ value: Instant?) -> SQLValue {
    value.map { .integer($0.secondsSince1970) } ?? .null
  }
}

extension Alarm.Cause {
  /// As the columns `cause` and `argument` say it.
  var columns: (word: String, argument: Int64) {
    switch self {
    case .lead(let minutes): ("lead", Int64(minutes))
    case .moment: ("moment", 0)
    case .snooze(let alarm): ("snooze", alarm)
    case .summary: ("summary", 0)
    }
  }

  init?(word: String, argument: Int64) {
    switch word {
    case "lead": self = .lead(minutes: Int(argument))
    case "moment": self = .moment
    case "snooze": self = .snooze(of: argument)
    case "summary": self = .summary
    default: return nil
    }
  }
}

extension ReminderStore {
  static let alarmColumns =
    """
    alarm.id, alarm.ticket, alarm.generation, alarm.cause, alarm.argument, alarm.due, alarm.state, \
    alarm.text, alarm.created, alarm.fired, alarm.settled, alarm.reason, alarm.spoken_by
    """
  static let alarmColumnCount: Int32 = 13

  func alarm(from row: Row) throws(StoreError) -> Alarm {
    guard let cause = Alarm.Cause(word: row.text(3), argument: row.integer(4)),
      let state = Alarm.State(rawValue: row.text(6))
    else { throw broken("alarm \(row.integer(0))") }
    return Alarm(
      id: row.integer(0), ticket: row.optionalInteger(1), generation: Int(row.integer(2)),
      cause: cause, due: row.instant(5), state: state, text: row.optionalText(7),
      created: row.instant(8), fired: row.optionalInstant(9), settled: row.optionalInstant(10),
      reason: row.optionalText(11), spokenBy: row.optionalInteger(12))
  }

  static let deliveryColumns =
    "id, alarm, channel, position, state, attempts, next_attempt, give_up, owner, receipt, reason"

  func delivery(from row: Row) throws(StoreError) -> Delivery {
    guard let state = Delivery.State(rawValue: row.text(4)) else {
      throw broken("delivery \(row.integer(0))")
    }
    return Delivery(
      id: row.integer(0), alarm: row.integer(1), channel: row.text(2),
      key: try key(ofAlarm: row.integer(1)), position: Int(row.integer(3)), state: state,
      attempts: Int(row.integer(5)), nextAttempt: row.instant(6), giveUp: row.instant(7),
      owner: row.optionalInteger(8), receipt: row.optionalText(9), reason: row.optionalText(10))
  }

  /// A ticket with one row for each purchase.
  static let ticketColumns =
    """
    ticket.id, ticket.uid, ticket.request, ticket.town, ticket.zone, ticket.time_zone, \
    ticket.vehicle, ticket.sector, ticket.place, ticket.walk_minutes, ticket.latitude_e7, \
    ticket.longitude_e7, ticket.note, ticket.photo, ticket.generation, ticket.state, \
    ticket.created, ticket.stopped, \
    purchase.arrival, purchase.ends, purchase.paid_cents, purchase.counted_minutes
    """

  private func purchase(from row: Row) -> Purchase {
    Purchase(
      arrival: row.instant(18), end: row.instant(19), paidCents: row.optionalInteger(20),
      countedMinutes: row.optionalInteger(21).map(Int.init))
  }

  private func ticket(from row: Row) throws(StoreError) -> Ticket {
    guard let state = Ticket.State(rawValue: row.text(15)) else {
      throw broken("ticket \(row.integer(0))")
    }
    let first = purchase(from: row)
    let draft = TicketDraft(
      requestID: row.optionalText(2), town: row.text(3), zone: row.text(4), timeZone: row.text(5),
      vehicle: row.optionalText(6), sector: row.optionalText(7), place: row.optionalText(8),
      purchase: first, walkMinutes: Int(row.integer(9)), position: position(from: row),
      note: row.optionalText(12), photoPath: row.optionalText(13))
    return Ticket(
      id: row.integer(0), uid: row.text(1), draft: draft, generation: Int(row.integer(14)),
      purchases: [first], state: state, created: row.instant(16), stopped: row.optionalInstant(17))
  }

  private func position(from row: Row) -> TicketPosition? {
    guard let latitude = row.optionalInteger(10), let longitude = row.optionalInteger(11) else {
      return nil
    }
    return TicketPosition(
      latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude))
  }

  /// Tickets by a condition on the table `ticket`, in one statement and so of one moment.
  func tickets(
    where condition: String, _ values: [SQLValue], order: String = "ticket.ends, ticket.id"
  ) throws(StoreError) -> [Ticket] {
    var tickets: [Ticket] = []
    _ = try database().query(
      """
      SELECT \(Self.ticketColumns) FROM ticket JOIN purchase ON purchase.ticket = ticket.id
      WHERE \(condition) ORDER BY \(order), purchase.number
      """, values
    ) { row throws(StoreError) in
      if tickets.last?.id == row.integer(0) {
        tickets[tickets.count - 1].purchases.append(purchase(from: row))
      } else {
        tickets.append(try ticket(from: row))
      }
    }
    return tickets
  }
}
