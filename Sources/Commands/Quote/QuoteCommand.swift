import CivilTime
import JSONText
import Phrasebook
import Tariffs

/// `aparka quote ZONE [AMOUNT | DURATION]`: money to time, time to money, or to a wall-clock end.
enum QuoteCommand: Command {
  static let name = "quote"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [
    .town, .at, .until, .vehicle, .sector, .place, .signal, previous, .assume, stoppedAt,
    here, explain, batch,
  ]
  static let previous = CommandOption.value("previous", "range")
  static let stoppedAt = CommandOption.value("stopped-at", "moment")
  static let here = CommandOption.value("here", "position")
  private static let explain = CommandOption.flag("explain")
  private static let batch = CommandOption.flag("batch")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let isBatch = context.arguments.has(batch)
    let isHere = context.arguments.has(here)
    if isBatch, isHere { throw .usage(context.phrase("where.here_no_batch")) }
    let ownZone = isBatch || isHere ? nil : ownZone(context)
    try context.requireOperands(
      isBatch || isHere || ownZone != nil ? 0...Int.max : 1...Int.max,
      missing: "error.quote_needs_zone")
    var question =
      isHere
      ? try QuestionHere(context).question() : try QuoteQuestion(context, hasZone: ownZone == nil)
    // The lines of a batch mean the same whoever asks.
    let filledIn =
      isBatch || isHere ? FilledIn() : question.fillIn(from: context, ownZone: ownZone)
    let desk = QuoteDesk(library: context.library, words: context.phrases.readingWords)
    var answer: AnsweredQuote?
    do throws(QuestionFault) {
      if isBatch {
        try desk.check(question, now: context.invocation.now)
      } else {
        answer = try desk.answer(question, now: { context.invocation.now })
      }
    } catch { throw failure(error, filledIn, context) }
    guard let answer else { return try BatchRun(context, defaults: question, desk: desk).run() }
    if context.wantsJSON {
      var writer = JSONWriter(pretty: true)
      writer.beginObject()
      answer.writeMembers(to: &writer)
      writer.endObject()
      writer.endLine()
      context.output.write(writer.text)
      return 0
    }
    show(answer, context)
    if isHere {
      context.print(context.phrase("quote.note", ["note": context.phrase("where.here_by_map")]))
    }
    let outcome = answer.quote.outcome
    return outcome == .refused || outcome == .residentsOnly ? 1 : 0
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
  private static func failure(
    _ fault: QuestionFault, _ filledIn: FilledIn, _ context: CommandContext
  ) -> CommandFailure {
    let words = context.arguments.operands.dropFirst()
    if case .reading(is QuoteArgumentError) = fault, let first = words.first, words.count > 1,
      (try? QuoteArgument(first, words: context.phrases.readingWords)) != nil
    {
      return context.tooMany(words[words.startIndex + 1])
    }
    return context.failure(fault, filledIn: filledIn)
  }

  private static func show(_ answer: AnsweredQuote, _ context: CommandContext) {
    let engine = answer.town.engine
    let quote = answer.quote
    let words = QuoteWords(
      quote, phrases: context.phrases, clock: engine.clock, currency: answer.currency)
    let zone = answer.town.edition(quote.editionID)?.zone(quote.zoneID)
    context.print(
      words.title(
        town: context.townName(engine.town),
        zone: zone.map { context.name($0.names) } ?? quote.zoneID))
    if answer.isAssumed, case .minutes(let minutes) = answer.want {
      context.print(
        context.phrase(
          "quote.read_as_minutes",
          ["text": "\(minutes)", "duration": context.phrases.duration(minutes: minutes)]))
    }
    for line in words.answer() + words.reasons() { context.print(line) }
    if let stopped = answer.stopped { for line in words.stopped(stopped) { context.print(line) } }
    if context.arguments.has(explain) {
      for line in words.explanation() { context.print("  " + line) }
    }
    for line in words.caveats() { context.print(context.phrase("quote.note", ["note": line])) }
  }
}
