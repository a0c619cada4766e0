/// How money and counted minutes correspond, as a town published it.
public struct Rate: Hashable, Sendable {
  /// The published form. All of them are reduced to one `Ladder`.
  public enum Form: Hashable, Sendable {
    /// Printed pairs, both members rising.
    case points([PricePoint], between: Between)
    /// A price a minute, band after band.
    case bands([Band])
    /// Fixed tickets, nothing between.
    case products([Product])
    /// Nothing published beyond the free minutes, if any.
    case unpublished
  }

  /// What lies between two printed points.
  public enum Between: String, Hashable, Sendable, CaseIterable {
    /// A multiple of the coin step buys the minutes on the straight line.
    case linear
    /// Nothing: only printed points are sold.
    case steps
  }

  public let id: String
  public let form: Form
  /// Printed points that beat the formula of `bands`, rising.
  public let table: [PricePoint]
  /// Amounts are accepted in multiples of so many cents; printed points always are. Nil: not published.
  public let coinCents: Int?
  /// The price of `bands` is rounded to a multiple of so many cents.
  public let roundToCents: Int?
  public let rounding: Rounding
  /// What an amount that buys a fraction of a minute is given.
  public let minutesRounding: Rounding
  /// `bands` charge started blocks of so many minutes; 1 or more.
  public let startedMinutes: Int
  public let freeMinutes: FreeMinutes?
  public let minimum: Limit?
  public let maximum: Limit?

  public init(
    id: String, form: Form, table: [PricePoint] = [], coinCents: Int? = nil,
    roundToCents: Int? = nil, rounding: Rounding = .nearest, minutesRounding: Rounding = .down,
    startedMinutes: Int = 1, freeMinutes: FreeMinutes? = nil, minimum: Limit? = nil,
    maximum: Limit? = nil
  ) {
    self.id = id
    self.form = form
    self.table = table
    self.coinCents = coinCents
    self.roundToCents = roundToCents
    self.rounding = rounding
    self.minutesRounding = minutesRounding
    self.startedMinutes = startedMinutes
    self.freeMinutes = freeMinutes
    self.minimum = minimum
    self.maximum = maximum
  }

  /// A least or greatest payment where it differs from the first or last printed point.
  public struct Limit: Hashable, Sendable {
    public let cents: Int?
    public let minutes: Int?

    public init(cents: Int? = nil, minutes: Int? = nil) {
      self.cents = cents
      self.minutes = minutes
    }
  }
}

/// A printed pair: so many counted minutes for so many cents.
public struct PricePoint: Hashable, Sendable {
  public let minutes: Int
  public let cents: Int

  public init(minutes: Int, cents: Int) {
    self.minutes = minutes
    self.cents = cents
  }
}

/// A stretch of a stay with one price a minute: `cents` for each `perMinutes`.
public struct Band: Hashable, Sendable {
  /// The counted minute at which the band ends; nil for the last band.
  public let upToMinutes: Int?
  public let cents: Int
  public let perMinutes: Int

  public init(upToMinutes: Int?, cents: Int, perMinutes: Int) {
    self.upToMinutes = upToMinutes
    self.cents = cents
    self.perMinutes = perMinutes
  }
}

/// The first minutes of a stay, which cost nothing.
public struct FreeMinutes: Hashable, Sendable {
  /// From where the ladder is read once the free time is over.
  public enum Ladder: String, Hashable, Sendable, CaseIterable {
    /// From the beginning of the stay.
    case fromZero = "from_zero"
    /// From the end of the free time.
    case after
  }

  /// 1 or more.
  public let minutes: Int
  /// Whether a ticket of zero must be taken.
  public let ticketRequired: Bool
  public let then: Ladder

  public init(minutes: Int, ticketRequired: Bool, then: Ladder) {
    self.minutes = minutes
    self.ticketRequired = ticketRequired
    self.then = then
  }
}

/// A ticket sold as it is.
public struct Product: Hashable, Sendable {
  /// How long a product lasts.
  public enum Duration: Hashable, Sendable {
    /// Counted minutes.
    case minutes(Int)
    /// Calendar days: to the end of the last of so many days, the first included.
    case days(Int)
    /// A block of the day, in minutes from midnight.
    case clock(from: Int, until: Int)
    /// To the end of the day.
    case restOfDay
  }

  public let id: String
  public let names: LocalizedText
  public let cents: Int
  public let duration: Duration

  public init(id: String, names: LocalizedText, cents: Int, duration: Duration) {
    self.id = id
    self.names = names
    self.cents = cents
    self.duration = duration
  }
}
