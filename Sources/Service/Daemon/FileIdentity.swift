import Glibc

/// Which file a path leads to: another file of the same name is another one.
struct FileIdentity: Hashable {
  private let device: UInt
  private let number: UInt

  /// Nil when there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
