import CivilTime
import JSONText
import Phrasebook
import Reminders
import Tariffs

/// One call of `aparka extend` whose price is known.
struct TicketExtension {
  let context: CommandContext
  let store: ReminderStore
  /// Nil for a request that is sent again: nothing is sold, so nothing is quoted.
  let answer: AnsweredQuote?
  private let towns: TicketTowns

  init(context: CommandContext, store: ReminderStore, answer: AnsweredQuote?) {
    self.context = context
    self.store = store
    self.answer = answer
    towns = TicketTowns(context)
  }

  /// What became of the call; `outcome` of the JSON answer.
  enum Outcome: String {
    case extended
    /// The request id is that of an extension that was saved before.
    case repeated
    case free, refused
    /// It could be bought, but would end no later than the ticket does.
    case notLater = "not_later"
    case residentsOnly = "residents_only"
  }

  /// Nothing is sold: the words are those of the quote, and the ticket stays as it is.
  func refuse(_ ticket: Ticket, _ answer: AnsweredQuote) throws(CommandFailure) -> Int32 {
    let isSold = answer.quote.outcome == .ticket
    if context.wantsJSON {
      let outcome =
        isSold ? .notLater : Outcome(rawValue: answer.quote.outcome.rawValue) ?? .refused
      let alarms = try context.stored { () throws(StoreError) in
        try store.alarms(AlarmFilter(openOnly: true, ticket: ticket.id))
      }
      context.print(try json(outcome, ticket, alarms, reminder: .null))
      return 0
    }
    answer.show(context)
    let words = TicketWords(context: context, towns: towns)
    if isSold, let end = answer.quote.validUntil {
      context.print(context.phrase("extend.not_later", ["until": words.said(end, of: ticket)]))
    }
    context.print(
      context.phrase(
        "extend.not_extended",
        ["ticket": "\(ticket.id)", "until": words.said(ticket.end, of: ticket)]))
    return 1
  }

  func save(
    _ ticket: Ticket, by purchase: Purchase, leads: [Int], call: ExtendCall
  ) throws(CommandFailure) -> Int32 {
    let now = context.invocation.now
    var route = ReminderRoute(context)
    let others = context.settings.leadTimes
    let ladder = LeadLadder(
      arrival: ticket.arrival, end: purchase.end, leads: leads, otherLeads: others,
      walkMinutes: ticket.draft.walkMinutes, now: now)
    let moments = ladder.rungs.filter { !$0.isPast }.map(\.due)
    try ReminderGuard(context).require(
      route, wantsAlarms: !leads.isEmpty, usesTimers: call.usesTimers,
      calendarPath: call.calendarPath)
    if let path = call.calendarPath {
      try TicketCalendar(context: context, towns: towns).requireWritable(path)
    }
    if call.usesTimers {
      try SystemdTimers(context).make(at: moments)
      route.timers = moments.count
    }
    let result = try context.stored { () throws(StoreError) in
      try store.extend(
        ticket.id, by: purchase, leads: leads, otherLeads: others,
        requestID: call.requestID, now: now)
    }
    route.wake(context)
    return try finish(result, route, call: call)
  }

  /// Says what a request did that was sent before; no timer is made again.
  func repeated(_ ticket: Ticket, call: ExtendCall) throws(CommandFailure) -> Int32 {
    if let path = call.calendarPath {
      try TicketCalendar(context: context, towns: towns).requireWritable(path)
    }
    let alarms = try context.stored { () throws(StoreError) in
      try store.alarms(AlarmFilter(openOnly: false, ticket: ticket.id))
    }
    return try finish(
      ParkResult(
        outcome: .repeated, ticket: ticket,
        alarms: alarms.filter { $0.generation == ticket.generation }),
      ReminderRoute(context), call: call)
  }

  private func finish(
    _ result: ParkResult, _ before: ReminderRoute, call: ExtendCall
  ) throws(CommandFailure) -> Int32 {
    var route = before
    if let path = call.calendarPath {
      let calendar = TicketCalendar(context: context, towns: towns)
      try calendar.write([calendar.event(result.ticket, result.alarms)], to: path)
      route.calendarPath = path
    }
    return try tell(result, route, calendarPath: call.calendarPath)
  }

  private func tell(
    _ result: ParkResult, _ route: ReminderRoute, calendarPath: String?
  ) throws(CommandFailure) -> Int32 {
    if context.wantsJSON {
      context.print(
        try json(
          result.isNew ? .extended : .repeated, result.ticket, result.alarms,
          reminder: route.json))
      return 0
    }
    guard calendarPath != "-" else { return 0 }
    let words = TicketWords(context: context, towns: towns)
    let values = [
      "ticket": "\(result.ticket.id)", "until": words.said(result.ticket.end, of: result.ticket),
    ]
    if result.isNew {
      answer?.show(context)
      context.print(context.phrase("extend.saved", values))
      for line in words.alarmLines(result.ticket, result.alarms) { context.print(line) }
    } else {
      context.print(context.phrase("extend.repeated", values))
    }
    let coming = result.alarms.filter { $0.isOpen }.count
    for line in route.lines(context, alarms: coming) { context.print(line) }
    return 0
  }

  private func json(
    _ outcome: Outcome, _ ticket: Ticket, _ alarms: [Alarm], reminder: JSONOutput
  ) throws(CommandFailure) -> JSONOutput {
    let answers = ReminderAnswers(context: context, store: store, towns: towns)
    // What a repeated request would buy now, once more, is nothing that was asked.
    let quote = outcome == .repeated ? nil : answer?.json
    return .object([
      ("outcome", .string(outcome.rawValue)),
      ("ticket", try answers.json(ticket, alarms: alarms)), ("quote", quote ?? .null),
      ("reminder", reminder),
    ])
  }
}

extension Alarm {
  /// Still to ring, or ringing.
  var isOpen: Bool { state == .pending || state == .firing }
}
