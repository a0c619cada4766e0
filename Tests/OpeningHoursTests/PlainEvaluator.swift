import CivilTime

@testable import OpeningHours

/// Evaluation straight from the tree, one minute at a time and without any table: what the compiled
/// form is held against. It also knows how the peer implementation treats nights, so that
/// differences from it can be recognised one by one.
struct PlainEvaluator {
  struct State: Equatable {
    var kind: HoursKind
    var comment: String?
  }

  let rules: [Rule]
  let holidays: HolidaySet

  init(_ hours: OpeningHours, _ holidays: HolidaySet) {
    rules = hours.rules
    self.holidays = holidays
  }

  /// Our policy: the day's own spans united with the tail of the day before.
  func state(at time: LocalDateTime) -> State {
    let own = day(time.date, minute: time.minuteOfDay)
    let tail = day(time.date.adding(days: -1), minute: time.minuteOfDay + 1440)
    if own.kind == .open { return own }
    return tail.kind == .open || own.kind == .closed ? tail : own
  }

  /// `minute` is 0..<2880 from the midnight of `date`.
  private func day(_ date: CivilDate, minute: Int) -> State {
    let onlyClosed = rules.allSatisfy { $0.state == .closed }
    var state = State(kind: onlyClosed && minute < 1440 ? .unknown : .closed)
    for rule in rules where holds(rule, on: date) {
      let wholeDay = rule.spans.isEmpty && (rule.state == .closed || minute < 1440)
      let covered = wholeDay || rule.spans.contains { $0.start <= minute && minute < $0.end }
      let cuts = rule.state == .closed && !rule.spans.isEmpty
      if covered {
        state = said(rule)
      } else if rule.joiner == .replacing, !cuts {
        state = State(kind: .closed)
      }
    }
    return state
  }

  private func said(_ rule: Rule) -> State {
    State(kind: rule.state, comment: rule.state == .closed ? nil : rule.comment)
  }

  /// The peer's policy: each rule carries its own tail of the day before, and a later rule that
  /// replaces the day takes the tails of the others away.
  func peerState(at time: LocalDateTime) -> State {
    var result: State?
    for rule in rules {
      let today = holds(rule, on: time.date)
      let yesterday = holds(rule, on: time.date.adding(days: -1))
      guard today || yesterday else { continue }
      let minute = time.minuteOfDay
      let covered =
        (today
          && (rule.spans.isEmpty || rule.spans.contains { $0.start <= minute && minute < $0.end }))
        || (yesterday
          && rule.spans.contains { $0.start <= minute + 1440 && minute + 1440 < $0.end })
      let said = covered ? said(rule) : State(kind: .closed)
      if rule.joiner == .replacing, rule.state != .closed {
        if today { result = said } else { result = result ?? said }
      } else if covered || result == nil {
        result = said
      }
    }
    return result ?? State(kind: .closed)
  }

  func holds(_ rule: Rule, on date: CivilDate) -> Bool {
    let (year, month, day) = date.components
    if !rule.years.isEmpty, !rule.years.contains(where: { $0.contains(year) }) { return false }
    if !rule.dates.isEmpty,
      !rule.dates.contains(where: { contains($0, date, year: year, month: month, day: day) })
    {
      return false
    }
    if rule.weekdays.isEmpty, !rule.includesHolidays { return true }
    if rule.includesHolidays, holidays.contains(date) { return true }
    return rule.weekdays.contains { range in
      var weekday = range.first
      while true {
        if weekday == date.weekday { return true }
        if weekday == range.last { return false }
        weekday = Weekday(rawValue: weekday.rawValue % 7 + 1) ?? .monday
      }
    }
  }

  private func contains(_ range: DateRange, _ date: CivilDate, year: Int, month: Int, day: Int)
    -> Bool
  {
    switch range {
    case .months(let wanted, let first, let last):
      if let wanted, wanted != year { return false }
      return first <= last ? first...last ~= month : month >= first || month <= last
    case .days(let first, let last):
      if let firstYear = first.year, let lastYear = last.year {
        return key(first, firstYear) <= (year, month, day)
          && (year, month, day) <= key(last, lastYear)
      }
      // Some year's range, which may end in the year after.
      return [year - 1, year].contains { start in
        let wraps = key(last, start) < key(first, start)
        return key(first, start) <= (year, month, day)
          && (year, month, day) <= key(last, wraps ? start + 1 : start)
      }
    }
  }

  /// Compares like a date; 29 February sorts between its neighbours in common years too.
  private func key(_ day: CalendarDay, _ year: Int) -> (Int, Int, Int) {
    switch day.anchor {
    case .fixed(let month, let day): return (year, month, day)
    case .easter(let offset):
      return CivilDate(daysSince1970: Self.easter(year)).adding(days: offset).components
    }
  }

  /// Easter by Gauss's method, another than the one under test. Only 1900 to 2199.
  static func easter(_ year: Int) -> Int {
    let (moon, weekday) = year < 2100 ? (24, 5) : (24, 6)
    let full = (19 * (year % 19) + moon) % 30
    var shift = full + (2 * (year % 4) + 4 * (year % 7) + 6 * full + weekday) % 7
    if shift == 35 { shift = 28 }
    if shift == 34, full == 28, year % 19 > 10 { shift = 27 }
    return dayNumber(year: year, month: 3, day: 22) + shift
  }
}
