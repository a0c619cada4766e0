import CivilTime
import Foundation
import Glibc
import Reminders
import Testing

/// Files that are damaged, foreign, newer, locked, read-only, and disks that are full.
struct StorageTests {
  let bench: Workbench
  let start = Instant("2026-12-02T12:00:00+01:00")

  init() throws { bench = try Workbench() }

  /// A closed store of some size.
  private func fill(_ tickets: Int = 200) throws {
    let store = try bench.open()
    for _ in 0..<tickets {
      _ = try store.park(.test(from: start, minutes: 60), leads: [15, 10, 5], now: start)
    }
  }

  private func refusal(checksIntegrity: Bool = true) -> StoreError? {
    do throws(StoreError) {
      _ = try ReminderStore(
        path: bench.path,
        settings: StoreSettings(
          busyMilliseconds: 20, busyRounds: 2, checksIntegrity: checksIntegrity))
      return nil
    } catch {
      return error
    }
  }

  enum Damage: String, CaseIterable {
    case page, truncated, cutInPage, emptied, text, newer, foreign, orphanedLog

    var code: String {
      switch self {
      case .newer: "store_newer"
      case .foreign: "store_not_ours"
      default: "store_corrupt"
      }
    }
  }

  @Test(
    "a file that is no sound store of ours is refused by name, and not a byte is touched",
    arguments: Damage.allCases)
  func refused(damage: Damage) throws {
    try fill()
    let size = try bench.bytes().count
    let file = try FileHandle(forUpdating: URL(filePath: bench.path))
    switch damage {
    case .page:
      // The root page of a table.
      let root = try bench.sqlite("SELECT rootpage FROM sqlite_schema WHERE name = 'alarm'")
      let page = try #require(UInt64(root.trimmingCharacters(in: .newlines)))
      try file.seek(toOffset: (page - 1) * 4096)
      try file.write(contentsOf: Data(repeating: 0x5A, count: 512))
    case .truncated: try file.truncate(atOffset: UInt64(size / 4096 / 2 * 4096))
    case .cutInPage: try file.truncate(atOffset: UInt64(size - 1000))
    case .emptied: try file.truncate(atOffset: 0)
    case .text:
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(String(repeating: "not a database\n", count: 50).utf8))
    case .newer: try bench.sqlite("PRAGMA user_version = 99")
    case .foreign: try bench.sqlite("PRAGMA application_id = 12345")
    case .orphanedLog:
      try FileManager.default.moveItem(atPath: bench.path, toPath: bench.path + "-wal")
    }
    try file.close()
    let subject = damage == .orphanedLog ? bench.path + "-wal" : bench.path
    let before = try Data(contentsOf: URL(filePath: subject))
    let error = try #require(refusal())
    #expect(error.code == damage.code && error.path == bench.path, "\(error)")
    switch error.problem {
    case .newer(let found, let known): #expect(found == 99 && known == 2)
    case .notOurs(let id): #expect(id == 12345)
    default: break
    }
    // All but a damaged page is seen without reading the whole file.
    if damage != .page { #expect(refusal(checksIntegrity: false) == error) }
    #expect(try Data(contentsOf: URL(filePath: subject)) == before)
    #expect(FileManager.default.fileExists(atPath: bench.path) == (damage != .orphanedLog))
  }

  @Test("a newer version that is in the log only is refused too")
  func newerInLog() throws {
    try fill(1)
    let holder = try Holder(
      bench.path, "PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 99; SELECT 'done';")
    holder.kill()
    let before = try bench.bytes()
    #expect(refusal()?.problem == .newer(found: 99, known: 2))
    #expect(try bench.bytes() == before)
  }

  @Test("a store that another program holds is 'locked' after the wait, and whole afterwards")
  func locked() throws {
    try fill(1)
    let store = try bench.open(busyMilliseconds: 20, busyRounds: 2)
    let holder = try Holder(bench.path)
    #expect(throws: StoreError(path: bench.path, problem: .locked)) {
      _ = try store.park(.test(from: start, minutes: 60), leads: [5], now: start)
    }
    // Reading goes on.
    #expect(try store.alarms().count == 3)
    holder.release()
    #expect(
      try store.park(.test(from: start, minutes: 60), leads: [5], now: start).ticket.id == 2)
  }

  @Test("no file, and none wanted")
  func missing() throws {
    let error = #expect(throws: StoreError.self) {
      _ = try ReminderStore(path: bench.path, settings: StoreSettings(creates: false))
    }
    #expect(error?.code == "store_missing")
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder).isEmpty)
    let nowhere = #expect(throws: StoreError.self) {
      _ = try ReminderStore(path: "/proc/none/reminders.db")
    }
    #expect(nowhere?.code == "store_cannot_open")
  }

  @Test("folder 0700, files 0600, whatever the umask")
  func modes() throws {
    let path = bench.folder + "/share/aparka/reminders.db"
    let store = try ReminderStore(path: path)
    let lock = try OwnerLock(storePath: path)
    _ = try store.park(.test(from: start, minutes: 60), leads: [5], now: start)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    for folder in ["share", "share/aparka"] {
      #expect(try mode("\(bench.folder)/\(folder)") == 0o700)
    }
    for ending in ["", "-wal", "-shm", ".lock", ".reserve"] {
      #expect(try mode(path + ending) == 0o600, "\(ending)")
    }
    #expect(try !lock.isDaemonRunning())
  }
}

/// A second connection that holds the write lock.
final class Holder {
  private let process: Process
  private let input = Pipe()

  init(_ path: String, _ sql: String = "BEGIN IMMEDIATE; SELECT 'held';") throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sqlite3")
    process.arguments = [path]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n").utf8))
    _ = output.fileHandleForReading.availableData
  }

  /// Its log stays behind.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func release() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
