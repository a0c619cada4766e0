import CSQLite

/// A connection to a SQLite file, and its prepared statements, each kept for the next use.
final class Database {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  enum Access {
    case writing
    case reading
    /// As `reading`, of a file that nobody can write meanwhile and that has no log.
    case readingUnchanging
  }

  init(path: String, access: Access = .writing) throws(StoreError) {
    var handle: OpaquePointer?
    let flags =
      switch access {
      case .writing: SQLITE_OPEN_READWRITE
      case .reading: SQLITE_OPEN_READONLY
      case .readingUnchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = access == .readingUnchanging ? Self.unchanging(path) : path
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let problem = SQLiteProblem.of(code, handle)
      sqlite3_close_v2(handle)
      throw StoreError(path: path, problem: problem)
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
  }

  /// RFC 3986: what is not plain is escaped.
  private static func unchanging(_ path: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      let isPlain =
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      if isPlain {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return uri + "?immutable=1"
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements that answer nothing of interest; not kept.
  func execute(_ sql: String) throws(StoreError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement to its end. Returns how many rows it changed.
  @discardableResult
  func change(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
    let statement = try prepared(sql, values)
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(code) }
    return Int(sqlite3_changes(handle))
  }

  /// All rows of an answer. `read` must not run the same statement.
  func query<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ read: (Row) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    let statement = try prepared(sql, values)
    defer { sqlite3_reset(statement) }
    var answers: [Value] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: answers.append(try read(Row(statement: statement)))
      case SQLITE_DONE: return answers
      case let code: throw error(code)
      }
    }
  }

  /// The first column of the first row; nil when there is none or it is NULL.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64? {
    let statement = try prepared(sql, values)
    defer { sqlite3_reset(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return Row(statement: statement).optionalInteger(0)
    case SQLITE_DONE: return nil
    case let code: throw error(code)
    }
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func waitForOthers(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Whether the last connection to close writes the log into the file; it does unless told not to.
  func checkpointsOnClose(_ wanted: Bool) {
    _ = aparka_sqlite_checkpoint_on_close(handle, wanted ? 1 : 0)
  }

  /// The first `count` bytes of the file and its size, read without touching anything; no bytes when
  /// the file is shorter.
  func peek(count: Int) throws(StoreError) -> (header: [UInt8], size: Int64) {
    var header = [UInt8](repeating: 0, count: count)
    var size: Int64 = 0
    try check(aparka_sqlite_peek(handle, &header, Int32(count), &size))
    return (size < Int64(count) ? [] : header, size)
  }

  func error(_ code: Int32) -> StoreError {
    StoreError(path: path, problem: SQLiteProblem.of(code, handle))
  }

  private func check(_ code: Int32) throws(StoreError) {
    if code != SQLITE_OK { throw error(code) }
  }

  private func prepared(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> OpaquePointer {
    let statement: OpaquePointer
    if let known = statements[sql] {
      statement = known
    } else {
      var made: OpaquePointer?
      try check(
        sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil))
      guard let made else { throw error(SQLITE_MISUSE) }
      statements[sql] = made
      statement = made
    }
    for (place, value) in values.enumerated() {
      let column = Int32(place + 1)
      switch value {
      case .integer(let number): try check(sqlite3_bind_int64(statement, column, number))
      case .null: try check(sqlite3_bind_null(statement, column))
      case .text(let text): try check(Self.bind(text, to: statement, column))
      }
    }
    return statement
  }

  private static func bind(_ text: String, to statement: OpaquePointer, _ column: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text has no address, which SQLite would take for NULL.
        guard let start = characters.baseAddress else {
          return sqlite3_bind_text(statement, column, "", 0, aparka_sqlite_transient())
        }
        return sqlite3_bind_text(
          statement, column, start, Int32(characters.count), aparka_sqlite_transient())
      }
    }
  }
}
