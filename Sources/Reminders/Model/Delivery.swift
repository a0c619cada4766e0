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
  /// The same for every attempt and every channel, so that a channel that can replace shows one
  /// notice: `aparka-<store>-<alarm>`, the store being 8 hexadecimal digits of its own (a store that
  /// was made anew counts its alarms from 1 again).
  public var key: String
  /// Its turn: 0 = first or independent; a higher one stands by for those before it.
  public var position: Int
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
    id: Int64, alarm: Int64, channel: String, key: String, position: Int, state: State,
    attempts: Int, nextAttempt: Instant, giveUp: Instant, owner: Int64?, receipt: String?,
    reason: String?
  ) {
    self.id = id
    self.alarm = alarm
    self.channel = channel
    self.key = key
    self.position = position
    self.state = state
    self.attempts = attempts
    self.nextAttempt = nextAttempt
    self.giveUp = giveUp
    self.owner = owner
    self.receipt = receipt
    self.reason = reason
  }
}
