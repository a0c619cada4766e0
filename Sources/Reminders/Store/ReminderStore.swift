import CSQLite
import CivilTime
import Glibc

/// Tickets, alarms and the outbox in one SQLite file. Each operation is one transaction, durable when
/// it returns. Confined to the thread that uses it; several processes may have the file open.
public final class ReminderStore {
  public let path: String
  let settings: StoreSettings
  private let reserve: ReserveFile
  private var connection: Database?
  /// After an error of reading or writing the connection is not trusted any more.
  private var isSuspect = false
  var memory = StoreMemory()
  private var knownName: String?
  /// Questions are answered; whatever would change something throws `readOnly`.
  public private(set) var isReadOnly = false

  /// Opens the file; makes it, and its folder, when there is none.
  public init(path: String, settings: StoreSettings = StoreSettings()) throws(StoreError) {
    self.path = path
    self.settings = settings
    reserve = ReserveFile(storePath: path)
    let file = StoreFile(path: path, settings: settings)
    do throws(StoreError) {
      connection = try Self.waiting(settings, path) { () throws(StoreError) in try file.open() }
    } catch  where error.problem == .readOnly && settings.mayOnlyRead {
      connection = try file.openForReading()
      isReadOnly = true
      return
    } catch  where error.problem == .full && settings.mayOpenWithReserve && reserve.giveUp() {
      connection = try file.open()
    }
    replenishReserve()
  }

  /// Makes the reserve file again if it is gone and there is space. Whether it is there.
  @discardableResult
  public func replenishReserve() -> Bool { settings.keepsReserve && reserve.replenish() == 0 }

  /// Changes whenever another connection wrote (`PRAGMA data_version`).
  public func dataVersion() throws(StoreError) -> Int64 {
    try database().integer("PRAGMA data_version") ?? 0
  }

  /// Opens the file anew: after errors that a new connection may mend, and when another file took its
  /// place. What is remembered stays.
  public func reopen() throws(StoreError) {
    isSuspect = true
    _ = try database()
  }

  /// The file is lost: damaged, gone, or another took its place. Lets go of it, and forgets what belongs to
  /// it alone; the next use opens what is there then.
  ///
  /// - Parameter writesLog: writes the log into the file, and removes it; only if the log beside the path
  ///   is that file's.
  /// - Returns: the open alarms, as far as they are known.
  public func letGoOfFile(writesLog: Bool) -> RememberedAlarms {
    // A removed file can still be read.
    try? lookAhead(limit: Self.mostRemembered)
    let settled = memory.settledAlarms
    let remembered = RememberedAlarms(memory.seen.filter { !settled.contains($0.alarm.id) })
    memory = StoreMemory()
    knownName = nil
    if writesLog { try? connection?.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    connection?.checkpointsOnClose(writesLog)
    connection = nil
    if writesLog { removeEmptyLog() }
    return remembered
  }

  /// SQLite leaves the log of a moved file, and with one no new file may be made.
  private func removeEmptyLog() {
    var status = stat()
    guard access(path, F_OK) != 0, stat(path + "-wal", &status) == 0, status.st_size == 0
    else { return }
    unlink(path + "-wal")
    unlink(path + "-shm")
  }

  private static let mostRemembered = 1000

  /// The connection, opened anew after an error of reading or writing.
  func database() throws(StoreError) -> Database {
    if let connection, !isSuspect { return connection }
    connection = nil
    var quick = settings
    quick.checksIntegrity = false
    quick.creates = false
    let file = StoreFile(path: path, settings: quick)
    let opened = isReadOnly ? try file.openForReading() : try file.open()
    connection = opened
    isSuspect = false
    return opened
  }

  /// The key of an alarm's deliveries.
  func key(ofAlarm alarm: Int64) throws(StoreError) -> String {
    if let knownName { return "aparka-\(knownName)-\(alarm)" }
    let names = try database().query("SELECT store FROM identity") { row in row.text(0) }
    guard let name = names.first else { throw broken("no identity") }
    knownName = name
    return "aparka-\(name)-\(alarm)"
  }

  /// Reads outside a transaction. After an error that is not a matter of waiting the connection is not
  /// trusted any more, and the next call opens the file anew.
  func reading<Value>(
    _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try body(try database())
    } catch {
      if error.isStorage, error.problem != .locked, error.problem != .full { isSuspect = true }
      throw error
    }
  }

  func broken(_ detail: String) -> StoreError {
    StoreError(path: path, problem: .corrupt(detail: detail))
  }

  func error(_ problem: StoreError.Problem) -> StoreError {
    StoreError(path: path, problem: problem)
  }

  /// One transaction. `body` may be run several times and must change nothing but the database.
  /// - Parameters:
  ///   - name: of the fault points.
  ///   - mayUseReserve: the change is about what is due already, or makes room.
  func transaction<Value>(
    _ name: String, mayUseReserve: Bool = false, _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if isReadOnly { throw error(.readOnly) }
    if settings.keepsReserve, !mayUseReserve, reserve.lacksSpace { throw error(.full) }
    var remedies: [Remedy] = [.shrinkLog] + (mayUseReserve ? [.giveUpReserve, .shrinkLog] : [])
    var repeats = 2
    while true {
      do throws(StoreError) {
        return try attempt(name, body)
      } catch {
        switch error.problem {
        case .full where !remedies.isEmpty: apply(remedies.removeFirst())
        case .inputOutput:
          isSuspect = true
          if repeats == 0 { throw error }
          repeats -= 1
        case .corrupt:
          isSuspect = true
          throw error
        default: throw error
        }
      }
    }
  }

  private func attempt<Value>(
    _ name: String, _ body: (Database) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let database = try database()
    try Self.waiting(settings, path) { () throws(StoreError) in
      try database.execute("BEGIN IMMEDIATE")
    }
    do throws(StoreError) {
      let value = try body(database)
      settings.faults.reach(name + ".before_commit")
      try Self.waiting(settings, path) { () throws(StoreError) in
        try database.execute("COMMIT")
      }
      settings.faults.reach(name + ".after_commit")
      return value
    } catch {
      if database.isInTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }

  /// What can be done about a full disk.
  private enum Remedy {
    /// Writes the log into the file and gives its space back.
    case shrinkLog
    case giveUpReserve
  }

  private func apply(_ remedy: Remedy) {
    switch remedy {
    case .shrinkLog: try? connection?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    case .giveUpReserve: if settings.keepsReserve { _ = reserve.giveUp() }
    }
  }

  /// Tries again for some rounds while others hold the file.
  private static func waiting<Value>(
    _ settings: StoreSettings, _ path: String, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    var rounds = settings.busyRounds
    while true {
      do throws(StoreError) {
        return try body()
      } catch {
        rounds -= 1
        guard error.problem == .locked, rounds > 0 else { throw error }
        if rounds == settings.busyRounds - 1 { settings.whileWaiting?(path) }
      }
    }
  }
}
