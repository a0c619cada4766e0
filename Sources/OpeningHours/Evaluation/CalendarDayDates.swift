import CivilTime

/// The dates that a `CalendarDay` falls on, as days since 1970-01-01.
extension CalendarDay {
  /// The day in that year. 29 February of a common year gives 1 March: `Feb 29-Mar 03` then begins
  /// on the first day that exists.
  func number(in year: Int) -> Int {
    switch anchor {
    case .fixed(let month, let day): dayNumber(year: year, month: month, day: day)
    case .easter(let offset): easterDayNumber(year) + offset
    }
  }

  /// The same for the end of a range: 29 February of a common year gives 28 February.
  func lastNumber(in year: Int) -> Int {
    guard case .fixed(2, 29) = anchor, !CivilDate.isLeap(year) else { return number(in: year) }
    return number(in: year) - 1
  }

  /// Whether both have a year and this one comes later.
  func isReversed(to last: CalendarDay) -> Bool {
    guard let year, let lastYear = last.year else { return false }
    return number(in: year) > last.number(in: lastYear)
  }

  /// Whether the two, when yearly, come in the same order in every year. Easter against a fixed day
  /// of late March or April does not: such a range would be a few days long in one year and nearly
  /// the whole year in the next.
  func hasSteadyOrder(to last: CalendarDay) -> Bool {
    guard year == nil, last.year == nil else { return true }
    switch (anchor, last.anchor) {
    case (.easter, .easter), (.fixed, .fixed): return true
    default: break
    }
    let wraps = number(in: 1970) > last.number(in: 1970)
    return CivilDate.supportedYears.allSatisfy { (number(in: $0) > last.number(in: $0)) == wraps }
  }
}

/// Days since 1970-01-01, for any year from 1 on: ranges may end in the year after the last
/// supported one, which `CivilDate` refuses.
func dayNumber(year: Int, month: Int, day: Int) -> Int {
  let before = year - 1
  let newYear = before * 365 + before / 4 - before / 100 + before / 400 - 719_162
  let afterFebruary = month > 2 && !CivilDate.isLeap(year) ? 1 : 0
  return newYear + leapYearMonthStarts[month - 1] - afterFebruary + day - 1
}

/// Days before each month of a leap year: positions in the table of 366 yearly days.
let leapYearMonthStarts = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335]

/// Easter Sunday of the Gregorian calendar, in days since 1970-01-01 (the "anonymous" algorithm of
/// Nature, 20 April 1876, as in J. Meeus, Astronomical Algorithms, chapter 8).
func easterDayNumber(_ year: Int) -> Int {
  let golden = year % 19
  let century = year / 100
  let yearOfCentury = year % 100
  let moonShift = (century - (century + 8) / 25 + 1) / 3
  let epact = (19 * golden + century - century / 4 - moonShift + 15) % 30
  let weekdayShift =
    (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
  let correction = (golden + 11 * epact + 22 * weekdayShift) / 451
  let sum = epact + weekdayShift - 7 * correction + 114
  return dayNumber(year: year, month: sum / 31, day: sum % 31 + 1)
}
