import CMicroHTTPD
import EventLoop
import Glibc

/// An HTTP/1.1 server on an event loop: one thread, no wake-up while nobody asks. It lives until it is
/// stopped.
///
/// The protocol is libmicrohttpd's. It waits with an epoll descriptor of its own, which is one
/// descriptor among others for the loop.
public final class WebServer {
  public enum Fault: Error, Hashable, Sendable {
    /// The library, or a function that it should have.
    case libraryMissing(String)
    case cannotStart
    case system(SystemError)
  }

  let loop: EventLoop
  let library: HTTPLibrary
  let limits: ServerLimits
  let connections: ConnectionTable
  public var application: WebApplication
  public let socket: ListeningSocket
  private var daemon: OpaquePointer?
  private var watch: EventLoop.Watch?
  private var timeout: EventLoop.Delay?
  private var willRun = false
  /// Ends the waits for responses that are not there yet.
  private var waits: [ObjectIdentifier: () -> Void] = [:]

  /// Starts to answer. The socket is the server's from now on.
  public init(
    _ application: WebApplication, on socket: ListeningSocket, loop: EventLoop,
    limits: ServerLimits = ServerLimits()
  ) throws(Fault) {
    self.application = application
    self.socket = socket
    self.loop = loop
    self.limits = limits
    connections = ConnectionTable(loop: loop, limits: limits)
    library = try HTTPLibrary()
    var setting = aparka_mhd_setting(
      handler: handleRequest, began: requestBegan, completed: requestCompleted,
      connected: connectionChanged, context: nil,
      listening_socket: socket.descriptor, connections: UInt32(limits.connections),
      // One address is everybody on the loopback; elsewhere it is one phone.
      connections_of_one_address: UInt32(
        socket.isLoopback ? limits.connections : limits.connections / 4),
      timeout_seconds: UInt32(max(1, limits.answerMilliseconds / 1000)),
      connection_memory_bytes: 2 * (limits.targetBytes + limits.headerBytes))
    // The library calls this object until it is stopped.
    let own = Unmanaged.passRetained(self)
    setting.context = own.toOpaque()
    guard let daemon = library.start(&setting) else {
      own.release()
      throw .cannotStart
    }
    self.daemon = daemon
    do throws(SystemError) {
      watch = try loop.watch(library.epollDescriptor(daemon), for: .read) { [unowned self] _ in
        self.run()
      }
    } catch {
      library.stop(daemon)
      own.release()
      throw .system(error)
    }
  }

  /// Open connections, for the log and for tests.
  public var openConnections: Int { connections.count }

  // MARK: Turns

  private func run() {
    guard let daemon else { return }
    library.run(daemon)
    guard let milliseconds = library.timeout(daemon) else { return }
    if milliseconds == 0 {
      runSoon()
    } else if timeout == nil {
      // All connections have the same limit, so that later ones are not due before this.
      timeout = loop.after(milliseconds: milliseconds) { [weak self] in
        self?.timeout = nil
        self?.run()
      }
    }
  }

  func runSoon() {
    guard !willRun else { return }
    willRun = true
    loop.soon { [weak self] in
      self?.willRun = false
      self?.run()
    }
  }

  // MARK: Requests

  /// Refuses what is said to be so long that it will not be read.
  func refuseEarly(_ exchange: Exchange, _ connection: HTTPLibrary.Connection) -> MHD_Result? {
    guard let length = library.headers(connection)["Content-Length"].flatMap({ Int($0) }),
      length > limits.swallowedBodyBytes
    else { return nil }
    return send(application.refused(.bodyTooLarge, nil), exchange, connection)
  }

  func answer(
    _ exchange: Exchange, method: String, _ connection: HTTPLibrary.Connection
  ) -> MHD_Result {
    let headers = library.headers(connection)
    let response =
      switch exchange.request(method: method, headers: headers, limits: limits) {
      case .success(let request): application.answer(request)
      case .failure(let refusal): application.refused(refusal, nil)
      }
    return send(response, exchange, connection)
  }

  func send(
    _ response: Response, _ exchange: Exchange, _ connection: HTTPLibrary.Connection
  ) -> MHD_Result {
    if case .later(let begin) = response.body { return wait(begin, exchange, connection) }
    var stream: StreamWriter?
    if case .events(let channel) = response.body {
      stream = StreamWriter(server: self, channel: channel, connection: connection)
      exchange.connection?.left = { channel.end() }
      channel.overrun = { [weak self, weak entry = exchange.connection] in
        if let entry { self?.connections.cutOff(entry) }
      }
    }
    if let entry = exchange.connection {
      connections.enter(stream == nil ? .answering : .streaming, entry)
    }
    return library.queue(response, stream: stream, on: connection) ? .YES : .NO
  }

  /// Suspends the connection until the response is there; others are served meanwhile.
  private func wait(
    _ begin: (@escaping (Response) -> Void) -> Void, _ exchange: Exchange,
    _ connection: HTTPLibrary.Connection
  ) -> MHD_Result {
    let key = ObjectIdentifier(exchange)
    if let entry = exchange.connection { connections.enter(.answering, entry) }
    library.suspend(connection)
    let give: (Response) -> Void = { [weak self] response in
      guard let self, self.waits.removeValue(forKey: key) != nil else { return }
      exchange.ready = response
      self.library.resume(connection)
      self.runSoon()
    }
    waits[key] = { give(Response(status: 503)) }
    begin(give)
    return .YES
  }

  // MARK: The end

  /// Takes no more connections, lets what is under way come to its end, then stops. Whoever serves
  /// events ends them before.
  ///
  /// - Parameter graceMilliseconds: how long to wait for that.
  public func stop(graceMilliseconds: Int = 2000, then stopped: @escaping () -> Void) {
    guard let daemon else { return loop.soon(stopped) }
    let listening = library.quiesce(daemon)
    if listening >= 0 { close(listening) }
    finishWhenQuiet(deadline: ConnectionTable.now() + Int64(graceMilliseconds), stopped)
  }

  private func finishWhenQuiet(deadline: Int64, _ stopped: @escaping () -> Void) {
    runSoon()
    loop.after(milliseconds: 5) {
      if self.connections.busy > 0, ConnectionTable.now() < deadline {
        self.finishWhenQuiet(deadline: deadline, stopped)
      } else {
        self.finish()
        stopped()
      }
    }
  }

  private func finish() {
    guard let daemon else { return }
    self.daemon = nil
    if let watch { loop.stopWatching(watch) }
    if let timeout { loop.cancel(timeout) }
    // The library must not be stopped with connections that are suspended.
    for end in Array(waits.values) { end() }
    library.run(daemon)
    library.stop(daemon)
    Unmanaged.passUnretained(self).release()
  }
}
