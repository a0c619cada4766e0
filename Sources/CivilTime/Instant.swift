/// A moment on the world's time line, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not
/// counted (POSIX time). It has no calendar: a `TownClock` turns it into a `LocalDateTime`.
public struct Instant: Hashable, Comparable, Sendable {
  public let secondsSince1970: Int64

  public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  /// The moment so many seconds later (earlier when negative).
  public func adding(seconds: Int) -> Instant {
    Instant(secondsSince1970: secondsSince1970 + Int64(seconds))
  }

  /// The moment so many minutes of elapsed time later (earlier when negative).
  public func adding(minutes: Int) -> Instant { adding(seconds: minutes * 60) }

  /// Elapsed seconds from `other` to this moment; negative when `other` is later.
  public func seconds(since other: Instant) -> Int {
    Int(secondsSince1970 - other.secondsSince1970)
  }

  /// The last whole minute (UTC) at or before this moment.
  public var flooredToMinute: Instant {
    let remainder = secondsSince1970 % 60
    return Instant(
      secondsSince1970: secondsSince1970 - (remainder < 0 ? remainder + 60 : remainder))
  }
}
