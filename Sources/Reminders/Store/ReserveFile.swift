import Glibc

/// 256 KiB beside the store that are given up when the disk is full, so that due alarms can still be
/// marked as told.
struct ReserveFile {
  static let bytes: off_t = 256 * 1024
  let path: String

  init(storePath: String) { path = storePath + ".reserve" }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Makes it if it is gone. False when there is no space (or no right) for it.
  func replenish() -> Bool {
    if exists { return true }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Real blocks, not a hole: a hole frees nothing.
    if posix_fallocate(descriptor, 0, Self.bytes) == 0 { return true }
    unlink(path)
    return false
  }

  /// Gives the space to the store. False when it was gone already.
  func giveUp() -> Bool { unlink(path) == 0 }
}
