import CivilTime
import EventLoop
import Foundation
import Reminders
import Testing

@testable import Service

/// The step from due to told, with an invented clock and invented channels.
struct DelivererTests {
  /// A store, a clock and channels; time moves only by `advance`.
  private final class World {
    let folder: TestFolder
    let loop: EventLoop
    let clock = TestClock(.tuesday)
    let store: ReminderStore
    let record = LogRecord()
    private(set) var channels: [FakeChannel] = []
    private(set) var deliverer: Deliverer!
    var wake: Instant?
    var extend: TicketExtender?

    init(
      _ names: [String] = ["desktop", "command"], mode: DeliveryPlan.Mode = .first,
      extend: TicketExtender? = nil
    ) throws {
      folder = try TestFolder()
      loop = try EventLoop()
      let settings = StoreSettings(busyMilliseconds: 100, busyRounds: 1, durability: .none)
      store = try ReminderStore(path: folder.file("r.sqlite"), settings: settings)
      channels = names.map { FakeChannel($0, loop: loop) }
      let made = channels
      deliverer = Deliverer(
        store: store, owner: try OwnerLock(storePath: store.path), loop: loop,
        configuration: ServiceConfiguration(
          plan: DeliveryPlan(channels: [], mode: mode), words: TestWords.notices(), extend: extend
        ) { _ in ServiceChannels(channels: made) },
        log: record.log, clock: { [clock] in clock.now })
      deliverer.wakeChanged = { [unowned self] in wake = $0 }
    }

    /// Turns the loop until nothing is under way.
    func settle() throws {
      var turns = 0
      repeat {
        try loop.turn(waitingMilliseconds: 0)
        turns += 1
      } while !deliverer.isIdle && turns < 200_000
    }

    func advance(to instant: Instant) throws {
      clock.now = instant
      deliverer.step()
      try settle()
    }

    func states() throws -> [Alarm.State] {
      try store.alarms(AlarmFilter(openOnly: false)).map(\.state)
    }
  }

  @Test func firesAtItsMomentAndOnce() throws {
    let world = try World()
    _ = try world.store.park(.test(), leads: [15, 10, 5], now: .tuesday)
    try world.advance(to: .tuesday)
    #expect(world.channels[0].shown.isEmpty)
    #expect(world.wake == .tuesday.adding(minutes: 45))
    for minutes in [45, 50, 55] {
      try world.advance(to: .tuesday.adding(minutes: minutes).adding(seconds: -1))
      let before = world.channels[0].shown.count
      try world.advance(to: .tuesday.adding(minutes: minutes))
      #expect(world.channels[0].shown.count == before + 1)
      try world.advance(to: .tuesday.adding(minutes: minutes))
      #expect(world.channels[0].shown.count == before + 1)
    }
    #expect(
      world.channels[0].shown.map(\.plainTitle)
        == [
          "Your ticket ends in 15 min", "Your ticket ends in 10 min", "Your ticket ends in 5 min",
        ])
    #expect(world.channels[1].shown.isEmpty)
    #expect(try world.states() == [.delivered, .delivered, .delivered])
    #expect(world.wake == nil)
  }

  /// After a suspend the newest alarm speaks, with what is true now.
  @Test func oneNoticeAfterSuspend() throws {
    let world = try World()
    _ = try world.store.park(.test(), leads: [15, 10, 5], now: .tuesday)
    try world.advance(to: .tuesday.adding(minutes: 66))
    #expect(world.channels[0].shown.map(\.plainTitle) == ["Your ticket ended 6 min ago"])
    #expect(world.channels[0].shown[0].plainBody.contains("comes 11 min late"))
    #expect(try world.states() == [.superseded, .superseded, .delivered])
  }

  @Test func clockSetBackRepeatsNothing() throws {
    let world = try World()
    _ = try world.store.park(.test(), leads: [15, 5], now: .tuesday)
    try world.advance(to: .tuesday.adding(minutes: 46))
    try world.advance(to: .tuesday.adding(minutes: -14))
    #expect(world.wake == .tuesday.adding(minutes: 55))
    try world.advance(to: .tuesday.adding(minutes: 46))
    #expect(world.channels[0].shown.count == 1)
  }

  @Test func nextChannelWhenOneFails() throws {
    let world = try World()
    world.channels[0].outcome = { _ in .retry(reason: "no_server") }
    _ = try world.store.park(.test(), leads: [5], now: .tuesday)
    try world.advance(to: .tuesday.adding(minutes: 55))
    #expect(world.channels[0].shown.count == 1)
    #expect(world.channels[1].shown.count == 1)
    #expect(world.channels[0].shown[0].key == world.channels[1].shown[0].key)
    #expect(try world.states() == [.delivered])
    #expect(world.record.lines("not_delivered").count == 1)
    #expect(world.deliverer.queues.map(\.health.state) == [.failing, .working])
  }

  @Test func allChannelsWhereTheSettingsSaySo() throws {
    let world = try World(mode: .all)
    _ = try world.store.park(.test(), leads: [5], now: .tuesday)
    try world.advance(to: .tuesday.adding(minutes: 55))
    #expect(world.channels.map(\.shown.count) == [1, 1])
  }

  /// Tried again with the store's back-off until it gives up, and the failure is in the log and the store.
  @Test func givesUpVisibly() throws {
    let world = try World(["desktop"])
    world.channels[0].outcome = { _ in .retry(reason: "no_server") }
    _ = try world.store.park(.test(), leads: [5], now: .tuesday)
    try world.advance(to: .tuesday.adding(minutes: 55))
    var steps = 0
    while let wake = world.wake, steps < 200 {
      try world.advance(to: max(wake, world.clock.now.adding(seconds: 1)))
      steps += 1
    }
    #expect(try world.states() == [.failed])
    #expect(world.record.lines("settled").last?.contains("state=failed") == true)
    #expect(world.clock.now >= .tuesday.adding(minutes: 90))
    // The keys of all attempts are one.
    #expect(Set(world.channels[0].shown.map(\.key)).count == 1)
    #expect(world.channels[0].shown.count > 30)
  }

  @Test func noChannelIsAVisibleFailure() throws {
    let world = try World([])
    _ = try world.store.park(.test(), leads: [5], now: .tuesday)
    try world.advance(to: .tuesday.adding(minutes: 55))
    #expect(try world.states() == [.failed])
    #expect(world.record.lines("failed").count == 1)
  }

  /// A channel that says nothing: four under way, the others wait, and those of another channel do not.
  @Test func aSilentChannelHoldsUpItself() throws {
    let world = try World(mode: .all)
    world.channels[0].outcome = { _ in nil }
    for number in 0..<8 {
      _ = try world.store.park(.test(zone: "z\(number)"), leads: [5], now: .tuesday)
    }
    world.clock.now = .tuesday.adding(minutes: 55)
    world.deliverer.step()
    let end = Date(timeIntervalSinceNow: 0.7)
    while Date() < end { try world.loop.turn(waitingMilliseconds: 20) }
    #expect(world.channels[0].shown.count == ChannelQueue.mostAtOnce)
    #expect(world.channels[1].shown.count == 8)
    while !world.deliverer.isIdle {
      world.channels[0].answerAll(.delivered(receipt: nil))
      try world.loop.turn(waitingMilliseconds: 20)
    }
    #expect(world.channels[0].shown.count == 8)
    #expect(world.channels[0].mostAtOnce == ChannelQueue.mostAtOnce)
    #expect(try world.states() == Array(repeating: .delivered, count: 8))
  }

  @Test func tenThousandAtOnceInOrder() throws {
    let world = try World(["desktop"])
    for number in 0..<10_000 {
      _ = try world.store.addAlarm(
        at: .tuesday.adding(seconds: number % 10), text: "\(number)", now: .tuesday)
    }
    try world.advance(to: .tuesday.adding(seconds: 10))
    let texts = world.channels[0].shown.compactMap { Int($0.body) }
    #expect(texts == (0..<10_000).sorted { ($0 % 10, $0) < ($1 % 10, $1) })
    #expect(try world.states().allSatisfy { $0 == .delivered })
  }

  @Test func buttons() throws {
    let world = try World { ticket, minutes, store, now throws(StoreError) in
      let end = ticket.end.adding(minutes: minutes)
      let purchase = Purchase(arrival: ticket.end, end: end, paidCents: 50, countedMinutes: minutes)
      _ = try store.extend(ticket.id, by: purchase, leads: [5], now: now)
      return ExtensionAnswer(outcome: .extended(until: end), sentences: ["0.50 euros."])
    }
    let ticket = try world.store.park(.test(), leads: [10], now: .tuesday).ticket
    try world.advance(to: .tuesday.adding(minutes: 50))
    let first = world.channels[0].shown[0]
    #expect(first.actions.map(\.id) == ["extend", "snooze", "stop"])
    // Snooze: told again five minutes later, with another key.
    world.deliverer.act("snooze", key: first.key)
    try world.settle()
    #expect(world.channels[0].shown[1].plainTitle == "The reminder comes again at 10:55")
    #expect(world.channels[0].shown[1].key == first.key)
    try world.advance(to: .tuesday.adding(minutes: 55))
    #expect(world.channels[0].shown[2].plainTitle == "Your ticket ends in 5 min")
    // Extend: the alarms move.
    world.deliverer.act("extend", key: world.channels[0].shown[2].key)
    try world.settle()
    #expect(world.channels[0].shown[3].plainTitle == "Extended until 11:30")
    #expect(world.channels[0].shown[3].plainBody == "0.50 euros.")
    #expect(world.wake == .tuesday.adding(minutes: 85))
    try world.advance(to: .tuesday.adding(minutes: 85))
    // Stop: nothing rings any more.
    world.deliverer.act("stop", key: world.channels[0].shown[4].key)
    try world.settle()
    #expect(try world.store.ticket(ticket.id)?.state == .stopped)
    // Pressed on the old notice after that: said, not swallowed.
    world.deliverer.act("snooze", key: first.key)
    world.deliverer.act("extend", key: first.key)
    try world.settle()
    #expect(world.channels[0].shown.last?.plainTitle == "That could not be done")
    // Another store's notice, a click on the notice itself, nonsense.
    let count = world.channels[0].shown.count
    for key in ["aparka-00000000-1", "", "x", "aparka-1-99999"] {
      world.deliverer.act("stop", key: key)
    }
    world.deliverer.act("default", key: first.key)
    try world.settle()
    #expect(world.channels[0].shown.count == count)
  }

  @Test func otherSettingsWhileNoticesWait() throws {
    let world = try World(["command"])
    world.channels[0].outcome = { _ in nil }
    for number in 0..<3 {
      _ = try world.store.park(.test(zone: "z\(number)"), leads: [5], now: .tuesday)
    }
    world.clock.now = .tuesday.adding(minutes: 55)
    world.deliverer.step()
    let new = FakeChannel("terminal", loop: world.loop)
    world.deliverer.configure(
      ServiceConfiguration(plan: DeliveryPlan(channels: []), words: TestWords.notices()) { _ in
        ServiceChannels(channels: [new])
      })
    world.channels[0].answerAll(.delivered(receipt: nil))
    try world.settle()
    // The one under way ended by the old channel; the two that waited have no channel any more.
    let ended = try world.store.alarms(AlarmFilter(openOnly: false)).map { ($0.state, $0.reason) }
    #expect(ended.filter { $0.0 == .delivered }.count == 1)
    #expect(ended.filter { $0.0 == .failed && $0.1 == "unknown_channel" }.count == 2)
  }

  /// Somebody holds the file: what is due is sent from memory, with the same key, and once.
  @Test func sendsFromMemoryWhileTheStoreIsLocked() throws {
    let world = try World()
    _ = try world.store.park(.test(), leads: [15, 5], now: .tuesday)
    try world.advance(to: .tuesday)
    let holder = try StoreHolder(world.store.path)
    try world.advance(to: .tuesday.adding(minutes: 45))
    #expect(world.channels[0].shown.map(\.plainTitle) == ["Your ticket ends in 15 min"])
    #expect(world.deliverer.storeFault?.code == "store_locked")
    // The next alarm is known from reading.
    #expect(world.wake == .tuesday.adding(minutes: 55))
    world.deliverer.retry()
    try world.settle()
    #expect(world.channels[0].shown.count == 1)
    holder.release()
    world.deliverer.retry()
    try world.settle()
    #expect(world.deliverer.storeFault == nil)
    #expect(world.channels[0].shown.count == 1)
    #expect(try world.states() == [.delivered, .pending])
    #expect(world.record.lines("store_failed").count == 1)
    #expect(world.record.lines("store_works_again").count == 1)
  }

  /// The end of a delivery cannot be written: it is remembered and written later, and nothing is sent twice.
  @Test func settlesLater() throws {
    let world = try World()
    world.channels[0].outcome = { _ in nil }
    _ = try world.store.park(.test(), leads: [5], now: .tuesday)
    world.clock.now = .tuesday.adding(minutes: 55)
    world.deliverer.step()
    let holder = try StoreHolder(world.store.path)
    world.channels[0].answerAll(.delivered(receipt: "7"))
    for _ in 0..<20 { try world.loop.turn(waitingMilliseconds: 0) }
    #expect(try world.states() == [.firing])
    holder.release()
    world.deliverer.retry()
    try world.settle()
    #expect(try world.states() == [.delivered])
    #expect(world.channels.map(\.shown.count) == [1, 0])
  }
}
