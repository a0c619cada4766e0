import CivilTime
import JSONText
import Phrasebook
import Tariffs

/// `aparka compare STAY`: the same stay in all zones of a town, or of all towns, the cheapest first.
enum CompareCommand: Command {
  static let name = "compare"
  static let options: [CommandOption] = [
    .town, towns, .at, .until, .vehicle, .sector, .place, .signal,
  ]
  private static let towns = CommandOption.flag("towns")

  /// A zone with what the stay means in it.
  private struct Row {
    let engine: TariffEngine
    let names: LocalizedText
    let plan: Plan
    let currency: String
  }

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...1, missing: "")
    var rows: [Row] = []
    for engine in try engines(context) { rows += try compared(engine, context) }
    // Stays that are possible first, by price; then those that are not, the longest first.
    rows.sort {
      let (first, second) = ($0.plan, $1.plan)
      guard first.outcome == .covered, second.outcome == .covered else {
        if first.outcome == .covered || second.outcome == .covered {
          return first.outcome == .covered
        }
        return first.legalUntil > second.legalUntil
      }
      return first.paid < second.paid
    }
    if context.wantsJSON {
      context.print(
        .object([
          (
            "zones",
            .array(
              try rows.map { (row) throws(CommandFailure) in
                row.plan.json(
                  town: row.engine.town,
                  vehicle: try context.vehicle(inTown: row.engine.town.id),
                  clock: row.engine.clock)
              })
          )
        ]))
      return 0
    }
    tell(rows, context)
    return rows.contains { $0.plan.outcome == .covered } ? 0 : 1
  }

  /// A line each, with the numbers of the notes that concern it; the notes follow once.
  private static func tell(_ rows: [Row], _ context: CommandContext) {
    if rows.isEmpty { context.print(context.phrase("refusal.no_edition")) }
    let several = context.arguments.has(towns)
    var notes: [String] = []
    for row in rows {
      let words = PlanWords(
        row.plan, phrases: context.phrases, clock: row.engine.clock, currency: row.currency)
      let name = (several ? context.townName(row.engine.town) + ", " : "") + context.name(row.names)
      let caveats = words.caveats()
      notes += caveats.filter { !notes.contains($0) }
      let numbers = notes.indices.filter { caveats.contains(notes[$0]) }.map { "\($0 + 1)" }
      let marks = numbers.isEmpty ? "" : " [\(numbers.joined(separator: ", "))]"
      context.print("\(name) (\(row.plan.zoneID)): \(words.comparison())\(marks)")
    }
    for (index, note) in notes.enumerated() { context.print("[\(index + 1)] \(note)") }
  }

  private static func engines(
    _ context: CommandContext
  ) throws(CommandFailure) -> [TariffEngine] {
    guard context.arguments.has(towns) else { return [try context.engine()] }
    var engines: [TariffEngine] = []
    for id in try context.townIDs() {
      do { engines.append(try context.library.engine(town: id, withPublishedCases: false)) } catch {
        throw context.failure(error)
      }
    }
    return engines
  }

  private static func compared(
    _ engine: TariffEngine, _ context: CommandContext
  ) throws(CommandFailure) -> [Row] {
    let stay = try context.stay(context.arguments.operands.first, clock: engine.clock)
    var rows: [Row] = []
    for id in engine.zoneIDs {
      let zone = try context.prepared(id, in: engine)
      guard let state = zone.state(at: stay.start) else { continue }
      rows.append(
        Row(
          engine: engine, names: state.zone.names,
          plan: zone.plan(from: stay.start, until: stay.end),
          currency: engine.town.currency(edition: state.editionID)))
    }
    return rows
  }
}
