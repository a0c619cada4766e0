import CivilTime
import DataLibrary
import Reminders
import Service

extension CommandContext {
  /// Opens the store, and makes it when there is none.
  func openStore() throws(CommandFailure) -> ReminderStore {
    let path = try servicePaths().database
    do throws(StoreError) { return try ReminderStore(path: path, settings: storeSettings()) } catch
    {
      throw failure(error)
    }
  }

  /// Opens the store if there is one: one that does not exist is an empty one, and is not made.
  ///
  /// - Parameter asksOnly: nothing is to be changed. A store that may not be written is read, and a line on
  ///   standard error says so.
  func openStoreIfThere(asksOnly: Bool = false) throws(CommandFailure) -> ReminderStore? {
    let path = try servicePaths().database
    var settings = storeSettings()
    settings.creates = false
    settings.mayOnlyRead = asksOnly
    do throws(StoreError) {
      let store = try ReminderStore(path: path, settings: settings)
      if store.isReadOnly { note("ticket.store_only_read", path) }
      return store
    } catch {
      if error.problem == .missing { return nil }
      throw failure(error)
    }
  }

  /// A command must start in milliseconds: the daemon and `doctor` read the whole file, this does not.
  private func storeSettings() -> StoreSettings {
    var settings = StoreSettings(
      busyMilliseconds: Self.busyRoundMilliseconds, busyRounds: Self.busyRounds,
      checksIntegrity: false,
      faults: FaultPoints(specification: invocation.environment["APARKA_FAULT"]))
    // The store is used on this thread alone.
    nonisolated(unsafe) let context = self
    settings.whileWaiting = { path in context.note("ticket.store_busy", path) }
    return settings
  }

  /// Who waits at a terminal is told after one round, and waits for five.
  private static let busyRoundMilliseconds: Int32 = 2000
  private static let busyRounds = 5

  /// A line on standard error about a store that is used all the same.
  private func note(_ key: String, _ path: String) {
    output.writeError("aparka: " + phrases.capitalized(phrase(key, ["path": path])) + "\n")
  }

  /// Runs an operation of the store; what it cannot do is told in the user's language.
  func stored<Value>(
    _ operation: () throws(StoreError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(StoreError) { return try operation() } catch { throw failure(error) }
  }

  func failure(_ error: StoreError) -> CommandFailure {
    let code =
      switch error.problem {
      case .noTicket: "unknown_ticket"
      case .noAlarm: "unknown_alarm"
      case .locked: "store_busy"
      default: error.code
      }
    return .failure(phrases.capitalized(reason(error))).coded(code)
  }

  /// The system's own reason goes before a number, where there is one.
  private func reason(_ error: StoreError) -> String {
    switch error.problem {
    case .cannotOpen(let number) where number != 0:
      phrase(
        "ticket.error.store_cannot_open",
        ["path": error.path, "reason": phrases.reason(number)])
    case .inputOutput(_, let number) where number != 0:
      phrase("ticket.error.store_io", ["path": error.path, "reason": phrases.reason(number)])
    default: phrases.reason(error)
    }
  }
}

extension CommandContext {
  /// Asks on the terminal; only a word for yes is one.
  func confirms(_ question: String) throws(CommandFailure) -> Bool {
    output.writeError(question)
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while !answer.contains(UInt8(ascii: "\n")), answer.count < 4096 {
      do throws(InputFault) {
        let count = try read(into: &buffer)
        if count == 0 { break }
        answer += buffer.prefix(count)
      } catch { break }
    }
    let word = String(decoding: answer, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
    return phrase("reading.yes").split(separator: "|").contains { $0 == word }
  }
}

extension CommandContext {
  private func read(into buffer: inout [UInt8]) throws(InputFault) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(InputFault) in try input.read(into: bytes) }
    }
    return try result.get()
  }
}

/// The clocks and names of towns, each looked up once.
final class TicketTowns {
  private let context: CommandContext
  private let known: TicketNames

  init(_ context: CommandContext) {
    self.context = context
    known = TicketNames(library: context.library, phrases: context.phrases)
  }

  /// The clock of a ticket's town; UTC where its time zone is known no more.
  func clock(_ ticket: Ticket) -> TownClock { known.clock(ticket.draft.timeZone) }

  /// How a ticket's town and zone are called; one that the data have no more goes by its id.
  func names(_ ticket: Ticket) -> NoticeWords.PlaceNames { known.places(ticket) }

  /// The clock by which moments without a ticket are typed and told: that of the town of `--town` or the
  /// settings, else the machine's.
  private(set) lazy var ownClock: TownClock = {
    if let typed = context.arguments.value(.town) ?? context.settings.town,
      let engine = try? context.library.engine(
        town: context.townID(named: typed) ?? typed, withPublishedCases: false)
    {
      return engine.clock
    }
    let zone = context.invocation.environment["TZ"].map { $0.drop { $0 == ":" } } ?? ""
    if !zone.isEmpty, let clock = try? context.library.clock(String(zone)) { return clock }
    guard let bytes = try? FileReading.bytes("/etc/localtime", limitBytes: 1 << 20),
      let clock = try? TownClock(tzif: bytes, identifier: "localtime")
    else { return .utc }
    return clock
  }()
}
