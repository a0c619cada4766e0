/// Why a text is not a date, time, moment or duration in the program's profile of ISO 8601, and where.
public struct TimeTextError: Error, Hashable, Sendable {
  public let reason: Reason
  /// The place of the wrong character, counted from 1; one past the last when something is missing.
  public let column: Int

  public init(reason: Reason, column: Int) {
    self.reason = reason
    self.column = column
  }

  public enum Reason: Hashable, Sendable {
    /// Something else stands where this part belongs, or nothing.
    case expected(Part)
    /// A number that the part never has: month 13, 30 February (allowed 1...28), hour 24.
    case outOfRange(Part, value: Int, allowed: ClosedRange<Int>)
    /// A real year, but the program works only with `CivilDate.supportedYears`.
    case unsupportedYear(Int, supported: ClosedRange<Int>)
    /// The text goes on after the value.
    case trailingText
    /// A local date and time is wanted, and this one has `Z` or an offset.
    case offsetNotAllowed
    /// Days, weeks, months and years have no fixed number of minutes: a day of a clock change has 23
    /// or 25 hours. `unit` is the ASCII letter. `PT24H` says 24 hours.
    case unitOfNoFixedLength(unit: UInt8)
    /// A unit that comes twice or after a smaller one.
    case unitOutOfOrder(unit: UInt8)
    /// Durations are written in whole numbers.
    case fractionNotAllowed
    /// The duration is not a whole number of minutes; `seconds` are left over.
    case notWholeMinutes(seconds: Int)
    /// Longer than the supported calendar (`DurationText.longestMinutes`).
    case tooLong
  }

  /// A part of a date, time, offset or duration.
  public enum Part: String, Hashable, Sendable {
    case year, month, day, hour, minute, second, fraction, offset
    case dateHyphen = "date_hyphen"
    case timeSeparator = "time_separator"
    case timeColon = "time_colon"
    case offsetHour = "offset_hour"
    case offsetMinute = "offset_minute"
    case offsetSecond = "offset_second"
    case durationStart = "duration_start"
    case durationTime = "duration_time"
    case durationNumber = "duration_number"
    case durationUnit = "duration_unit"
  }

  /// A stable word for programs.
  public var code: String {
    switch reason {
    case .expected: "time_text_expected"
    case .outOfRange: "time_text_out_of_range"
    case .unsupportedYear: "time_text_unsupported_year"
    case .trailingText: "time_text_trailing"
    case .offsetNotAllowed: "time_text_offset_not_allowed"
    case .unitOfNoFixedLength: "duration_unit_of_no_fixed_length"
    case .unitOutOfOrder: "duration_unit_out_of_order"
    case .fractionNotAllowed: "duration_fraction_not_allowed"
    case .notWholeMinutes: "duration_not_whole_minutes"
    case .tooLong: "duration_too_long"
    }
  }
}
