import CLinux
import EventLoop
import Glibc

/// A loop with a hard end, so that a test that waits in vain fails instead of hanging.
public final class LoopProbe {
  public let loop: EventLoop
  public var events: [String] = []

  public init() throws { loop = try EventLoop() }

  /// Turns until the condition holds; false when the time is over first.
  @discardableResult
  public func run(milliseconds: Int = 5_000, until condition: () -> Bool) throws -> Bool {
    var isLate = false
    let limit = loop.after(milliseconds: milliseconds) { isLate = true }
    defer { loop.cancel(limit) }
    while !condition() {
      if isLate { return false }
      try loop.turn(waitingMilliseconds: -1)
    }
    return true
  }

  public static func milliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
