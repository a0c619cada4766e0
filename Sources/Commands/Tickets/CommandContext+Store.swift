import CivilTime
import DataLibrary
import Reminders
import Service

/// The user's files that reminders need.
enum ReminderFiles {
  /// `$XDG_DATA_HOME/aparka/reminders.sqlite` by the XDG Base Directory Specification: a path that is not
  /// absolute does not count. Nil = there is no home.
  static func store(environment: [String: String]) -> String? {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return data + "/aparka/reminders.sqlite"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/share/aparka/reminders.sqlite"
  }

  /// The daemon's control socket, `$XDG_RUNTIME_DIR/aparka/control`. Nil = there is no such folder.
  static func control(environment: [String: String]) -> String? {
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return folder + "/aparka/control"
  }
}

extension CommandContext {
  /// Opens the store, and makes it when there is none.
  func openStore() throws(CommandFailure) -> ReminderStore {
    guard let path = ReminderFiles.store(environment: invocation.environment) else {
      throw .failure(phrase("ticket.error.no_home"))
    }
    do throws(StoreError) { return try ReminderStore(path: path, settings: storeSettings()) } catch {
      throw failure(error)
    }
  }

  /// Opens the store for a question: one that does not exist is an empty one, and is not made.
  func openStoreIfThere() throws(CommandFailure) -> ReminderStore? {
    guard let path = ReminderFiles.store(environment: invocation.environment) else {
      throw .failure(phrase("ticket.error.no_home"))
    }
    var settings = storeSettings()
    settings.creates = false
    do throws(StoreError) { return try ReminderStore(path: path, settings: settings) } catch {
      if error.problem == .missing { return nil }
      throw failure(error)
    }
  }

  /// A command must start in milliseconds: the daemon and `doctor` read the whole file, this does not.
  private func storeSettings() -> StoreSettings {
    StoreSettings(
      checksIntegrity: false,
      faults: FaultPoints(specification: invocation.environment["APARKA_FAULT"]))
  }

  /// Runs an operation of the store; what it cannot do is told in the user's language.
  func stored<Value>(
    _ operation: () throws(StoreError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(StoreError) { return try operation() } catch { throw failure(error) }
  }

  func failure(_ error: StoreError) -> CommandFailure { .failure(phrases.reason(error)) }
}

/// The clocks and names of towns, each looked up once.
final class TicketTowns {
  private let context: CommandContext
  private var clocks: [String: TownClock] = [:]
  private var names: [String: (town: String, zones: [String: String])] = [:]

  init(_ context: CommandContext) { self.context = context }

  /// The clock of a ticket's town; UTC where its time zone is known no more.
  func clock(_ ticket: Ticket) -> TownClock { clock(timeZone: ticket.draft.timeZone) }

  func clock(timeZone: String) -> TownClock {
    if let known = clocks[timeZone] { return known }
    let clock = (try? context.library.clock(timeZone)) ?? .utc
    clocks[timeZone] = clock
    return clock
  }

  /// How a ticket's town and zone are called; one that the data have no more goes by its id.
  func names(_ ticket: Ticket) -> (town: String, zone: String) {
    let id = ticket.draft.town
    let known = names[id] ?? load(id)
    names[id] = known
    return (known.town, known.zones[ticket.draft.zone] ?? ticket.draft.zone)
  }

  private func load(_ id: String) -> (town: String, zones: [String: String]) {
    guard let engine = try? context.library.engine(town: id, withPublishedCases: false) else {
      return (id, [:])
    }
    var zones: [String: String] = [:]
    for edition in engine.town.editions {
      for zone in edition.zones { zones[zone.id] = context.name(zone.names) }
    }
    return (context.townName(engine.town), zones)
  }

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
