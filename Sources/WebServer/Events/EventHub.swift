import EventLoop

/// Tells listeners what has changed. Nothing is done while nobody listens.
public final class EventHub {
  /// As many browsers may listen at once.
  public static let mostListeners = 32
  /// A listener whose connection broke without a word is noticed by the second one that cannot be sent.
  public static let heartbeatMilliseconds = 20_000

  private let loop: EventLoop
  private let heartbeatMilliseconds: Int
  private var channels: [ObjectIdentifier: EventChannel] = [:]
  private var heartbeat: EventLoop.Delay?
  /// Called when the first listener comes (true) and when the last one has gone (false).
  public var hasListeners: ((Bool) -> Void)?

  public init(loop: EventLoop, heartbeatMilliseconds: Int = EventHub.heartbeatMilliseconds) {
    self.loop = loop
    self.heartbeatMilliseconds = heartbeatMilliseconds
  }

  public var listeners: Int { channels.count }

  /// A response that stays open; nil when there are too many listeners.
  public func listen() -> Response? {
    guard channels.count < Self.mostListeners else { return nil }
    let channel = EventChannel()
    let key = ObjectIdentifier(channel)
    channels[key] = channel
    channel.closed = { [weak self] in self?.remove(key) }
    channel.send("retry: 2000\n: aparka\n\n")
    if channels.count == 1 {
      beatLater()
      hasListeners?(true)
    }
    return Response(
      status: 200,
      headers: Headers([
        ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        ("X-Accel-Buffering", "no"),
      ]),
      body: .events(channel))
  }

  /// - Parameters:
  ///   - event: a word.
  ///   - data: one line.
  public func publish(_ event: String, data: String = "{}") {
    for channel in channels.values { channel.send("event: \(event)\ndata: \(data)\n\n") }
  }

  public func endAll() {
    for channel in channels.values { channel.end() }
  }

  private func remove(_ key: ObjectIdentifier) {
    guard channels.removeValue(forKey: key) != nil, channels.isEmpty else { return }
    if let heartbeat { loop.cancel(heartbeat) }
    heartbeat = nil
    hasListeners?(false)
  }

  private func beatLater() {
    heartbeat = loop.after(milliseconds: heartbeatMilliseconds) { [weak self] in
      guard let self else { return }
      for channel in self.channels.values { channel.send(": \n\n") }
      self.beatLater()
    }
  }
}
