import CivilTime
import JSONText

/// A time span of the Curb Data Specification, read as its table of members says: all that is given must hold.
struct PlainTimeSpan {
  private let weekdays: [String]?
  private let daysOfMonth: [Int]?
  private let months: [Int]?
  private let start: String
  private let end: String
  private let onHolidays: Bool?

  init(_ json: JSONOutput) throws {
    let span = JSONCursor(try JSONNode(parsing: Array(json.text().utf8)))
    weekdays = try span.optionalMember("days_of_week")?.array().map { try $0.string() }
    daysOfMonth = try span.optionalMember("days_of_month")?.array().map { try $0.int() }
    months = try span.optionalMember("months")?.array().map { try $0.int() }
    start = try span.optionalMember("time_of_day_start")?.string() ?? "00:00"
    end = try span.optionalMember("time_of_day_end")?.string() ?? "24:00"
    onHolidays = try span.optionalMember("designated_period_except").map { try !$0.bool() }
  }

  func holds(_ time: LocalDateTime, isHoliday: Bool) -> Bool {
    let (_, month, day) = time.date.components
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    let clock = time.iso8601(.minutes).suffix(5)
    return weekdays?.contains(names[time.date.weekday.rawValue - 1]) ?? true
      && daysOfMonth?.contains(day) ?? true && months?.contains(month) ?? true
      && start <= clock && clock < end && (onHolidays.map { $0 == isHoliday } ?? true)
  }
}

/// The rates of a policy's first rule.
struct PlainRates {
  private struct Rate {
    let cents: Int
    let start: Int
    let end: Int?
  }
  private let rates: [Rate]

  init(_ policy: JSONCursor) throws {
    let rule = try policy.member("rules").array()[0]
    rates = try rule.member("rate").array().map {
      Rate(
        cents: try $0.member("rate").int(), start: try $0.member("start_duration").int(),
        end: try $0.optionalMember("end_duration")?.int())
    }
  }

  /// The sum of the minutes, rounded up to the step.
  func cents(_ minutes: Int, step: Int) -> Int {
    let sixtieths = (0..<minutes).reduce(0) { sum, minute in
      sum + (rates.first { $0.start <= minute / 60 && minute / 60 < $0.end ?? .max }?.cents ?? 0)
    }
    return (sixtieths + 60 * step - 1) / (60 * step) * step
  }
}
