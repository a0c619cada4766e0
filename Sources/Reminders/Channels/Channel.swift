/// A notification as a channel shows it: words ready for people, and the data behind them.
public struct Notice: Hashable, Sendable {
  public enum Urgency: String, Sendable { case low, normal, critical }

  /// A button, where a channel has them.
  public struct Action: Hashable, Sendable {
    /// `extend`, `snooze` or `stop`.
    public var id: String
    public var label: String

    public init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// Stable over attempts and restarts; a channel that can replace a notice does so by it.
  public var key: String
  public var title: String
  public var body: String
  public var urgency: Urgency
  public var actions: [Action]
  /// The ticket's data as environment variables of the user's command (`APARKA_ZONE` ...).
  public var environment: [String: String]
  /// It is on show already and only taken over: no sound.
  public var isSilent = false

  public init(
    key: String, title: String, body: String, urgency: Urgency = .critical,
    actions: [Action] = [], environment: [String: String] = [:]
  ) {
    self.key = key
    self.title = title
    self.body = body
    self.urgency = urgency
    self.actions = actions
    self.environment = environment
  }
}

/// What became of one attempt.
public enum DeliveryOutcome: Hashable, Sendable {
  /// - Parameter receipt: what the channel said (a notification's id), for the record.
  case delivered(receipt: String?)
  /// Not now; later may do. The reason is the text of a `ChannelFault`.
  case retry(reason: String)
  /// Trying again is useless (a command that does not exist). The reason is the text of a
  /// `ChannelFault`.
  case permanent(reason: String)
}

/// Whether a channel could take a notice now.
public enum ChannelHealth: Hashable, Sendable {
  /// - Parameter detail: who would show it (`dunst 1.9.0`, `pts/3`), if that is known.
  case ready(detail: String?)
  case broken(ChannelFault)
}

/// A way to reach the driver. All of it runs on the event loop's one thread and never blocks it.
public protocol Channel: AnyObject {
  /// As in the settings: `desktop`, `command`, `apprise`, `terminal`; the second `apprise` address is
  /// `apprise-2`.
  var name: String { get }
  /// Shows a notice. `finished` is called exactly once, later than the call of this function, and
  /// within the channel's own timeout.
  func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void)
  /// Takes a notice back that may still be on show, after the driver has acted on it. Does nothing where
  /// a channel cannot.
  func withdraw(key: String)
  /// Looks whether the channel could deliver, without disturbing the driver. `finished` is called exactly
  /// once, later, within the channel's own timeout.
  func check(finished: @escaping (ChannelHealth) -> Void)
}

extension Channel {
  public func withdraw(key: String) {}
}
