import CivilTime

/// A municipality with a tariff file.
public struct Town: Sendable {
  public var id: String
  public var names: LocalizedText
  /// IANA name of its time zone.
  public var timeZone: String
  /// The holiday files that add up to its calendar.
  public var holidayFiles: [String]
  public var sources: [String: Source]
  /// By first day in force.
  public var editions: [Edition]

  /// The edition in force on a date.
  public func edition(on date: CivilDate) -> Edition? {
    editions.first { $0.contains(date) }
  }

  /// The sectors that some edition names, in no order; empty = the town's rules know none.
  public var sectors: Set<String> {
    var known: Set<String> = []
    for edition in editions {
      for zone in edition.zones { known.formUnion(zone.area.sectors + zone.residentsOf) }
      for rule in edition.specialPeriods.flatMap(\.rules) { known.formUnion(rule.sectors) }
      for card in edition.cards { known.formUnion(card.sectors) }
    }
    return known
  }

  /// The places with rules of their own that some edition names, in no order.
  public var places: Set<String> {
    var known: Set<String> = []
    for edition in editions {
      known.formUnion(edition.zones.compactMap(\.area.place))
      for rule in edition.specialPeriods.flatMap(\.rules) { known.formUnion(rule.places) }
    }
    return known
  }
}

/// One in-force version of a town's rules.
public struct Edition: Sendable {
  public var id: String
  public var names: LocalizedText?
  /// The first and the last day in force; nil = unknown, and still in force.
  public var validFrom: CivilDate?
  public var validTo: CivilDate?
  /// The day on which the figures were last compared with their sources.
  public var checked: CivilDate?
  /// ISO 4217.
  public var currency: String
  /// In the order of the file.
  public var zones: [Zone]
  public var rates: [String: Rate]
  /// Ids of rates of which some figure is inferred.
  public var inferredRateIDs: Set<String>
  /// How well the figures that are printed are known, by the id of the rate.
  public var rateStatuses: [String: FactStatus] = [:]
  /// Keys of `Town.sources` that its figures are from, in no order.
  public var sourceKeys: Set<String> = []
  public var classRules: [String: ClassRule]
  public var specialPeriods: [SpecialPeriod]
  public var surcharges: [Surcharge]
  public var penalties: [String: Penalty]
  public var cards: [Card]
  public var examples: [Example]

  func contains(_ date: CivilDate) -> Bool {
    if let validFrom, date < validFrom { return false }
    if let validTo, date > validTo { return false }
    return true
  }

  public func zone(_ id: String) -> Zone? { zones.first { $0.id == id } }
}
