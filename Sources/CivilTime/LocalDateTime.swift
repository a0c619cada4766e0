/// What a wall clock and a calendar on the wall show: a date and a second of that date, in no zone.
/// It is not a moment: only a `TownClock` can say which `Instant` it is, if any.
public struct LocalDateTime: Hashable, Comparable, Sendable {
  public let date: CivilDate
  /// 0..<86400.
  public let secondOfDay: Int

  /// Seconds outside 0..<86400 move the date.
  public init(date: CivilDate, secondOfDay: Int) {
    var days = secondOfDay / 86_400
    var seconds = secondOfDay % 86_400
    if seconds < 0 {
      seconds += 86_400
      days -= 1
    }
    self.date = days == 0 ? date : date.adding(days: days)
    self.secondOfDay = seconds
  }

  /// `minute` counts from the date's midnight; 1440 and more fall on later dates.
  public init(date: CivilDate, minuteOfDay minute: Int) {
    self.init(date: date, secondOfDay: minute * 60)
  }

  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.date, left.secondOfDay) < (right.date, right.secondOfDay)
  }

  public var hour: Int { secondOfDay / 3600 }
  public var minute: Int { secondOfDay / 60 % 60 }
  public var second: Int { secondOfDay % 60 }
  /// Whole minutes since the date's midnight, 0..<1440.
  public var minuteOfDay: Int { secondOfDay / 60 }

  /// Seconds on a clock that ignores zones, counted from 1970-01-01T00:00:00 local.
  public var secondsSinceLocal1970: Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(secondOfDay)
  }

  public init(secondsSinceLocal1970 seconds: Int64) {
    var days = seconds / 86_400
    var rest = seconds % 86_400
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    date = CivilDate(daysSince1970: Int(days))
    secondOfDay = Int(rest)
  }
}
