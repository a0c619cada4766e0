/// What a town says of a vehicle class: whether it may park, what it pays, and which members of the zone
/// are different for it.
public struct ClassRule: Hashable, Sendable {
  public var admitted = true
  /// No payment and no ticket.
  public var free = false
  /// Hundredths added to the price; -100 or more.
  public var percent: Int?
  public var addCentsPerHour: Int?
  public var roundToCents: Int?
  public var rounding: Rounding?
  /// For `resident`: whether the card of another sector helps as well.
  public var anywhere = false
  public var change = ZoneChange()
  public var isInferred = false
  /// How well it is known; nil where nothing says so.
  public var status: FactStatus?

  public init() {}

  /// Whether the class pays something else than other vehicles.
  public var changesPrice: Bool {
    free || percent != nil || addCentsPerHour != nil || change.rateID != nil
      || change.productRateIDs != nil
  }

  /// `percent` and `addCentsPerHour`, in the order in which they act.
  public var modifiers: [PriceModifier] {
    var modifiers: [PriceModifier] = []
    if let percent { modifiers.append(.percent(percent)) }
    if let addCentsPerHour { modifiers.append(.centsPerHour(addCentsPerHour)) }
    return modifiers
  }
}
