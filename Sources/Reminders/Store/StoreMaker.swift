import Glibc

/// Makes a new store: whole and on the disk under another name first, then linked to its own, so that
/// it is there entirely or not at all, whoever else makes it at the same moment.
struct StoreMaker {
  let path: String
  let settings: StoreSettings

  func make() throws(StoreError) {
    let folder = Self.folder(of: path)
    try makeFolder(folder)
    let temporary = "\(path).new-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    defer { for ending in ["", "-wal", "-shm", "-journal"] { unlink(temporary + ending) } }
    try write(temporary)
    settings.faults.reach("create.before_link")
    if link(temporary, path) != 0 && errno != EEXIST { throw error(errno) }
    settings.faults.reach("create.after_link")
    Self.synchronise(folder)
  }

  /// Everything up to the disk. The descriptor is closed when SQLite has done with the file and before
  /// anybody else can have it: closing drops the locks of the whole process on a file.
  private func write(_ temporary: String) throws(StoreError) {
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw error(errno) }
    defer { close(descriptor) }
    try fill(temporary)
    guard fsync(descriptor) == 0 else { throw error(errno) }
  }

  private func fill(_ temporary: String) throws(StoreError) {
    do throws(StoreError) {
      let database = try Database(path: temporary)
      try database.execute(
        """
        PRAGMA journal_mode = MEMORY;
        PRAGMA application_id = \(Schema.applicationID);
        """)
      try Migration(database: database, faults: FaultPoints()).run()
      try database.execute("PRAGMA journal_mode = WAL")
    } catch {
      throw StoreError(path: path, problem: error.problem)
    }
  }

  /// Only the driver's own: what is missing is made with mode 0700.
  private func makeFolder(_ folder: String) throws(StoreError) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder != "/", folder != "." else { throw error(errno) }
    try makeFolder(Self.folder(of: folder))
    if mkdir(folder, 0o700) != 0 && errno != EEXIST { throw error(errno) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func synchronise(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func error(_ number: Int32) -> StoreError {
    let problem: StoreError.Problem =
      switch number {
      case EROFS, EACCES, EPERM: .readOnly
      case ENOSPC, EDQUOT: .full
      default: .cannotOpen(number: number)
      }
    return StoreError(path: path, problem: problem)
  }
}
