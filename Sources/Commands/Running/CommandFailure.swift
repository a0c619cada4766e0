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

  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(status: .usage, message: message)
  }
  static func failure(_ message: String) -> CommandFailure {
    CommandFailure(status: .failure, message: message)
  }
}
