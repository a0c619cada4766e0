import CivilTime
import OpeningHours

/// A town's rules with its clock and its holidays: answers questions about its zones.
public struct TariffEngine: Sendable {
  public let town: Town
  public let clock: TownClock
  public let holidays: HolidaySet

  public init(town: Town, clock: TownClock, holidays: HolidaySet) {
    self.town = town
    self.clock = clock
    self.holidays = holidays
  }

  /// The zones of all editions, in the order of the latest one that has them.
  public var zoneIDs: [String] {
    var ids: [String] = []
    for edition in town.editions.reversed() {
      for zone in edition.zones where !ids.contains(zone.id) { ids.append(zone.id) }
    }
    return ids
  }

  /// Makes a zone ready for questions about one vehicle.
  ///
  /// - Parameters:
  ///   - vehicle: nil for an ordinary vehicle of which nothing is known.
  ///   - sector: where the car stands, if known.
  ///   - place: a place with rules of its own, if the car stands in one.
  ///   - signals: the values of signals from outside, by name.
  ///   - assuming: policies to use in place of those of the town.
  /// - Returns: nil when no edition has a zone of that id.
  public func prepared(
    zone id: String, vehicle: VehicleClass? = nil, sector: String? = nil, place: String? = nil,
    signals: [String: SignalValue] = [:], assuming: Assumptions = Assumptions()
  ) -> PreparedZone? {
    var factory = RegimeFactory(
      vehicle: vehicle, sector: sector, place: place, signals: signals, assuming: assuming,
      sources: town.sources)
    let editions = town.editions.map { edition in
      let zone = edition.zone(id)
      return PreparedZone.DatedEdition(
        firstDay: edition.validFrom, lastDay: edition.validTo,
        base: zone.map { factory.regime(of: $0, in: edition, period: nil) },
        periods: zone.map { factory.periods(of: $0, in: edition) } ?? [])
    }
    guard editions.contains(where: { $0.base != nil }) else { return nil }
    return PreparedZone(
      zoneID: id, table: .init(clock: clock, holidays: holidays, editions: editions))
  }
}
