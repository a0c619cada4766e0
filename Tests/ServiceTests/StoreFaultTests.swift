import CivilTime
import Foundation
import Reminders
import TestSupport
import Testing

@testable import Service

/// The daemon with a store that is damaged, of another time, held, full or not to be written.
@Suite(.serialized)
struct StoreFaultTests {
  private struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    /// Python that damages the file `path`.
    let damage: String
    var testDescription: String { name }
  }

  private static let faults = [
    Fault(
      name: "a damaged page", code: "store_corrupt",
      damage: "f = open(path, 'r+b'); f.seek(4096); f.write(b'\\xff' * 20000)"),
    Fault(name: "a cut file", code: "store_corrupt", damage: "os.truncate(path, 5000)"),
    Fault(name: "an empty file", code: "store_corrupt", damage: "os.truncate(path, 0)"),
    Fault(
      name: "no database", code: "store_corrupt", damage: "open(path, 'w').write('hello ' * 999)"),
    Fault(
      name: "a later version", code: "store_newer",
      damage: "c = sqlite3.connect(path); c.execute('PRAGMA user_version = 99'); c.commit()"),
    Fault(
      name: "of another program", code: "store_not_ours",
      damage: "c = sqlite3.connect(path); c.execute('PRAGMA application_id = 5'); c.commit()"),
  ]

  @Test(arguments: faults)
  private func unusableStoreIsSaidOnceAndNotTouched(_ fault: Fault) throws {
    let home = try TestHome()
    let now = Instant.present
    do { _ = try home.store().addAlarm(at: now.adding(seconds: 3600), now: now) }
    let damage = try runProgram(
      "/usr/bin/python3",
      ["-c", "import os, sqlite3, sys; path = sys.argv[1]; \(fault.damage)", home.paths.database])
    #expect(damage.status == 0, "\(damage.output)")
    let before = try Data(contentsOf: URL(filePath: home.paths.database))
    for _ in 0..<3 {
      let daemon = try DaemonProcess(home, waits: false)
      #expect(daemon.status() == 1)
      #expect(daemon.text.contains("event=store_unusable code=\(fault.code)"), "\(daemon.text)")
      #expect(daemon.text.contains("aparka: \(home.paths.database)"))
    }
    #expect(home.told().map(\.title) == ["aparka cannot ring any reminder"])
    #expect(home.told().map(\.cause) == ["store_broken"])
    // The safety net's tick says it to nobody either. It does not read the whole file: where only a part is
    // damaged, alarms in the other part still ring by it.
    let tick = try DaemonProcess(home, ["daemon", "--once"], waits: false)
    #expect(tick.status() == (fault.name == "a damaged page" ? 0 : 1))
    #expect(home.told().count == 1)
    #expect(try Data(contentsOf: URL(filePath: home.paths.database)) == before)
    // When the file is good again, the daemon forgets that it said so.
    try FileManager.default.removeItem(atPath: home.paths.database)
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: home.paths.database + ending)
    }
    #expect(try DaemonProcess(home).stop() == 0)
    try "no".write(toFile: home.paths.database, atomically: false, encoding: .utf8)
    #expect(try DaemonProcess(home, waits: false).status() == 1)
    #expect(home.told().count == 2)
  }

  /// Under a service manager it waits longer with each start, and not when somebody repairs the file.
  @Test func restartsDoNotFlood() throws {
    let home = try TestHome()
    try home.folder.write("no", to: "home/.local/share/aparka/reminders.sqlite")
    let manager = ["NOTIFY_SOCKET": home.folder.file("nobody")]
    func seconds() throws -> Double {
      let start = Date()
      #expect(try DaemonProcess(home, environment: manager, waits: false).status() == 1)
      return Date().timeIntervalSince(start)
    }
    #expect(try seconds() < 3)
    #expect(try seconds() > 3.5)
    let third = try DaemonProcess(home, environment: manager, waits: false)
    #expect(eventually { third.said("waiting_for_store") })
    try home.folder.write("", to: "home/.local/share/aparka/repaired")
    #expect(third.status(within: 3) == 1)
    let fourth = try DaemonProcess(home, environment: manager, waits: false)
    #expect(eventually { fourth.said("waiting_for_store") })
    fourth.signal(SIGTERM)
    #expect(fourth.status(within: 3) == 0)
    #expect(home.told().count == 1)
  }

  @Test func fileDamagedWhileItRuns() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    let store = try home.store()
    let now = Instant.present
    for second in 2...3 {
      _ = try store.addAlarm(at: now.adding(seconds: second), text: "\(second)", now: now)
    }
    #expect(eventually { daemon.said("delivered") })
    _ = try home.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = try FileHandle(forWritingTo: URL(filePath: home.paths.database))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xff, count: 200_000))
    try file.close()
    // Told by the first alarm that meets it; a start afterwards says nothing again.
    #expect(daemon.status() == 1)
    #expect(home.told().filter { $0.cause == "store_broken" }.count == 1)
    #expect(try DaemonProcess(home, waits: false).status() == 1)
    #expect(home.told().filter { $0.cause == "store_broken" }.count == 1)
  }

  /// Another file in its place: the daemon ends, and its successor works with what is there.
  @Test func fileReplacedWhileItRuns() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    try FileManager.default.moveItem(
      atPath: home.paths.database, toPath: home.paths.database + ".old")
    #expect(daemon.status() == 1)
    #expect(daemon.said("store_replaced"))
  }

  @Test func lockedWhileItRuns() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    let now = Instant.present
    _ = try home.store().addAlarm(at: now.adding(seconds: 2), text: "a", now: now)
    usleep(500_000)
    let holder = try StoreHolder(home.paths.database)
    // The command has written before the daemon knows how it ended.
    #expect(eventually { daemon.said("delivered_from_memory") })
    #expect(home.told().count == 1)
    #expect(
      try ControlClient.state(at: home.paths.controlSocket, timeoutMilliseconds: 5000)?.storeFault
        == "store_locked")
    #expect(home.told()[0].seconds - Double(now.secondsSince1970 + 2) < 4)
    holder.release()
    // The first retry comes after five seconds.
    #expect(eventually { daemon.said("store_works_again") })
    #expect(try home.sqlite("SELECT state, reason FROM alarm") == "delivered|from_memory\n")
    #expect(home.told().count == 1)
    #expect(daemon.stop() == 0)
  }

  /// A full disk, a file system that becomes read-only: a script, in a mount namespace of its own.
  @Test(arguments: ["full", "read-only"])
  func withoutPlaceToWrite(_ fault: String) throws {
    guard try runProgram("/usr/bin/unshare", ["-m", "true"]).status == 0 else {
      print("SKIPPED: a \(fault) disk needs mount namespaces (root), which this machine forbids")
      return
    }
    let home = try TestHome()
    let result = try runProgram(
      "/usr/bin/unshare",
      [
        "-m", "/bin/bash", Repository.file("Tests/oracles/daemon_without_space.sh").path, fault,
        Program.path, home.folder.path,
      ], environment: home.environment)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("ok\n"), "\(result.output)")
  }
}
