/// Why a command could not answer, ready to be shown.
struct CommandFailure: Error {
  enum Status: Int32 {
    /// The question was asked right, but there is no answer.
    case failure = 1
    /// The words of the call are wrong.
    case usage = 2
  }

  let status: Status
  /// One or more whole lines, in the user's language.
  let message: String
  /// A stable word for programs; nil when nobody has needed one.
  var code: String?

  /// A wrong call is told in one line, whatever was typed: what a terminal would obey is shown as a
  /// replacement character, and the middle of a very long line is left out.
  static func usage(_ message: String) -> CommandFailure {
    var line = String.UnicodeScalarView()
    line.append(
      contentsOf: message.unicodeScalars.map {
        $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
      })
    var shown = String(line)
    if shown.count > longestLine {
      shown = shown.prefix(longestLine / 2) + "…" + shown.suffix(longestLine / 2)
    }
    return CommandFailure(status: .usage, message: shown)
  }

  /// In characters; all towns fit.
  private static let longestLine = 1_000

  static func failure(_ message: String) -> CommandFailure {
    CommandFailure(status: .failure, message: message)
  }

  /// The same with a word for programs.
  func coded(_ code: String) -> CommandFailure {
    var failure = self
    failure.code = code
    return failure
  }
}
