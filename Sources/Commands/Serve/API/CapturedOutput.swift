/// What a command wrote, kept for an answer.
final class CapturedOutput: OutputSink {
  private(set) var text = ""
  private(set) var errors = ""
  /// Whether it could not answer.
  private(set) var hasFailed = false
  private(set) var code: String?
  var failedWrite: Int32? { nil }

  func write(_ text: String) { self.text += text }
  func writeError(_ text: String) { errors += text }
  func noteFailure(code: String?) {
    hasFailed = true
    self.code = code
  }

  var message: String { Self.message(errors) }

  /// The lines for people, without the program's name before each.
  static func message(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      line.hasPrefix("aparka: ") ? line.dropFirst("aparka: ".count) : line
    }.joined(separator: "\n")
  }
}
