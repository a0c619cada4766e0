import EventLoop
import Glibc

/// Hands an endless answer to the library, piece by piece. Between two pieces the connection is
/// suspended, which costs nothing; a client that leaves meanwhile is noticed on its socket.
final class StreamWriter {
  private unowned let server: WebServer
  private let channel: EventChannel
  private let connection: HTTPLibrary.Connection
  private var isSuspended = false
  private var watch: EventLoop.Watch?

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
    let socket = server.library.socket(connection)
    watch = try? server.loop.watch(socket, for: .read) { [weak self] readiness in
      self?.clientSpoke(socket, readiness)
    }
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    stopWatching()
    server.library.resume(connection)
    server.runSoon()
  }

  /// Nothing that a client can say here matters, but for its leaving.
  private func clientSpoke(_ socket: Int32, _ readiness: Readiness) {
    stopWatching()
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { channel.end() }
  }

  private func stopWatching() {
    if let watch { server.loop.stopWatching(watch) }
    watch = nil
  }

  /// The library has let the answer go.
  func end() {
    stopWatching()
    isSuspended = false
    channel.wake = nil
    channel.closed?()
    channel.closed = nil
  }
}
