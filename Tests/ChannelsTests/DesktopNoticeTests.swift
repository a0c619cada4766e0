import Reminders
import TestSupport
import Testing

/// Against python-dbusmock's notification server on a real bus.
@Suite(.serialized)
struct DesktopNoticeTests {
  @Test func aNoticeIsSentAsTheSpecificationSays() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop()
    #expect(try session.health(of: channel) == .ready(detail: "mock-notify 1.0"))
    let notice = Notice.test(
      "aparka-7", title: "Zone <blue> & \"x\"\n\u{1b}[31m",
      body: "a <b>b</b> & ñ\r\nc\u{0}\u{ffff}d")
    let first = try session.outcome(of: channel, notice)
    #expect(first.receipt?.hasSuffix("/1") == true, "\(first)")
    #expect(
      try session.outcome(of: channel, .test("aparka-8", urgency: .low)).receipt?.hasSuffix("/2")
        == true)
    let calls = try session.calls("Notify")
    #expect(calls.count == 2)
    let call = calls[0]
    #expect(call[0] as? String == "aparka")
    #expect(call[1] as? Int == 0)
    #expect(call[2] as? String == "")
    #expect(call[3] as? String == "Zone <blue> & \"x\" [31m")
    #expect(call[4] as? String == "a &lt;b&gt;b&lt;/b&gt; &amp; ñ\ncd")
    #expect(call[5] as? [String] == ["extend", "Extend 30 min", "stop", "Stop"])
    let hints = try #require(call[6] as? [String: Any])
    #expect(hints["urgency"] as? Int == 2)
    #expect(hints["resident"] as? Bool == true)
    for name in ["x-dunst-stack-tag", "x-canonical-private-synchronous"] {
      #expect(hints[name] as? String == "aparka-7")
    }
    #expect(hints["desktop-entry"] as? String == "aparka")
    #expect(hints["category"] as? String == "x-aparka.reminder")
    #expect(call[7] as? Int == 0)
    #expect((calls[1][6] as? [String: Any])?["urgency"] as? Int == 0)
    #expect(calls[1][7] as? Int == -1)
  }

  @Test func aPlainServerGetsPlainTextAndNoButtons() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock(capabilities: "body")
    let long = String(repeating: "ñ", count: 100_000)
    _ = try session.outcome(of: session.desktop(), .test(title: long, body: "a < b & c"))
    let call = try #require(try session.calls("Notify").first)
    #expect((call[3] as? String)?.count == 500)
    #expect(call[4] as? String == "a < b & c")
    #expect(call[5] as? [String] == [])
  }

  /// One notice changes in place; another process that was given the receipt goes on with it.
  @Test func aKeyIsOneNoticeAlsoForTheNextProcess() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let first = session.desktop()
    let receipt = try #require(try session.outcome(of: first, .test()).receipt)
    #expect(try session.outcome(of: first, .test()).receipt == receipt)

    let second = session.desktop()
    var actions: [String] = []
    second.onAction = { actions.append("\($0) \($1)") }
    second.adopt(key: "aparka-1", receipt: receipt)
    // Of another bus, and no receipt at all.
    second.adopt(key: "aparka-2", receipt: String(repeating: "0", count: 32) + "/:1.1/1")
    second.adopt(key: "aparka-3", receipt: "nonsense")
    var lost: [[String]] = []
    second.onServerAppeared = { lost.append($0) }
    second.connect()
    #expect(try session.probe.run { !lost.isEmpty })
    #expect(lost == [["aparka-2"]])
    try session.mock("invoke", "1", "extend")
    #expect(try session.probe.run { !actions.isEmpty })
    #expect(actions == ["aparka-1 extend"])
    #expect(try session.outcome(of: second, .test()).receipt == receipt)
    #expect(try session.calls("Notify").map { $0[1] as? Int } == [0, 1, 1])
  }

  @Test func buttonsAndClosingAreHeardFromTheServerAlone() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop()
    var heard: [String] = []
    channel.onAction = { heard.append("\($0) \($1)") }
    channel.onClosed = { heard.append("\($0) \($1)") }
    _ = try session.outcome(of: channel, .test("a"))
    _ = try session.outcome(of: channel, .test("b"))
    try session.mock("forge", "1", "stop")
    try session.mock("invoke", "77", "stop")
    try session.mock("invoke", "2", "snooze")
    #expect(try session.probe.run { heard.count == 1 })
    try session.mock("closed", "2", "2")
    #expect(try session.probe.run { heard.count == 2 })
    // It is gone: nothing of it is heard any more, and a reason of the future is taken.
    try session.mock("invoke", "2", "snooze")
    try session.mock("closed", "1", "99")
    #expect(try session.probe.run { heard.count == 3 })
    #expect(heard == ["b snooze", "b dismissed", "a undefined"])
  }

  @Test func aNoticeIsTakenBack() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop()
    channel.withdraw(key: "never shown")
    let receipt = try #require(try session.outcome(of: channel, .test("a")).receipt)
    channel.withdraw(key: "a")
    channel.withdraw(key: "a")
    // While it is on its way, and before an earlier process's server is known.
    var outcomes: [DeliveryOutcome] = []
    channel.deliver(.test("b")) { outcomes.append($0) }
    channel.withdraw(key: "b")
    #expect(try session.probe.run { outcomes.count == 1 })
    #expect(try session.eventually { try session.calls("CloseNotification").count == 2 })
    let later = session.desktop()
    later.adopt(key: "a", receipt: receipt)
    later.withdraw(key: "a")
    later.connect()
    #expect(try session.eventually { try session.calls("CloseNotification").count == 3 })
    #expect(try session.calls("CloseNotification").map { $0.first as? Int } == [1, 2, 1])
  }

  /// Hundreds at once, each answered once.
  @Test func manyAtOnce() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop(timeout: 20_000)
    var outcomes: [DeliveryOutcome] = []
    for number in 0..<300 { channel.deliver(.test("k\(number)")) { outcomes.append($0) } }
    #expect(try session.probe.run(milliseconds: 20_000) { outcomes.count == 300 })
    #expect(outcomes.filter { $0.receipt == nil } == [])
    #expect(Set(outcomes.compactMap(\.receipt)).count == 300)
  }
}
