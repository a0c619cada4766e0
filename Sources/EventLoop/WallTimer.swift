import CLinux
import CivilTime
import Glibc

/// A timer of the wall clock: rings at an instant, and says when the clock was set.
///
/// `timerfd_create(2)`: an absolute timer of `CLOCK_REALTIME` with `TFD_TIMER_CANCEL_ON_SET` makes `read`
/// fail with `ECANCELED` when the clock is set and when the machine resumes. It rings right after a resume
/// when its instant passed during the suspend.
public final class WallTimer {
  public enum Event: Hashable, Sendable {
    case due
    /// The clock jumped, or the machine resumed: whoever computed the instant computes it again. The timer
    /// stays armed, and rings at its instant by the new clock.
    case clockChanged
  }

  private let loop: EventLoop
  private let descriptor: Int32
  private let handler: (Event) -> Void
  private var watch: EventLoop.Watch?
  public private(set) var armedAt: Instant?

  public init(loop: EventLoop, _ handler: @escaping (Event) -> Void) throws(SystemError) {
    self.loop = loop
    self.handler = handler
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "timerfd_create", number: errno) }
    watch = try loop.watch(descriptor, for: .read) { [unowned self] _ in self.ring() }
  }

  deinit {
    if let watch { loop.stopWatching(watch) }
    close(descriptor)
  }

  /// Sets the instant; nil = rings no more. An instant in the past rings at once.
  public func arm(at instant: Instant?) throws(SystemError) {
    var setting = itimerspec()
    armedAt = instant
    if let instant {
      // A value of zero would disarm the timer.
      setting.it_value.tv_sec = Int(max(1, instant.secondsSince1970))
    }
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    guard timerfd_settime(descriptor, flags, &setting, nil) != 0 else { return }
    // The kernel says so when the clock was set since the last read; the timer is set all the same.
    guard errno == ECANCELED else { throw SystemError(call: "timerfd_settime", number: errno) }
    loop.soon { [weak self] in self?.handler(.clockChanged) }
  }

  private func ring() {
    var expirations: UInt64 = 0
    let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
    if count > 0 {
      armedAt = nil
      handler(.due)
    } else if errno == ECANCELED {
      handler(.clockChanged)
    }
  }
}
