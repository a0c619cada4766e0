import JSONText
import OpeningHours

/// A schedule as time spans of the Curb Data Specification, any of which may hold.
struct CDSTimeSpans {
  let json: [JSONOutput]
  /// Rules that time spans cannot say, as the town wrote them.
  let leftOut: [String]
  /// Whether the schedule holds at every minute.
  let isAlways: Bool

  /// - Parameter year: rules for earlier years are no loss.
  init(_ hours: OpeningHours, from year: Int) {
    let table = YearTable(hours, from: year)
    leftOut = table.leftOut.map(\.text)
    isAlways = hours.isConstant && hours.rules.first?.state == .open
    json = isAlways ? [] : table.days.flatMap { Self.spans($0, usesHolidays: hours.usesHolidays) }
  }

  private static func spans(_ days: YearTable.Days, usesHolidays: Bool) -> [JSONOutput] {
    let week = days.week
    // By beginning: the morning of the week stands before its afternoon.
    let all = Set(week.ordinary.joined()).union(week.holidays.joined())
    let sorted = all.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return sorted.flatMap { span -> [JSONOutput] in
      let ordinary = week.ordinary.indices.filter { week.ordinary[$0].contains(span) }
      let holidays = week.holidays.indices.filter { week.holidays[$0].contains(span) }
      if ordinary == holidays || !usesHolidays { return [json(days, span, ordinary, nil)] }
      return (ordinary.isEmpty ? [] : [json(days, span, ordinary, false)])
        + (holidays.isEmpty ? [] : [json(days, span, holidays, true)])
    }
  }

  /// - Parameter onHolidays: nil = holidays are days like others.
  private static func json(
    _ days: YearTable.Days, _ span: Range<Int>, _ weekdays: [Int], _ onHolidays: Bool?
  ) -> JSONOutput {
    var members: [(key: String, value: JSONOutput)] = []
    if weekdays.count < 7 {
      members.append(("days_of_week", .array(weekdays.map { .string(names[$0]) })))
    }
    if !days.daysOfMonth.isEmpty {
      members.append(("days_of_month", .array(days.daysOfMonth.map { .int($0) })))
    }
    if days.months.count < 12 {
      members.append(("months", .array(days.months.map { .int($0) })))
    }
    // A span without a beginning or an end begins or ends at midnight.
    if span.lowerBound > 0 {
      members.append(("time_of_day_start", .string(clock(span.lowerBound))))
    }
    if span.upperBound < 1440 {
      members.append(("time_of_day_end", .string(clock(span.upperBound))))
    }
    if let onHolidays {
      members.append(("designated_period", "holidays"))
      members.append(("designated_period_except", .bool(!onHolidays)))
    }
    return .object(members)
  }

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  private static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return two(minute / 60) + ":" + two(minute % 60)
  }
}
