/// Members of a zone that are different for a vehicle class, or on the dates of a special period. Nil
/// leaves the zone's own; an inner nil takes it away.
public struct ZoneChange: Hashable, Sendable {
  public var color: String?
  /// In a special period: the zone that this one is like.
  public var actsAs: String?
  public var hours: ZoneHours?
  public var duringHours: DuringHours?
  public var outsideHours: OutsideHours?
  public var residentsOf: [String]?
  public var rateID: String??
  public var productRateIDs: [String]?
  public var maximumStay: MaximumStay??
  public var maximumPerDayMinutes: Int??
  public var gap: Gap??
  public var prepay: Prepay??
  public var returnBan: ReturnBan??
  public var classRules: [String: ClassRule] = [:]
  /// The members whose value is inferred, by their name in the file.
  public var inferredMembers: [String] = []

  public init() {}

  /// The zone with the changes.
  func applied(to zone: Zone) -> Zone {
    var zone = zone
    if let color { zone.color = color }
    if let actsAs { zone.actsAs = actsAs }
    if let hours { zone.hours = hours }
    if let duringHours { zone.duringHours = duringHours }
    if let outsideHours { zone.outsideHours = outsideHours }
    if let residentsOf { zone.residentsOf = residentsOf }
    if let rateID { zone.rateID = rateID }
    if let productRateIDs { zone.productRateIDs = productRateIDs }
    if let maximumStay { zone.maximumStay = maximumStay }
    if let maximumPerDayMinutes { zone.maximumPerDayMinutes = maximumPerDayMinutes }
    if let gap { zone.gap = gap }
    if let prepay { zone.prepay = prepay }
    if let returnBan { zone.returnBan = returnBan }
    zone.classRules.merge(classRules) { $1 }
    zone.inferredMembers += inferredMembers
    return zone
  }
}
