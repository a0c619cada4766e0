import CivilTime

/// Whether a notice can be cancelled, and what it costs: typed facts, without a sentence.
public struct PenaltyAnswer: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It can be cancelled at the moment of payment.
    case cancellable
    /// It could have been; the last offer's time is over.
    case tooLate = "too_late"
    /// The overstay is above what the town lets be cancelled.
    case overstayTooLong = "overstay_too_long"
    /// It is published that such a notice cannot be cancelled.
    case notCancellable = "not_cancellable"
    /// Not published, or a figure of the question is missing: the caveats say which.
    case unknown
    /// The town charges the unpaid stretches instead of fining.
    case postPaid = "post_paid"
    /// The notice was written before the paid time ended.
    case noOverstay = "no_overstay"
  }

  public internal(set) var outcome: Outcome = .unknown
  public internal(set) var zoneID: String?
  public internal(set) var cause: String
  public internal(set) var editionID: String
  /// ISO 4217.
  public internal(set) var currency: String
  public internal(set) var question: PenaltyQuestion
  /// Elapsed minutes from the end of paid time to the notice, 0 or more; nil when that end is unknown
  /// or the cause is another.
  public internal(set) var overstayMinutes: Int?

  /// What cancelling costs; nil when it cannot be, or the amount is not published.
  public internal(set) var cancel: Cents?
  /// The last minute in which it can (with `tooLate`: could) be cancelled, itself included.
  public internal(set) var cancelUntil: Instant?
  /// `meter`, `app`, `web`; nil = not published, or nothing to cancel.
  public internal(set) var means: [String]?

  public internal(set) var charge: Charge?
  public internal(set) var fine: Fine?
  public internal(set) var caveats: [PenaltyCaveat] = []
  /// Where the rule comes from; nil when there is none.
  public internal(set) var provenance: Provenance?

  init(_ question: PenaltyQuestion, edition: Edition) {
    self.question = question
    cause = question.cause
    zoneID = question.zoneID
    editionID = edition.id
    currency = edition.currency
  }

  /// True or false where it is known; nil where it is not, or there is nothing to cancel.
  public var isCancellable: Bool? {
    switch outcome {
    case .cancellable: true
    case .tooLate, .overstayTooLong, .notCancellable: false
    case .unknown, .postPaid, .noOverstay: nil
    }
  }

  /// A fine, exact or as far as it is published.
  public struct Fine: Hashable, Sendable {
    /// Equal where the amount is exact.
    public let from: Cents
    public let to: Cents
    public let early: Early?

    public var isExact: Bool { from == to }

    public struct Early: Hashable, Sendable {
      /// Hundredths that are taken off.
      public let percent: Int
      public let from: Cents
      public let to: Cents
      /// Days within which it must be paid; nil = not published.
      public let days: Int?
    }
  }

  /// A charge for each unpaid stretch.
  public struct Charge: Hashable, Sendable {
    public let each: Cents
    public let per: Penalty.PostPaid.Unit
    /// How many windows (or days) were not paid for.
    public let count: Int

    public var total: Cents { Cents(each.value * count) }
  }
}

/// What the driver should know about how sure the answer is.
public enum PenaltyCaveat: String, Hashable, Sendable, CaseIterable {
  /// Nothing is published for this cause.
  case penaltyUnpublished = "penalty_unpublished"
  /// Whether such a notice can be cancelled is not published.
  case cancellingUnpublished = "cancelling_unpublished"
  case cancelAmountUnpublished = "cancel_amount_unpublished"
  case cancelDeadlineUnpublished = "cancel_deadline_unpublished"
  case fineUnpublished = "fine_unpublished"
  case earlyTermUnpublished = "early_term_unpublished"
  /// It depends on how much time had been paid for.
  case paidTimeNeeded = "paid_time_needed"
  /// The zone was not regulated when the notice was written.
  case outsideHours = "outside_hours"
  /// The notice is later than the moment of payment.
  case noticeAhead = "notice_ahead"
  /// The windows could not be counted, or only by inferred hours.
  case hoursUnpublished = "hours_unpublished"
  case holidaysUnknown = "holidays_unknown"
  case figureInferred = "figure_inferred"
  case editionUndated = "edition_undated"
  case editionChecked = "edition_checked"
}
