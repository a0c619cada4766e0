import CLinux
import Glibc

/// The address of a local socket: a path, or a name of the abstract namespace when it begins with `@`
/// (`unix(7)`; systemd writes such names so).
struct UnixAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// - Returns: nil when the path is empty or longer than the system takes (107 bytes).
  init?(_ path: String) {
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !bytes.isEmpty, bytes.count < room else { return nil }
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let header = MemoryLayout<sockaddr_un>.size - room
    length = socklen_t(header + bytes.count + (isAbstract ? 0 : 1))
  }

  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  enum Kind { case stream, datagram }

  /// A socket without an address; negative when the system has none, with the reason in `errno`.
  static func socket(_ kind: Kind) -> Int32 {
    let type = kind == .stream ? SOCK_STREAM : SOCK_DGRAM
    return Glibc.socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }
}
