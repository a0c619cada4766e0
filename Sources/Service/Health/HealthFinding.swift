/// Something that `aparka doctor` looked at, and how it is.
public struct HealthFinding: Hashable, Sendable {
  /// What was looked at. The raw values are stable.
  public enum Check: String, CaseIterable, Sendable {
    case daemon, store, alarms, next, channel, clock, session, unit, net, translations, settings
  }

  public enum State: String, Sendable {
    case good
    /// Works now, and may not always.
    case doubtful
    /// A reminder would not come, or not in time.
    case bad
    /// Cannot be known here.
    case unknown
  }

  public var check: Check
  public var state: State
  /// A stable word: what it is that is so. `doctor.<check>.<reason>` is its phrase.
  public var reason: String
  /// Data for programs and for the phrase, by the phrase's placeholders.
  public var values: [String: String]

  public init(
    _ check: Check, _ state: State, _ reason: String, _ values: [String: String] = [:]
  ) {
    self.check = check
    self.state = state
    self.reason = reason
    self.values = values
  }
}
