import OpeningHours

/// A regime of regulated parking, as an edition has it.
public struct Zone: Hashable, Sendable {
  public var id: String
  public var names: LocalizedText
  /// The colour it is known by; for maps and buttons.
  public var color: String?
  public var area: Area
  public var hours: ZoneHours
  public var duringHours: DuringHours = .pay
  public var outsideHours: OutsideHours = .free
  /// Id of the rate; nil when no price is published.
  public var rateID: String?
  /// The sectors whose residents `residents_only` means; empty = the sector where the car stands.
  public var residentsOf: [String] = []
  /// Ids of rates of the form `products` that are sold as well.
  public var productRateIDs: [String] = []
  public var maximumStay: MaximumStay?
  /// Counted minutes over all tickets of a day.
  public var maximumPerDayMinutes: Int?
  public var gap: Gap?
  public var prepay: Prepay?
  public var returnBan: ReturnBan?
  public var extensionRule: ExtensionRule?
  /// Means of payment that give unused time back; nil when none is known to.
  public var refundedWith: [String]?
  /// Standing up to so many minutes is not parking.
  public var ignoredMinutes = 0
  public var classRules: [String: ClassRule] = [:]
  public var penalties: [String: Penalty] = [:]
  /// In a special period: the zone that it is like.
  public var actsAs: String?
  public var provenance: Provenance
  /// The members whose value is inferred, by their name in the file.
  public var inferredMembers: [String] = []
  /// The members that have a status of their own, by their name in the file.
  var memberStatuses: [String: FactStatus] = [:]

  /// How well a member is known, by its name in the file (`hours`, `maximum_stay` ...).
  public func status(of member: String) -> FactStatus {
    memberStatuses[member] ?? provenance.status
  }

  static let figureMembers = [
    "hours", "during_hours", "outside_hours", "maximum_stay", "maximum_per_day", "gap", "prepay",
    "return_ban", "unused_time", "ignored_minutes",
  ]

  /// Where a zone is, if not everywhere in the town.
  public struct Area: Hashable, Sendable {
    public var sectors: [String] = []
    public var place: String?

    public init(sectors: [String] = [], place: String? = nil) {
      self.sectors = sectors
      self.place = place
    }
  }
}

/// When a zone is regulated.
public enum ZoneHours: Hashable, Sendable {
  case published(OpeningHours)
  case unpublished
}

/// What a regulated minute means.
public enum DuringHours: String, Hashable, Sendable, CaseIterable {
  case pay
  case residentsOnly = "residents_only"
  case forbidden
}

/// What a minute outside the hours means.
public enum OutsideHours: String, Hashable, Sendable, CaseIterable {
  case free
  case residentsOnly = "residents_only"
  case forbidden
}

/// The most counted minutes that one ticket, or several in a row, may hold.
public enum MaximumStay: Hashable, Sendable {
  case minutes(Int)
  case unlimited
}

/// What happens to paid time at closed hours.
public enum GapPolicy: String, Hashable, Sendable, CaseIterable {
  /// Closed minutes are not counted; the ticket lives on.
  case carry
  /// The ticket ends at closing; time beyond it is not sold.
  case cut
  /// Ladder, minimum and maximum start again at the next opening.
  case newTicket = "new_ticket"
}

/// The gap policy of a zone.
public struct Gap: Hashable, Sendable {
  /// For gaps within a day.
  public var policy: GapPolicy
  /// For gaps that hold a midnight.
  public var overnight: GapPolicy

  public init(policy: GapPolicy, overnight: GapPolicy? = nil) {
    self.policy = policy
    self.overnight = overnight ?? policy
  }
}

/// Whether a ticket may be bought while the zone is closed, to count from the opening.
public struct Prepay: Hashable, Sendable {
  public var allowed: Bool
  /// How long before the opening; nil = any time.
  public var atMostMinutes: Int?

  public init(allowed: Bool, atMostMinutes: Int? = nil) {
    self.allowed = allowed
    self.atMostMinutes = atMostMinutes
  }
}

/// How long one must stay away after a ticket.
public struct ReturnBan: Hashable, Sendable {
  public enum Trigger: String, Hashable, Sendable, CaseIterable {
    case maximum
    case anyTicket = "any_ticket"
    case freeTicket = "free_ticket"
  }
  public enum Start: String, Hashable, Sendable, CaseIterable { case end, start }
  public enum Reach: String, Hashable, Sendable, CaseIterable {
    case spot, zone, sector, radius
    case tariffZone = "tariff_zone"
  }

  /// Elapsed minutes. 0 with a `within` other than `zone`: one may park again at once, but elsewhere.
  public var minutes: Int
  public var after: Trigger
  public var from: Start
  public var within: Reach
  /// With `.radius`.
  public var radiusMeters: Int?

  public init(
    minutes: Int, after: Trigger, from: Start, within: Reach, radiusMeters: Int? = nil
  ) {
    self.minutes = minutes
    self.after = after
    self.from = from
    self.within = within
    self.radiusMeters = radiusMeters
  }
}

/// What a second payment on a running ticket does.
public struct ExtensionRule: Hashable, Sendable {
  /// Whether the ladder goes on where the first payment stopped.
  public var ladderContinues: Bool
  /// Whether the maximum counts both payments.
  public var maximumCountsBoth: Bool

  public init(ladderContinues: Bool = true, maximumCountsBoth: Bool = true) {
    self.ladderContinues = ladderContinues
    self.maximumCountsBoth = maximumCountsBoth
  }
}
