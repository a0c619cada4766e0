import Foundation
import Reminders
import TestSupport
import Testing

/// Against dunst, a real notification server, on a display in memory.
@Suite(.serialized)
struct DunstTests {
  private static func displayed(_ session: TestSession) throws -> Int? {
    Int(try session.run(["dunstctl", "count", "displayed"]).filter(\.isNumber))
  }

  private static func seen(_ session: TestSession) -> [String] {
    let file = session.folder.appending(path: "seen.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// What the driver sees: one notice of a key, whichever process shows it.
  @Test func aNoticeIsSeenReplacedAndTakenBack() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startDunst()
    let first = session.desktop()
    guard case .ready(let detail?) = try session.health(of: first) else {
      Issue.record("dunst is not ready")
      return
    }
    #expect(detail.hasPrefix("dunst "))
    #expect(try session.outcome(of: first, .test("a", body: "in 15 <min>")).receipt != nil)
    #expect(try session.eventually { try Self.displayed(session) == 1 })
    // A process that knows nothing of the first one's number, as after a crash.
    let second = session.desktop()
    #expect(try session.outcome(of: second, .test("a", body: "in 10 min")).receipt != nil)
    #expect(try session.outcome(of: second, .test("b", body: "other")).receipt != nil)
    #expect(try session.eventually { Self.seen(session).count == 3 })
    #expect(try Self.displayed(session) == 2)
    #expect(Self.seen(session).first == "Ticket ends|in 15 <min>")
    second.withdraw(key: "a")
    second.withdraw(key: "b")
    #expect(try session.eventually { try Self.displayed(session) == 0 })
  }

  @Test func aButtonIsPressed() throws {
    let session = try TestSession()
    try session.startBus()
    // The menu gets "#Extend 30 min (Ticket ends) [1,extend]" and the like; the driver takes the first.
    try session.startDunst(actionMenu: "grep -m1 Extend")
    let channel = session.desktop()
    var heard: [String] = []
    channel.onAction = { heard.append("\($0) \($1)") }
    channel.onClosed = { heard.append("\($0) \($1)") }
    #expect(try session.outcome(of: channel, .test("a")).receipt != nil)
    // What is not on the screen yet is not in the menu.
    #expect(try session.eventually { try Self.displayed(session) == 1 })
    let context = try Companion(["dunstctl", "context"], environment: session.environment)
    #expect(try session.probe.run { !heard.isEmpty })
    #expect(heard == ["a extend"])
    // Resident: it stays until it is taken back, or the driver closes it.
    #expect(try Self.displayed(session) == 1)
    try session.run(["dunstctl", "close-all"])
    #expect(try session.probe.run { heard.count == 2 })
    #expect(heard.last == "a dismissed")
    context.end()
  }

  /// dunst tells of a button only to the connection that showed the notice: the next process takes it over.
  @Test func aButtonIsPressedAfterARestart() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startDunst(actionMenu: "grep -m1 Extend")
    func show() throws -> String? {
      try session.outcome(of: session.desktop(), .test("a", body: "in 15 min")).receipt
    }
    let receipt = try #require(try show())
    #expect(try session.eventually { try Self.displayed(session) == 1 })
    let second = session.desktop()
    var heard: [String] = []
    second.onAction = { heard.append("\($0) \($1)") }
    var isTaken = false
    second.onAdopted = { [unowned second] keys in
      var notice = Notice.test(keys.joined(), body: "in 15 min")
      notice.isSilent = true
      second.deliver(notice) { isTaken = $0 == .delivered(receipt: receipt) }
    }
    second.connect()
    second.adopt(key: "a", receipt: receipt)
    #expect(try session.probe.run { isTaken })
    #expect(try Self.displayed(session) == 1)
    let context = try Companion(["dunstctl", "context"], environment: session.environment)
    #expect(try session.probe.run { !heard.isEmpty })
    #expect(heard == ["a extend"])
    context.end()
  }

  @Test func aRestartedServerShowsItAgain() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startDunst()
    let channel = session.desktop()
    channel.onServerAppeared = { [unowned channel] keys in
      for key in keys { channel.deliver(.test(key)) { _ in } }
    }
    #expect(try session.outcome(of: channel, .test("a")).receipt != nil)
    session.endServer()
    try session.startDunst()
    #expect(try session.eventually { try Self.displayed(session) == 1 })
  }
}
