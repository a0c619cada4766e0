import Foundation

/// A TCP client that sends whatever it is told.
public final class RawClient {
  public struct Answer: Sendable {
    public let status: Int
    public let head: String
    public let body: [UInt8]

    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the only header of that name.
    public subscript(_ name: String) -> String? {
      let lines = head.split(separator: "\r\n").dropFirst().filter {
        $0.lowercased().hasPrefix(name.lowercased() + ":")
      }
      guard lines.count == 1 else { return nil }
      return lines[0].dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
  }

  public let descriptor: Int32
  private var unread: [UInt8] = []

  /// - Parameter receivesBytes: how much the system keeps for it, if not the usual.
  public init(port: Int, receivesBytes: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receivesBytes {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    waitAtMost(milliseconds: 5000)
  }

  deinit { close(descriptor) }

  /// How long a `read` waits.
  public func waitAtMost(milliseconds: Int) {
    var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// False when the other end is gone.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(
          descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      done += count
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Some bytes; empty at the end, or when nothing came in time.
  public func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  public func readToEnd() -> [UInt8] {
    var all = unread
    unread = []
    while case let more = read(), !more.isEmpty { all += more }
    return all
  }

  /// Reads until the text has come; nil when it does not.
  public func read(until wanted: String) -> String? {
    let pattern = Data(wanted.utf8)
    while Data(unread).range(of: pattern) == nil {
      let more = read()
      if more.isEmpty { return nil }
      unread += more
    }
    guard let range = Data(unread).range(of: pattern) else { return nil }
    let taken = String(decoding: unread[..<range.upperBound], as: UTF8.self)
    unread.removeFirst(range.upperBound)
    return taken
  }

  /// The next answer with its body (`Content-Length`).
  public func answer(hasBody: Bool = true) -> Answer? {
    guard let head = read(until: "\r\n\r\n"), head.hasPrefix("HTTP/1.1 ") else { return nil }
    let status = Int(head.dropFirst(9).prefix(3)) ?? 0
    let lengthLine = head.lowercased().split(separator: "\r\n").first {
      $0.hasPrefix("content-length:")
    }
    let length = lengthLine.flatMap {
      Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces))
    }
    var body: [UInt8] = []
    if hasBody, let length {
      while unread.count < length {
        let more = read()
        if more.isEmpty { return nil }
        unread += more
      }
      body = Array(unread[..<length])
      unread.removeFirst(length)
    }
    return Answer(status: status, head: head, body: body)
  }

  public func ask(_ text: String, hasBody: Bool = true) -> Answer? {
    send(text)
    return answer(hasBody: hasBody)
  }

  /// A request that is right but for what is given.
  public static func get(_ target: String, _ fields: [String] = []) -> String {
    (["GET \(target) HTTP/1.1", "Host: 127.0.0.1"] + fields).joined(separator: "\r\n")
      + "\r\n\r\n"
  }
}
