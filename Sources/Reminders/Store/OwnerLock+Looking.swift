import CLinux
import Glibc

extension OwnerLock {
  /// Whether a daemon has the store, seen from outside: no file is made, and nothing is locked. False as well
  /// where the lock file cannot be read.
  public static func isDaemonRunning(storePath: String) -> Bool {
    let descriptor = open(storePath + ".lock", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(daemonByte)
    lock.l_len = 1
    return aparka_ofd_query(descriptor, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
