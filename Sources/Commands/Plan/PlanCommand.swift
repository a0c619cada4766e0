import CivilTime
import Phrasebook
import Tariffs

/// `aparka plan ZONE FROM-UNTIL`: the cheapest legal tickets for a stay.
enum PlanCommand: Command {
  static let name = "plan"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [
    .town, .at, .until, .vehicle, .sector, .place, .signal, .assume,
  ]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let ownZone = ownZone(context)
    try context.requireOperands(
      ownZone == nil ? 1...2 : 0...1, missing: "error.plan_needs_zone")
    let engine = try context.engine()
    let zone = try context.prepared(
      ownZone ?? context.arguments.operands[0], in: engine, isOwn: ownZone != nil,
      assuming: try context.assumptions())
    let stay = try context.stay(
      context.arguments.operands.dropFirst(ownZone == nil ? 1 : 0).first, clock: engine.clock)
    let plan = zone.plan(from: stay.start, until: stay.end)
    if context.wantsJSON {
      context.print(
        plan.json(
          town: engine.town, vehicle: try context.vehicle(inTown: engine.town.id),
          clock: engine.clock))
      return 0
    }
    let state = zone.state(at: stay.start)
    let words = PlanWords(
      plan, phrases: context.phrases, clock: engine.clock,
      currency: engine.town.currency(edition: state?.editionID))
    context.print(
      words.title(
        town: context.townName(engine.town),
        zone: state.map { context.name($0.zone.names) } ?? zone.zoneID))
    for line in words.lines() { context.print(line) }
    for line in words.caveats() { context.print(context.phrase("quote.note", ["note": line])) }
    return plan.outcome == .covered ? 0 : 1
  }

  /// The zone of the settings, when the call leaves the zone out: it has no operand, or one that is a stay.
  private static func ownZone(_ context: CommandContext) -> String? {
    guard let zone = context.ownZone else { return nil }
    let operands = context.arguments.operands
    guard let only = operands.first else { return zone }
    guard operands.count == 1, !context.arguments.has(.until) else { return nil }
    return context.isStay(only) ? zone : nil
  }
}

extension CommandContext {
  /// A stay: `9:00-19:00` on the date of `--at`, a length from `--at` on, or from `--at` to `--until`.
  func stay(
    _ text: String?, clock: TownClock
  ) throws(CommandFailure) -> (start: Instant, end: Instant) {
    let from = try moment(in: clock)
    var stay = (start: from, end: from)
    if let end = arguments.value(.until) {
      guard text == nil else { throw .usage(phrase("error.stay_twice")) }
      stay.end = try moment(end, in: clock, from: clock.local(from))
    } else if let text {
      stay = try typedStay(text, from: from, clock: clock)
    } else {
      throw .usage(phrase("error.stay_missing"))
    }
    guard stay.end > stay.start else { throw .usage(phrase("refusal.end_not_after_arrival")) }
    guard stay.end.seconds(since: stay.start) / 60 <= PreparedZone.longestPlanMinutes else {
      throw .usage(
        phrase(
          "error.stay_too_long",
          ["limit": phrases.duration(minutes: PreparedZone.longestPlanMinutes)]))
    }
    return stay
  }

  /// Whether a word has the form of a stay.
  func isStay(_ text: String) -> Bool {
    let words = phrases.readingWords
    if (try? TypedMoment.readRange(text, on: CivilDate(daysSince1970: 0), words: words)) != nil {
      return true
    }
    return (try? TypedDuration.minutes(text, words: words)) != nil
  }

  private func typedStay(
    _ text: String, from: Instant, clock: TownClock
  ) throws(CommandFailure) -> (start: Instant, end: Instant) {
    let words = phrases.readingWords
    if let range = try? TypedMoment.readRange(text, on: clock.local(from).date, words: words) {
      return (clock.instant(of: range.start), clock.instant(of: range.end))
    }
    do {
      return (from, from.adding(minutes: try TypedDuration.minutes(text, words: words)))
    } catch { throw .usage(phrase("error.not_a_stay", ["text": text])) }
  }
}
