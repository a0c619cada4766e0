import CLinux
import Glibc

/// The lock file beside the store. A process that sends holds a byte of its own in it, the daemon one
/// more; the kernel lets go of both when the process dies, however it dies (open file description
/// locks, fcntl(2)). A process forked meanwhile must not keep the descriptor: it closes at `exec`.
public final class OwnerLock {
  /// The number that this process claims deliveries with: random, used once.
  public let owner: Int64
  public let path: String
  private let descriptor: Int32
  static let daemonByte: Int64 = 0

  /// - Parameter storePath: the database file; the lock file is `<storePath>.lock`.
  public init(storePath: String) throws(StoreError) {
    path = storePath + ".lock"
    owner = Int64.random(in: 1..<(1 << 61))
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.error(path, errno) }
    guard try take(owner) else {
      throw StoreError(path: path, problem: .locked)
    }
  }

  deinit { close(descriptor) }

  /// Takes the daemon's byte until the process ends. False = another daemon has it.
  public func becomeDaemon() throws(StoreError) -> Bool { try take(Self.daemonByte) }

  /// Whether another process has the daemon's byte.
  public func isDaemonRunning() throws(StoreError) -> Bool { try isHeld(Self.daemonByte) }

  /// Whether the process with this number lives. This process's own number is alive.
  public func isAlive(_ owner: Int64) throws(StoreError) -> Bool {
    if owner == self.owner { return true }
    return try isHeld(owner)
  }

  private func take(_ byte: Int64) throws(StoreError) -> Bool {
    var lock = Self.lock(byte)
    while aparka_ofd_lock(descriptor, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return false
      case let number: throw Self.error(path, number)
      }
    }
    return true
  }

  private func isHeld(_ byte: Int64) throws(StoreError) -> Bool {
    var lock = Self.lock(byte)
    guard aparka_ofd_query(descriptor, &lock) == 0 else { throw Self.error(path, errno) }
    return lock.l_type != Int16(F_UNLCK)
  }

  private static func lock(_ byte: Int64) -> flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(byte)
    lock.l_len = 1
    return lock
  }

  private static func error(_ path: String, _ number: Int32) -> StoreError {
    switch number {
    case EROFS, EACCES, EPERM: StoreError(path: path, problem: .readOnly)
    case ENOSPC, EDQUOT: StoreError(path: path, problem: .full)
    default: StoreError(path: path, problem: .cannotOpen(number: number))
    }
  }
}
