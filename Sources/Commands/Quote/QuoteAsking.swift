import Phrasebook
import Tariffs

/// The question of a call about one price, as `quote` and `park` are called: operands, options, a position, and
/// the settings where the call says nothing.
struct QuoteAsking {
  let question: QuoteQuestion
  /// The lines of a batch mean the same whoever asks: nothing is filled in.
  private let filledIn: FilledIn
  private let context: CommandContext

  /// - Parameter isBatch: the question is what lines leave out.
  init(_ context: CommandContext, isBatch: Bool = false) throws(CommandFailure) {
    self.context = context
    let isHere = context.arguments.has(QuoteCommand.here)
    if isBatch, isHere { throw .usage(context.phrase("where.here_no_batch")) }
    let ownZone = isBatch || isHere ? nil : Self.ownZone(context)
    try context.requireOperands(
      isBatch || isHere || ownZone != nil ? 0...Int.max : 1...Int.max,
      missing: "error.quote_needs_zone")
    var question =
      isHere
      ? try QuestionHere(context).question() : try QuoteQuestion(context, hasZone: ownZone == nil)
    filledIn = isBatch || isHere ? FilledIn() : question.fillIn(from: context, ownZone: ownZone)
    self.question = question
  }

  func answer() throws(CommandFailure) -> AnsweredQuote {
    try asking { (desk) throws(QuestionFault) in
      try desk.answer(question, now: { context.invocation.now })
    }
  }

  /// Runs a step of the desk; what is wrong with the question is told.
  func asking<Answer>(
    _ step: (QuoteDesk) throws(QuestionFault) -> Answer
  ) throws(CommandFailure) -> Answer {
    let desk = QuoteDesk(library: context.library, words: context.phrases.readingWords)
    do throws(QuestionFault) { return try step(desk) } catch { throw failure(error) }
  }

  /// The zone of the settings, when the call leaves the zone out: what is typed has the form of an amount or a
  /// duration, or there is nothing but `--until`.
  private static func ownZone(_ context: CommandContext) -> String? {
    guard let zone = context.ownZone else { return nil }
    let words = context.arguments.operands.joined(separator: " ")
    if words.isEmpty { return zone }
    if context.arguments.has(.until) { return nil }
    do throws(QuoteArgumentError) {
      _ = try QuoteArgument(words, words: context.phrases.readingWords)
      return zone
    } catch {
      // A negative amount or too long a duration is one all the same.
      switch error {
      case .neither, .amount(.notAnAmount): return nil
      case .amount, .duration: return zone
      }
    }
  }

  /// Words that are an amount and one too many are told apart from words that are no amount.
  private func failure(_ fault: QuestionFault) -> CommandFailure {
    let words = context.arguments.operands.dropFirst()
    if case .reading(is QuoteArgumentError) = fault, let first = words.first, words.count > 1,
      (try? QuoteArgument(first, words: context.phrases.readingWords)) != nil
    {
      return context.tooMany(words[words.startIndex + 1])
    }
    return context.failure(fault, filledIn: filledIn)
  }
}
