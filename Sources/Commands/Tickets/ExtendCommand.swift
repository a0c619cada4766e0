import CivilTime
import JSONText
import Phrasebook
import Reminders
import Tariffs

/// `aparka extend [TICKET] [AMOUNT | DURATION]`: a second payment on a running ticket.
enum ExtendCommand: Command {
  static let name = "extend"
  static let options: [CommandOption] = [
    .ticket, .until, .signal, ParkRequest.remind, ParkRequest.requestID, ParkRequest.calendar,
    ParkRequest.via,
  ]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let call = try ExtendCall(context)
    let store = try context.openStore()
    let selection = TicketSelection(context: context, store: store)
    // A request that is sent again is answered even if nothing would be sold now.
    if let id = call.requestID,
      let known = try selection.extended(byRequest: id, typed: call.ticket)
    {
      return try TicketExtension(context: context, store: store, answer: nil)
        .repeated(known, call: call)
    }
    let ticket = try selection.running(typed: call.ticket)
    let now = context.invocation.now
    let signals = try context.signals()
    let answer: AnsweredQuote
    do throws(QuestionFault) {
      answer = try TicketExtending(context).quote(
        ticket, call.want, signals: signals, now: now)
    } catch { throw context.failure(error) }
    let extending = TicketExtension(context: context, store: store, answer: answer)
    guard answer.quote.outcome == .ticket, let end = answer.quote.validUntil, end > ticket.end
    else { return try extending.refuse(ticket, answer) }
    var leads = try context.leads(ParkRequest.remind)
    if leads == nil {
      leads = try context.stored { () throws(StoreError) in
        try TicketExtending.leads(ticket, store)
      }
    }
    return try extending.save(
      ticket, by: Purchase(answer.quote, until: end), leads: leads ?? [], call: call)
  }
}

/// The words of a call of `aparka extend`.
struct ExtendCall {
  let ticket: String?
  let want: QuoteQuestion.Want
  let requestID: String?
  let calendarPath: String?
  let usesTimers: Bool

  /// The first operand is a ticket's number when the others, or `--until`, say what is bought; all of them
  /// together go before: `extend 90` is 90 minutes, `extend 1 h 30` an hour and a half, `extend 3 90` and
  /// `extend 3 1 h 30` are about ticket 3.
  init(_ context: CommandContext) throws(CommandFailure) {
    let arguments = context.arguments
    var operands = arguments.operands[...]
    var ticket = arguments.value(.ticket)
    if let end = arguments.value(.until) {
      if ticket == nil { ticket = operands.popFirst() }
      if !operands.isEmpty { throw context.failure(.severalWants) }
      want = .until(end)
    } else {
      let words = context.phrases.readingWords
      func isWant(_ text: String) -> Bool { (try? QuoteArgument(text, words: words)) != nil }
      if ticket == nil, operands.count > 1, !isWant(operands.joined(separator: " ")),
        let first = operands.first, TicketSelection.number(first) != nil
      {
        ticket = operands.popFirst()
      }
      guard !operands.isEmpty, operands != [""] else {
        throw .usage(context.phrase("extend.error.needs_want"))
      }
      let text = operands.joined(separator: " ")
      do throws(QuoteArgumentError) { _ = try QuoteArgument(text, words: words) } catch {
        throw context.failure(.reading(error))
      }
      want = .typed(text)
    }
    self.ticket = ticket
    requestID = arguments.value(ParkRequest.requestID)
    calendarPath = try context.calendarPath()
    usesTimers = try context.usesTimers()
  }
}
