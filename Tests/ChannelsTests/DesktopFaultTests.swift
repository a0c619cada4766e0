import Foundation
import Reminders
import TestSupport
import Testing

/// A server that hangs, dies, is not there; a bus that does the same.
@Suite(.serialized)
struct DesktopFaultTests {
  /// The loop goes on meanwhile; when the server wakes up, the number of the first attempt is learned
  /// and the second replaces it: one notice.
  @Test func aHungServerIsTriedAgainWithoutASecondNotice() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop(timeout: 400)
    // Known capabilities, so that it is Notify itself that hangs.
    _ = try session.outcome(of: channel, .test("other"))
    session.server?.signal(SIGSTOP)
    var ticks = 0
    var outcome: DeliveryOutcome?
    func tick() {
      ticks += 1
      if outcome == nil { session.loop.after(milliseconds: 10, tick) }
    }
    tick()
    let start = LoopProbe.milliseconds()
    channel.deliver(.test()) { outcome = $0 }
    #expect(try session.probe.run { outcome != nil })
    #expect((395..<1_500).contains(LoopProbe.milliseconds() - start))
    #expect(outcome == .retry(reason: "timed_out"))
    #expect(ticks > 20)
    #expect(try session.outcome(of: channel, .test(body: "2nd")) == .retry(reason: "timed_out"))
    var third: DeliveryOutcome?
    channel.deliver(.test(body: "3rd")) { third = $0 }
    session.server?.signal(SIGCONT)
    #expect(try session.probe.run { third != nil })
    #expect(third?.receipt?.hasSuffix("/2") == true, "\(String(describing: third))")
    let calls = try session.calls("Notify").dropFirst()
    #expect(calls.map { $0[1] as? Int } == [0, 2])
    #expect(calls.map { $0[4] as? String } == ["At 13:30", "3rd"])
  }

  @Test func noServerIsToldAtOnce() throws {
    let session = try TestSession()
    try session.startBus()
    let channel = session.desktop()
    let start = LoopProbe.milliseconds()
    let reason = "no_server: org.freedesktop.DBus.Error.ServiceUnknown"
    #expect(try session.outcome(of: channel, .test()) == .retry(reason: reason))
    #expect(LoopProbe.milliseconds() - start < 1_000)
    #expect(
      try session.health(of: channel) == .broken(try #require(ChannelFault(text: reason))))
    // One that comes is noticed without asking.
    var appeared: [[String]] = []
    channel.onServerAppeared = { appeared.append($0) }
    try session.startMock()
    #expect(try session.probe.run { !appeared.isEmpty })
    #expect(appeared == [[]])
    #expect(try session.outcome(of: channel, .test()).receipt != nil)
  }

  /// A server that the bus starts: one that fails, one that never gets ready, one that is well.
  @Test func aServerThatIsStartedOnDemand() throws {
    let session = try TestSession()
    try session.makeActivatable("/bin/false")
    try session.startBus()
    guard case .retry(let reason) = try session.outcome(of: session.desktop(), .test()) else {
      Issue.record("delivered by /bin/false")
      return
    }
    #expect(reason.hasPrefix("no_server: org.freedesktop.DBus.Error.Spawn."), "\(reason)")
    session.endBus()
    try session.makeActivatable("/bin/sleep 5")
    try session.startBus()
    #expect(
      try session.outcome(of: session.desktop(timeout: 300), .test())
        == .retry(reason: "timed_out"))
    session.endBus()
    try session.makeActivatable(
      "/usr/bin/timeout 20 /usr/bin/python3 -m dbusmock --session --template notification_daemon")
    try session.startBus()
    #expect(try session.outcome(of: session.desktop(), .test()).receipt != nil)
  }

  /// The notices of a server that died are told to its successor's time, and shown again.
  @Test func aNewServerShowsWhatTheOldOneTookAlong() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop()
    let receipt = try session.outcome(of: channel, .test("a")).receipt
    _ = try session.outcome(of: channel, .test("b"))
    _ = try session.outcome(of: channel, .test("c"))
    channel.withdraw(key: "b")
    var shownAgain: [DeliveryOutcome] = []
    var lost: [String] = []
    channel.onServerAppeared = { [unowned channel] keys in
      lost += keys
      for key in keys { channel.deliver(.test(key)) { shownAgain.append($0) } }
    }
    session.endServer()
    try session.startMock()
    #expect(try session.probe.run { shownAgain.count == 2 })
    #expect(lost == ["a", "c"])
    #expect(shownAgain.allSatisfy { $0.receipt != nil && $0.receipt != receipt })
    #expect(try session.calls("Notify").map { $0[1] as? Int } == [0, 0])
  }

  /// Bus and server die in the middle of a delivery; both come back, and the channel with them.
  @Test func aBusThatDiedIsFoundAgainWithoutAsking() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop(timeout: 3_000)
    _ = try session.outcome(of: channel, .test("a"))
    session.server?.signal(SIGSTOP)
    var outcome: DeliveryOutcome?
    channel.deliver(.test("b")) { outcome = $0 }
    _ = try session.probe.run(milliseconds: 30) { false }
    #expect(outcome == nil)
    session.endServer()
    session.endBus()
    #expect(try session.probe.run { outcome != nil })
    #expect(outcome == .retry(reason: "no_bus"))
    #expect(try session.outcome(of: channel, .test("b")) == .retry(reason: "no_bus"))

    var appeared: [[String]] = []
    channel.onServerAppeared = { appeared.append($0) }
    try session.startBus()
    try session.startMock()
    #expect(try session.probe.run { appeared.contains(["a"]) })
    #expect(try session.outcome(of: channel, .test("a")).receipt != nil)
    #expect(try session.calls("Notify").map { $0[1] as? Int } == [0])
  }

  /// Also when nothing was on show, and when the bus is back before anybody has asked for it.
  @Test func aBusThatIsBackAtOnceIsNews() throws {
    let session = try TestSession()
    try session.startBus()
    let channel = session.desktop()
    guard case .retry = try session.outcome(of: channel, .test()) else {
      Issue.record("delivered to nobody")
      return
    }
    var appeared: [[String]] = []
    channel.onServerAppeared = { appeared.append($0) }
    session.endBus()
    try session.startBus()
    try session.startMock()
    #expect(try session.probe.run { !appeared.isEmpty })
    #expect(appeared == [[]])
  }

  /// Connected and idle, nothing wakes the loop.
  @Test func atRestThereAreNoWakeUps() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    let channel = session.desktop()
    _ = try session.outcome(of: channel, .test())
    var turns = 0
    var isOver = false
    session.loop.after(milliseconds: 300) { isOver = true }
    while !isOver {
      try session.loop.turn(waitingMilliseconds: -1)
      turns += 1
    }
    #expect(turns == 1)
  }

  @Test func noBusYet() throws {
    let session = try TestSession()
    let channel = session.desktop()
    channel.connect()
    #expect(try session.outcome(of: channel, .test()) == .retry(reason: "no_bus"))
    #expect(try session.health(of: channel) == .broken(ChannelFault(.noBus)))
    var appeared = 0
    channel.onServerAppeared = { _ in appeared += 1 }
    try session.startBus()
    try session.startMock()
    #expect(try session.probe.run { appeared > 0 })
    #expect(try session.outcome(of: channel, .test()).receipt != nil)
  }

  /// A bus that does not answer, from before the greeting on; it wakes up, and the notice is there once.
  @Test func aHungBus() throws {
    let session = try TestSession()
    try session.startBus()
    try session.startMock()
    session.bus?.signal(SIGSTOP)
    let channel = session.desktop(timeout: 300)
    #expect(try session.outcome(of: channel, .test()) == .retry(reason: "timed_out"))
    #expect(try session.health(of: channel) == .broken(ChannelFault(.timedOut)))
    var outcome: DeliveryOutcome?
    channel.deliver(.test(body: "2nd")) { outcome = $0 }
    session.bus?.signal(SIGCONT)
    #expect(try session.probe.run { outcome != nil })
    #expect(outcome?.receipt?.hasSuffix("/1") == true, "\(String(describing: outcome))")
    #expect(try session.calls("Notify").map { $0[1] as? Int } == [0, 1])
  }

  @Test(arguments: [
    ([:], DeliveryOutcome.permanent(reason: "no_bus_address")),
    (["XDG_RUNTIME_DIR": "relative"], .permanent(reason: "no_bus_address")),
    (["XDG_RUNTIME_DIR": "/nowhere/at all;x"], .retry(reason: "no_bus")),
    (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nowhere"], .retry(reason: "no_bus")),
    (["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"], nil),
    (["DBUS_SESSION_BUS_ADDRESS": "nonsense"], nil),
    (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/etc/passwd"], .retry(reason: "no_bus")),
  ])
  func addresses(_ environment: [String: String], _ expected: DeliveryOutcome?) throws {
    let session = try TestSession()
    let outcome = try session.outcome(
      of: session.desktop(environment: environment), .test(), within: 2_000)
    if let expected {
      #expect(outcome == expected)
    } else if case .retry(let reason) = outcome {
      #expect(reason.hasPrefix("no_bus: "), "\(reason)")
    } else {
      Issue.record("\(outcome)")
    }
  }

  @Test func withoutTheLibraryTheNextChannelIsTried() throws {
    let session = try TestSession()
    let channel = session.desktop(library: "libaparka-has-no-such.so.0")
    let reason = "no_library: libaparka-has-no-such.so.0"
    #expect(try session.outcome(of: channel, .test()) == .permanent(reason: reason))
    #expect(
      try session.health(of: channel) == .broken(try #require(ChannelFault(text: reason))))
    // One that is there and lacks the functions.
    #expect(
      try session.outcome(of: session.desktop(library: "libm.so.6"), .test())
        == .permanent(reason: "no_library: libm.so.6"))
  }

  /// A bus that takes calls and hangs up on each must not keep the loop busy.
  @Test func aBusThatTurnsUsAwayIsNotAskedAgainAtOnce() throws {
    let session = try TestSession()
    let listener = try Companion(
      [
        "/usr/bin/python3", "-u", "-c",
        """
        import socket, sys
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1])
        listener.listen()
        print("ready")
        while True:
            listener.accept()[0].close()
            print("call")
        """, session.folder.appending(path: "bus").path,
      ], environment: session.environment)
    #expect(listener.nextLine() == "ready")
    let channel = session.desktop(timeout: 1_000)
    guard case .retry = try session.outcome(of: channel, .test()) else {
      Issue.record("delivered to nobody")
      return
    }
    _ = try session.probe.run(milliseconds: 700) { false }
    var calls = 0
    while listener.nextLine(milliseconds: 20) == "call" { calls += 1 }
    #expect((1...3).contains(calls), "\(calls) calls")
  }
}
