/// Why a text is not a schedule of the subset, and where.
public struct OpeningHoursError: Error, Hashable, Sendable {
  /// Raw values are the stable codes.
  public enum Problem: String, Hashable, CaseIterable, Sendable {
    // The text is not of the grammar.
    case empty = "empty"
    case emptyRule = "empty-rule"
    case unexpected = "unexpected"
    case unterminatedComment = "unterminated-comment"
    case emptyComment = "empty-comment"
    case badTime = "bad-time"
    case missingMinutes = "missing-minutes"
    case badDay = "bad-day"
    case badYear = "bad-year"
    case reversedYears = "reversed-years"
    case reversedDates = "reversed-dates"
    // The grammar knows it, the subset does not.
    case fallbackRule = "fallback-rule"
    case week = "week"
    case sunEvent = "sun-event"
    case schoolHolidays = "school-holidays"
    case nthWeekday = "nth-weekday"
    case openEnd = "open-end"
    case pointInTime = "point-in-time"
    case step = "step"
    case dateOffset = "date-offset"
    case commentSelector = "comment-selector"
    case longOffset = "long-offset"
    // Readers of the grammar disagree about the meaning.
    case holidayBesideWeekdays = "holiday-beside-weekdays"
    case alwaysWithSelectors = "always-with-selectors"
    case equalTimes = "equal-times"
    case spanOverOneDay = "span-over-one-day"
    case monthToDay = "month-to-day"
    case yearOnOneEnd = "year-on-one-end"
    case yearOnSomeDates = "year-on-some-dates"
    case yearTwice = "year-twice"
    case yearOnWrappingMonths = "year-on-wrapping-months"
    case orderVaries = "order-varies"
    // Limits.
    case tooManyRules = "too-many-rules"
    case tooLong = "too-long"
  }

  public let problem: Problem
  /// 1-based, in characters, of the first character of `text`.
  public let column: Int
  /// The offending piece as written; empty when the text ended too early.
  public let text: String

  /// A stable word for programs.
  public var code: String { problem.rawValue }
}
