import Glibc

/// What a path to be written leads to.
struct WritingDestination {
  private static let mostLinks = 40

  /// The path that was asked for.
  private let typed: String
  /// The path of the file itself, links followed; it need not be there.
  let path: String
  /// A device, a pipe: it cannot be replaced, only written to.
  let isStream: Bool
  /// The permissions of the file that is there.
  let mode: mode_t?

  init(_ typed: String) throws(FileWritingError) {
    self.typed = typed
    var status = stat()
    guard stat(typed, &status) == 0 else {
      guard errno == ENOENT else { throw FileWritingError(path: typed, errorNumber: errno) }
      path = try Self.end(ofLinks: typed)
      isStream = false
      mode = nil
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw FileWritingError(path: typed, errorNumber: EISDIR)
    case S_IFREG:
      path = FileReading.resolved(typed)
      isStream = false
      mode = status.st_mode & 0o777
    default:
      path = typed
      isStream = true
      mode = nil
    }
  }

  var folder: String { Self.folder(of: path) }

  /// Hands the bytes to a device or a pipe. A pipe that nobody reads is an error and not a wait without end.
  func pass(_ bytes: [UInt8]) throws(FileWritingError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileWritingError(path: typed, errorNumber: errno) }
    defer { close(descriptor) }
    // Whoever reads may take its time.
    _ = fcntl(descriptor, F_SETFL, 0)
    // One that goes away is an error like another.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    if let failure = FileWriting.write(bytes, to: descriptor) {
      throw FileWritingError(path: typed, errorNumber: failure)
    }
  }

  /// Where a link to a file that is not there yet would have it.
  private static func end(ofLinks typed: String) throws(FileWritingError) -> String {
    var path = typed
    for _ in 0..<mostLinks {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count >= 0 else { return path }
      let target = String(
        decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = target.hasPrefix("/") ? target : folder(of: path) + target
    }
    throw FileWritingError(path: typed, errorNumber: ELOOP)
  }

  /// With its slash at the end.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }
}
