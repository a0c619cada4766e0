import CivilTime
import JSONText
import Phrasebook
import Tariffs

/// `aparka tariff [ZONE]`: the price table that a driver would want to see on the meter.
enum TariffCommand: Command {
  static let name = "tariff"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [.town, .at, .vehicle, .sector, .place, .signal]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...1, missing: "")
    let engine = try context.engine()
    let moment = try context.moment(in: engine.clock)
    let ids = context.zoneIDs(in: engine)
    var answers: [JSONOutput] = []
    for id in ids {
      guard let state = try context.prepared(id, in: engine).state(at: moment) else { continue }
      let edition = engine.town.editions.first { $0.id == state.editionID }
      let currency = edition?.currency ?? "EUR"
      if context.wantsJSON {
        answers.append(json(id, state, currency))
      } else {
        if !answers.isEmpty { context.print("") }
        show(state, currency, context)
        answers.append(.null)
      }
    }
    if context.wantsJSON {
      context.print(
        .object([
          ("town", .string(engine.town.id)), ("at", .time(moment, engine.clock)),
          ("zones", .array(answers)),
        ]))
      return 0
    }
    guard !answers.isEmpty else { throw .failure(context.phrase("refusal.zone_not_in_edition")) }
    return 0
  }

  private static func rows(_ state: ZoneState) -> [PriceTable.Row] {
    state.ladder.map { PriceTable($0, maximumMinutes: state.maximumMinutes).rows } ?? []
  }

  private static func json(_ id: String, _ state: ZoneState, _ currency: String) -> JSONOutput {
    .object([
      ("zone", .string(id)), ("edition", .string(state.editionID)),
      ("currency", .string(currency)), ("maximum_minutes", .optional(state.maximumMinutes)),
      ("free_minutes", .int(state.ladder?.freeMinutes ?? 0)),
      (
        "rows",
        .array(
          rows(state).map {
            .object([("minutes", .int($0.minutes)), ("cents", .int($0.cents.value))])
          })
      ),
      (
        "products",
        .array(
          state.products.map {
            .object([("id", .string($0.product.id)), ("cents", .int($0.cents.value))])
          })
      ),
      ("caveats", .array(state.caveats.map { .string($0.rawValue) })),
    ])
  }

  private static func show(_ state: ZoneState, _ currency: String, _ context: CommandContext) {
    context.print(context.phrases.capitalized(context.name(state.zone.names)))
    let phrases = context.phrases
    let rows = rows(state).map {
      (
        phrases.duration(minutes: $0.minutes),
        phrases.money(cents: $0.cents.value, currency: currency)
      )
    }
    let products = state.products.map {
      (context.name($0.product.names), phrases.money(cents: $0.cents.value, currency: currency))
    }
    let width = (rows + products).map(\.0.count).max() ?? 0
    let priceWidth = (rows + products).map(\.1.count).max() ?? 0
    for (label, price) in rows + products {
      context.print(
        "  " + label + String(repeating: " ", count: width - label.count + 2)
          + String(repeating: " ", count: priceWidth - price.count) + price)
    }
    if rows.isEmpty, products.isEmpty {
      let key =
        state.zone.duringHours == .pay
        ? "refusal.price_unpublished" : "zone.during_\(state.zone.duringHours.rawValue)"
      context.print("  " + context.phrase(key))
    }
    for caveat in state.caveats {
      context.print(
        context.phrase("quote.note", ["note": context.phrase("caveat.\(caveat.rawValue)")]))
    }
  }
}
