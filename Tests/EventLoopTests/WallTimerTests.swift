import CLinux
import CivilTime
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite(.serialized)
struct WallTimerTests {
  private static func now() -> timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now
  }

  /// The real timer: at the second, not before, and hardly after.
  @Test func ringsAtItsInstant() throws {
    let probe = try LoopProbe()
    var rang: [(WallTimer.Event, timespec)] = []
    let timer = try WallTimer(loop: probe.loop) { rang.append(($0, Self.now())) }
    let due = Self.now().tv_sec + 1
    try timer.arm(at: Instant(secondsSince1970: Int64(due)))
    #expect(timer.armedAt == Instant(secondsSince1970: Int64(due)))
    #expect(try probe.run { rang.contains { $0.0 == .due } })
    let moment = try #require(rang.last)
    #expect(moment.0 == .due && moment.1.tv_sec >= due)
    let late = (moment.1.tv_sec - due) * 1_000_000 + moment.1.tv_nsec / 1000
    #expect(late < 500_000, "\(late) microseconds late")
    #expect(timer.armedAt == nil)
  }

  @Test(arguments: [-5, 0, Int64.min / 4, 1])
  func aPastInstantRingsAtOnce(_ seconds: Int64) throws {
    let probe = try LoopProbe()
    var events: [WallTimer.Event] = []
    let timer = try WallTimer(loop: probe.loop) { events.append($0) }
    try timer.arm(at: Instant(secondsSince1970: seconds))
    #expect(try probe.run { events.contains(.due) })
  }

  @Test func disarmedItIsSilent() throws {
    let probe = try LoopProbe()
    var events: [WallTimer.Event] = []
    let timer = try WallTimer(loop: probe.loop) { events.append($0) }
    try timer.arm(at: Instant(secondsSince1970: 1))
    try timer.arm(at: nil)
    #expect(try !probe.run(milliseconds: 30) { events.contains(.due) })
  }

  /// Setting the clock to what it shows is a change to the kernel, and harms nobody. Root only.
  @Test(.enabled(if: WallTimerTests.maySetClock, "setting the clock takes CAP_SYS_TIME"))
  func aClockThatIsSetIsReported() throws {
    let probe = try LoopProbe()
    var events: [WallTimer.Event] = []
    let timer = try WallTimer(loop: probe.loop) { events.append($0) }
    let far = Instant(secondsSince1970: Int64(Self.now().tv_sec) + 1_000)
    try timer.arm(at: far)
    var now = Self.now()
    #expect(clock_settime(CLOCK_REALTIME, &now) == 0)
    #expect(try probe.run { events == [.clockChanged] })
    // Still armed, and it rings after a change as before.
    #expect(timer.armedAt == far)
    try timer.arm(at: Instant(secondsSince1970: Int64(Self.now().tv_sec) + 1))
    #expect(try probe.run { events.contains(.due) })
    // A change that nobody has read yet is told by arming, in a later turn.
    events = []
    try timer.arm(at: far)
    now = Self.now()
    #expect(clock_settime(CLOCK_REALTIME, &now) == 0)
    try timer.arm(at: far)
    #expect(events == [])
    #expect(try probe.run { events.contains(.clockChanged) })
  }

  static let maySetClock: Bool = {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return clock_settime(CLOCK_REALTIME, &now) == 0
  }()
}
