import CSQLite

/// A value that a statement takes.
enum SQLValue {
  case integer(Int64)
  case text(String)
  case null

  static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
  static func optional(_ value: Int?) -> SQLValue { value.map { .integer(Int64($0)) } ?? .null }
  static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
}

/// A row of an answer, valid until the next one is read.
struct Row {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
