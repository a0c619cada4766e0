/// Brings a file to this program's version, all steps in one transaction.
struct Migration {
  let database: Database
  let faults: FaultPoints

  func run() throws(StoreError) {
    guard try version() < Schema.version else { return }
    try database.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      // Another process may have done it while this one waited.
      let found = try version()
      if found < Schema.version {
        for step in Schema.steps[found...] { try database.execute(step) }
        try database.execute("PRAGMA user_version = \(Schema.version)")
      }
      faults.reach("migrate.before_commit")
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
    faults.reach("migrate.after_commit")
    // The version belongs in the file's header, where an older program looks first.
    try? database.execute("PRAGMA wal_checkpoint(PASSIVE)")
  }

  private func version() throws(StoreError) -> Int {
    Int(try database.integer("PRAGMA user_version") ?? 0)
  }
}
