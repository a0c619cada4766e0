import CivilTime

/// What a driver with a notice on the windscreen asks.
public struct PenaltyQuestion: Hashable, Sendable {
  /// Nil where the driver did not say: then only what holds in every zone can be answered.
  public let zoneID: String?
  /// `overstay`, `no_ticket`, `wrong_zone` ... as the town files call it.
  public let cause: String
  /// When the paid time ended (exclusive); without a ticket, when the car arrived, if known.
  public let paidEnd: Instant?
  /// When the notice was written.
  public let notice: Instant
  /// When the driver would pay.
  public let payment: Instant
  /// The counted minutes that had been paid for, if known.
  public let paidMinutes: Int?
  /// The amount that had been paid, if known; it stands in for the minutes.
  public let paid: Cents?

  /// Times are reduced to the whole minute before them.
  public init(
    zoneID: String? = nil, cause: String, paidEnd: Instant? = nil, notice: Instant,
    payment: Instant, paidMinutes: Int? = nil, paid: Cents? = nil
  ) {
    self.zoneID = zoneID
    self.cause = cause
    self.paidEnd = paidEnd?.flooredToMinute
    self.notice = notice.flooredToMinute
    self.payment = payment.flooredToMinute
    self.paidMinutes = paidMinutes
    self.paid = paid
  }

  /// Elapsed minutes from the end of paid time to the notice; negative when the notice came first.
  /// Elapsed, not regulated: that is how a controller and the ordinances count it.
  public var elapsedMinutes: Int? { paidEnd.map { notice.seconds(since: $0) / 60 } }
}

/// Why a question about a notice has no answer.
public enum PenaltyQuestionError: Error, Hashable, Sendable {
  /// No edition is in force on the day of the notice.
  case noEdition
  case zoneNotInEdition(String)
  /// The amounts differ by zone, and none was given.
  case zoneNeeded(known: [String])
  /// The cause is none of the words that this town's rules have on that day, nor one of those that
  /// every town could have.
  case unknownCause(String, known: [String])
  /// A window or a charge runs from the end of paid time, which was not given.
  case paidEndNeeded

  public var code: String {
    switch self {
    case .noEdition: "no_edition"
    case .zoneNotInEdition: "zone_not_in_edition"
    case .zoneNeeded: "zone_needed"
    case .unknownCause: "unknown_cause"
    case .paidEndNeeded: "paid_end_needed"
    }
  }
}

/// Words for causes.
public enum PenaltyCause {
  /// A ticket whose time was over.
  public static let overstay = "overstay"
  public static let noTicket = "no_ticket"
  public static let wrongZone = "wrong_zone"
  /// In a town file: every cause that has no entry of its own.
  public static let any = "any"

  /// The causes that may be asked about in every town, whether or not it published something.
  public static let common = [overstay, noTicket, wrongZone]
}
