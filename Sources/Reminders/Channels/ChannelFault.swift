/// Why a channel did not deliver: a stable word and what the system said.
///
/// As text, in the store and the log, it is `code` or `code: detail`.
public struct ChannelFault: Error, Hashable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    /// The library that speaks D-Bus is not installed; the detail is its file name.
    case noLibrary = "no_library"
    /// The environment names no session bus.
    case noBusAddress = "no_bus_address"
    /// Nothing listens at the session bus's address; the detail is the error's name.
    case noBus = "no_bus"
    /// The session bus went away before it answered.
    case busLost = "bus_lost"
    /// No notification server runs, nor can be started; the detail is the D-Bus error's name.
    case noServer = "no_server"
    /// The notification server answered with an error; the detail is its name.
    case refused
    /// No answer within the channel's timeout.
    case timedOut = "timed_out"
    /// The settings name no command, or no address to send to.
    case notConfigured = "not_configured"
    /// There is no such program; the detail is its name.
    case noProgram = "no_program"
    /// The program's file cannot be run; the detail is its name.
    case notExecutable = "not_executable"
    /// The system could not start a program now; the detail is the error's name.
    case notStarted = "not_started"
    /// The program ended with an exit status other than 0; the detail is the status and what it said.
    case exitStatus = "exit_status"
    /// A signal ended the program; the detail is the signal's number and what it said.
    case killed
    /// The address is not one that `apprise` understands.
    case badAddress = "bad_address"
    /// No terminal of the user's is open, or none takes messages.
    case noTerminal = "no_terminal"
    /// Every terminal's output is stopped, or writing failed; the detail names one.
    case terminalStopped = "terminal_stopped"
    /// The settings name a channel that there is not.
    case unknownChannel = "unknown_channel"
  }

  public var code: Code
  public var detail: String?

  public init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }

  /// Reads back what `text` wrote; nil for any other text.
  public init?(text: String) {
    let word = text.prefix { $0 != ":" }
    guard let code = Code(rawValue: String(word)) else { return nil }
    self.code = code
    let rest = text.dropFirst(word.count)
    detail = rest.hasPrefix(": ") ? String(rest.dropFirst(2)) : nil
  }

  public var text: String {
    guard let detail else { return code.rawValue }
    return "\(code.rawValue): \(detail)"
  }
}
