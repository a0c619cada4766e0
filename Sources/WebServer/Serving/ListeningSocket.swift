import CLinux
import EventLoop
import Glibc

/// A socket that waits for connections.
public struct ListeningSocket: Sendable {
  public enum Fault: Error, Hashable, Sendable {
    /// Neither an IPv4 nor an IPv6 address.
    case notAnAddress(String)
    /// Somebody else has the port.
    case inUse(port: Int)
    /// A port under 1024, or one that is forbidden.
    case denied(port: Int)
    /// This machine has no such address.
    case noSuchAddress(String)
    case system(SystemError)
    /// systemd passed no listening TCP socket.
    case notListening
  }

  public let descriptor: Int32
  /// `127.0.0.1`, `::1`.
  public let address: String
  public let port: Int
  public let isLoopback: Bool

  /// As it stands in a URI: `127.0.0.1:8427`, `[::1]:8427`.
  public var authority: String {
    address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
  }

  /// Whether it waits at every address of the machine.
  public var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

  /// - Parameter port: 0 lets the system choose.
  public static func open(address: String, port: Int) throws(Fault) -> ListeningSocket {
    var storage = sockaddr_storage()
    let plain = address == "localhost" ? "127.0.0.1" : address
    guard let length = fill(&storage, plain, port) else { throw .notAnAddress(address) }
    let descriptor = socket(
      Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system(SystemError(call: "socket", number: errno)) }
    do throws(Fault) {
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      let bound = withUnsafePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      guard bound == 0 else { throw fault("bind", errno, address, port) }
      guard listen(descriptor, 128) == 0 else { throw fault("listen", errno, address, port) }
      return try ListeningSocket(listening: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The first socket that systemd passed to this process (sd_listen_fds(3)), nil when it passed none.
  ///
  /// - Parameter environment: with `LISTEN_PID` and `LISTEN_FDS`.
  public static func inherited(
    environment: [String: String]
  ) throws(Fault) -> ListeningSocket? {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
      let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
    else { return nil }
    return try ListeningSocket(listening: 3)
  }

  /// A socket that listens already; it is made fit for the loop.
  public init(listening descriptor: Int32) throws(Fault) {
    var accepting: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &accepting, &size) == 0, accepting != 0
    else { throw .notListening }
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let named = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard named == 0, let (address, port) = Self.read(&storage) else { throw .notListening }
    aparka_set_nonblocking(descriptor)
    aparka_set_close_on_exec(descriptor)
    self.descriptor = descriptor
    self.address = address
    self.port = port
    isLoopback = address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
  }

  private static func fault(
    _ call: String, _ number: Int32, _ address: String, _ port: Int
  ) -> Fault {
    switch number {
    case EADDRINUSE: .inUse(port: port)
    case EACCES, EPERM: .denied(port: port)
    case EADDRNOTAVAIL: .noSuchAddress(address)
    default: .system(SystemError(call: call, number: number))
    }
  }

  private static func fill(
    _ storage: inout sockaddr_storage, _ address: String, _ port: Int
  ) -> socklen_t? {
    guard let port = UInt16(exactly: port) else { return nil }
    return withUnsafeMutablePointer(to: &storage) { pointer -> socklen_t? in
      let four = pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_port = port.bigEndian
        $0.pointee.sin_family = sa_family_t(AF_INET)
        return inet_pton(AF_INET, address, &$0.pointee.sin_addr) == 1
      }
      if four { return socklen_t(MemoryLayout<sockaddr_in>.size) }
      let six = pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        $0.pointee.sin6_port = port.bigEndian
        $0.pointee.sin6_family = sa_family_t(AF_INET6)
        return inet_pton(AF_INET6, address, &$0.pointee.sin6_addr) == 1
      }
      return six ? socklen_t(MemoryLayout<sockaddr_in6>.size) : nil
    }
  }

  private static func read(_ storage: inout sockaddr_storage) -> (address: String, port: Int)? {
    let family = Int32(storage.ss_family)
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let port: UInt16? = withUnsafePointer(to: &storage) { pointer in
      switch family {
      case AF_INET:
        pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          var address = $0.pointee.sin_addr
          inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
          return UInt16(bigEndian: $0.pointee.sin_port)
        }
      case AF_INET6:
        pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          var address = $0.pointee.sin6_addr
          inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
          return UInt16(bigEndian: $0.pointee.sin6_port)
        }
      default: nil
      }
    }
    let address = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    guard let port, let address else { return nil }
    return (address, Int(port))
  }
}
