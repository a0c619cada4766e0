import Glibc

extension StoreFile {
  /// A connection that cannot change anything, for a file that may not be written: a disk that is mounted for
  /// reading alone, another user's folder. One of an earlier version is refused, for it cannot be migrated.
  func openForReading() throws(StoreError) -> Database {
    do throws(StoreError) {
      return try judged(Database(path: path, access: .reading))
    } catch {
      // SQLite wants its log's index beside the file. Without a log there is nothing in it to miss.
      var log = stat()
      guard error.isStorage, stat(path + "-wal", &log) != 0 || log.st_size == 0 else { throw error }
      return try judged(Database(path: path, access: .readingUnchanging))
    }
  }

  private func judged(_ database: Database) throws(StoreError) -> Database {
    database.checkpointsOnClose(false)
    database.waitForOthers(milliseconds: settings.busyMilliseconds)
    try judgeHeader(of: database)
    try refuseNewer(database)
    guard try database.integer("PRAGMA user_version") == Int64(Schema.version) else {
      throw error(.readOnly)
    }
    _ = try database.integer("SELECT count(*) FROM identity")
    return database
  }
}
