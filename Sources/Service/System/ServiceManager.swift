import CLinux
import Glibc

/// The service manager that started this process, if one did: `sd_notify(3)` is one datagram, so that no
/// library is needed.
public struct ServiceManager: Sendable {
  /// What it is told.
  public enum Message: Sendable {
    case ready(status: String)
    case status(String)
    /// Alive and well; without it for `watchdogMilliseconds` the manager kills the process.
    case watchdog
    case stopping
    /// Before the settings are read again; `ready` ends it.
    case reloading
    /// Starting or stopping takes so much longer from now.
    case extendTimeout(milliseconds: Int)

    var text: String {
      switch self {
      case .ready(let status): "READY=1\nSTATUS=\(status)"
      case .status(let status): "STATUS=\(status)"
      case .watchdog: "WATCHDOG=1"
      case .stopping: "STOPPING=1"
      case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds())"
      case .extendTimeout(let milliseconds): "EXTEND_TIMEOUT_USEC=\(milliseconds * 1000)"
      }
    }

    private static func monotonicMicroseconds() -> Int {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000
    }
  }

  private let socketPath: String?
  /// Nil = nobody watches.
  public let watchdogMilliseconds: Int?
  /// Sockets that the manager opened for this process, from descriptor 3 on (`sd_listen_fds(3)`).
  public let inheritedSockets: [Int32]

  public init(environment: [String: String], process: pid_t = getpid()) {
    socketPath = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    let isForUs: (String) -> Bool = { name in
      environment[name].map { pid_t($0) == process } ?? (name == "WATCHDOG_PID")
    }
    watchdogMilliseconds =
      isForUs("WATCHDOG_PID")
      ? environment["WATCHDOG_USEC"].flatMap { Int($0) }.map { max(1, $0 / 1000) } : nil
    let count = isForUs("LISTEN_PID") ? environment["LISTEN_FDS"].flatMap { Int32($0) } ?? 0 : 0
    inheritedSockets = count > 0 && count < 16 ? Array(3..<(3 + count)) : []
  }

  public var isThere: Bool { socketPath != nil }

  /// Tells the manager; nothing happens without one. A manager that cannot be reached now will notice by
  /// itself that it hears nothing.
  public func tell(_ message: Message) {
    guard let socketPath, let address = UnixAddress(socketPath) else { return }
    let descriptor = UnixAddress.socket(.datagram)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var text = message.text
    text.withUTF8 { bytes in
      address.with { address, length in
        _ = sendto(
          descriptor, bytes.baseAddress, bytes.count,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address, length)
      }
    }
  }
}
