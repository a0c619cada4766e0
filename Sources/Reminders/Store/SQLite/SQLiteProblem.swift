import CSQLite
import Glibc

/// What a result code of SQLite means for the store.
enum SQLiteProblem {
  static func of(_ code: Int32, _ handle: OpaquePointer?) -> StoreError.Problem {
    let number = handle.map { sqlite3_system_errno($0) } ?? 0
    switch code & 0xFF {
    // SQLITE_PROTOCOL: too many connections raced for the log at once.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .locked
    case SQLITE_FULL: return .full
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt(detail: message(handle))
    case SQLITE_CANTOPEN:
      return [EACCES, EROFS, EPERM].contains(number) ? .readOnly : .cannotOpen(number: number)
    case SQLITE_IOERR:
      // Files beside the database (`-shm`) report a full disk as a failed write.
      return [ENOSPC, EDQUOT].contains(number)
        ? .full : .inputOutput(sqlite: code, number: number)
    case SQLITE_NOMEM: return .inputOutput(sqlite: code, number: ENOMEM)
    default: return .unexpected(sqlite: code, detail: message(handle))
    }
  }

  private static func message(_ handle: OpaquePointer?) -> String {
    handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
  }
}
