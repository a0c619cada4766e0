import CivilTime
import JSONText
import Phrasebook
import Reminders
import Tariffs

/// `aparka park ZONE [AMOUNT | DURATION]`: quotes as `quote` does, and keeps the ticket with its alarms.
enum ParkCommand: Command {
  static let name = "park"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [
    .town, .at, .until, .vehicle, .sector, .place, .signal, QuoteCommand.previous, .assume,
    QuoteCommand.here, ParkRequest.remind, ParkRequest.walk, ParkRequest.walkFrom,
    ParkRequest.note, ParkRequest.photo, ParkRequest.position, ParkRequest.requestID,
    ParkRequest.yes, ParkRequest.calendar, ParkRequest.via,
  ]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let asked = try QuoteAsking(context)
    let here = try context.arguments.value(QuoteCommand.here).map { (text) throws(CommandFailure) in
      try context.position(text)
    }
    let request = try ParkRequest(context, here: here)
    let answer = try asked.answer()
    let parking = Parking(
      context: context, request: request, question: asked.question, answer: answer)
    // A request that is sent again is answered even if nothing would be sold now.
    if request.requestID != nil, let store = try context.openStoreIfThere(),
      let known = try parking.known(in: store)
    {
      return try parking.show(known, in: store)
    }
    guard answer.quote.outcome == .ticket, let end = answer.quote.validUntil else {
      return parking.refuse()
    }
    guard end > context.invocation.now else {
      throw .failure(
        context.phrase(
          "park.error.past",
          [
            "end": context.phrases.momentInSentence(
              answer.town.engine.clock.local(end),
              seenFrom: answer.town.engine.clock.local(context.invocation.now).date)
          ]))
    }
    return try parking.save(in: try context.openStore(), end: end)
  }
}

/// One call of `aparka park` whose price is known.
struct Parking {
  let context: CommandContext
  let request: ParkRequest
  let question: QuoteQuestion
  let answer: AnsweredQuote
  private let towns: TicketTowns

  init(
    context: CommandContext, request: ParkRequest, question: QuoteQuestion, answer: AnsweredQuote
  ) {
    self.context = context
    self.request = request
    self.question = question
    self.answer = answer
    towns = TicketTowns(context)
  }

  /// What became of the call; `outcome` of the JSON answer.
  enum Outcome: String {
    case parked
    /// The request id is that of a ticket that was saved before.
    case repeated
    case free, refused
    case residentsOnly = "residents_only"
  }

  // MARK: Nothing to save

  /// Nothing is sold, so nothing is parked; the words are those of the quote.
  func refuse() -> Int32 {
    if context.wantsJSON {
      context.print(json(Outcome(rawValue: answer.quote.outcome.rawValue) ?? .refused))
      return 0
    }
    answer.show(context)
    context.print(context.phrase("park.nothing_saved"))
    return 1
  }

  /// The ticket that the request id belongs to.
  func known(in store: ReminderStore) throws(CommandFailure) -> ParkResult? {
    guard let id = request.requestID else { return nil }
    let saved = try context.stored { () throws(StoreError) in try store.ticket(ofRequest: id) }
    guard let ticket = saved else { return nil }
    let alarms = try context.stored { () throws(StoreError) in
      try store.alarms(AlarmFilter(openOnly: true, ticket: ticket.id))
    }
    return ParkResult(outcome: .repeated, ticket: ticket, alarms: alarms)
  }

  /// Says which ticket the request was; a request id of another street is a slip of the caller's.
  func show(_ known: ParkResult, in store: ReminderStore) throws(CommandFailure) -> Int32 {
    let draft = known.ticket.draft
    guard draft.town == answer.town.engine.town.id, draft.zone == answer.quote.zoneID,
      draft.vehicle == answer.vehicle?.id
    else {
      throw .failure(
        context.phrase(
          "park.error.request_of_another",
          ["request": request.requestID ?? "", "ticket": "\(known.ticket.id)"]))
    }
    return try finish(known, ReminderRoute(context), nil, in: store)
  }

  // MARK: Saving

  private func draft(until end: Instant) -> TicketDraft {
    let quote = answer.quote
    return TicketDraft(
      requestID: request.requestID, town: answer.town.engine.town.id, zone: quote.zoneID,
      timeZone: answer.town.engine.clock.identifier, vehicle: answer.vehicle?.id,
      sector: question.sector, place: question.place,
      purchase: Purchase(quote, until: end), walkMinutes: request.walkMinutes,
      position: request.position, note: request.note, photoPath: request.photoPath)
  }

  func save(in store: ReminderStore, end: Instant) throws(CommandFailure) -> Int32 {
    let draft = draft(until: end)
    let now = context.invocation.now
    var mayRepeat = request.mayRepeat || request.requestID != nil
    if !mayRepeat,
      let same = try context.stored({ () throws(StoreError) in try store.lookalike(of: draft) })
    {
      try confirmRepeating(same)
      mayRepeat = true
    }
    var route = ReminderRoute(context)
    let others = context.settings.leadTimes
    let ladder = LeadLadder(
      arrival: draft.purchase.arrival, end: end, leads: request.leads, otherLeads: others,
      walkMinutes: request.walkMinutes, now: now)
    let moments = ladder.rungs.filter { !$0.isPast }.map(\.due)
    try ReminderGuard(context).require(
      route, wantsAlarms: !request.leads.isEmpty,
      usesTimers: request.usesTimers, calendarPath: request.calendarPath)
    if let path = request.calendarPath {
      try TicketCalendar(context: context, towns: towns).requireWritable(path)
    }
    let ban = try ComingBack.found(for: draft, asked: question, in: store, context)
    if request.usesTimers {
      try SystemdTimers(context).make(at: moments)
      route.timers = moments.count
    }
    let refusing = !mayRepeat
    let result = try context.stored { () throws(StoreError) in
      try store.park(
        draft, leads: request.leads, otherLeads: others, refusingLookalike: refusing, now: now)
    }
    if result.outcome == .lookalike { throw lookalike(result.ticket) }
    return try finish(result, route, ban, in: store)
  }

  /// Asks on a terminal; elsewhere nobody is there to ask, and a second ticket by mistake is a second payment.
  private func confirmRepeating(_ same: Ticket) throws(CommandFailure) {
    guard context.input.isTerminal, !context.wantsJSON else { throw lookalike(same) }
    let question = context.phrase("park.ask_repeat", lookalikeValues(same)) + " "
    guard try context.confirms(question) else { throw lookalike(same) }
  }

  private func lookalike(_ same: Ticket) -> CommandFailure {
    .failure(context.phrase("park.error.lookalike", lookalikeValues(same))).coded("lookalike")
  }

  private func lookalikeValues(_ same: Ticket) -> [String: String] {
    let words = TicketWords(context: context, towns: towns)
    return [
      "ticket": "\(same.id)", "arrival": words.said(same.arrival, of: same),
      "until": words.said(same.end, of: same),
    ]
  }

  // MARK: Telling

  private func finish(
    _ result: ParkResult, _ before: ReminderRoute, _ ban: ComingBack?, in store: ReminderStore
  ) throws(CommandFailure) -> Int32 {
    var route = before
    if result.isNew { route.wake(context) }
    if let path = request.calendarPath {
      let calendar = TicketCalendar(context: context, towns: towns)
      do throws(CommandFailure) {
        try calendar.write([calendar.event(result.ticket, result.alarms)], to: path)
      } catch {
        // The disk filled up since it was looked at: the ticket is kept, and the calendar does not ring.
        let lines =
          [context.phrase("park.saved", ["ticket": "\(result.ticket.id)"]), error.message]
          + route.lines(context, alarms: result.alarms.filter { $0.isOpen }.count)
        throw .failure(lines.joined(separator: "\n"))
      }
      route.calendarPath = path
    }
    let outcome: Outcome = result.isNew ? .parked : .repeated
    if context.wantsJSON {
      let answers = ReminderAnswers(context: context, store: store, towns: towns)
      context.print(
        json(
          outcome, ticket: try answers.json(result.ticket, alarms: result.alarms),
          reminder: route.json, ban: ban?.json(towns) ?? .null))
      return 0
    }
    // With the calendar on the output, words would spoil it.
    guard request.calendarPath != "-" else { return 0 }
    let words = TicketWords(context: context, towns: towns)
    if result.isNew {
      answer.show(context)
      if let ban { context.print(ban.line(context, words)) }
      context.print(context.phrase("park.saved", ["ticket": "\(result.ticket.id)"]))
    } else {
      context.print(
        context.phrase(
          "park.repeated",
          ["request": request.requestID ?? "", "ticket": "\(result.ticket.id)"]))
      for line in words.listLines(result.ticket, result.alarms) { context.print(line) }
    }
    if result.isNew {
      for line in words.alarmLines(result.ticket, result.alarms) { context.print(line) }
    }
    let coming = result.alarms.filter { $0.isOpen }.count
    for line in route.lines(context, alarms: coming) { context.print(line) }
    return 0
  }

  private func json(
    _ outcome: Outcome, ticket: JSONOutput = .null, reminder: JSONOutput = .null,
    ban: JSONOutput = .null
  ) -> JSONOutput {
    .object([
      ("outcome", .string(outcome.rawValue)), ("ticket", ticket), ("quote", answer.json),
      ("reminder", reminder), ("return_ban", ban),
    ])
  }
}

extension Purchase {
  init(_ quote: Quote, until end: Instant) {
    self.init(
      arrival: quote.arrival, end: end, paidCents: Int64(quote.paid.value),
      countedMinutes: quote.countedMinutes)
  }
}
