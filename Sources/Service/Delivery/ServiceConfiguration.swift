import EventLoop
import Reminders

/// What the settings say, as the daemon needs it. Read at start and again at SIGHUP.
public struct ServiceConfiguration {
  public var plan: DeliveryPlan
  /// The channels of `plan`, in any order.
  public var makeChannels: (EventLoop) -> [any Channel]
  public var words: NoticeWords
  /// Obeys the button "extend"; nil = there is no such button.
  public var extend: TicketExtender?
  /// The settings could not be read as they are: these are the defaults, or those of before.
  public var isFaulty: Bool

  public init(
    plan: DeliveryPlan, words: NoticeWords, extend: TicketExtender? = nil, isFaulty: Bool = false,
    makeChannels: @escaping (EventLoop) -> [any Channel]
  ) {
    self.plan = plan
    self.words = words
    self.extend = extend
    self.isFaulty = isFaulty
    self.makeChannels = makeChannels
  }
}
