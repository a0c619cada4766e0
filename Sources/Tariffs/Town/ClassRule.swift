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
  /// The members that replace the zone's.
  public var hours: ZoneHours?
  public var duringHours: DuringHours?
  public var outsideHours: OutsideHours?
  public var rateID: String?
  public var productRateIDs: [String]?
  public var maximumStay: MaximumStay?
  /// `.some(nil)`: the zone's daily maximum does not hold for the class.
  public var maximumPerDay: Int??
  public var returnBan: ReturnBan?
  public var isInferred = false

  public init() {}

  /// Whether the class pays something else than other vehicles.
  var changesPrice: Bool {
    free || percent != nil || addCentsPerHour != nil || rateID != nil || productRateIDs != nil
  }

  /// Only `percent` and `addCentsPerHour`, in the order in which they act.
  public var modifiers: [PriceModifier] {
    var modifiers: [PriceModifier] = []
    if let percent { modifiers.append(.percent(percent)) }
    if let addCentsPerHour { modifiers.append(.centsPerHour(addCentsPerHour)) }
    return modifiers
  }

  /// The zone as it is for this class.
  func applied(to zone: Zone) -> Zone {
    var zone = zone
    if let hours { zone.hours = hours }
    if let duringHours { zone.duringHours = duringHours }
    if let outsideHours { zone.outsideHours = outsideHours }
    if let rateID { zone.rateID = rateID }
    if let productRateIDs { zone.productRateIDs = productRateIDs }
    if let maximumStay { zone.maximumStay = maximumStay }
    if let maximumPerDay { zone.maximumPerDayMinutes = maximumPerDay }
    if let returnBan { zone.returnBan = returnBan }
    return zone
  }
}
