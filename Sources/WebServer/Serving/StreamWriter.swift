/// Hands an endless answer to the library, piece by piece. Between two pieces the connection is
/// suspended, which costs nothing; the table of connections notices a client that leaves meanwhile.
final class StreamWriter {
  private unowned let server: WebServer
  private let channel: EventChannel
  private let connection: HTTPLibrary.Connection
  private var isSuspended = false

  init(server: WebServer, channel: EventChannel, connection: HTTPLibrary.Connection) {
    self.server = server
    self.channel = channel
    self.connection = connection
    channel.wake = { [weak self] in self?.resume() }
  }

  /// - Returns: how many bytes were written; 0 = none yet, nil = there will be no more.
  func write(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let count = channel.take(into: buffer)
    if count > 0 { return count }
    if channel.hasEnded { return nil }
    suspend()
    return 0
  }

  private func suspend() {
    isSuspended = true
    server.library.suspend(connection)
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    server.library.resume(connection)
    server.runSoon()
  }

  /// The library has let the answer go.
  func end() {
    isSuspended = false
    channel.wake = nil
    channel.overrun = nil
    channel.closed?()
    channel.closed = nil
  }
}
