// The profile of ISO 8601 that the program reads is RFC 3339 with these differences: the seconds and
// the offset may be left out (then it is a local date and time), an offset may have seconds (RFC 8536
// zones do before 1972), and second 60 is refused because POSIX time has no leap seconds. A fraction of
// a second is read and dropped: a moment here is a whole second, and an arrival a whole minute.

extension CivilDate {
  /// Reads `2026-01-13`. A date that does not exist and a year outside `supportedYears` are errors.
  public init(iso8601 text: some StringProtocol) throws(TimeTextError) {
    var cursor = TimeTextCursor(text)
    self = try cursor.date()
    try cursor.expectEnd()
  }
}

extension LocalDateTime {
  /// Reads `2025-10-14T12:50`, `2025-10-14 12:50:30`: no `Z`, no offset.
  public init(iso8601 text: some StringProtocol) throws(TimeTextError) {
    var cursor = TimeTextCursor(text)
    self = try cursor.localDateTime()
    switch cursor.peek {
    case nil: return
    case UInt8(ascii: "Z"), UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      throw cursor.fault(.offsetNotAllowed)
    default: throw cursor.fault(.trailingText)
    }
  }
}

extension Instant {
  /// Reads `2025-10-14T12:50:00+02:00`, `2025-10-14T10:50Z`. The year that is written must be a
  /// supported one; the moment may be up to a day outside, by its offset.
  public init(iso8601 text: some StringProtocol) throws(TimeTextError) {
    var cursor = TimeTextCursor(text)
    let local = try cursor.localDateTime()
    guard let offset = try cursor.offset() else { throw cursor.fault(.expected(.offset)) }
    try cursor.expectEnd()
    self.init(secondsSince1970: local.secondsSinceLocal1970 - Int64(offset))
  }
}

/// A date and time as people write them: with an offset it is a moment wherever one is, without one
/// it is what the town's clocks show.
public enum WrittenMoment: Hashable, Sendable {
  case local(LocalDateTime)
  case instant(Instant)

  /// Reads what `LocalDateTime(iso8601:)` and `Instant(iso8601:)` read.
  public init(iso8601 text: some StringProtocol) throws(TimeTextError) {
    var cursor = TimeTextCursor(text)
    let local = try cursor.localDateTime()
    let offset = try cursor.offset()
    try cursor.expectEnd()
    guard let offset else {
      self = .local(local)
      return
    }
    self = .instant(Instant(secondsSince1970: local.secondsSinceLocal1970 - Int64(offset)))
  }

  /// The moment in a town, by the rule of `TownClock.instant(of:)`.
  public func instant(in clock: TownClock) -> Instant {
    switch self {
    case .local(let local): clock.instant(of: local)
    case .instant(let instant): instant
    }
  }
}
