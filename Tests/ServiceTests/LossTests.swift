import CivilTime
import Foundation
import Reminders
import TestSupport
import Testing

@testable import Service

/// The store's file is removed or replaced, under a daemon that runs and while none does.
@Suite(.serialized)
struct LossTests {
  private func remove(_ home: TestHome) throws {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: home.paths.database + ending)
    }
  }

  private func mark(_ home: TestHome) -> StoreMark? { StoreMark(besides: home.paths.database) }

  private func doctor(_ home: TestHome) throws -> String {
    try Program.run(["doctor", "--json"], environment: home.environment).output
  }

  private func causes(_ home: TestHome) -> [String] { home.told().map(\.cause) }

  /// A ticket of an hour, and an alarm in so many seconds.
  private func park(_ home: TestHome, alarmIn seconds: Int) throws {
    let now = Instant.present
    let store = try home.store()
    _ = try store.park(.test(arrival: now, minutes: 60), leads: [10], now: now)
    _ = try store.addAlarm(at: now.adding(seconds: seconds), text: "own words", now: now)
  }

  @Test(arguments: ["removed", "removed with its lock", "moved away"])
  func underTheDaemon(_ way: String) throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    try park(home, alarmIn: 5)
    #expect(eventually { (mark(home)?.saved ?? 0) == 3 })
    if way == "moved away" {
      try FileManager.default.moveItem(
        atPath: home.paths.database, toPath: home.paths.database + ".old")
    } else {
      try remove(home)
      if way != "removed" { unlink(home.paths.database + ".lock") }
    }
    #expect(eventually(within: 4) { causes(home) == ["store_gone"] }, "\(daemon.text)")
    // The alarm's own words ring from memory, on time; the ticket's lead is remembered on.
    #expect(eventually(within: 8) { causes(home) == ["store_gone", "moment"] }, "\(daemon.text)")
    #expect(try doctor(home).contains("\"reason\": \"gone\""))
    // A new store at the same path: it is taken over, without a restart.
    let now = Instant.present
    _ = try home.store().addAlarm(at: now.adding(seconds: 1), text: "new", now: now)
    #expect(eventually { causes(home) == ["store_gone", "moment", "moment"] }, "\(daemon.text)")
    #expect(daemon.said("store_taken_over"))
    #expect(daemon.stop() == 0)
    // The next one says nothing again; doctor does, as long as the ticket would run.
    let next = try DaemonProcess(home)
    #expect(try doctor(home).contains("\"reason\": \"gone\""))
    #expect(next.stop() == 0)
    #expect(causes(home) == ["store_gone", "moment", "moment"])
  }

  @Test(arguments: ["removed", "older copy"])
  func whileNoneRuns(_ way: String) throws {
    let home = try TestHome()
    _ = try home.store()
    let copy = home.paths.database + ".copy"
    try FileManager.default.copyItem(atPath: home.paths.database, toPath: copy)
    let first = try DaemonProcess(home)
    try park(home, alarmIn: 3000)
    #expect(eventually { (mark(home)?.saved ?? 0) == 3 })
    #expect(first.stop() == 0)
    #expect(causes(home) == [])
    try remove(home)
    #expect(try way != "removed" || doctor(home).contains("\"reason\": \"gone\""))
    if way != "removed" {
      try FileManager.default.copyItem(atPath: copy, toPath: home.paths.database)
    }
    for _ in 0..<2 {
      let daemon = try DaemonProcess(home)
      #expect(eventually { causes(home) == ["store_gone"] }, "\(daemon.text)")
      let answer = try Program.run(["doctor"], environment: home.environment)
      #expect(answer.status == 1 && answer.output.contains("are gone"), "\(answer.output)")
      #expect(daemon.stop() == 0)
    }
    #expect(causes(home) == ["store_gone"])
  }

  /// A store without anything open may go without a word.
  @Test func nothingWasOpen() throws {
    let home = try TestHome()
    let first = try DaemonProcess(home)
    let now = Instant.present
    do {
      let store = try home.store()
      let ticket = try store.park(.test(arrival: now, minutes: 60), leads: [10], now: now).ticket
      _ = try store.stop(ticket.id, now: now)
    }
    #expect(eventually { mark(home)?.saved == 2 && mark(home)?.until == 0 })
    #expect(first.stop() == 0)
    try remove(home)
    #expect(try DaemonProcess(home).stop() == 0)
    #expect(causes(home) == [])
  }

  /// The alarm that is due says what it was to say, and then the driver hears of the damage.
  @Test func damagedBeforeAnAlarm() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    let now = Instant.present
    do {
      let store = try home.store()
      for second in [3, 5] {
        _ = try store.addAlarm(at: now.adding(seconds: second), text: "\(second)", now: now)
      }
    }
    #expect(eventually { (mark(home)?.saved ?? 0) == 2 })
    _ = try home.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(truncate(home.paths.database, 20_000) == 0)
    #expect(daemon.status() == 1)
    #expect(causes(home).sorted() == ["moment", "moment", "store_broken"], "\(daemon.text)")
    let dues = home.told().filter { $0.cause == "moment" }
    for (told, second) in zip(dues, [3, 5]) {
      #expect(told.seconds - Double(now.secondsSince1970) - Double(second) < 1.5)
    }
  }
}
