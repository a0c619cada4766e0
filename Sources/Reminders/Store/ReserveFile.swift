import Glibc

/// 256 KiB beside the store that are given up when the disk is full, so that due alarms can still be
/// marked as told.
struct ReserveFile {
  static let bytes: off_t = 256 * 1024
  let path: String

  init(storePath: String) { path = storePath + ".reserve" }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Makes it if it is gone. 0, or the `errno` of why it cannot be made.
  func replenish() -> Int32 {
    if exists { return 0 }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno == EEXIST ? 0 : errno }
    defer { close(descriptor) }
    // Real blocks, not a hole: a hole frees nothing.
    let number = posix_fallocate(descriptor, 0, Self.bytes)
    if number != 0 { unlink(path) }
    return number
  }

  /// Whether it is gone and the disk has no room for it.
  var lacksSpace: Bool { [ENOSPC, EDQUOT].contains(replenish()) }

  /// Gives the space to the store. False when it was gone already.
  func giveUp() -> Bool { unlink(path) == 0 }
}
