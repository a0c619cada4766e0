import CivilTime

/// Changes of state, forwards and backwards. Days are walked one by one only while they differ; a run
/// of days that are one state throughout is passed in a step.
extension CompiledHours {
  /// The next minute at which `state(at:)` gives something else (kind or comment); nil when it never
  /// does before 2200.
  public func nextChange(after time: LocalDateTime, holidays: HolidaySet) -> LocalDateTime? {
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
    if state.isOpen {
      start = beginning(of: state, at: time, in: view, holidays)
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
    while true {
      while let edge = view.edge(after: minute) {
        if !comparison.same(view.state(at: edge), state) {
          return LocalDateTime(date: date, minuteOfDay: edge)
        }
        minute = edge
      }
      if let uniform = view.uniform, comparison.same(uniform, state) {
        date = CivilDate(daysSince1970: endOfRun(date, state, comparison, holidays))
      } else {
        date = date.adding(days: 1)
      }
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
    of state: HoursState, at time: LocalDateTime, in view: DayView, _ holidays: HolidaySet
  ) -> LocalDateTime {
    var view = view
    var date = time.date
    var minute = time.minuteOfDay
    while true {
      while let edge = view.edge(atOrBefore: minute) {
        if !view.state(at: edge - 1).isOpen { return LocalDateTime(date: date, minuteOfDay: edge) }
        minute = edge - 1
      }
      if let uniform = view.uniform, uniform.isOpen {
        date = CivilDate(daysSince1970: startOfRun(date, state, .openness, holidays))
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

  private static let firstDate = CivilDate(daysSince1970: 0)
  /// 2199-12-31.
  private static let lastDate = CivilDate(
    daysSince1970: dayNumber(year: CivilDate.supportedYears.upperBound, month: 12, day: 31))

  /// For a day that is `state` throughout: a later day number such that all days before it are too.
  private func endOfRun(
    _ date: CivilDate, _ state: HoursState, _ comparison: Comparison, _ holidays: HolidaySet
  ) -> Int {
    let mask = masks.mask(on: date)
    let today = Int(date.daysSince1970)
    let steady = masks.steadyDays(around: date)
    for step in 1...7
    where !isRun(mask & dayMasks[(weekdayIndex(date) + step) % 7], state, comparison) {
      return min(today + step, nextHoliday(after: date, holidays), after(steady))
    }
    return min(nextHoliday(after: date, holidays), after(steady))
  }

  private func after(_ days: ClosedRange<Int>) -> Int {
    days.upperBound >= Int(Self.lastDate.daysSince1970)
      ? Int(Self.lastDate.daysSince1970) + 1 : days.upperBound + 1
  }

  private func nextHoliday(after date: CivilDate, _ holidays: HolidaySet) -> Int {
    guard usesHolidaysFlag, let holiday = holidays.next(onOrAfter: date.adding(days: 1)) else {
      return Int.max
    }
    return Int(holiday.daysSince1970)
  }

  /// For a day that is `state` throughout: a day number, at most the day's own, such that all days from
  /// it on are too.
  private func startOfRun(
    _ date: CivilDate, _ state: HoursState, _ comparison: Comparison, _ holidays: HolidaySet
  ) -> Int {
    let mask = masks.mask(on: date)
    let today = Int(date.daysSince1970)
    var first = max(masks.steadyDays(around: date).lowerBound, 0)
    if usesHolidaysFlag, let holiday = holidays.previous(onOrBefore: date) {
      first = max(first, min(Int(holiday.daysSince1970) + 1, today))
    }
    for step in 1...7
    where !isRun(mask & dayMasks[(weekdayIndex(date) + 7 - step) % 7], state, comparison) {
      return max(first, today - step + 1)
    }
    return first
  }

  private func isRun(_ mask: UInt64, _ state: HoursState, _ comparison: Comparison) -> Bool {
    guard let uniform = shapes.shape(mask)?.uniform else { return false }
    return comparison.same(uniform, state)
  }
}
