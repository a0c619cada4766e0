import Glibc

/// Why a file could not be read.
public enum FileReadingError: Error, Hashable, Sendable {
  case notFound(path: String)
  /// `reason` is the system's own word for it (`EACCES` ...).
  case unreadable(path: String, errorNumber: Int32)
  case tooLarge(path: String, limitBytes: Int)

  public var path: String {
    switch self {
    case .notFound(let path), .unreadable(let path, _), .tooLarge(let path, _): path
    }
  }
}

/// Reads whole files; the only place in the program that opens data files.
public enum FileReading {
  /// The bytes of a regular file of at most `limitBytes`.
  public static func bytes(
    _ path: String, limitBytes: Int
  ) throws(FileReadingError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw failure(path) }
    guard information.st_mode & S_IFMT != S_IFDIR else {
      throw .unreadable(path: path, errorNumber: EISDIR)
    }
    guard Int(information.st_size) <= limitBytes else {
      throw .tooLarge(path: path, limitBytes: limitBytes)
    }
    var bytes: [UInt8] = []
    // One byte more than the limit shows that a pipe or a growing file is too large.
    var capacity = max(Int(information.st_size) + 1, 4096)
    while true {
      let start = bytes.count
      var count = 0
      let room = min(capacity, limitBytes + 1) - start
      guard room > 0 else { throw .tooLarge(path: path, limitBytes: limitBytes) }
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
          count = Glibc.read(descriptor, buffer.baseAddress, room)
          initialized = max(count, 0)
        })
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      if count == 0 { return bytes }
      if bytes.count > limitBytes { throw .tooLarge(path: path, limitBytes: limitBytes) }
      if bytes.count == capacity { capacity *= 2 }
    }
  }

  /// The names in a folder that end in `suffix`, without it, sorted.
  public static func names(
    in folder: String, endingIn suffix: String
  ) throws(FileReadingError) -> [String] {
    guard let stream = opendir(folder) else { throw failure(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(suffix), !name.hasPrefix(".") {
        names.append(String(name.dropLast(suffix.count)))
      }
    }
    return names.sorted()
  }

  public static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// The path of the file that a path leads to, links followed; the path itself when there is none.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func failure(_ path: String) -> FileReadingError {
    errno == ENOENT || errno == ENOTDIR
      ? .notFound(path: path) : .unreadable(path: path, errorNumber: errno)
  }
}
