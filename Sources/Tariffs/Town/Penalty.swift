/// What a notice for one cause costs, and how it can be cancelled.
public struct Penalty: Hashable, Sendable {
  /// The word the file uses: `overstay`, `no_ticket`, `wrong_zone` ...
  public var cause: String
  /// Offers to cancel the notice, in the order in which they are tried.
  public var cancel: [CancelOffer] = []
  /// False where it is published that the notice cannot be cancelled; nil where nothing is known.
  public var cancellable: Bool?
  public var fines: [FineBand] = []
  public var earlyPayment: EarlyPayment?
  public var postPaid: PostPaid?
  public var provenance: Provenance

  public struct EarlyPayment: Hashable, Sendable {
    /// Hundredths of the fine that are taken off.
    public var percent: Int
    /// Nil when the term is not published.
    public var days: Int?

    public init(percent: Int, days: Int?) {
      self.percent = percent
      self.days = days
    }
  }

  /// A charge for each unpaid stretch instead of a fine.
  public struct PostPaid: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable, CaseIterable { case window, day }
    public var cents: Int
    public var per: Unit

    public init(cents: Int, per: Unit) {
      self.cents = cents
      self.per = per
    }
  }
}

/// Cancelling a notice by paying in time.
public struct CancelOffer: Hashable, Sendable {
  public enum Price: Hashable, Sendable {
    case cents(Int)
    /// A multiple of the zone's greatest payment.
    case timesMaximum(Int)
    /// It can be cancelled, but for how much is not published.
    case unpublished
  }

  public enum Deadline: Hashable, Sendable {
    case minutesAfterNotice(Int)
    case minutesAfterPaidEnd(Int)
    /// The end of the day of the notice.
    case midnight
    /// Not published.
    case unpublished
  }

  public var price: Price
  public var deadline: Deadline
  /// Only while the overstay is at most so many hundredths of the paid minutes.
  public var overstayAtMostPercentOfPaid: Int?
  /// Only while the overstay is at most so many minutes.
  public var overstayAtMostMinutes: Int?
  /// Ways to pay it (`meter`, `app`).
  public var means: [String]
}

/// A fine by length of overstay.
public struct FineBand: Hashable, Sendable {
  /// The band holds overstays above so many minutes ...
  public var overMinutes: Int
  /// ... up to so many, included; nil = no end.
  public var upToMinutes: Int?
  public var amount: Amount

  public enum Amount: Hashable, Sendable {
    case cents(Int)
    /// Only a range is published.
    case range(from: Int, to: Int)
    case unpublished
  }
}

/// A residents' or other card.
public struct Card: Hashable, Sendable {
  public enum Proration: String, Hashable, Sendable, CaseIterable {
    /// The whole price whenever it is bought.
    case none
    /// The calendar quarters, months or days of the year that are left, the present one included.
    case quarter, month, day
    /// The whole price; what is not used is given back.
    case unusedPart = "unused_part"
  }

  public var id: String
  public var names: LocalizedText
  /// Class id it is for, if any.
  public var forClass: String?
  public var sectors: [String]
  /// One price, or the prices for the first, second ... vehicle of a household.
  public var cents: [Int]
  /// `shift`, `day`, `week`, `month`, `quarter`, `half_year`, `season`, `year`, `once`.
  public var per: String
  /// Month and day (`01-20`) to which last year's card is still good.
  public var graceUntil: String?
  public var proration: Proration?
  public var provenance: Provenance
}
