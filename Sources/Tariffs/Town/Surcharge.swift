import OpeningHours

/// A change of price that depends on a figure or a declaration from outside (air quality).
public struct Surcharge: Hashable, Sendable {
  public enum Effect: Hashable, Sendable {
    /// A measured figure: the last step that it is above acts; percent of the price so far.
    case steps([Step])
    /// A declaration: so many cents an hour on top.
    case centsPerHour(Int)
    /// A declaration: so many hundredths on top.
    case percent(Int)
  }

  public struct Step: Hashable, Sendable {
    public var above: Int
    public var percent: Int

    public init(above: Int, percent: Int) {
      self.above = above
      self.percent = percent
    }
  }

  public var id: String
  public var names: LocalizedText
  /// The name under which its value is passed in.
  public var signal: String
  public var effect: Effect
  /// Of the signal's figure, `µg/m³`; nil when the town does not name it.
  public var unit: String?
  /// Whether a percentage is of the price before any modifier instead of the price so far.
  public var ofBase = false
  /// When it acts; nil = whenever the signal is on.
  public var when: OpeningHours?
  /// Zone ids; empty = all.
  public var zoneIDs: [String] = []
  /// Class ids that never pay it.
  public var exempt: [String] = []
  public var provenance: Provenance

  /// Whether it can act on that zone and class at all.
  func concerns(zone id: String, vehicle: VehicleClass?) -> Bool {
    (zoneIDs.isEmpty || zoneIDs.contains(id))
      && !(vehicle.map { exempt.contains($0.ruleID) } ?? false)
  }

  /// The modifier with the largest figures that any value of the signal can give.
  var strongest: PriceModifier {
    switch effect {
    case .steps(let steps):
      let percent = steps.map { abs($0.percent) }.max() ?? 0
      return ofBase ? .percentOfBase(percent) : .percent(percent)
    case .centsPerHour(let cents): return .centsPerHour(cents)
    case .percent(let percent):
      return ofBase ? .percentOfBase(abs(percent)) : .percent(abs(percent))
    }
  }

  /// What the signal's value does to the price; nil for nothing.
  func modifier(value: SignalValue) -> PriceModifier? {
    switch (effect, value) {
    case (.steps(let steps), .figure(let figure)):
      guard let step = steps.last(where: { figure > $0.above }) else { return nil }
      return ofBase ? .percentOfBase(step.percent) : .percent(step.percent)
    case (.centsPerHour(let cents), .declared(true)): return .centsPerHour(cents)
    case (.percent(let percent), .declared(true)):
      return ofBase ? .percentOfBase(percent) : .percent(percent)
    default: return nil
    }
  }
}

/// The value of a signal from outside.
public enum SignalValue: Hashable, Sendable {
  /// A whole measured figure, in the unit that the town names (NO2: micrograms per cubic metre).
  case figure(Int)
  case declared(Bool)
}
