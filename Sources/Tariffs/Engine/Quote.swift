import CivilTime

/// The answer of the meter, with its reasons.
public struct Quote: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    case ticket
    /// Nothing is to be paid now.
    case free
    case refused
    case residentsOnly = "residents_only"
  }

  public internal(set) var zoneID: String
  /// Nil when no edition is in force.
  public internal(set) var editionID: String?
  /// The special period that acts, if any, and the zone that this one is like in it.
  public internal(set) var periodID: String?
  public internal(set) var actsAs: String?
  public internal(set) var arrival: Instant
  public internal(set) var outcome: Outcome
  public internal(set) var paid: Cents = .zero
  /// The part of the amount that buys nothing.
  public internal(set) var change: Cents = .zero
  public internal(set) var countedMinutes = 0
  /// When the ticket begins to count: the arrival, the next opening, or the end of a running ticket.
  public internal(set) var countingFrom: Instant?
  /// The ticket's end; exclusive.
  public internal(set) var validUntil: Instant?
  /// When nothing is to be paid at the arrival, or once the ticket has ended at a closing: the next
  /// minute that must be paid. Nil with `free` = it never must.
  public internal(set) var freeUntil: Instant?
  /// When the town's return ban lets the car come back, if it acts on this ticket.
  public internal(set) var returnFrom: Instant?
  /// From the arrival to the ticket's end, without gap or overlap.
  public internal(set) var segments: [Segment] = []
  public internal(set) var limits: [Limit] = []
  public internal(set) var caveats: [Caveat] = []
  public internal(set) var refusal: Refusal?

  init(zoneID: String, arrival: Instant, outcome: Outcome) {
    self.zoneID = zoneID
    self.arrival = arrival
    self.outcome = outcome
  }
}

/// A stretch of a stay in which every minute is of one kind.
public struct Segment: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case counted, free, forbidden
    case residentsOnly = "residents_only"
  }

  public let from: Instant
  public let to: Instant
  public let kind: Kind
  /// What the counted minutes of the segment add to the price.
  public let cents: Cents

  /// Elapsed whole minutes.
  public var minutes: Int { to.seconds(since: from) / 60 }
}

/// Something that decided the answer.
public enum Limit: String, Hashable, Sendable, CaseIterable {
  /// The stay costs as much as the least payment.
  case minimum
  case maximumStay = "maximum_stay"
  case maximumPerDay = "maximum_per_day"
  /// Time beyond the closing is not sold.
  case closing
  /// A new ticket begins at the next opening.
  case newTicket = "new_ticket"
  /// Other rules begin (a special period, a new edition).
  case rulesChange = "rules_change"
  /// The vehicle class does not pay.
  case classExempt = "class_exempt"
  /// The stay is inside the free minutes.
  case freeMinutes = "free_minutes"
  /// So short a stop is not parking.
  case notParking = "not_parking"
  /// Bought while closed; it counts from the opening.
  case prepaid
  /// It goes on from a running ticket.
  case extended
  /// The car must be gone by a closing or an opening: from then on it may not stay, because the time
  /// is for residents only, or for nobody, or because its class is not admitted.
  case residentsOnly = "residents_only"
  case forbidden
  case classNotAdmitted = "class_not_admitted"
}

/// Something the driver should know about how sure the answer is.
public enum Caveat: String, Hashable, Sendable, CaseIterable {
  case figureInferred = "figure_inferred"
  case editionChecked = "edition_checked"
  /// The newest text that the zone's rules are from is some years older than the arrival.
  case editionOld = "edition_old"
  case editionUndated = "edition_undated"
  case holidaysUnknown = "holidays_unknown"
  case gapPolicyAssumed = "gap_policy_assumed"
  case coinStepAssumed = "coin_step_assumed"
  case maximumStayUnpublished = "maximum_stay_unpublished"
  case vehicleRuleUnpublished = "vehicle_rule_unpublished"
  /// The price depends on the vehicle's label, which was not given.
  case dependsOnVehicle = "depends_on_vehicle"
  case dependsOnSector = "depends_on_sector"
  /// Places in the sector may have rules of their own, and none was given.
  case dependsOnPlace = "depends_on_place"
  case signalUnknown = "signal_unknown"
  case policyTried = "policy_tried"
  /// Counted as if every minute were regulated: the earliest end that the ticket can have.
  case hoursUnpublished = "hours_unpublished"
  /// Not every way to split a stay into tickets was looked at: there may be a cheaper one.
  case planNotExhaustive = "plan_not_exhaustive"
}

/// Why no ticket can be had, and the nearest thing that can.
public struct Refusal: Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case belowMinimum = "below_minimum"
    case offCoinStep = "off_coin_step"
    case notSold = "not_sold"
    case maximumStay = "maximum_stay"
    case maximumPerDay = "maximum_per_day"
    case pastClosing = "past_closing"
    case pastRulesChange = "past_rules_change"
    case prepayNotAllowed = "prepay_not_allowed"
    case classNotAdmitted = "class_not_admitted"
    case priceUnpublished = "price_unpublished"
    case hoursUnpublished = "hours_unpublished"
    case noEdition = "no_edition"
    case zoneNotInEdition = "zone_not_in_edition"
    case forbidden
    /// Some of the time asked for is for residents only.
    case residentsOnly = "residents_only"
    case returnBan = "return_ban"
    case endNotAfterArrival = "end_not_after_arrival"
  }

  public let reason: Reason
  public internal(set) var nearest: Nearest?

  init(_ reason: Reason, nearest: Nearest? = nil) {
    self.reason = reason
    self.nearest = nearest
  }

  /// What would be accepted.
  public struct Nearest: Hashable, Sendable {
    public var paid: Cents?
    public var countedMinutes: Int?
    public var until: Instant?
    /// The moment from which the same request is accepted.
    public var from: Instant?

    public init(
      paid: Cents? = nil, countedMinutes: Int? = nil, until: Instant? = nil, from: Instant? = nil
    ) {
      self.paid = paid
      self.countedMinutes = countedMinutes
      self.until = until
      self.from = from
    }
  }
}
