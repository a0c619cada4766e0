import CivilTime
import JSONText
import Reminders
import Tariffs

extension Ticket {
  /// `active`, `ended`, `stopped`.
  func stateWord(at now: Instant) -> String {
    state == .stopped ? state.rawValue : end <= now ? "ended" : state.rawValue
  }

  /// Nil when one of the purchases does not say.
  var countedMinutes: Int? {
    purchases.reduce(into: Int?.some(0)) { sum, purchase in
      sum = sum.flatMap { sum in purchase.countedMinutes.map { sum + $0 } }
    }
  }

  /// A ticket as every surface of the program prints it; docs/tickets.md lists its members.
  func json(clock: TownClock, alarms: [JSONOutput], now: Instant) -> JSONOutput {
    .object([
      ("ticket", .int(Int(id))), ("uid", .string(uid)), ("town", .string(draft.town)),
      ("zone", .string(draft.zone)), ("vehicle", .optional(draft.vehicle)),
      ("sector", .optional(draft.sector)), ("place", .optional(draft.place)),
      ("arrival", .time(arrival, clock)), ("valid_until", .time(end, clock)),
      ("paid_cents", .optional(paidCents.map { Int($0) })),
      ("counted_minutes", .optional(countedMinutes)), ("walk_minutes", .int(draft.walkMinutes)),
      ("latitude", draft.position.map { .double($0.latitude) } ?? .null),
      ("longitude", draft.position.map { .double($0.longitude) } ?? .null),
      ("note", .optional(draft.note)), ("photo", .optional(draft.photoPath)),
      ("state", .string(stateWord(at: now))), ("stopped_at", .time(stopped, clock)),
      ("purchases", .array(purchases.map { $0.json(clock: clock) })), ("alarms", .array(alarms)),
    ])
  }
}

extension Purchase {
  func json(clock: TownClock) -> JSONOutput {
    .object([
      ("arrival", .time(arrival, clock)), ("valid_until", .time(end, clock)),
      ("paid_cents", .optional(paidCents.map { Int($0) })),
      ("counted_minutes", .optional(countedMinutes)),
    ])
  }
}

/// Tickets and alarms as JSON, with what the store says of each.
struct ReminderAnswers {
  let context: CommandContext
  let store: ReminderStore
  let towns: TicketTowns

  /// - Parameter alarms: those of the ticket that the answer shows.
  func json(_ ticket: Ticket, alarms: [Alarm]) throws(CommandFailure) -> JSONOutput {
    let clock = towns.clock(ticket)
    var shown: [JSONOutput] = []
    for alarm in alarms { shown.append(try json(alarm, clock: clock)) }
    return ticket.json(clock: clock, alarms: shown, now: context.invocation.now)
  }

  func json(_ alarm: Alarm, clock: TownClock) throws(CommandFailure) -> JSONOutput {
    var deliveries: [Delivery] = []
    if alarm.state != .pending {
      deliveries = try context.stored { () throws(StoreError) in
        try store.deliveries(of: alarm.id)
      }
    }
    var leadMinutes: Int?
    if case .lead(let minutes) = alarm.cause { leadMinutes = minutes }
    return .object([
      ("alarm", .int(Int(alarm.id))), ("ticket", .optional(alarm.ticket.map { Int($0) })),
      ("cause", .string(alarm.cause.word)), ("lead_minutes", .optional(leadMinutes)),
      ("due", .time(alarm.due, clock)), ("state", .string(alarm.state.rawValue)),
      ("reason", .optional(alarm.reason)), ("text", .optional(alarm.text)),
      ("deliveries", .array(deliveries.map { json($0, clock: clock) })),
    ])
  }

  private func json(_ delivery: Delivery, clock: TownClock) -> JSONOutput {
    let isOpen = delivery.state == .queued || delivery.state == .sending
    return .object([
      ("channel", .string(delivery.channel)), ("state", .string(delivery.state.rawValue)),
      ("attempts", .int(delivery.attempts)),
      ("next_attempt", .time(isOpen ? delivery.nextAttempt : nil, clock)),
      ("reason", .optional(delivery.reason)),
    ])
  }
}

extension Alarm.Cause {
  /// Stable, for programs.
  var word: String {
    switch self {
    case .lead: "lead"
    case .moment: "moment"
    case .snooze: "snooze"
    case .summary: "summary"
    }
  }
}
