import CLinux
import EventLoop
import Glibc

/// The daemon's end of the control socket (`unix(7)`): for processes of the same user, and root, alone.
final class ControlServer {
  /// Connections at once; more wait in the kernel's queue.
  private static let mostConnections = 16
  private static let patienceMilliseconds = 2000

  private let loop: EventLoop
  private let descriptor: Int32
  /// Nil when the service manager made the socket, and keeps it.
  private let ownPath: String?
  private let answer: (ControlRequest) -> String
  private var watch: EventLoop.Watch?
  private var connections: [Int32: Connection] = [:]

  /// Listens at a path; what is left there of a daemon that died is removed. Call it with the daemon's lock
  /// in hand.
  convenience init(
    path: String, loop: EventLoop, answer: @escaping (ControlRequest) -> String
  ) throws(SystemError) {
    guard let address = UnixAddress(path) else {
      throw SystemError(call: "bind", number: ENAMETOOLONG)
    }
    let descriptor = UnixAddress.socket(.stream)
    guard descriptor >= 0 else { throw SystemError(call: "socket", number: errno) }
    unlink(path)
    // Nobody else may connect, not even between the two calls.
    let mask = umask(0o177)
    let status = address.with { bind(descriptor, $0, $1) }
    let number = errno
    umask(mask)
    guard status == 0, listen(descriptor, 32) == 0 else {
      let call = status == 0 ? "listen" : "bind"
      let failure = status == 0 ? errno : number
      close(descriptor)
      throw SystemError(call: call, number: failure)
    }
    try self.init(descriptor, ownPath: path, loop: loop, answer: answer)
  }

  /// Takes over a listening socket of the service manager.
  convenience init(
    inherited descriptor: Int32, loop: EventLoop, answer: @escaping (ControlRequest) -> String
  ) throws(SystemError) {
    try self.init(descriptor, ownPath: nil, loop: loop, answer: answer)
  }

  private init(
    _ descriptor: Int32, ownPath: String?, loop: EventLoop,
    answer: @escaping (ControlRequest) -> String
  ) throws(SystemError) {
    self.loop = loop
    self.descriptor = descriptor
    self.ownPath = ownPath
    self.answer = answer
    // One from the service manager is blocking: accepting would hang the loop for ever.
    _ = aparka_set_nonblocking(descriptor)
    _ = aparka_set_close_on_exec(descriptor)
    watch = try loop.watch(descriptor, for: .read) { [unowned self] _ in self.acceptAll() }
  }

  /// Also takes away the path, so that callers see at once that nobody listens.
  func stop() {
    if let watch { loop.stopWatching(watch) }
    watch = nil
    for connection in connections.values { drop(connection) }
    if let ownPath { unlink(ownPath) }
    close(descriptor)
  }

  // MARK: Connections

  private final class Connection {
    let descriptor: Int32
    var watch: EventLoop.Watch?
    var patience: EventLoop.Delay?
    var received: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }
  }

  private func acceptAll() {
    while connections.count < Self.mostConnections {
      let accepted = accept(descriptor, nil, nil)
      guard accepted >= 0 else { return }
      var credentials = aparka_credentials()
      let known = aparka_peer_credentials(accepted, &credentials) == 0
      guard known, credentials.uid == geteuid() || credentials.uid == 0 else {
        close(accepted)
        continue
      }
      _ = aparka_set_nonblocking(accepted)
      _ = aparka_set_close_on_exec(accepted)
      let connection = Connection(accepted)
      connection.watch = try? loop.watch(accepted, for: .read) { [unowned self] _ in
        self.receive(connection)
      }
      connection.patience = loop.after(milliseconds: Self.patienceMilliseconds) {
        [weak self] in self?.drop(connection)
      }
      connections[accepted] = connection
    }
  }

  private func receive(_ connection: Connection) {
    var buffer = [UInt8](repeating: 0, count: ControlRequest.longestBytes + 1)
    let count = read(connection.descriptor, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return drop(connection) }
    connection.received += buffer.prefix(count)
    guard let end = connection.received.firstIndex(of: UInt8(ascii: "\n")) else {
      if connection.received.count > ControlRequest.longestBytes { drop(connection) }
      return
    }
    let word = String(decoding: connection.received[..<end], as: UTF8.self)
    var line =
      (ControlRequest(rawValue: word).map(answer) ?? "{\"error\":\"unknown_request\"}") + "\n"
    // Smaller than any socket buffer: it goes in one piece or not at all.
    line.withUTF8 { bytes in
      _ = send(
        connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
    drop(connection)
  }

  private func drop(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.descriptor) != nil else { return }
    if let watch = connection.watch { loop.stopWatching(watch) }
    if let patience = connection.patience { loop.cancel(patience) }
    close(connection.descriptor)
    // One may be waiting for this place.
    if watch != nil { acceptAll() }
  }
}
