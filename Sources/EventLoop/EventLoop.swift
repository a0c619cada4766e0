import CLinux
import CivilTime
import Glibc

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let read = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
  public static let write = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
  /// The other end is gone, or the descriptor has an error; always reported, never asked for.
  public static let closed = Readiness(
    rawValue: UInt32(EPOLLHUP.rawValue) | UInt32(EPOLLERR.rawValue))

  /// As the kernel reports it: an error alone is `closed`, too.
  init(reported events: UInt32) {
    let closed = Readiness.closed.rawValue
    rawValue = events & closed == 0 ? events : events | closed
  }
}

/// One thread that waits for descriptors and timers, and sleeps in the kernel when there is nothing to do.
///
/// All handlers run on the thread that calls `run`, one after the other; nothing here may be shared with
/// another thread. At rest there are no wake-ups: no polling, no periodic timer.
public final class EventLoop {
  /// A descriptor that is waited for.
  public struct Watch: Hashable, Sendable {
    let token: UInt64
    let descriptor: Int32
  }

  /// An action that waits for its time.
  public struct Delay: Hashable, Sendable {
    let token: UInt64
  }

  private struct Waiting {
    let token: UInt64
    /// Milliseconds of `CLOCK_BOOTTIME`.
    let dueMilliseconds: Int64
    let action: () -> Void
  }

  private let poll: Int32
  /// Counts on during suspend and is not moved by setting the clock.
  private let delayTimer: Int32
  private var handlers: [UInt64: (Readiness) -> Void] = [:]
  private var waiting: [Waiting] = []
  private var soon: [() -> Void] = []
  private var nextToken: UInt64 = 1
  private var isRunning = false

  public init() throws(SystemError) {
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw SystemError(call: "epoll_create1", number: errno) }
    delayTimer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard delayTimer >= 0 else {
      let number = errno
      close(poll)
      throw SystemError(call: "timerfd_create", number: number)
    }
    _ = try watch(delayTimer, for: .read) { [unowned self] _ in self.runDelays() }
  }

  deinit {
    close(delayTimer)
    close(poll)
  }

  // MARK: Descriptors

  /// Calls `handler` whenever the descriptor is ready. The descriptor stays the caller's, who takes the
  /// watch back before closing it.
  public func watch(
    _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    let watch = Watch(token: nextToken, descriptor: descriptor)
    try control(EPOLL_CTL_ADD, watch, readiness)
    nextToken += 1
    handlers[watch.token] = handler
    return watch
  }

  public func change(_ watch: Watch, to readiness: Readiness) throws(SystemError) {
    try control(EPOLL_CTL_MOD, watch, readiness)
  }

  /// The handler is not called again, even for an event that has already been reported.
  public func stopWatching(_ watch: Watch) {
    guard handlers.removeValue(forKey: watch.token) != nil else { return }
    epoll_ctl(poll, EPOLL_CTL_DEL, watch.descriptor, nil)
  }

  private func control(
    _ operation: Int32, _ watch: Watch, _ readiness: Readiness
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = readiness.rawValue
    event.data.u64 = watch.token
    guard epoll_ctl(poll, operation, watch.descriptor, &event) == 0 else {
      throw SystemError(call: "epoll_ctl", number: errno)
    }
  }

  // MARK: Delays

  /// Runs an action once, so many milliseconds of elapsed time from now (suspend included).
  @discardableResult
  public func after(milliseconds: Int, _ action: @escaping () -> Void) -> Delay {
    let entry = Waiting(
      token: nextToken, dueMilliseconds: Self.bootMilliseconds() + Int64(max(0, milliseconds)),
      action: action)
    nextToken += 1
    // From the end, where most belong: thousands may wait for the same time limit.
    let place = (waiting.lastIndex { $0.dueMilliseconds <= entry.dueMilliseconds } ?? -1) + 1
    waiting.insert(entry, at: place)
    if place == 0 { armDelayTimer() }
    return Delay(token: entry.token)
  }

  public func cancel(_ delay: Delay) {
    guard let place = waiting.firstIndex(where: { $0.token == delay.token }) else { return }
    waiting.remove(at: place)
    if place == 0 { armDelayTimer() }
  }

  /// Runs an action in the next turn of the loop.
  public func soon(_ action: @escaping () -> Void) { soon.append(action) }

  private func runDelays() {
    var expirations: UInt64 = 0
    _ = read(delayTimer, &expirations, MemoryLayout<UInt64>.size)
    let now = Self.bootMilliseconds()
    while let first = waiting.first, first.dueMilliseconds <= now {
      waiting.removeFirst()
      first.action()
    }
    armDelayTimer()
  }

  private func armDelayTimer() {
    var setting = itimerspec()
    if let first = waiting.first {
      // A value of zero would disarm the timer.
      let milliseconds = max(1, first.dueMilliseconds)
      setting.it_value.tv_sec = Int(milliseconds / 1000)
      setting.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
    }
    timerfd_settime(delayTimer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  private static func bootMilliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  // MARK: Running

  /// Returns after `stop`.
  public func run() throws(SystemError) {
    isRunning = true
    while isRunning { try turn(waitingMilliseconds: -1) }
  }

  public func stop() { isRunning = false }

  /// One turn: waits (-1 = for ever), then runs what is ready.
  public func turn(waitingMilliseconds: Int32) throws(SystemError) {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(poll, &events, 64, soon.isEmpty ? waitingMilliseconds : 0)
    guard count >= 0 else {
      if errno == EINTR { return }
      throw SystemError(call: "epoll_wait", number: errno)
    }
    for event in events.prefix(Int(count)) {
      handlers[event.data.u64]?(Readiness(reported: event.events))
    }
    let actions = soon
    soon = []
    for action in actions { action() }
  }
}
