/// Which channels an alarm goes through, as the settings say at the moment it fires.
public struct DeliveryPlan: Hashable, Sendable {
  public enum Mode: String, CaseIterable, Sendable {
    /// The first channel is tried; the next ones stand by and come when it fails or says nothing.
    case first
    /// Every channel, each by itself.
    case all
  }

  /// Names in the user's order, each once. None = alarms fail visibly (`no_channel`).
  public var channels: [String]
  public var mode: Mode
  /// Seconds that a channel has before the next one is tried as well. At most 120 for all together:
  /// a longer wait is taken for a clock that was set back.
  public var standbySeconds: Int
  /// Seconds after the later of the ticket's end and the firing at which no further attempt is made.
  public var giveUpSeconds: Int

  public init(
    channels: [String], mode: Mode = .first, standbySeconds: Int = 20, giveUpSeconds: Int = 1800
  ) {
    self.channels = channels
    self.mode = mode
    self.standbySeconds = standbySeconds
    self.giveUpSeconds = giveUpSeconds
  }
}
