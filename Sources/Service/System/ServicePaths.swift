import Glibc

/// Where the service keeps its files: all below the user's own folders, none open to anybody else.
public struct ServicePaths: Hashable, Sendable {
  /// The store: `$XDG_DATA_HOME/aparka/reminders.sqlite`.
  public let database: String
  /// What lives as long as the session: `$XDG_RUNTIME_DIR/aparka`.
  public let runtimeFolder: String

  public var dataFolder: String { Self.parent(of: database) }
  public var controlSocket: String { runtimeFolder + "/control" }
  /// Remembers what fault of the store the driver was told of.
  var faultMarker: String { runtimeFolder + "/store-fault" }

  public init(database: String, runtimeFolder: String) {
    self.database = database
    self.runtimeFolder = runtimeFolder
  }

  /// By the XDG base directory specification: a relative path counts as none. Without `XDG_RUNTIME_DIR`
  /// (a cron job, `su`) systemd's `/run/user/<uid>` when it is there, else a folder beside the store.
  ///
  /// - Returns: nil when neither `XDG_DATA_HOME` nor `HOME` says where the user's files are.
  public init?(environment: [String: String], userID: uid_t = geteuid()) {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let data = folder("XDG_DATA_HOME") ?? folder("HOME").map({ $0 + "/.local/share" })
    else { return nil }
    let login = "/run/user/\(userID)"
    let runtime = folder("XDG_RUNTIME_DIR") ?? (Self.isOwnFolder(login, userID) ? login : nil)
    self.init(
      database: data + "/aparka/reminders.sqlite",
      runtimeFolder: runtime.map { $0 + "/aparka" } ?? data + "/aparka/run")
  }

  /// Makes the folders, for this user alone.
  ///
  /// - Returns: the path and the `errno` of the first that cannot be had.
  public func makeFolders() -> (path: String, errorNumber: Int32)? {
    for folder in [dataFolder, runtimeFolder] {
      if let number = Self.make(folder) { return (folder, number) }
    }
    return nil
  }

  /// - Returns: the `errno` when it is not there and cannot be made.
  static func make(_ folder: String) -> Int32? {
    if mkdir(folder, 0o700) == 0 { return nil }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(folder, &status) == 0 else { return errno }
      guard status.st_mode & S_IFMT == S_IFDIR else { return ENOTDIR }
      return nil
    case ENOENT where folder != "/":
      if let number = make(parent(of: folder)) { return number }
      return mkdir(folder, 0o700) == 0 ? nil : errno
    default: return errno
    }
  }

  private static func isOwnFolder(_ path: String, _ userID: uid_t) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == userID
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
