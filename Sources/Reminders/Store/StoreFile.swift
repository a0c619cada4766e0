import Glibc

/// Opening, making and judging the database file. Nothing is written to a file before it is known to be
/// a sound one of ours.
struct StoreFile {
  let path: String
  let settings: StoreSettings

  private static let headerCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// A connection to a sound file of this program's version.
  func open() throws(StoreError) -> Database {
    do throws(StoreError) {
      return try openSound()
    } catch {
      guard case .cannotOpen = error.problem, isReadOnly else { throw error }
      throw self.error(.readOnly)
    }
  }

  /// Where the log cannot be made beside the file, SQLite only says that it is not there.
  private var isReadOnly: Bool {
    [path, StoreMaker.folder(of: path)].contains { (place: String) in
      access(place, W_OK) != 0 && [EROFS, EACCES, EPERM].contains(errno)
    }
  }

  private func openSound() throws(StoreError) -> Database {
    let database = try openOrMake()
    // Until the file is known to be sound, not even leftovers of its log are written into it.
    database.checkpointsOnClose(false)
    database.waitForOthers(milliseconds: settings.busyMilliseconds)
    try judgeHeader(of: database)
    try refuseNewer(database)
    if settings.checksIntegrity { try checkIntegrity(database) }
    try configure(database)
    database.checkpointsOnClose(true)
    return database
  }

  private func openOrMake() throws(StoreError) -> Database {
    if access(path, F_OK) != 0 {
      guard errno == ENOENT else { throw error(.cannotOpen(number: errno)) }
      guard settings.creates else { throw error(.missing) }
      // A log without its file would be played into a new one.
      if access(path + "-wal", F_OK) == 0, access(path, F_OK) != 0 {
        throw error(.corrupt(detail: "\(path)-wal has no database"))
      }
      try StoreMaker(path: path, settings: settings).make()
    }
    return try Database(path: path)
  }

  /// The header as it is in the file: whose it is, its version, and whether its end is missing.
  func judgeHeader(of database: Database) throws(StoreError) {
    var tries = 0
    while true {
      let hasLog = access(path + "-wal", F_OK) == 0
      let (header, size) = try database.peek(count: Self.headerCount)
      guard header.count == Self.headerCount, header.starts(with: Self.magic) else {
        throw error(.corrupt(detail: "not a SQLite file"))
      }
      let applicationID = Self.number(header, at: 68)
      guard applicationID == Schema.applicationID else {
        throw error(.notOurs(applicationID: applicationID))
      }
      let found = Self.number(header, at: 60)
      guard found <= Schema.version else {
        throw error(.newer(found: found, known: Schema.version))
      }
      let pageSize = Self.number(header, at: 16) >> 16
      let pages = Self.number(header, at: 28)
      if hasLog || Int64(pages) * Int64(pageSize) <= size { return }
      // Another process may be writing its log into the file at this moment.
      tries += 1
      guard tries < 5 else {
        throw error(.corrupt(detail: "\(size) bytes for \(pages) pages of \(pageSize)"))
      }
      usleep(50_000)
    }
  }

  /// The version again, through SQLite: it may be in the log and not in the file yet.
  func refuseNewer(_ database: Database) throws(StoreError) {
    let found = Int(try database.integer("PRAGMA user_version") ?? 0)
    if found > Schema.version { throw error(.newer(found: found, known: Schema.version)) }
  }

  private func checkIntegrity(_ database: Database) throws(StoreError) {
    // The words of states are checked as they are written; to check them all again takes seven eighths
    // of the time.
    try database.execute("PRAGMA ignore_check_constraints = ON")
    let findings = try database.query("PRAGMA quick_check(3)") { row in row.text(0) }
    try database.execute("PRAGMA ignore_check_constraints = OFF")
    if findings != ["ok"] { throw error(.corrupt(detail: findings.joined(separator: "; "))) }
  }

  private func configure(_ database: Database) throws(StoreError) {
    let mode = try database.query("PRAGMA journal_mode") { row in row.text(0) }
    if mode != ["wal"] { try database.execute("PRAGMA journal_mode = WAL") }
    try database.execute(
      """
      PRAGMA synchronous = \(settings.durability == .full ? "FULL" : "OFF");
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA wal_autocheckpoint = 256;
      PRAGMA journal_size_limit = 1048576;
      """)
    try Migration(database: database, faults: settings.faults).run()
  }

  func error(_ problem: StoreError.Problem) -> StoreError {
    StoreError(path: path, problem: problem)
  }

  /// Four bytes, big endian.
  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
