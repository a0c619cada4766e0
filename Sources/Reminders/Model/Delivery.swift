import CivilTime

/// One alarm on its way through one channel: a row of the outbox.
public struct Delivery: Hashable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    /// To be sent at `nextAttempt`.
    case queued
    /// Claimed by `owner`, on disk, before anything is sent.
    case sending
    case delivered
    /// Past `giveUp`, or the channel said that trying again is useless.
    case failed
    /// Another channel delivered first, or the ticket was stopped or extended.
    case cancelled
  }

  public var id: Int64
  public var alarm: Int64
  /// The channel's name (`desktop`, `command`, `apprise`, `terminal`).
  public var channel: String
  /// The same for every attempt, so that a channel that can replace shows one notice: `aparka-<alarm>`.
  public var key: String
  public var state: State
  public var attempts: Int
  public var nextAttempt: Instant
  public var giveUp: Instant
  /// The process that sends it, nil when nobody does.
  public var owner: Int64?
  /// What the channel said when it took the notice.
  public var receipt: String?
  public var reason: String?

  public init(
    id: Int64, alarm: Int64, channel: String, key: String, state: State, attempts: Int,
    nextAttempt: Instant, giveUp: Instant, owner: Int64?, receipt: String?, reason: String?
  ) {
    self.id = id
    self.alarm = alarm
    self.channel = channel
    self.key = key
    self.state = state
    self.attempts = attempts
    self.nextAttempt = nextAttempt
    self.giveUp = giveUp
    self.owner = owner
    self.receipt = receipt
    self.reason = reason
  }
}
