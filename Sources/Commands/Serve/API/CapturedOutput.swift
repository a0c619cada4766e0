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

  /// The lines for people, without the program's name before each.
  var message: String {
    errors.split(separator: "\n").map { line in
      line.hasPrefix("aparka: ") ? line.dropFirst("aparka: ".count) : line
    }.joined(separator: "\n")
  }
}
