import Glibc

/// Why the daemon did not answer.
public enum ControlFailure: Error, Hashable, Sendable {
  /// Nobody listens: the daemon is down.
  case notRunning
  /// Somebody listens and says nothing in time.
  case noAnswer
  /// The path is too long for a socket, or may not be used.
  case unusable(errorNumber: Int32)
}

/// A command's end of the control socket. Waits for the answer, with a limit.
public enum ControlClient {
  /// - Returns: the answer without its line end.
  public static func ask(
    _ request: ControlRequest, at path: String, timeoutMilliseconds: Int = 1000
  ) throws(ControlFailure) -> String {
    guard let address = UnixAddress(path) else {
      throw .unusable(errorNumber: ENAMETOOLONG)
    }
    let descriptor = UnixAddress.socket(.stream)
    guard descriptor >= 0 else { throw .unusable(errorNumber: errno) }
    defer { close(descriptor) }
    var limit = timeval(
      tv_sec: timeoutMilliseconds / 1000, tv_usec: timeoutMilliseconds % 1000 * 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard address.with({ connect(descriptor, $0, $1) }) == 0 else {
      switch errno {
      case ENOENT, ECONNREFUSED: throw .notRunning
      case EAGAIN, ETIMEDOUT, EINPROGRESS: throw .noAnswer
      default: throw .unusable(errorNumber: errno)
      }
    }
    var line = request.rawValue + "\n"
    let sent = line.withUTF8 {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard sent == line.utf8.count else { throw .noAnswer }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while answer.last != UInt8(ascii: "\n") {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .noAnswer }
      answer += buffer.prefix(count)
    }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }

  /// How the daemon is; nil when its answer is not understood (a later version's).
  public static func state(
    at path: String, timeoutMilliseconds: Int = 1000
  ) throws(ControlFailure) -> DaemonState? {
    DaemonState(json: try ask(.state, at: path, timeoutMilliseconds: timeoutMilliseconds))
  }
}
