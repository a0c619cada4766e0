import Glibc

/// Why a lock was not had.
enum FileLockError: Error {
  case busy(path: String)
  case file(FileWritingError)
}

/// An advisory lock (flock(2)) that one process has at a time. It ends with the process at the latest.
struct FileLock {
  /// A change of settings takes milliseconds; a process that was stopped in the middle must not stop others.
  private static let patienceMicroseconds: UInt32 = 5_000_000
  private static let napMicroseconds: UInt32 = 2_000

  private let descriptor: Int32

  /// Waits for the lock. The file is made if it is missing, and stays.
  init(path: String, makesFolder: Bool) throws(FileLockError) {
    if makesFolder {
      do { try FileWriting.makeFolder(of: path) } catch { throw .file(error) }
    }
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .file(FileWritingError(path: path, errorNumber: errno))
    }
    var waited: UInt32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      guard reason == EWOULDBLOCK || reason == EINTR, waited < Self.patienceMicroseconds else {
        close(descriptor)
        throw reason == EWOULDBLOCK
          ? .busy(path: path) : .file(FileWritingError(path: path, errorNumber: reason))
      }
      usleep(Self.napMicroseconds)
      waited += Self.napMicroseconds
    }
  }

  func release() { close(descriptor) }
}
