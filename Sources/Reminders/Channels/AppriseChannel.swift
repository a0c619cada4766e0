import EventLoop

/// Push, e-mail and chat through Debian's `apprise`, one child process a notice and address.
///
/// One address is one channel: with two in one call, the failure of one would have the other repeated.
/// An address holds passwords and tokens: the program reads it from a file in memory that only it can
/// open (`/proc/self/fd/3`), so it stands in no argument list and on no disk.
public final class AppriseChannel: Channel {
  public let name: String

  private let address: String
  private let program: String
  private let environment: [String: String]
  private let timeoutMilliseconds: Int
  private let loop: EventLoop

  /// - Parameters:
  ///   - name: `apprise`, `apprise-2` ... of the outbox.
  ///   - address: as apprise writes them, `ntfy://topic`; `{key}` is replaced by the notice's key, for
  ///     receivers that replace by one (`json://host/?+X-Sequence-ID={key}`).
  public init(
    name: String = "apprise", address: String, program: String = "apprise",
    environment: [String: String], timeoutMilliseconds: Int = 30_000, loop: EventLoop
  ) {
    self.name = name
    self.address = address
    self.program = program
    self.environment = environment
    self.timeoutMilliseconds = timeoutMilliseconds
    self.loop = loop
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
    do {
      let path = try usableProgram()
      let title = PlainText.line(notice.title)
      let body = PlainText.cleaned(notice.body)
      let run = Program(
        path: path,
        arguments: [
          "--config=/proc/self/fd/3", "--title=\(title)",
          "--notification-type=\(notice.urgency == .critical ? "warning" : "info")",
          "--disable-async", "--verbose",
        ],
        environment: environment,
        // Without a body apprise sends nothing.
        input: body.isEmpty ? title : body,
        file: PlainText.filled(address, ["key": PlainText.line(notice.key)]) + "\n")
      run.run(
        timeoutMilliseconds: timeoutMilliseconds, loop: loop,
        outcome: { Self.outcome($0, path: path, address: run.file ?? "") }, finished: finished)
    } catch {
      loop.soon { finished(error.outcome) }
    }
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {
    let health: ChannelHealth
    do {
      health = .ready(detail: try usableProgram())
    } catch {
      health = .broken(error)
    }
    loop.soon { finished(health) }
  }

  private func usableProgram() throws(ChannelFault) -> String {
    // A second line would be a second address.
    guard address.contains("://"), PlainText.line(address, longest: 10_000) == address,
      !address.hasPrefix("#")
    else { throw ChannelFault(.badAddress) }
    return try Program.find(program, environment: environment)
  }

  /// Exit status 1 is all that apprise says of a refusal, a lost network and an address it cannot read;
  /// the last it tells in words.
  private static func outcome(
    _ ending: ChildEnding, path: String, address: String
  ) -> DeliveryOutcome {
    let ending: ChildEnding =
      switch ending {
      case .exited(let status, let said):
        .exited(status: status, said: secretless(said, address: address))
      case .killed(let signal, let said):
        .killed(signal: signal, said: secretless(said, address: address))
      case .timedOut: .timedOut(said: "")
      case .notStarted: ending
      }
    // With no address that it can read, it prints its usage.
    if case .exited(1, let said) = ending, said.contains("SERVER_URL") {
      return .permanent(.badAddress)
    }
    return Program.outcome(ending, path: path)
  }

  /// What apprise said goes to the log and the store, the address must not.
  private static func secretless(_ said: String, address: String) -> String {
    let address = address.dropLast()
    return said.split(separator: "\n")
      .filter { !$0.contains(address) && !$0.contains("://") }.joined(separator: "\n")
  }
}
