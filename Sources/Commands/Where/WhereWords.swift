import CivilTime
import DataLibrary
import Phrasebook
import Tariffs

/// A position in words.
struct WhereWords {
  private let context: CommandContext
  private let here: Whereabouts
  private let vehicle: VehicleClass?

  init(_ here: Whereabouts, _ context: CommandContext, vehicle: VehicleClass?) {
    self.here = here
    self.context = context
    self.vehicle = vehicle
  }

  func lines() -> [String] {
    guard here.isInTown else { return outside() + sources() }
    var lines = here.covering.isEmpty && here.kerbs.isEmpty ? outside() : [title()]
    lines += border()
    if let place = here.places.first {
      lines.append(context.phrase("where.place", ["place": name(place)]))
    }
    lines += colour()
    lines += zones()
    lines += unlocated()
    if let meter = meter() { lines.append(meter) }
    lines += notes()
    lines += sources()
    return lines
  }

  // MARK: Sectors

  private func title() -> String {
    let town = context.townName(here.engine.town)
    switch here.covering.count {
    case 0: return context.phrase("where.in_town", ["town": town])
    case 1:
      return context.phrase(
        "where.in_sector", ["town": town, "sector": name(here.covering[0])])
    default:
      return context.phrase(
        "where.in_sectors",
        ["town": town, "sectors": context.phrases.list(here.covering.map { name($0) })])
    }
  }

  private func border() -> [String] {
    guard let own = here.covering.first, let metres = here.borderMetres else { return [] }
    let others = here.near.map { sight in
      context.phrase(
        "where.other_sector", ["sector": name(sight), "distance": distance(sight.metres)])
    }
    let values = ["distance": distance(metres), "others": context.phrases.list(others)]
    var lines = [
      context.phrase(others.isEmpty ? "where.near_edge" : "where.near_border", values)
    ]
    if own.isApproximate { lines.append(context.phrase("where.approximate")) }
    return lines
  }

  private func outside() -> [String] {
    guard let nearest = here.nearest else {
      return [context.phrase("where.no_sectors_at_all")]
    }
    var lines = [context.phrase("where.outside")]
    lines.append(
      context.phrase(
        "where.nearest_sector",
        [
          "town": context.townName(here.engine.town), "sector": name(nearest),
          "distance": distance(nearest.metres), "direction": direction(nearest.bearing),
        ]))
    if nearest.isApproximate, nearest.metres <= Whereabouts.approximateBorder {
      lines.append(context.phrase("where.approximate"))
    }
    return lines
  }

  // MARK: Colours and zones

  private func colour() -> [String] {
    here.isKerbElsewhere ? stretches() + [elsewhere()] : stretches()
  }

  /// The map says one sector, the kerb another.
  private func elsewhere() -> String {
    var stated: [String] = []
    for sector in here.kerbs.compactMap(\.sector) where !stated.contains(sector) {
      stated.append(sector)
    }
    return context.phrase("where.kerb_sector", ["sectors": context.phrases.list(stated, .or)])
  }

  private func stretches() -> [String] {
    let colours = here.colours
    if colours.count > 1 {
      let kerbs = colours.map { kerb in
        context.phrase(
          "where.kerb_of_several",
          ["zone": zoneName(kerb.zone), "distance": distance(kerb.metres)])
      }
      return [context.phrase("where.kerbs", ["kerbs": context.phrases.list(kerbs)])]
    }
    if let kerb = here.kerbs.first {
      let values = ["zone": zoneName(kerb.zone), "distance": distance(kerb.metres)]
      guard let places = kerb.places else { return [context.phrase("where.kerb", values)] }
      return [context.phrase("where.kerb_places", values, count: places)]
    }
    guard let far = here.nearestKerb else { return [] }
    return [
      context.phrase(
        "where.kerb_far",
        [
          "zone": zoneName(far.zone), "distance": distance(far.metres),
          "direction": direction(far.bearing),
        ])
    ]
  }

  /// A block for each sector that may be meant; what is alike is said once.
  private func zones() -> [String] {
    let blocks = here.sectorIDs.map { id in
      (id: id, lines: here.zones(inSector: id, vehicle: vehicle).flatMap { block($0) })
    }
    guard let first = blocks.first else { return [] }
    let isAlike = blocks.allSatisfy { $0.lines == first.lines }
    if isAlike || blocks.count == 1 {
      guard !first.lines.isEmpty else { return [context.phrase("refusal.no_edition")] }
      let intro =
        here.kerbs.isEmpty ? [context.phrase("where.zones_there", count: zoneCount(first.id))] : []
      let same = blocks.count > 1 && here.kerbs.isEmpty ? [context.phrase("where.same_zones")] : []
      return intro + first.lines.map { "  " + $0 } + same
    }
    return blocks.flatMap { block in
      [context.phrase("where.zones_in_sector", ["sector": block.id ?? "-"])]
        + block.lines.map { "  " + $0 }
    }
  }

  private func zoneCount(_ sector: String?) -> Int { here.zoneIDs(inSector: sector).count }

  private func block(_ zone: ZoneHere) -> [String] {
    guard let state = zone.state else {
      return [context.phrase("where.unknown_zone", ["zone": zone.id])]
    }
    let clock = here.engine.clock
    let words = TownWords(context, clock: clock, today: clock.local(here.moment).date)
    let text = [words.now(state), price(zone, state)].compactMap { $0 }.joined(separator: " ")
    return ["\(zone.id): \(context.name(state.zone.names))", "  " + text]
  }

  /// The price of an hour, or of what is sold in its place.
  private func price(_ zone: ZoneHere, _ state: ZoneState) -> String? {
    guard state.zone.duringHours == .pay else { return nil }
    func money(_ cents: Int) -> String {
      context.phrases.money(cents: cents, currency: zone.currency)
    }
    if let cents = zone.hourCents {
      return context.phrase("where.hour_costs", ["price": money(cents)])
    }
    if let ladder = state.ladder, let longest = state.maximumMinutes,
      let cents = ladder.cents(for: longest)
    {
      return context.phrase(
        "where.longest_costs",
        ["duration": context.phrases.duration(minutes: longest), "price": money(cents.value)])
    }
    if let cheapest = state.products.min(by: { $0.cents < $1.cents }) {
      return context.phrase("where.products_from", ["price": money(cheapest.cents.value)])
    }
    return context.phrase("refusal.price_unpublished")
  }

  private func unlocated() -> [String] {
    let names = here.unlocatedZoneIDs(inSector: here.covering.first?.id).map { zoneName($0) }
    return names.isEmpty
      ? [] : [context.phrase("where.places_unlocated", ["places": context.phrases.list(names)])]
  }

  private func meter() -> String? {
    here.meter.map { meter in
      let values = [
        "distance": distance(meter.metres), "direction": direction(meter.bearing),
        "zone": meter.zone.map { zoneName($0) } ?? "",
      ]
      return context.phrase(meter.zone == nil ? "where.meter" : "where.meter_of_zone", values)
    }
  }

  /// What the answers about the zones rest on: an old tariff, unknown holidays and the like.
  private func notes() -> [String] {
    var caveats: [Caveat] = []
    for id in here.sectorIDs {
      for zone in here.zones(inSector: id, vehicle: vehicle) {
        for caveat in zone.state?.caveats ?? [] where !caveats.contains(caveat) {
          caveats.append(caveat)
        }
      }
    }
    // Those places have been named.
    if !unlocated().isEmpty { caveats.removeAll { $0 == .dependsOnPlace } }
    return caveats.map {
      context.phrase("quote.note", ["note": context.phrase("caveat.\($0.rawValue)")])
    }
  }

  // MARK: Where it is from

  private func sources() -> [String] {
    var lines: [String] = []
    var undated: [String] = []
    for kind in LayerKind.allCases {
      guard let layer = here.sectors.layers[kind], layer.isImported else { continue }
      let name = context.phrase("sectors.dated.\(kind.rawValue)")
      if let date = layer.origin.date {
        lines.append(
          context.phrase(
            "where.dated", ["layer": name, "date": context.phrases.date(written: date)]))
      } else {
        undated.append(name)
      }
    }
    if !undated.isEmpty {
      lines.append(context.phrase("where.undated", ["layers": context.phrases.list(undated)]))
    }
    return lines
  }

  // MARK: Pieces

  /// `2, Ensanches`.
  private func name(_ sight: TownSectors.Sight) -> String {
    let name = sight.names.isEmpty ? nil : context.name(LocalizedText(sight.names))
    return [sight.id, name].compactMap { $0 }.joined(separator: ", ")
  }

  private func zoneName(_ id: String?) -> String {
    guard let id else { return context.phrase("where.no_colour") }
    let date = here.engine.clock.local(here.moment).date
    let zone =
      here.engine.town.edition(on: date)?.zone(id)
      ?? here.engine.town.editions.reversed().compactMap { $0.zone(id) }.first
    return zone.map { context.name($0.names) } ?? "“\(id)”"
  }

  private func distance(_ metres: Double) -> String { context.phrases.distance(metres: metres) }

  private func direction(_ bearing: Double?) -> String {
    context.phrase("where.direction.\(Compass.point(bearing ?? 0))")
  }
}

/// The eight points of the compass.
enum Compass {
  static let points = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]

  /// - Parameter bearing: degrees clockwise from north.
  static func point(_ bearing: Double) -> String {
    points[Int((bearing / 45).rounded()) & 7]
  }
}

extension Phrasebook {
  /// Metres up to a kilometre, then kilometres with one decimal; nothing finer than a metre is known.
  func distance(metres: Double) -> String {
    let whole = Int(min(metres, 1e8).rounded())
    if whole < 1000 { return phrase("where.metres", ["number": integer(whole)]) }
    return phrase("where.kilometres", ["number": decimal((whole + 50) / 100, places: 1)])
  }
}
