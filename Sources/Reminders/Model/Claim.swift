import CivilTime

/// A delivery that this process may send now: it is `sending` on disk.
public struct Claim: Hashable, Sendable {
  public var delivery: Delivery
  public var alarm: Alarm
  /// The alarm's ticket as it is now.
  public var ticket: Ticket?
  /// The tickets that a summary (`Alarm.Cause.summary`) tells of, first ended first.
  public var summarised: [Ticket]

  public init(delivery: Delivery, alarm: Alarm, ticket: Ticket?, summarised: [Ticket] = []) {
    self.delivery = delivery
    self.alarm = alarm
    self.ticket = ticket
    self.summarised = summarised
  }
}

/// What became of a claimed delivery.
public struct Settlement: Hashable, Sendable {
  /// `Delivery.id`.
  public var delivery: Int64
  public var outcome: DeliveryOutcome

  public init(delivery: Int64, outcome: DeliveryOutcome) {
    self.delivery = delivery
    self.outcome = outcome
  }
}

/// What one step of firing did.
public struct FireReport: Hashable, Sendable {
  /// Alarms that are `firing` now, the earliest due first, a summary last.
  public var fired: [Alarm] = []
  /// Alarms that another one of their ticket speaks for.
  public var superseded = 0
  /// Alarms of tickets that ended too long ago; the summary tells of them.
  public var expired = 0
  /// Alarms that failed at once because there is no channel.
  public var failed: [Alarm] = []
  /// More is due than the limit allowed; call again.
  public var isIncomplete = false

  public init() {}
}

/// An alarm that must be told although the store cannot be written.
public struct MemoryNotice: Hashable, Sendable {
  public var alarm: Alarm
  public var ticket: Ticket?
  /// The key of its deliveries.
  public var key: String
  /// The channels that were to have it and did not take it yet, by their turn; empty = it has not fired:
  /// those of the plan.
  public var channels: [String]
  /// Ids of the alarms it speaks for.
  public var supersedes: [Int64]

  public init(
    alarm: Alarm, ticket: Ticket?, key: String, channels: [String], supersedes: [Int64]
  ) {
    self.alarm = alarm
    self.ticket = ticket
    self.key = key
    self.channels = channels
    self.supersedes = supersedes
  }
}
