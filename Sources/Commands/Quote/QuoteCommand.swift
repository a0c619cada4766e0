import CivilTime
import OpeningHours
import Phrasebook
import Tariffs

/// `aparka quote ZONE [AMOUNT | DURATION]`: money to time, time to money, or to a wall-clock end.
enum QuoteCommand: Command {
  static let name = "quote"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [
    .town, .at, .until, .vehicle, .sector, .place, .signal, previous, .assume, stoppedAt,
    explain,
  ]
  private static let previous = CommandOption.value("previous", "range")
  private static let stoppedAt = CommandOption.value("stopped-at", "moment")
  private static let explain = CommandOption.flag("explain")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(1...Int.max, missing: "error.quote_needs_zone")
    let engine = try context.engine()
    let zone = try context.prepared(
      context.arguments.operands[0], in: engine, assuming: try context.assumptions())
    let arrival = try context.moment(in: engine.clock)
    let (want, isAssumed) = try want(context, clock: engine.clock, arrival: arrival)
    let request = QuoteRequest(
      arrival: arrival, want: want,
      previous: try earlier(context, clock: engine.clock, arrival: arrival))
    let quote = zone.quote(request)
    let stopped = try stopped(context, zone, request, quote, engine.clock)
    let edition = engine.town.editions.first { $0.id == quote.editionID }
    let currency = edition?.currency ?? "EUR"
    if context.wantsJSON {
      let json = quote.json(
        town: engine.town.id, vehicle: try context.vehicle(), currency: currency,
        clock: engine.clock)
      context.print(stopped?.json(added: json, clock: engine.clock) ?? json)
      return 0
    }
    let words = QuoteWords(
      quote, phrases: context.phrases, clock: engine.clock, currency: currency)
    let zoneName = edition?.zone(zone.zoneID).map { context.name($0.names) } ?? zone.zoneID
    context.print(words.title(town: context.townName(engine.town), zone: zoneName))
    if isAssumed, case .minutes(let minutes) = want {
      context.print(
        context.phrase(
          "quote.read_as_minutes",
          ["text": "\(minutes)", "duration": context.phrases.duration(minutes: minutes)]))
    }
    for line in words.answer() + words.reasons() { context.print(line) }
    if let stopped { for line in words.stopped(stopped) { context.print(line) } }
    if context.arguments.has(explain) {
      for line in words.explanation() { context.print("  " + line) }
    }
    for line in words.caveats() { context.print(context.phrase("quote.note", ["note": line])) }
    return quote.outcome == .refused || quote.outcome == .residentsOnly ? 1 : 0
  }

  /// `--stopped-at`: what the ticket was worth when the car left.
  private static func stopped(
    _ context: CommandContext, _ zone: PreparedZone, _ request: QuoteRequest, _ quote: Quote,
    _ clock: TownClock
  ) throws(CommandFailure) -> StoppedTicket? {
    guard let text = context.arguments.value(stoppedAt) else { return nil }
    let moment = try context.moment(text, in: clock, from: clock.local(request.arrival))
    guard let stopped = zone.stopped(request, at: moment) else {
      guard quote.outcome == .ticket else { return nil }
      throw .usage(context.phrase("error.stopped_outside"))
    }
    return stopped
  }

  // MARK: Reading the question

  private static func want(
    _ context: CommandContext, clock: TownClock, arrival: Instant
  ) throws(CommandFailure) -> (QuoteRequest.Want, isAssumed: Bool) {
    let words = context.arguments.operands.dropFirst()
    if let end = context.arguments.value(.until) {
      if !words.isEmpty { throw .usage(context.phrase("error.quote_two_wants")) }
      let moment = try context.moment(end, in: clock, from: clock.local(arrival))
      return (.until(moment), false)
    }
    guard let first = words.first, words != [""] else {
      throw .usage(context.phrase("error.quote_needs_want"))
    }
    let readingWords = context.phrases.readingWords
    do {
      // "2 euros" and "1 h 40 min" need no quotation marks.
      switch try QuoteArgument(words.joined(separator: " "), words: readingWords) {
      case .cents(let cents): return (.money(Cents(cents)), false)
      case .minutes(let minutes, let isAssumed):
        guard minutes > 0 else { throw CommandFailure.usage(context.phrase("error.zero_minutes")) }
        return (.minutes(minutes), isAssumed)
      }
    } catch let error as QuoteArgumentError {
      if words.count > 1, (try? QuoteArgument(first, words: readingWords)) != nil {
        throw context.tooMany(words[words.startIndex + 1])
      }
      throw .usage(context.phrases.message(error))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw .usage(first)
    }
  }

  /// `--previous 10:00-12:00`, once for each earlier ticket of the day.
  private static func earlier(
    _ context: CommandContext, clock: TownClock, arrival: Instant
  ) throws(CommandFailure) -> [PreviousTicket] {
    let date = clock.local(arrival).date
    var tickets: [PreviousTicket] = []
    for text in context.arguments.values(previous) {
      do {
        let range = try TypedMoment.readRange(text, on: date, words: context.phrases.readingWords)
        tickets.append(
          PreviousTicket(from: clock.instant(of: range.start), until: clock.instant(of: range.end)))
      } catch { throw .usage(context.phrases.message(error)) }
    }
    return tickets.sorted { $0.from < $1.from }
  }
}
