import EventLoop

/// A program of the driver's own, started for each notice.
///
/// It gets the notice in three ways: `{title}` and `{body}` in its words, the environment
/// (`APARKA_TITLE`, `APARKA_BODY`, `APARKA_KEY`, `APARKA_URGENCY` and the ticket's data), and its standard
/// input, title first. Exit status 0 = delivered; 126 and 127 = trying again is useless; else it is
/// tried again later. A program that runs longer than the timeout is killed with its process group.
public final class CommandChannel: Channel {
  public let name = "command"

  private let words: [String]
  private let environment: [String: String]
  private let usesShell: Bool
  private let timeoutMilliseconds: Int
  private let loop: EventLoop

  /// - Parameters:
  ///   - words: the program and its arguments. Each stays one word, whatever the notice says.
  ///   - usesShell: the words, joined by spaces, are a line for `sh -c`. Nothing is replaced in it: a
  ///     notice's text must not become code. It reads `"$APARKA_TITLE"`.
  ///   - environment: that of the program, with the notice's added.
  public init(
    words: [String], usesShell: Bool = false, environment: [String: String],
    timeoutMilliseconds: Int = 30_000, loop: EventLoop
  ) {
    self.words = words
    self.usesShell = usesShell
    self.environment = environment
    self.timeoutMilliseconds = timeoutMilliseconds
    self.loop = loop
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
    do {
      let program = try program(for: notice)
      program.run(
        timeoutMilliseconds: timeoutMilliseconds, loop: loop,
        outcome: { Program.outcome($0, path: program.path) }, finished: finished)
    } catch {
      loop.soon { finished(error.outcome) }
    }
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {
    let health: ChannelHealth
    do {
      health = .ready(detail: try Program.find(programWord(), environment: environment))
    } catch {
      health = .broken(error)
    }
    loop.soon { finished(health) }
  }

  private func programWord() throws(ChannelFault) -> String {
    guard let first = words.first, !first.isEmpty else { throw ChannelFault(.notConfigured) }
    return usesShell ? "/bin/sh" : first
  }

  private func program(for notice: Notice) throws(ChannelFault) -> Program {
    let path = try Program.find(programWord(), environment: environment)
    let title = PlainText.line(notice.title)
    let body = PlainText.cleaned(notice.body)
    let arguments =
      usesShell
      ? ["-c", words.joined(separator: " ")]
      : words.dropFirst().map { PlainText.filled($0, ["title": title, "body": body]) }
    let data = notice.environment.mapValues { PlainText.cleaned($0) }.merging([
      "APARKA_TITLE": title, "APARKA_BODY": body, "APARKA_KEY": PlainText.line(notice.key),
      "APARKA_URGENCY": notice.urgency.rawValue,
    ]) { _, own in own }
    return Program(
      path: path, arguments: arguments,
      environment: environment.merging(data) { _, ticket in ticket },
      input: "\(title)\n\(body)\n", file: nil)
  }
}
