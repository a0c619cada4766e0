import CivilTime
import JSONText
import Phrasebook
import Tariffs

/// `aparka hours [ZONE]`: when zones are regulated, in words, and what holds now.
enum HoursCommand: Command {
  static let name = "hours"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [.town, .at, .vehicle, .sector, .place]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...1, missing: "")
    let engine = try context.engine()
    let moment = try context.moment(in: engine.clock)
    let ids = context.zoneIDs(in: engine)
    var answers: [JSONOutput] = []
    let words = TownWords(
      context, clock: engine.clock, today: engine.clock.local(moment).date)
    var found = false
    for id in ids {
      guard let state = try context.prepared(id, in: engine).state(at: moment) else { continue }
      found = true
      if context.wantsJSON {
        answers.append(
          .object([
            ("zone", .string(id)), ("edition", .string(state.editionID)),
            ("hours", .hours(state.zone.hours)), ("regulated", .bool(state.isRegulated)),
            ("until", .time(state.until, engine.clock)),
            ("caveats", .array(state.caveats.map { .string($0.rawValue) })),
          ]))
        continue
      }
      context.print(context.phrases.capitalized(context.name(state.zone.names)))
      context.print("  " + words.hours(state))
      context.print("  " + words.now(state))
    }
    if context.wantsJSON {
      context.print(
        .object([
          ("town", .string(engine.town.id)), ("at", .time(moment, engine.clock)),
          ("zones", .array(answers)),
        ]))
      return 0
    }
    guard found else { throw .failure(context.phrase("refusal.zone_not_in_edition")) }
    return 0
  }
}
