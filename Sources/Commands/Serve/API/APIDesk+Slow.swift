import EventLoop
import JSONText
import WebServer

extension APIDesk {
  /// Longer than the limits of all channels together should be.
  private static let slowestMilliseconds = 50_000

  /// Runs a command in a process of its own. What it says on standard error comes with its answer.
  func slowAnswer(_ words: [String], _ request: Request) -> Response {
    let words = [base.executable ?? "aparka"] + call(words, request)
    let variables = base.environment.map { "\($0.key)=\($0.value)" }
    return .later { [loop] give in
      ChildProcess.start(
        words, environment: variables, timeoutMilliseconds: Self.slowestMilliseconds,
        keptBytes: 1 << 18, loop: loop
      ) { ending in
        give(self.response(ending, request))
      }
    }
  }

  private func response(_ ending: ChildEnding, _ request: Request) -> Response {
    if case .exited(_, let said) = ending, let start = Self.startOfObject(said) {
      return json(String(said[start...]))
    }
    var detail = phrases(request).phrase("serve.problem.no_answer")
    if case .exited(_, let said) = ending, !said.isEmpty { detail = CapturedOutput.message(said) }
    return Problem(status: 500, detail: detail, code: "no_answer").response
  }

  /// Where the JSON answer begins: lines for people may stand before it.
  private static func startOfObject(_ text: String) -> String.Index? {
    if text.hasPrefix("{\n") { return text.startIndex }
    guard let line = text.firstRange(of: "\n{\n") else { return nil }
    return text.index(after: line.lowerBound)
  }
}
