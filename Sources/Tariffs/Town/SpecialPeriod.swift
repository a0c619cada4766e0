import OpeningHours

/// Named dates on which zones are replaced by other zones (San Fermín, a season).
public struct SpecialPeriod: Hashable, Sendable {
  public var id: String
  public var names: LocalizedText
  /// Days with an open span are in the period.
  public var when: OpeningHours
  /// The first one that fits acts.
  public var rules: [PeriodRule]
  public var provenance: Provenance
}

/// What a special period does to some zones, in some sectors or places.
public struct PeriodRule: Hashable, Sendable {
  /// Zone ids; empty = all.
  public var zoneIDs: [String]
  /// Sectors or places where the car stands; both empty = anywhere.
  public var sectors: [String]
  public var places: [String]
  /// Nil = the zones stay as they are.
  public var change: ZoneChange?
  public var provenance: Provenance

  /// Whether the rule names the zone.
  func covers(zone id: String) -> Bool { zoneIDs.isEmpty || zoneIDs.contains(id) }

  /// Whether it matters to the rule where the car stands.
  var needsLocation: Bool { !sectors.isEmpty || !places.isEmpty }

  /// Whether a car there is meant. Where the location is unknown, only rules for anywhere fit.
  func fits(sector: String?, place: String?) -> Bool {
    guard needsLocation else { return true }
    if let place, places.contains(place) { return true }
    if let sector, sectors.contains(sector) { return true }
    return false
  }
}
