import CivilTime
import DataLibrary
import EventLoop
import Foundation
import Phrasebook
import Reminders
import Service
import TestSupport

/// A folder of its own for a test, removed at the end.
final class TestFolder {
  let path: String

  init() throws {
    // Short: a socket's path has at most 107 bytes.
    path = "/tmp/aparka-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
  }

  func lines(_ name: String) -> [String] {
    text(name).split(separator: "\n").map(String.init)
  }

  func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: (file(name) as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }
}

/// A channel that does what the test says, and remembers.
final class FakeChannel: Reminders.Channel {
  let name: String
  var outcome: (Notice) -> DeliveryOutcome?
  private(set) var shown: [Notice] = []
  private(set) var mostAtOnce = 0
  private var open: [(DeliveryOutcome) -> Void] = []
  private let loop: EventLoop
  private var underWay = 0

  /// - Parameter outcome: nil = it answers nothing until `answerAll`.
  init(
    _ name: String, loop: EventLoop,
    outcome: @escaping (Notice) -> DeliveryOutcome? = { _ in .delivered(receipt: nil) }
  ) {
    self.name = name
    self.loop = loop
    self.outcome = outcome
  }

  func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
    shown.append(notice)
    underWay += 1
    mostAtOnce = max(mostAtOnce, underWay)
    let end: (DeliveryOutcome) -> Void = { [unowned self] outcome in
      underWay -= 1
      finished(outcome)
    }
    if let outcome = outcome(notice) {
      loop.soon { end(outcome) }
    } else {
      open.append(end)
    }
  }

  func answerAll(_ outcome: DeliveryOutcome) {
    let waiting = open
    open = []
    for end in waiting { loop.soon { end(outcome) } }
  }

  func check(finished: @escaping (ChannelHealth) -> Void) { finished(.ready(detail: nil)) }
}

/// A clock that stands until it is moved.
final class TestClock {
  var now: Instant
  init(_ now: Instant) { self.now = now }
}

extension Instant {
  /// Tuesday 13 October 2026, 10:00 in Madrid.
  static let tuesday = Instant(secondsSince1970: 1_791_878_400)

  static var present: Instant {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Instant(secondsSince1970: Int64(now.tv_sec))
  }
}

extension TicketDraft {
  static func test(
    arrival: Instant = .tuesday, minutes: Int = 60, walk: Int = 0, zone: String = "blue",
    note: String? = nil, request: String? = nil
  ) -> TicketDraft {
    TicketDraft(
      requestID: request, town: "calatayud", zone: zone, timeZone: "Europe/Madrid",
      purchase: Purchase(
        arrival: arrival, end: arrival.adding(minutes: minutes), paidCents: 120,
        countedMinutes: minutes), walkMinutes: walk, note: note)
  }
}

enum TestWords {
  static let library = TownLibrary(folder: DataFolder(path: Repository.root.path))

  static func phrases(_ language: Language) -> Phrasebook {
    PhraseLibrary(folder: library.folder).phrasebook(language)
  }

  static func notices(_ language: Language = .english, extend: Int? = 30) -> NoticeWords {
    NoticeWords(
      phrases: phrases(language), snoozeMinutes: 5, extendMinutes: extend,
      placeNames: { ticket in
        NoticeWords.PlaceNames(town: "Calatayud", zone: "zona \(ticket.draft.zone)")
      }, clock: { (try? library.clock($0)) ?? .utc })
  }
}

/// What the log said.
final class LogRecord: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  var lines: [String] { lock.withLock { kept } }
  func lines(_ event: String) -> [String] {
    lines.filter { $0.hasPrefix("event=\(event) ") || $0 == "event=\(event)" }
  }
  var log: Log { Log { [self] _, line in lock.withLock { kept.append(line) } } }
}

extension Notice {
  /// Without the no-break spaces between figures and units.
  var plainTitle: String { title.replacing("\u{A0}", with: " ") }
  var plainBody: String { body.replacing("\u{A0}", with: " ") }
}

/// Another program that holds the database.
final class StoreHolder {
  private let process = Process()
  private let input = Pipe()

  init(_ path: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.read()
      """, path,
    ]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  func release() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
