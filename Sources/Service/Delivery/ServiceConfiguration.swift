import EventLoop
import Reminders

/// What the settings say, as the daemon needs it. Read at start and again at SIGHUP.
public struct ServiceConfiguration {
  /// The names of its channels are those of `makeChannels`, whatever stands here.
  public var plan: DeliveryPlan
  public var words: NoticeWords
  /// Obeys the button "extend"; nil = there is no such button.
  public var extend: TicketExtender?
  /// The settings could not be read as they are: these are the defaults, or those of before.
  public var isFaulty: Bool
  public var makeChannels: (EventLoop) -> ServiceChannels

  public init(
    plan: DeliveryPlan, words: NoticeWords, extend: TicketExtender? = nil, isFaulty: Bool = false,
    makeChannels: @escaping (EventLoop) -> ServiceChannels
  ) {
    self.plan = plan
    self.words = words
    self.extend = extend
    self.isFaulty = isFaulty
    self.makeChannels = makeChannels
  }
}

/// The ways to the driver, in the settings' order.
public struct ServiceChannels {
  public var channels: [any Channel]
  /// What the settings name and cannot be had.
  public var leftOut: [ChannelSet.LeftOut]

  public init(channels: [any Channel], leftOut: [ChannelSet.LeftOut] = []) {
    self.channels = channels
    self.leftOut = leftOut
  }

  public init(_ set: ChannelSet) { self.init(channels: set.channels, leftOut: set.leftOut) }
}
