import CivilTime
import OpeningHours

/// A stretch of regulated time: minutes of one day that begin on that day.
struct RegulatedWindow {
  let start: Instant
  /// Exclusive.
  let end: Instant
  /// Day numbers (`CivilDate.daysSince1970`) of the first and of the last minute.
  let startDay: Int
  let endDay: Int
}

/// Walks the regulated windows of a zone from a moment on, day by day, until the rules change (or across
/// changes). Windows come in order and do not overlap; two that touch are one stretch without a gap.
struct WindowWalk {
  /// How far a walk looks ahead: no ticket reaches further, and a zone without a window until then is
  /// taken never to open again.
  static let horizonDays = 800

  private let table: PreparedZone.Table
  private let crossesRules: Bool
  private var regime: Regime
  /// The span of the table that `regime` is of, and the first day after it.
  private var span: Int
  private var spanEnd: Int
  private var day: Int
  private var daysLeft = horizonDays
  private var spans = DaySpans.none
  private var position = 0
  /// Local minute, counted from 1970, up to which windows were given.
  private var coveredUntil: Int
  private let offsetSeconds: Int
  /// Between these seconds the offset certainly holds, for every reading of a local time.
  private let safeFrom: Int
  private let safeUntil: Int
  private var upcoming: RegulatedWindow?
  /// The moment at which other rules begin, once the walk has stopped there.
  private(set) var rulesChange: Instant?
  /// Days of a year whose holidays are known.
  private var knownDays = Int.max...Int.max
  /// Whether holidays were asked for of a year in which they are not known.
  private(set) var askedUnknownHolidays = false

  init(
    table: PreparedZone.Table, from moment: Instant, localDate: CivilDate, regime: Regime,
    crossesRules: Bool = false
  ) {
    self.table = table
    self.regime = regime
    self.crossesRules = crossesRules
    span = table.spanIndex(day: Int(localDate.daysSince1970))
    spanEnd = table.end(span: span)
    let period = table.clock.offsetPeriod(at: moment)
    offsetSeconds = period.offsetSeconds
    safeFrom = (period.start.map { Int($0.secondsSince1970) + 172_800 }) ?? Int.min
    safeUntil = (period.end.map { Int($0.secondsSince1970) - 172_800 }) ?? Int.max
    day = Int(localDate.daysSince1970) - 1
    coveredUntil = (day + 1) * 1440
    // The evening before may reach past midnight; its earlier minutes are cut off by `coveredUntil`.
    if let hours = regime.hours, day >= table.start(span: span) || sameRules(on: day) {
      open(hours.spans(on: CivilDate(daysSince1970: day), holidays: table.holidays))
    }
    advance()
  }

  /// The next window that ends after `moment`; nil when there is none under these rules.
  mutating func window(endingAfter moment: Instant) -> RegulatedWindow? {
    while let window = upcoming, window.end <= moment { advance() }
    return upcoming
  }

  private mutating func advance() {
    upcoming = nil
    while rulesChange == nil, daysLeft > 0 {
      while position < spans.endIndex {
        let span = spans[position]
        position += 1
        guard span.state.isOpen else { continue }
        if let window = window(of: span) {
          upcoming = window
          return
        }
      }
      nextDay()
    }
  }

  /// The part of a span that was not given yet, or nil.
  private mutating func window(of span: HoursSpan) -> RegulatedWindow? {
    let midnight = day * 1440
    let start = max(midnight + Int(span.start), coveredUntil)
    var end = midnight + Int(span.end)
    if span.end > 1440, day + 1 >= spanEnd, !sameRules(on: day + 1) { end = midnight + 1440 }
    guard end > start else { return nil }
    coveredUntil = end
    return RegulatedWindow(
      start: instant(localMinute: start), end: instant(localMinute: end),
      startDay: flooredQuotient(start, 1440), endDay: flooredQuotient(end - 1, 1440))
  }

  private func sameRules(on day: Int) -> Bool {
    table.regime(on: CivilDate(daysSince1970: day))?.rulesNumber == regime.rulesNumber
  }

  private mutating func nextDay() {
    day += 1
    daysLeft -= 1
    if day >= spanEnd, !enterNextSpan() { return }
    let date = CivilDate(daysSince1970: day)
    guard let hours = regime.hours else {
      open(.none)
      return
    }
    open(hours.spans(on: date, holidays: table.holidays))
    if regime.usesHolidays, !knownDays.contains(day) { askForHolidays(of: date) }
  }

  /// Passes to the rules that begin on `day`; false where the walk stops at them.
  private mutating func enterNextSpan() -> Bool {
    span += 1
    spanEnd = table.end(span: span)
    guard let next = table.regime(span: span),
      crossesRules || next.rulesNumber == regime.rulesNumber
    else {
      rulesChange = instant(localMinute: day * 1440)
      return false
    }
    regime = next
    return true
  }

  private mutating func open(_ day: DaySpans) {
    spans = day
    position = day.startIndex
  }

  private mutating func askForHolidays(of date: CivilDate) {
    let year = date.year
    guard table.holidays.covers(year: year),
      let first = CivilDate(year: year, month: 1, day: 1),
      let last = CivilDate(year: year, month: 12, day: 31)
    else {
      askedUnknownHolidays = true
      return
    }
    knownDays = Int(first.daysSince1970)...Int(last.daysSince1970)
  }

  /// The moment of a local minute counted from 1970, by the rule of `TownClock.instant(of:)`.
  private func instant(localMinute: Int) -> Instant {
    let seconds = localMinute * 60 - offsetSeconds
    if seconds >= safeFrom, seconds < safeUntil {
      return Instant(secondsSince1970: Int64(seconds))
    }
    return table.clock.instant(
      of: LocalDateTime(secondsSinceLocal1970: Int64(localMinute) * 60))
  }
}
