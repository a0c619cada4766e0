import CivilTime

/// A published case of what a zone is on a day, without a ticket; nil = not said.
public struct DayExample: Hashable, Sendable {
  /// Whether the edition that the case stands in is in force on that day.
  public var inForce: Bool?
  /// The regulated hours of the day: `09:00-14:00,16:00-20:00`, `off`, `unpublished`.
  public var regulated: String?
  public var duringHours: String?
  public var outsideHours: String?
  /// Counted minutes of one ticket; 0 = without a maximum.
  public var maximumMinutes: Int?
  /// What happens to paid time at closed hours: within the day, and over a midnight.
  public var gap: String?
  public var overnight: String?
  public var prepay: Bool?
  /// The sectors whose residents the zone is kept for.
  public var residentsOf: [String]?
  /// The sectors in which the zone is.
  public var sectors: [String]?
  /// The first minutes that cost nothing, and whether a ticket of zero must be taken for them.
  public var freeMinutes: Int?
  public var freeTicket: Bool?
  /// How long one may not come back, after what, and where to.
  public var returnMinutes: Int?
  public var returnAfter: String?
  public var returnWithin: String?
  /// Means of payment that give unused time back.
  public var refundedWith: [String]?
  /// The least payment, where it is all that is published of a price.
  public var minimumCents: Int?
  public var minimumMinutes: Int?
  public var actsAs: String?
}

/// A published case of what a card costs; nil = not said.
public struct CardExample: Hashable, Sendable {
  /// The id of the card.
  public var card: String
  /// 1 for the first vehicle of a household.
  public var vehicleNumber = 1
  public var priceCents: Int?
  public var per: String?
  public var sectors: [String]?
  public var graceUntil: String?
  public var proration: String?
}
