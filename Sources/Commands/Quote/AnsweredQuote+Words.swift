import JSONText
import Phrasebook
import Tariffs

extension AnsweredQuote {
  func words(_ context: CommandContext) -> QuoteWords {
    QuoteWords(
      quote, phrases: context.phrases, clock: town.engine.clock, currency: currency)
  }

  /// Prints the answer: town, zone and moment, what is bought or why not, and what to be careful about.
  func show(_ context: CommandContext, explained: Bool = false) {
    let words = words(context)
    let zone = town.edition(quote.editionID)?.zone(quote.zoneID)
    context.print(
      words.title(
        town: context.townName(town.engine.town),
        zone: zone.map { context.name($0.names) } ?? quote.zoneID))
    if isAssumed, case .minutes(let minutes) = want {
      context.print(
        context.phrase(
          "quote.read_as_minutes",
          ["text": "\(minutes)", "duration": context.phrases.duration(minutes: minutes)]))
    }
    for line in words.answer() + words.reasons() { context.print(line) }
    if let stopped { for line in words.stopped(stopped) { context.print(line) } }
    if explained { for line in words.explanation() { context.print("  " + line) } }
    for line in words.caveats() { context.print(context.phrase("quote.note", ["note": line])) }
    if context.arguments.has(QuoteCommand.here) {
      context.print(context.phrase("quote.note", ["note": context.phrase("where.here_by_map")]))
    }
  }

  /// The answer as a part of a larger one.
  var json: JSONOutput {
    quote.json(
      town: town.engine.town.id, vehicle: vehicle, currency: currency, clock: town.engine.clock)
  }
}
