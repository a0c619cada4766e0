/// What can be asked at the control socket: one word and a line end; the answer is one line of JSON.
public enum ControlRequest: String, CaseIterable, Sendable {
  /// The store was changed: look now. Answered when the daemon has looked.
  case wake
  /// How the daemon is: `DaemonState`.
  case state
  /// The settings were changed: read them again, as SIGHUP does.
  case reload

  /// Longest request line.
  static let longestBytes = 32
}
