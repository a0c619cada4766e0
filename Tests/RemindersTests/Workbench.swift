import CivilTime
import Foundation
import Reminders
import TestSupport

/// A folder of its own for a test's store, gone with it.
final class Workbench {
  let folder: String
  var path: String { folder + "/reminders.db" }

  init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
    folder = parent + "/reminders-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(
    durability: StoreSettings.Durability = .none, checksIntegrity: Bool = true,
    busyMilliseconds: Int32 = 5000, busyRounds: Int = 6, keepsReserve: Bool = false
  ) throws -> ReminderStore {
    try ReminderStore(
      path: path,
      settings: StoreSettings(
        busyMilliseconds: busyMilliseconds, busyRounds: busyRounds,
        checksIntegrity: checksIntegrity, keepsReserve: keepsReserve, durability: durability))
  }

  /// What the `sqlite3` program says; for looking at the file from outside.
  @discardableResult
  func sqlite(_ sql: String) throws -> String {
    try Shell.run("/usr/bin/sqlite3", [path, sql])
  }

  func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }
}

/// Programs that tests run.
enum Shell {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Ended {
    let output: String
    /// 128 + the signal's number when a signal ended it.
    let status: Int32
  }

  static func start(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (Process, Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { old, _ in old }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return (process, pipe)
  }

  static func end(_ process: Process, _ pipe: Pipe) throws -> Ended {
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let signalled = process.terminationReason == .uncaughtSignal
    return Ended(
      output: String(decoding: output, as: UTF8.self),
      status: process.terminationStatus + (signalled ? 128 : 0))
  }

  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let (process, pipe) = try start(program, arguments)
    let ended = try end(process, pipe)
    guard ended.status == 0 else {
      throw Failure(description: "\(program) \(arguments): \(ended.status) \(ended.output)")
    }
    return ended.output
  }

  /// `reminders-probe` beside the test bundle.
  static let probe: String = {
    let folder = URL(filePath: Program.path).deletingLastPathComponent()
    return folder.appending(path: "reminders-probe").path
  }()
}

extension Instant {
  /// From ISO 8601 with an offset, for tables.
  init(_ text: String) {
    guard let date = try? Date(text, strategy: .iso8601) else { fatalError("no moment: \(text)") }
    self.init(secondsSince1970: Int64(date.timeIntervalSince1970))
  }
}

extension TicketDraft {
  /// A ticket with what tests care about.
  static func test(
    from arrival: Instant, minutes: Int, request: String? = nil, walk: Int = 0,
    vehicle: String? = nil
  ) -> TicketDraft {
    TicketDraft(
      requestID: request, town: "pamplona", zone: "blue", timeZone: "Europe/Madrid",
      vehicle: vehicle,
      purchase: Purchase(
        arrival: arrival, end: arrival.adding(minutes: minutes), paidCents: 120,
        countedMinutes: minutes),
      walkMinutes: walk)
  }
}

/// A process that sends: a store, its lock, and channels that do as told.
final class Sender {
  let store: ReminderStore
  let lock: OwnerLock
  var plan: DeliveryPlan
  /// What a channel answers; nil = it takes everything.
  var answer: ((Claim) -> DeliveryOutcome)?
  private(set) var sent: [Claim] = []

  init(_ store: ReminderStore, channels: [String] = ["desktop"], mode: DeliveryPlan.Mode = .first)
    throws
  {
    self.store = store
    lock = try OwnerLock(storePath: store.path)
    plan = DeliveryPlan(channels: channels, mode: mode)
  }

  /// All that is due at a moment. Returns what was sent by it.
  @discardableResult
  func tick(_ now: Instant) throws -> [Claim] {
    let before = sent.count
    try store.recover(lock: lock, now: now)
    while try store.fireDue(now: now, plan: plan).isIncomplete {}
    while case let claims = try store.claim(now: now, owner: lock.owner), !claims.isEmpty {
      sent += claims
      try store.settle(
        claims.map { claim in
          Settlement(
            delivery: claim.delivery.id, outcome: answer?(claim) ?? .delivered(receipt: nil))
        }, owner: lock.owner, now: now)
    }
    return Array(sent[before...])
  }
}
