import EventLoop
import Glibc

/// A connection of a client.
final class Connection {
  enum Phase {
    /// For a request: open, silent or in the middle of a request line.
    case waiting
    /// The request line is there, the rest is on its way.
    case receiving
    case answering
    /// An endless answer.
    case streaming
  }

  let socket: Int32
  var phase = Phase.waiting
  /// Milliseconds of `CLOCK_MONOTONIC`.
  var since: Int64
  var isCutOff = false
  /// Whether it has sent a whole request.
  var hasAsked = false
  /// The client sends no more.
  var hasLeft = false
  /// Who wants to know that, while the answer is endless.
  var left: (() -> Void)?
  var watch: EventLoop.Watch?

  init(socket: Int32, since: Int64) {
    self.socket = socket
    self.since = since
  }
}

/// The open connections, each with the time that it has left: slow clients must not hold places that
/// others need. (The library's own time-out starts anew with every byte, and it does not see that a
/// client has left when it left together with its last bytes.)
final class ConnectionTable {
  private let loop: EventLoop
  private let limits: ServerLimits
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var sweep: (delay: EventLoop.Delay, due: Int64)?

  init(loop: EventLoop, limits: ServerLimits) {
    self.loop = loop
    self.limits = limits
  }

  var count: Int { connections.count }
  /// Requests that are being read or answered, endless answers apart.
  var busy: Int {
    connections.values.count { $0.phase == .receiving || $0.phase == .answering }
  }

  func add(_ socket: Int32) -> Connection {
    if connections.count >= limits.crowdedConnections { cutOffLeastUseful() }
    let connection = Connection(socket: socket, since: Self.now())
    connections[ObjectIdentifier(connection)] = connection
    sweepWhenDue(connection)
    connection.watch = try? loop.watch(socket, for: .left) { [unowned self, weak connection] _ in
      if let connection { self.noticeLeaving(connection) }
    }
    return connection
  }

  /// Called before the library closes the socket.
  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    stopWatching(connection)
    guard connections.isEmpty, let sweep else { return }
    loop.cancel(sweep.delay)
    self.sweep = nil
  }

  func enter(_ phase: Connection.Phase, _ connection: Connection) {
    connection.phase = phase
    if phase == .answering || phase == .streaming { connection.hasAsked = true }
    connection.since = Self.now()
    sweepWhenDue(connection)
    if connection.hasLeft, phase == .waiting { cutOffWhenIdle(connection) }
  }

  // MARK: Clients that leave

  private func noticeLeaving(_ connection: Connection) {
    stopWatching(connection)
    connection.hasLeft = true
    if connection.phase == .streaming {
      connection.left?()
    } else {
      cutOffWhenIdle(connection)
    }
  }

  private func stopWatching(_ connection: Connection) {
    if let watch = connection.watch { loop.stopWatching(watch) }
    connection.watch = nil
  }

  /// What it sent before is answered first.
  private func cutOffWhenIdle(_ connection: Connection) {
    loop.soon { [weak self, weak connection] in
      guard let self, let connection, self.connections[ObjectIdentifier(connection)] != nil,
        connection.phase == .waiting || connection.phase == .receiving
      else { return }
      var byte: UInt8 = 0
      let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
      if recv(connection.socket, &byte, 1, flags) > 0 {
        self.cutOffWhenIdle(connection)
      } else {
        self.cutOff(connection)
      }
    }
  }

  // MARK: Time

  private func due(_ connection: Connection) -> Int64? {
    guard !connection.isCutOff else { return nil }
    switch connection.phase {
    case .waiting, .receiving: return connection.since + Int64(limits.requestMilliseconds)
    case .answering: return connection.since + Int64(limits.answerMilliseconds)
    case .streaming: return nil
    }
  }

  private func sweepWhenDue(_ connection: Connection) {
    guard let due = due(connection), due < sweep?.due ?? .max else { return }
    if let sweep { loop.cancel(sweep.delay) }
    let delay = loop.after(milliseconds: Int(due - Self.now())) { [weak self] in
      self?.sweepNow()
    }
    sweep = (delay, due)
  }

  private func sweepNow() {
    sweep = nil
    let now = Self.now()
    for connection in connections.values {
      guard let due = due(connection) else { continue }
      if due <= now { cutOff(connection) } else { sweepWhenDue(connection) }
    }
  }

  /// Those first that never sent a whole request, the oldest of them; then those that are silent after
  /// an answer. So whoever opens connections and does not ask takes no place from those who do.
  private func cutOffLeastUseful() {
    func rank(_ connection: Connection) -> Int? {
      switch connection.phase {
      case .waiting: connection.hasAsked ? 1 : 0
      case .receiving: connection.hasAsked ? 2 : 0
      case .answering, .streaming: nil
      }
    }
    let ranked = connections.values.compactMap { connection in
      connection.isCutOff ? nil : rank(connection).map { (connection, rank: $0) }
    }
    let first = ranked.min { ($0.rank, $0.0.since) < ($1.rank, $1.0.since) }
    if let first { cutOff(first.0) }
  }

  /// The library sees the end of the connection, as if the client had gone.
  func cutOff(_ connection: Connection) {
    guard !connection.isCutOff else { return }
    connection.isCutOff = true
    if connection.phase == .receiving {
      let words = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
      _ = words.withCString {
        send(connection.socket, $0, strlen($0), Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
    }
    shutdown(connection.socket, Int32(SHUT_RDWR))
  }

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

extension Readiness {
  /// The other end sends no more (EPOLLRDHUP).
  fileprivate static let left = Readiness(rawValue: 0x2000)
}
