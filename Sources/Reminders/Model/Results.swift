import CivilTime

/// What `park` or `extend` did.
public struct ParkResult: Hashable, Sendable {
  public enum Outcome: String, Sendable {
    /// Saved now.
    case created
    /// The same request id was saved before; nothing changed.
    case repeated
    /// An active ticket looks the same; nothing was saved.
    case lookalike
  }

  public var outcome: Outcome
  public var ticket: Ticket
  /// The alarms of the ticket's present generation, earliest first, those too (state `superseded`,
  /// reason `past`) whose moment was past already.
  public var alarms: [Alarm]
  public var isNew: Bool { outcome == .created }

  public init(outcome: Outcome, ticket: Ticket, alarms: [Alarm]) {
    self.outcome = outcome
    self.ticket = ticket
    self.alarms = alarms
  }
}

/// Which tickets to list.
public enum TicketFilter: Hashable, Sendable {
  /// Not stopped and not ended.
  case running(at: Instant)
  /// Not stopped, ended ones too.
  case active
  case all
}

/// Which alarms to list.
public struct AlarmFilter: Hashable, Sendable {
  /// `pending` and `firing` alone.
  public var openOnly: Bool
  public var ticket: Int64?
  /// At most so many, the earliest due first; of settled ones too.
  public var limit: Int

  public init(openOnly: Bool = true, ticket: Int64? = nil, limit: Int = .max) {
    self.openOnly = openOnly
    self.ticket = ticket
    self.limit = limit
  }
}

/// How many rows a clean-up removed.
public struct Removed: Hashable, Sendable {
  public var tickets: Int
  public var alarms: Int

  public init(tickets: Int = 0, alarms: Int = 0) {
    self.tickets = tickets
    self.alarms = alarms
  }
}

/// Figures for `doctor`.
public struct StoreHealth: Hashable, Sendable {
  public var activeTickets = 0
  public var pending = 0
  public var firing = 0
  /// Alarms that failed within the last 24 hours (by `settled`), and at any time.
  public var failedLately = 0
  public var failed = 0
  /// Pending alarms that were due more than a minute ago: nobody fires them.
  public var overdue = 0
  /// Outbox rows that wait, and that are under way.
  public var queued = 0
  public var sending = 0
  /// The earliest pending alarm.
  public var nextDue: Instant?

  public init() {}
}
