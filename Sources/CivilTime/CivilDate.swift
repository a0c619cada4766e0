/// A date of the proleptic Gregorian calendar, without a time or a zone.
///
/// The program accepts dates from 1970-01-01 to 2199-12-31 (`supportedYears`); arithmetic may step a
/// little outside, so that "the day before" of the first date is still a value.
/// The conversions are the integer formulas of H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms" (`days_from_civil`, `civil_from_days`).
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The years that text may name.
  public static let supportedYears = 1970...2199

  /// Days since 1970-01-01 (which is 0).
  public let daysSince1970: Int32

  public init(daysSince1970: Int) { self.daysSince1970 = Int32(daysSince1970) }

  /// The date, or nil when the year is outside 1970...2199 or the day does not exist (30 February).
  public init?(year: Int, month: Int, day: Int) {
    guard Self.supportedYears.contains(year), 1...12 ~= month, day >= 1,
      day <= Self.daysIn(month: month, year: year)
    else { return nil }
    self.init(daysSince1970: Self.days(year: year, month: month, day: day))
  }

  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  /// Monday to Sunday; 1970-01-01 was a Thursday.
  public var weekday: Weekday {
    let index = (Int(daysSince1970) % 7 + 10) % 7
    return Weekday(rawValue: index + 1) ?? .monday
  }

  /// Year, month (1...12) and day of the month (1...31).
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSince1970) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  public var year: Int { components.year }

  /// The date so many days later (earlier when negative).
  public func adding(days: Int) -> CivilDate {
    CivilDate(daysSince1970: Int(daysSince1970) + days)
  }

  /// Whole days from `other` to this date; negative when `other` is later.
  public func days(since other: CivilDate) -> Int {
    Int(daysSince1970) - Int(other.daysSince1970)
  }

  /// 28 to 31. `month` is 1...12.
  public static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether the Gregorian year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  }

  /// Days since 1970-01-01 of a date of any year; the caller vouches for `month` and `day`.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
