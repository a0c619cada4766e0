import CivilTime
import DataLibrary
import Foundation
import JSONText
import Reminders
import Service
import TestSupport

@testable import Commands

/// The program in this process, with a home of its own and the clock that a test says; no daemon runs there.
final class ParkingHome {
  struct Answer {
    let output: String
    let errors: String
    let status: Int32
  }

  struct Failed: Error { let errors: String }

  let folder: URL
  var environment: [String: String]

  init(settings: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "park-\(UUID().uuidString)")
    for name in ["run", "config/aparka"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    environment = [
      "XDG_DATA_HOME": folder.path + "/data", "XDG_RUNTIME_DIR": folder.path + "/run",
      "XDG_CONFIG_HOME": folder.path + "/config", "TZ": "Europe/Madrid", "PATH": "/usr/bin:/bin",
    ]
    if let settings {
      try settings.write(
        to: folder.appending(path: "config/aparka/settings.json"), atomically: true,
        encoding: .utf8)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  var storePath: String { ServicePaths(environment: environment)?.database ?? "" }

  func store() throws -> ReminderStore {
    try ReminderStore(path: storePath, settings: StoreSettings(durability: .none))
  }

  static func words(_ call: String) -> [String] {
    // ␣ stands for a space inside a word.
    call.split(separator: " ").map { String($0.map { $0 == "␣" ? " " : $0 }) }
  }

  static func instant(_ local: String) throws -> Instant {
    let zone = URL(filePath: "/usr/share/zoneinfo/Europe/Madrid")
    let clock = try TownClock(tzif: Array(Data(contentsOf: zone)), identifier: "Europe/Madrid")
    return try WrittenMoment(iso8601: local).instant(in: clock)
  }

  /// - Parameters:
  ///   - moment: what the clock shows, `2025-10-14T10:00`.
  ///   - answer: what somebody at a terminal types; nil = nobody is there.
  func run(
    _ call: String, at moment: String, lang: String = "en", answer: String? = nil,
    data: String = GoldenCases.data
  ) throws -> Answer {
    let output = Collector()
    let status = CommandLineTool.run(
      Invocation(
        arguments: Self.words(call)
          + ["--lang", lang, "--data", Repository.file(data).path],
        environment: environment, now: try Self.instant(moment), executable: Program.path),
      output: output, input: Typist(answer))
    return Answer(output: output.text, errors: output.errors, status: status)
  }

  /// What a command works with, for what other commands call.
  func context(at moment: String) throws -> CommandContext {
    let folder = DataFolder(path: Repository.file(GoldenCases.data).path)
    return CommandContext(
      invocation: Invocation(
        arguments: [], environment: environment, now: try Self.instant(moment),
        executable: Program.path), arguments: ParsedArguments(),
      library: TownLibrary(folder: folder),
      settingsLibrary: SettingsLibrary(environment: environment),
      loadedSettings: SettingsLibrary(environment: environment).load(),
      phrases: PhraseLibrary(folder: folder).phrasebook(.english), output: Collector(),
      input: Typist(nil))
  }

  /// The JSON answer of a call that must succeed.
  func json(_ call: String, at moment: String) throws -> JSONNode {
    let result = try run(call + " --json", at: moment)
    guard result.status == 0 else { throw Failed(errors: result.errors) }
    return try JSONNode(parsing: Array(result.output.utf8))
  }

  /// Every alarm that is due rings, through a channel that takes it.
  func ring(at moment: String) throws {
    let store = try store()
    let now = try Self.instant(moment)
    _ = try store.fireDue(now: now, plan: DeliveryPlan(channels: ["terminal"]))
    let lock = try OwnerLock(storePath: storePath)
    let claims = try store.claim(now: now, owner: lock.owner)
    try store.settle(
      claims.map {
        Settlement(delivery: $0.delivery.id, outcome: .delivered(receipt: nil))
      }, owner: lock.owner, now: now)
  }

  private final class Collector: OutputSink {
    var text = ""
    var errors = ""
    var failedWrite: Int32? { nil }
    func write(_ text: String) { self.text += text }
    func writeError(_ text: String) { errors += text }
  }

  private final class Typist: InputSource {
    private var rest: [UInt8]
    let isTerminal: Bool

    init(_ answer: String?) {
      rest = Array((answer ?? "").utf8)
      isTerminal = answer != nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
      let count = min(buffer.count, rest.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest.removeFirst(count)
      return count
    }
  }
}

extension JSONNode {
  /// A member of an object, or an element of a list, by its path `ticket.alarms.0.due`; nil for null and where
  /// there is none.
  func at(_ path: String) -> JSONNode? {
    var node = self
    for step in path.split(separator: ".") {
      switch node.value {
      case .object(let object):
        guard let member = object[String(step)] else { return nil }
        node = member
      case .array(let elements):
        guard let place = Int(step), elements.indices.contains(place) else { return nil }
        node = elements[place]
      default: return nil
      }
    }
    if case .null = node.value { return nil }
    return node
  }

  func text(_ path: String) -> String? {
    guard case .string(let text)? = at(path)?.value else { return nil }
    return text
  }

  func number(_ path: String) -> Int? {
    guard case .number(let number)? = at(path)?.value else { return nil }
    return Int("\(number)")
  }

  func count(_ path: String) -> Int? {
    guard case .array(let elements)? = at(path)?.value else { return nil }
    return elements.count
  }

  func texts(_ path: String, _ member: String) -> [String] {
    (0..<(count(path) ?? 0)).compactMap { text("\(path).\($0).\(member)") }
  }
}
