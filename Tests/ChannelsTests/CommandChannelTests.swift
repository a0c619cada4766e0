import EventLoop
import Foundation
import Reminders
import TestSupport
import Testing

struct CommandChannelTests {
  private static func channel(
    _ session: TestSession, _ words: [String], shell: Bool = false, timeout: Int = 5_000
  ) -> CommandChannel {
    CommandChannel(
      words: words, usesShell: shell, environment: session.environment,
      timeoutMilliseconds: timeout, loop: session.loop)
  }

  /// Text that would be an option, several words, code, a second placeholder.
  private static let nasty = Notice.test(
    "aparka-1", title: "-n \"quotes\" 'and' spaces; $(touch x) {body}", body: "line 1\nline 2 ñ")

  private static func written(_ session: TestSession) throws -> [String] {
    try String(contentsOf: session.folder.appending(path: "out"), encoding: .utf8)
      .split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func aWordStaysOneWord() throws {
    let session = try TestSession()
    let out = session.folder.appending(path: "out").path
    let channel = Self.channel(
      session,
      [
        "sh", "-c", "printf '%s\\0' \"$@\" > \(out)", "x", "{title}", "a {body} b", "",
        "{x} {title",
      ])
    #expect(try session.outcome(of: channel, Self.nasty) == .delivered(receipt: nil))
    #expect(
      try Self.written(session) == [
        Self.nasty.title, "a line 1\nline 2 ñ b", "", "{x} {title",
      ])
  }

  @Test(arguments: [false, true])
  func theTicketIsInTheEnvironmentAndTheTextOnTheInput(_ shell: Bool) throws {
    let session = try TestSession()
    let out = session.folder.appending(path: "out").path
    let line =
      "printf '%s\\0' \"$APARKA_TITLE\" \"$APARKA_BODY\" \"$APARKA_KEY\" \"$APARKA_URGENCY\""
      + " \"$APARKA_ZONE\" \"$HOME\" \"$(cat)\" > \(out)"
    // The shell's line may be written in several words; braces in it are the shell's own.
    let words =
      shell ? [": {title};"] + line.split(separator: " ").map(String.init) : ["sh", "-c", line]
    let channel = Self.channel(session, words, shell: shell)
    #expect(try session.outcome(of: channel, Self.nasty) == .delivered(receipt: nil))
    let notice = Self.nasty
    #expect(
      try Self.written(session) == [
        notice.title, notice.body, "aparka-1", "critical", "blue", session.folder.path,
        "\(notice.title)\n\(notice.body)",
      ])
  }

  @Test(arguments: [
    (["true"], DeliveryOutcome.delivered(receipt: nil)),
    (["sh", "-c", "echo no network >&2; exit 3"], .retry(reason: "exit_status: 3 no network")),
    (["sh", "-c", "kill -SEGV $$"], .retry(reason: "killed: 11")),
    (["sh", "-c", "exit 126"], .permanent(reason: "not_executable: /usr/bin/sh")),
    (["sh", "-c", "exit 127"], .permanent(reason: "no_program: /usr/bin/sh")),
    (["aparka-no-such-program"], .permanent(reason: "no_program: aparka-no-such-program")),
    (["/nowhere/x"], .permanent(reason: "no_program: /nowhere/x")),
    (["/etc/passwd"], .permanent(reason: "not_executable: /etc/passwd")),
    (["/etc"], .permanent(reason: "not_executable: /etc")),
    ([], .permanent(reason: "not_configured")),
    ([""], .permanent(reason: "not_configured")),
  ])
  func outcomes(_ words: [String], _ expected: DeliveryOutcome) throws {
    let session = try TestSession()
    let channel = Self.channel(session, words)
    #expect(try session.outcome(of: channel, .test()) == expected)
    let health = try session.health(of: channel)
    switch words.first {
    case "true": #expect(health == .ready(detail: "/usr/bin/true"))
    case "sh": #expect(health == .ready(detail: "/usr/bin/sh"))
    default:
      guard case .broken(let fault) = health else {
        Issue.record("\(health)")
        return
      }
      #expect(expected == .permanent(reason: fault.text))
    }
  }

  /// No interpreter line, and a shell's own "not found".
  @Test func aFileThatIsNoProgram() throws {
    let session = try TestSession()
    let script = TestSession.program("no-interpreter")
    #expect(
      try session.outcome(of: Self.channel(session, [script]), .test())
        == .permanent(reason: "not_executable: \(script)"))
    guard
      case .permanent(let reason) = try session.outcome(
        of: Self.channel(session, ["aparka-no-such-program"], shell: true), .test())
    else {
      Issue.record("not permanent")
      return
    }
    #expect(reason.hasPrefix("no_program: /bin/sh ") && reason.contains("not found"), "\(reason)")
  }

  @Test(arguments: ["sleep 60", "trap '' TERM; sleep 60 & sleep 61", "yes"])
  func aHangIsTriedAgain(_ line: String) throws {
    let session = try TestSession()
    let start = LoopProbe.milliseconds()
    let outcome = try session.outcome(
      of: Self.channel(session, [line], shell: true, timeout: 200), .test())
    guard case .retry(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("timed_out"), "\(reason)")
    #expect(LoopProbe.milliseconds() - start < 2_000)
  }

  @Test func hugeOutputAndUnreadInput() throws {
    let session = try TestSession()
    let channel = Self.channel(
      session, ["head -c 5000000 /dev/zero | tr '\\0' '\\033'; exit 1"], shell: true)
    #expect(try session.outcome(of: channel, .test()) == .retry(reason: "exit_status: 1"))
    let long = Notice.test(body: String(repeating: "ñ\n", count: 500_000))
    #expect(
      try session.outcome(of: Self.channel(session, ["true"]), long)
        == .delivered(receipt: nil))
  }
}
