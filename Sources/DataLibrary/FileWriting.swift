import Glibc

/// Why a file could not be written.
public struct FileWritingError: Error, Hashable, Sendable {
  public let path: String
  /// The system's number (`EACCES`, `ENOSPC` ...).
  public let errorNumber: Int32
}

/// Writes whole files, so that a reader sees the old one or the new one and nothing between.
///
/// What a path leads to is written, links followed. Only a regular file is replaced: a device or a pipe stays what
/// it is and takes the bytes, a folder is an error.
public enum FileWriting {
  /// Replaces a file: written beside it, forced to the disk, renamed.
  ///
  /// - Parameter makesFolder: A folder that is missing is made, for the user alone (XDG Base Directory
  ///   Specification); else it is an error, as for a path that the user typed.
  /// - Parameter mode: exactly this; nil = that of the file that is there, else as the user's mask has it for a
  ///   common file.
  public static func replace(
    _ path: String, with bytes: [UInt8], makesFolder: Bool = false, mode: mode_t? = nil
  ) throws(FileWritingError) {
    if makesFolder { try makeFolder(of: path) }
    let destination = try WritingDestination(path)
    guard !destination.isStream else { return try destination.pass(bytes) }
    let mode = mode ?? destination.mode
    let draft = "\(destination.path).\(getpid()).new"
    let descriptor = open(
      draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode ?? 0o644)
    guard descriptor >= 0 else { throw FileWritingError(path: path, errorNumber: errno) }
    var failure: Int32?
    // A draft that a crash left behind may have another mode, so it is set before there is a secret in it.
    if let mode, fchmod(descriptor, mode) != 0 { failure = errno }
    if failure == nil { failure = write(bytes, to: descriptor) }
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(draft, destination.path) != 0 { failure = errno }
    guard let failure else { return }
    unlink(draft)
    throw FileWritingError(path: path, errorNumber: failure)
  }

  /// Looks whether `replace` could write there, as far as that can be seen without writing.
  public static func requireWritable(_ path: String) throws(FileWritingError) {
    let destination = try WritingDestination(path)
    let place = destination.isStream ? path : destination.folder
    guard access(place, W_OK) == 0 else { throw FileWritingError(path: path, errorNumber: errno) }
  }

  /// Makes the folder that a file stands in, and those above it, for the user alone.
  public static func makeFolder(of path: String) throws(FileWritingError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if FileReading.isFolder(folder) { return }
    try makeFolder(of: folder)
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw FileWritingError(path: folder, errorNumber: errno)
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += count
      }
      return nil
    }
  }
}
