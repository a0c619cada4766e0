import CivilTime
import Foundation
import Glibc
import Reminders
import Testing

/// Storage that breaks at the moment an alarm is due: told all the same, once.
struct MemoryTests {
  let bench: Workbench
  let start = Instant("2026-12-02T12:00:00+01:00")
  let plan = DeliveryPlan(channels: ["desktop"])

  init() throws { bench = try Workbench() }

  @Test("nobody can write: sent from memory with the key it would have had, and never again")
  func locked() throws {
    let store = try bench.open(busyMilliseconds: 20, busyRounds: 1)
    _ = try store.park(.test(from: start, minutes: 60), leads: [15, 10, 5], now: start)
    let cake = try store.addAlarm(at: start.adding(minutes: 51), text: "cake", now: start)
    // An alarm that fires but cannot be claimed any more.
    let early = try store.addAlarm(at: start.adding(minutes: 40), now: start)
    _ = try store.fireDue(now: start.adding(minutes: 40), plan: plan)
    let holder = try Holder(bench.path)
    let now = start.adding(minutes: 51)
    #expect(throws: StoreError(path: bench.path, problem: .locked)) {
      _ = try store.fireDue(now: now, plan: plan)
    }
    #expect(throws: StoreError(path: bench.path, problem: .locked)) {
      _ = try store.claim(now: now, owner: 1)
    }
    let notices = store.dueFromMemory(now: now)
    #expect(notices.map(\.alarm.id) == [early.id, 2, cake.id])
    #expect(notices[1].alarm.cause == .lead(minutes: 10) && notices[1].supersedes == [1])
    #expect(notices[1].ticket?.end == start.adding(minutes: 60))
    for notice in notices {
      store.rememberSent(notice, channel: "desktop", receipt: "r", at: now)
    }
    #expect(store.dueFromMemory(now: now).isEmpty && store.rememberedCount == 3)
    holder.release()
    let sender = try Sender(store)
    #expect(try sender.tick(now.adding(seconds: 5)).isEmpty)
    #expect(store.rememberedCount == 0)
    let told = try store.alarms(AlarmFilter(openOnly: false)).prefix(4)
    #expect(told.map(\.state) == [.delivered, .superseded, .delivered, .delivered])
    #expect(told[0].reason == "from_memory" && told[1].spokenBy == 2)
    for (notice, alarm) in zip(notices, [early.id, 2, cake.id]) {
      let deliveries = try store.deliveries(of: alarm)
      #expect(deliveries.map(\.state) == [.delivered] && deliveries.first?.receipt == "r")
      #expect(deliveries.first?.key == notice.key)
    }
    #expect(try sender.tick(start.adding(minutes: 55)).map(\.alarm.cause) == [.lead(minutes: 5)])
  }

  @Test("the file cannot even be read: what was seen last is told; a new connection mends it")
  func unreadable() throws {
    let store = try bench.open()
    _ = try store.park(.test(from: start, minutes: 60), leads: [10, 5], now: start)
    try store.lookAhead()
    // The descriptors of this connection turn into something that is not a file of ours.
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/" + name)
      if let target, [bench.path, bench.path + "-wal"].contains(target), let number = Int32(name) {
        dup2(null, number)
      }
    }
    // Another program writes, so that nothing cached is valid any more.
    try bench.sqlite("UPDATE ticket SET note = 'x'")
    // And the file cannot be opened anew.
    try FileManager.default.moveItem(atPath: bench.path, toPath: bench.path + ".away")
    let now = start.adding(minutes: 50)
    let error = #expect(throws: StoreError.self) { _ = try store.fireDue(now: now, plan: plan) }
    #expect(error?.isStorage == true)
    let notices = store.dueFromMemory(now: now)
    #expect(notices.map(\.alarm.cause) == [.lead(minutes: 10)])
    store.rememberSent(notices[0], channel: "desktop", receipt: nil, at: now)
    #expect(store.dueFromMemory(now: now).isEmpty)
    #expect(throws: StoreError(path: bench.path, problem: .missing)) { try store.reopen() }
    try FileManager.default.moveItem(atPath: bench.path + ".away", toPath: bench.path)
    #expect(try Sender(store).tick(now).isEmpty)
    #expect(try store.alarms(AlarmFilter(openOnly: false)).map(\.state) == [.delivered, .pending])
  }
}
