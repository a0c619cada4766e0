import CivilTime

/// Changes of state, forwards and backwards. Days are walked one by one; when a whole week
/// has brought no change, all weeks like it are passed in one step.
extension CompiledHours {
  /// The next minute at which `state(at:)` gives something else (kind or comment); nil when it never
  /// does before 2200.
  public func nextChange(after time: LocalDateTime, holidays: HolidaySet) -> LocalDateTime? {
    if isConstant { return nil }
    let view = view(time.date, holidays)
    let state = view.state(at: time.minuteOfDay)
    return change(after: time, from: view, of: state, comparing: .state, holidays)
  }

  /// The open window that contains `time`, or else the next one; nil when there is none before 2200.
  /// Minutes of unknown state are not open; comments do not part a window.
  public func nextWindow(from time: LocalDateTime, holidays: HolidaySet) -> LocalWindow? {
    var start = time
    var view = view(time.date, holidays)
    var state = view.state(at: time.minuteOfDay)
    if isConstant {
      return state.isOpen
        ? LocalWindow(start: LocalDateTime(date: Self.firstDate, minuteOfDay: 0), end: nil) : nil
    }
    if state.isOpen {
      start = beginning(at: time, in: view, holidays)
    } else {
      guard
        let opening = change(after: time, from: view, of: state, comparing: .openness, holidays)
      else { return nil }
      start = opening
      if opening.date != time.date { view = self.view(opening.date, holidays) }
      state = view.state(at: opening.minuteOfDay)
    }
    let from = max(start, time)
    let end = change(after: from, from: view, of: state, comparing: .openness, holidays)
    return LocalWindow(start: start, end: end)
  }

  /// What counts as a change.
  enum Comparison {
    case state, openness

    func same(_ left: HoursState, _ right: HoursState) -> Bool {
      self == .state ? left == right : left.isOpen == right.isOpen
    }
  }

  /// `view` is the day of `time`, `state` its state.
  private func change(
    after time: LocalDateTime, from view: DayView, of state: HoursState,
    comparing comparison: Comparison, _ holidays: HolidaySet
  ) -> LocalDateTime? {
    var view = view
    var date = time.date
    var minute = time.minuteOfDay
    // Whole days passed without a change.
    var quietDays = -1
    while true {
      while let edge = view.edge(after: minute) {
        if !comparison.same(view.state(at: edge), state) {
          return LocalDateTime(date: date, minuteOfDay: edge)
        }
        minute = edge
      }
      quietDays += 1
      if quietDays >= 7, let last = lastLikeTheWeek(to: date, holidays) {
        date = last
        quietDays = 0
      }
      date = date.adding(days: 1)
      guard date <= Self.lastDate else { return nil }
      view = self.view(date, holidays)
      minute = 0
      if !comparison.same(view.state(at: 0), state) {
        return LocalDateTime(date: date, minuteOfDay: 0)
      }
    }
  }

  /// The first minute of the open stretch that `time` is in.
  private func beginning(
    at time: LocalDateTime, in view: DayView, _ holidays: HolidaySet
  ) -> LocalDateTime {
    var view = view
    var date = time.date
    var minute = time.minuteOfDay
    var quietDays = -1
    while true {
      while let edge = view.edge(atOrBefore: minute) {
        if !view.state(at: edge - 1).isOpen { return LocalDateTime(date: date, minuteOfDay: edge) }
        minute = edge - 1
      }
      quietDays += 1
      if quietDays >= 7, let first = firstLikeTheWeek(from: date, holidays) {
        date = first
        quietDays = 0
      }
      guard date > Self.firstDate else {
        return LocalDateTime(date: Self.firstDate, minuteOfDay: 0)
      }
      view = self.view(date.adding(days: -1), holidays)
      if !view.state(at: 1439).isOpen { return LocalDateTime(date: date, minuteOfDay: 0) }
      date = date.adding(days: -1)
      minute = 1439
    }
  }

  /// The last date up to which every day is like the one seven days before, when that holds from the
  /// day after `date` on: no other dates' rules and no holiday from the day before that week on.
  private func lastLikeTheWeek(to date: CivilDate, _ holidays: HolidaySet) -> CivilDate? {
    let today = Int(date.daysSince1970)
    let steady = masks.steadyDays(around: date)
    guard steady.lowerBound <= today - 7 else { return nil }
    var last = min(steady.upperBound, Int(Self.lastDate.daysSince1970))
    if usesHolidaysFlag,
      let holiday = holidays.next(onOrAfter: CivilDate(daysSince1970: max(today - 7, 0)))
    {
      guard holiday > date else { return nil }
      last = min(last, Int(holiday.daysSince1970) - 1)
    }
    return last > today ? CivilDate(daysSince1970: last) : nil
  }

  /// The same backwards: the first date such that it and all days before `date` are like the ones seven
  /// days after. `date` begins a week that has been looked at.
  private func firstLikeTheWeek(from date: CivilDate, _ holidays: HolidaySet) -> CivilDate? {
    let today = Int(date.daysSince1970)
    let steady = masks.steadyDays(around: date)
    guard steady.upperBound >= today + 6 else { return nil }
    // The evening before the first day counts as well.
    var first = max(steady.lowerBound, -1) + 1
    if usesHolidaysFlag, let holiday = holidays.previous(onOrBefore: date.adding(days: 6)) {
      guard holiday < date else { return nil }
      first = max(first, Int(holiday.daysSince1970) + 2)
    }
    return first < today ? CivilDate(daysSince1970: first) : nil
  }

  private static let firstDate = CivilDate(daysSince1970: 0)
  /// 2199-12-31.
  private static let lastDate = CivilDate(
    daysSince1970: dayNumber(year: CivilDate.supportedYears.upperBound, month: 12, day: 31))
}
