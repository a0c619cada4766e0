import EventLoop
import Glibc

/// A program that a channel starts for each notice.
struct Program {
  /// Where it is: a word with a slash is a path, another is looked for in `PATH`.
  static func find(
    _ word: String, environment: [String: String]
  ) throws(ChannelFault) -> String {
    let candidates: [String] =
      if word.contains("/") {
        [word]
      } else {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
          .map { "\($0)/\(word)" }
      }
    var code = ChannelFault.Code.noProgram
    for path in candidates where !word.isEmpty {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 { return path }
      code = .notExecutable
    }
    throw ChannelFault(code, detail: PlainText.line(word, longest: 200))
  }

  let path: String
  var arguments: [String]
  var environment: [String: String]
  var input: String
  /// What the program may read as `/proc/self/fd/3`.
  var file: String?

  /// Runs it once. `finished` is called exactly once, within the time limit, also when the killed
  /// program does not go (a file system that hangs).
  func run(
    timeoutMilliseconds: Int, loop: EventLoop, outcome: @escaping (ChildEnding) -> DeliveryOutcome,
    finished: @escaping (DeliveryOutcome) -> Void
  ) {
    let attempt = Attempt<DeliveryOutcome>(
      loop: loop, timeoutMilliseconds: timeoutMilliseconds + 500, late: .retry(.timedOut),
      finished: finished)
    ChildProcess.start(
      [path] + arguments, environment: environment.map { "\($0)=\($1)" }.sorted(), input: input,
      file: file, timeoutMilliseconds: timeoutMilliseconds, loop: loop
    ) { ending in attempt.end(outcome(ending)) }
  }

  /// What an ending means, as shells say it: 127 = there is none, 126 = it cannot be run.
  static func outcome(_ ending: ChildEnding, path: String) -> DeliveryOutcome {
    switch ending {
    case .exited(0, _): .delivered(receipt: nil)
    case .exited(126, let said): .permanent(.notExecutable, detail(path, said))
    case .exited(127, let said): .permanent(.noProgram, detail(path, said))
    case .exited(let status, let said): .retry(.exitStatus, detail("\(status)", said))
    case .killed(let signal, let said): .retry(.killed, detail("\(signal)", said))
    case .timedOut(let said): .retry(.timedOut, said.isEmpty ? nil : detail("", said))
    case .notStarted(ENOENT), .notStarted(ENOTDIR): .permanent(.noProgram, path)
    case .notStarted(EACCES), .notStarted(ENOEXEC): .permanent(.notExecutable, path)
    case .notStarted(let number): .retry(.notStarted, String(cString: strerror(number)))
    }
  }

  private static func detail(_ fact: String, _ said: String) -> String {
    var said = PlainText.line(said, longest: 300)
    while said.last == " " { said.removeLast() }
    return [fact, said].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
