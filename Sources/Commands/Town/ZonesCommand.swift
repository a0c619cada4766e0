import CivilTime
import JSONText
import OpeningHours
import Phrasebook
import Tariffs

/// `aparka zones`: the zones of a town at a moment, with what each is then.
enum ZonesCommand: Command {
  static let name = "zones"
  static let options: [CommandOption] = [.town, .at, .vehicle, .sector, .place, .signal]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let engine = try context.engine()
    let moment = try context.moment(in: engine.clock)
    var rows: [(id: String, state: ZoneState)] = []
    for id in engine.zoneIDs {
      let zone = try context.prepared(id, in: engine)
      if let state = zone.state(at: moment) { rows.append((id, state)) }
    }
    if context.wantsJSON {
      context.print(
        .object([
          ("town", .string(engine.town.id)), ("at", .time(moment, engine.clock)),
          ("zones", .array(rows.map { json($0.id, $0.state, engine.clock) })),
        ]))
      return 0
    }
    let today = engine.clock.local(moment).date
    context.print(
      context.phrase(
        "zones.title",
        [
          "town": context.townName(engine.town),
          "at": context.phrases.dateTime(engine.clock.local(moment), .full),
        ]))
    if rows.isEmpty { context.print(context.phrase("refusal.no_edition")) }
    for row in rows {
      context.print("")
      context.print("\(row.id): \(context.name(row.state.zone.names))")
      for line in TownWords(context, clock: engine.clock, today: today).lines(row.state) {
        context.print("  " + line)
      }
    }
    return 0
  }

  private static func json(_ id: String, _ state: ZoneState, _ clock: TownClock) -> JSONOutput {
    .object([
      ("zone", .string(id)), ("edition", .string(state.editionID)),
      ("period", .optional(state.periodID)), ("acts_as", .optional(state.zone.actsAs)),
      (
        "name",
        .object(
          state.zone.names.byLanguage.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
        )
      ),
      ("color", .optional(state.zone.color)), ("hours", .hours(state.zone.hours)),
      ("regulated", .bool(state.isRegulated)),
      ("during_hours", .string(state.zone.duringHours.rawValue)),
      ("outside_hours", .string(state.zone.outsideHours.rawValue)),
      ("until", .time(state.until, clock)), ("maximum_minutes", .optional(state.maximumMinutes)),
      ("price_published", .bool(state.ladder != nil || !state.products.isEmpty)),
      ("caveats", .array(state.caveats.map { .string($0.rawValue) })),
    ])
  }
}

extension JSONOutput {
  /// The opening_hours text, or null where none is published.
  static func hours(_ hours: ZoneHours) -> JSONOutput {
    if case .published(let published) = hours { .string(published.description) } else { .null }
  }
}
