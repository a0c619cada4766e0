import CSystemd
import EventLoop
import Glibc

/// One connection to a message bus, served by the event loop; it never blocks.
///
/// All handlers run inside `sd_bus_process`: what they tell the outside, they tell in a later turn.
final class SessionBus {
  enum Reply {
    case answered(BusMessageReader)
    /// - Parameter name: the D-Bus error's name.
    case failed(name: String)
  }

  /// A call that waits for its reply, or a match of signals.
  private final class Listener {
    unowned let bus: SessionBus
    let isCall: Bool
    let handle: (Reply) -> Void
    var slot: OpaquePointer?

    init(_ bus: SessionBus, isCall: Bool, _ handle: @escaping (Reply) -> Void) {
      self.bus = bus
      self.isCall = isCall
      self.handle = handle
    }
  }

  /// What a call that never reached the bus fails with; not an error that a bus sends.
  static let disconnected = "disconnected"

  private let functions: aparka_systemd
  private let loop: EventLoop
  private let handle: OpaquePointer
  private var listeners: [ObjectIdentifier: Listener] = [:]
  private var watch: EventLoop.Watch?
  private var watchedDescriptor: Int32 = -1
  private var delay: EventLoop.Delay?
  private var isClosed = false
  /// Called once, in a later turn, when the connection has ended by itself.
  var onLost: (() -> Void)?

  /// Begins to connect. Where no bus listens yet, it is waited for (`inotify(7)`, no polling).
  init(
    functions: aparka_systemd, address: String, loop: EventLoop
  ) throws(ChannelFault) {
    self.functions = functions
    self.loop = loop
    var created: OpaquePointer?
    let status = functions.bus_new(&created)
    guard status >= 0, let created else { throw Self.fault(status) }
    handle = created
    for status in [
      functions.bus_set_address(created, address), functions.bus_set_bus_client(created, 1),
      functions.bus_set_watch_bind(created, 1), functions.bus_start(created),
    ] where status < 0 {
      _ = functions.bus_close_unref(created)
      isClosed = true
      throw Self.fault(status)
    }
    attend()
  }

  deinit { close() }

  private static func fault(_ status: Int32) -> ChannelFault {
    ChannelFault(.noBus, detail: String(cString: strerror(-status)))
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    if let watch { loop.stopWatching(watch) }
    if let delay { loop.cancel(delay) }
    for listener in listeners.values { _ = functions.bus_slot_unref(listener.slot) }
    listeners = [:]
    _ = functions.bus_close_unref(handle)
  }

  // MARK: State

  /// There is no bus yet: the descriptor is one of `inotify`, not a socket.
  var isWaiting: Bool {
    guard !isClosed else { return false }
    var type: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(functions.bus_get_fd(handle), SOL_SOCKET, SO_TYPE, &type, &size) != 0
  }

  var isReady: Bool { !isClosed && functions.bus_is_ready(handle) > 0 }

  /// The bus's own id, which no other bus has; nil before the connection is ready.
  var identity: String? {
    // The function would wait for the connection otherwise.
    guard isReady else { return nil }
    var id = sd_id128_t()
    guard functions.bus_get_bus_id(handle, &id) >= 0 else { return nil }
    var text = [CChar](repeating: 0, count: 33)
    guard functions.id128_to_string(id, &text) != nil else { return nil }
    return String(decoding: text.prefix(32).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Calls and signals

  /// Calls a method; `reply` is called once, in a later turn. There is no time limit: the caller has one.
  func call(
    _ member: String, at object: BusObject,
    _ body: (inout BusMessageWriter) -> Void = { _ in },
    reply: @escaping (Reply) -> Void
  ) {
    let status = send(member, object, body, reply)
    guard status < 0 else { return attend() }
    // A text that D-Bus does not carry is the caller's mistake, and not cured by trying again.
    let name =
      status == -EINVAL ? "org.freedesktop.DBus.Error.InvalidArgs" : Self.disconnected
    loop.soon { reply(.failed(name: name)) }
  }

  private func send(
    _ member: String, _ object: BusObject, _ body: (inout BusMessageWriter) -> Void,
    _ reply: @escaping (Reply) -> Void
  ) -> Int32 {
    guard !isClosed else { return -ENOTCONN }
    var message: OpaquePointer?
    let status = functions.bus_message_new_method_call(
      handle, &message, object.name, object.path, object.interface, member)
    guard status >= 0, let message else { return status }
    defer { _ = functions.bus_message_unref(message) }
    var writer = BusMessageWriter(functions: functions, message: message)
    body(&writer)
    guard writer.status >= 0 else { return writer.status }
    return listen(Listener(self, isCall: true, reply)) { slot, data in
      functions.bus_call_async(handle, slot, message, messageArrived, data, UInt64.max)
    }
  }

  /// Hears a signal of whoever sends it from this path and interface.
  func hear(_ member: String, from object: BusObject, _ heard: @escaping (BusMessageReader) -> Void)
  {
    let listener = Listener(self, isCall: false) { reply in
      if case .answered(let message) = reply { heard(message) }
    }
    _ = listen(listener) { slot, data in
      functions.bus_match_signal_async(
        handle, slot, nil, object.path, object.interface, member, messageArrived, nil, data)
    }
    attend()
  }

  private func listen(
    _ listener: Listener,
    _ start: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
  ) -> Int32 {
    let status = start(&listener.slot, Unmanaged.passUnretained(listener).toOpaque())
    if status >= 0 { listeners[ObjectIdentifier(listener)] = listener }
    return status
  }

  fileprivate static func arrived(_ message: OpaquePointer, _ data: UnsafeMutableRawPointer) {
    let listener = Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
    let bus = listener.bus
    if listener.isCall {
      bus.listeners.removeValue(forKey: ObjectIdentifier(listener))
      _ = bus.functions.bus_slot_unref(listener.slot)
    }
    if let error = bus.functions.bus_message_get_error(message), let name = error.pointee.name {
      listener.handle(.failed(name: String(cString: name)))
    } else {
      listener.handle(.answered(BusMessageReader(functions: bus.functions, message: message)))
    }
  }

  // MARK: Waiting

  private func process() {
    // So many at a time, so that a flood of messages leaves the loop its other work.
    for _ in 0..<64 {
      guard !isClosed else { return }
      let status = functions.bus_process(handle, nil)
      if status < 0 { return lose() }
      if status == 0 { break }
    }
    attend()
  }

  private func lose() {
    let waiting = listeners.values.filter(\.isCall)
    close()
    for call in waiting { call.handle(.failed(name: Self.disconnected)) }
    let lost = onLost
    onLost = nil
    loop.soon { lost?() }
  }

  /// Has the loop wait for what the library waits for now; descriptor, direction and time all change.
  private func attend() {
    guard !isClosed else { return }
    let descriptor = functions.bus_get_fd(handle)
    let events = functions.bus_get_events(handle)
    guard descriptor >= 0, events >= 0 else { return loop.soon { [weak self] in self?.process() } }
    let readiness = Readiness(rawValue: UInt32(events))
    do {
      if let watch, descriptor == watchedDescriptor,
        (try? loop.change(watch, to: readiness)) != nil
      {
        // The same descriptor, still known to the kernel.
      } else {
        if let watch { loop.stopWatching(watch) }
        watch = nil
        watch = try loop.watch(descriptor, for: readiness) { [weak self] _ in self?.process() }
        watchedDescriptor = descriptor
      }
    } catch {
      return loop.soon { [weak self] in self?.lose() }
    }
    attendTime()
  }

  private func attendTime() {
    if let delay { loop.cancel(delay) }
    delay = nil
    var due: UInt64 = 0
    guard functions.bus_get_timeout(handle, &due) >= 0, due != UInt64.max else { return }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let microseconds = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    if due <= microseconds {
      loop.soon { [weak self] in self?.process() }
    } else {
      let milliseconds = min((due - microseconds) / 1000 + 1, 3_600_000)
      delay = loop.after(milliseconds: Int(milliseconds)) { [weak self] in self?.process() }
    }
  }
}

/// libsystemd calls this on the loop's thread, inside `sd_bus_process`.
private func messageArrived(
  _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  if let message, let data { SessionBus.arrived(message, data) }
  return 0
}
