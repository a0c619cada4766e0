import CivilTime
import OpeningHours

/// A schedule laid out by month, day of the month, weekday and whether it is a holiday: what formats
/// that list times, instead of rules that replace each other, can repeat.
struct YearTable {
  /// Minutes of a day, the end exclusive, up to 1440.
  typealias Spans = [Range<Int>]

  /// The spans of the days of a week, Monday first.
  struct Week: Hashable {
    var ordinary: [Spans] = Array(repeating: [], count: 7)
    var holidays: [Spans] = Array(repeating: [], count: 7)
  }

  /// Days that have the same week: their months, and days of the month (empty = all).
  struct Days {
    let week: Week
    let months: [Int]
    let daysOfMonth: [Int]
  }

  let days: [Days]
  /// Rules that are left out because they hold in some years only, or move with Easter, and may still
  /// come to hold.
  let leftOut: [Rule]

  /// - Parameter year: rules for earlier years are no loss.
  init(_ hours: OpeningHours, from year: Int) {
    var kept: [Rule] = []
    var leftOut: [Rule] = []
    for rule in hours.rules {
      if rule.isOver(before: year) { continue }
      if rule.isYearly, rule.spans.allSatisfy({ !$0.endsOnTheNextDay }), rule.state != .unknown {
        kept.append(rule)
      } else {
        leftOut.append(rule)
      }
    }
    self.leftOut = leftOut
    var byWeek: [(week: Week, daysOfMonths: [Int: [Int]])] = []
    for month in 1...12 {
      for day in 1...Self.length(ofMonth: month) {
        let week = Self.week(kept, month: month, day: day)
        if let index = byWeek.firstIndex(where: { $0.week == week }) {
          byWeek[index].daysOfMonths[month, default: []].append(day)
        } else {
          byWeek.append((week, [month: [day]]))
        }
      }
    }
    days = byWeek.flatMap { Self.days($0.week, $0.daysOfMonths) }
  }

  static func length(ofMonth month: Int) -> Int {
    switch month {
    case 2: 29
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Months that share their days stand together.
  private static func days(_ week: Week, _ daysOfMonths: [Int: [Int]]) -> [Days] {
    var months: [[Int]: [Int]] = [:]
    for month in daysOfMonths.keys.sorted() {
      let days = daysOfMonths[month] ?? []
      months[days.count == length(ofMonth: month) ? [] : days, default: []].append(month)
    }
    return months.map { Days(week: week, months: $0.value, daysOfMonth: $0.key) }.sorted {
      ($0.months.first ?? 0, $0.daysOfMonth.first ?? 0)
        < ($1.months.first ?? 0, $1.daysOfMonth.first ?? 0)
    }
  }

  private static func week(_ rules: [Rule], month: Int, day: Int) -> Week {
    var week = Week()
    for rule in rules where rule.holds(month: month, day: day) {
      for weekday in Weekday.allCases {
        let index = weekday.rawValue - 1
        let named = rule.weekdays.contains { $0.contains(weekday) }
        let always = rule.weekdays.isEmpty && !rule.includesHolidays
        if named || always { rule.paint(&week.ordinary[index]) }
        if named || always || rule.includesHolidays { rule.paint(&week.holidays[index]) }
      }
    }
    return week
  }
}

extension Rule {
  fileprivate var isYearly: Bool {
    years.isEmpty
      && dates.allSatisfy { range in
        switch range {
        case .months(let year, _, _): year == nil
        case .days(let first, let last): first.isYearly && last.isYearly
        }
      }
  }

  fileprivate func isOver(before year: Int) -> Bool {
    let datesAreOver =
      !dates.isEmpty
      && dates.allSatisfy { range in
        switch range {
        case .months(let last, _, _): last.map { $0 < year } ?? false
        case .days(_, let last): last.year.map { $0 < year } ?? false
        }
      }
    return datesAreOver || (!years.isEmpty && years.allSatisfy { $0.upperBound < year })
  }

  fileprivate func holds(month: Int, day: Int) -> Bool {
    dates.isEmpty
      || dates.contains { range in
        switch range {
        case .months(_, let first, let last):
          return first <= last ? first <= month && month <= last : month >= first || month <= last
        case .days(let first, let last):
          guard let from = first.number, let to = last.number else { return false }
          let number = month * 100 + day
          return from <= to ? from <= number && number <= to : number >= from || number <= to
        }
      }
  }

  /// Lays the rule over a day.
  fileprivate func paint(_ day: inout YearTable.Spans) {
    let own = spans.isEmpty ? [0..<1440] : spans.map { $0.start..<$0.end }
    switch (state, joiner) {
    case (.open, .replacing): day = own
    case (.open, .adding): day += own
    case (_, _) where spans.isEmpty: day = []
    default:
      for cut in own {
        day = day.flatMap { span in
          [
            span.lowerBound..<max(span.lowerBound, min(span.upperBound, cut.lowerBound)),
            max(span.lowerBound, min(span.upperBound, cut.upperBound))..<span.upperBound,
          ].filter { !$0.isEmpty }
        }
      }
    }
    day = day.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, span in
      if let last = merged.last, last.upperBound >= span.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
  }
}

extension CalendarDay {
  fileprivate var isYearly: Bool { year == nil && number != nil }

  /// Month and day as one number that rises through the year.
  fileprivate var number: Int? {
    if case .fixed(let month, let day) = anchor { month * 100 + day } else { nil }
  }
}
