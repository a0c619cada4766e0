/// The rule at the end of a TZif file, for all times after its last transition: a POSIX TZ string
/// with the extensions of RFC 9636 section 3.3.1, `CET-1CEST,M3.5.0,M10.5.0/3`.
struct FooterRule {
  /// Seconds east of Greenwich (the text has them west).
  let standardOffset: Int
  let daylight: Daylight?

  struct Daylight {
    let offset: Int
    /// Read on a clock that shows standard time.
    let start: Change
    /// Read on a clock that shows daylight saving time.
    let end: Change
  }

  /// A date of each year and a time counted from its midnight, -167 to 167 hours.
  struct Change {
    let day: Day
    let seconds: Int
  }

  enum Day {
    /// `J1`...`J365`: 29 February is not counted, so J60 is always 1 March.
    case withoutLeapDay(Int)
    /// `0`...`365`: 29 February is counted.
    case fromZero(Int)
    /// `Mm.w.d`: the w-th (5: the last) weekday d (0: Sunday) of month m.
    case weekday(month: Int, week: Int, day: Int)

    /// Days since 1970-01-01.
    func days(inYear year: Int) -> Int {
      switch self {
      case .withoutLeapDay(let number):
        let skipsLeapDay = CivilDate.isLeap(year) && number >= 60
        return CivilDate.days(year: year, month: 1, day: 1) + number - (skipsLeapDay ? 0 : 1)
      case .fromZero(let number):
        return CivilDate.days(year: year, month: 1, day: 1) + number
      case .weekday(let month, let week, let day):
        let first = CivilDate.days(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday, day 4.
        let firstWeekday = ((first + 4) % 7 + 7) % 7
        var date = (day - firstWeekday + 7) % 7 + (week - 1) * 7
        if date >= CivilDate.daysIn(month: month, year: year) { date -= 7 }
        return first + date
      }
    }
  }

  /// The changes of these years, ascending; when two fall together (daylight saving all year ends as
  /// it begins again) the last of them counts.
  func changes(in years: ClosedRange<Int>) -> ContiguousArray<OffsetChange> {
    guard let daylight else { return [] }
    var changes = ContiguousArray<OffsetChange>()
    changes.reserveCapacity(years.count * 2)
    for year in years {
      let start = OffsetChange(
        second: Int64(daylight.start.day.days(inYear: year) * 86_400 + daylight.start.seconds)
          - Int64(standardOffset), offset: daylight.offset)
      let end = OffsetChange(
        second: Int64(daylight.end.day.days(inYear: year) * 86_400 + daylight.end.seconds)
          - Int64(daylight.offset), offset: standardOffset)
      for change in start.second <= end.second ? [start, end] : [end, start] {
        // Times of day reach a week across New Year, so a change may belong before its predecessor.
        var place = changes.count
        while place > 0, changes[place - 1].second > change.second { place -= 1 }
        changes.insert(change, at: place)
      }
    }
    return changes
  }

  /// The offset by this rule at a moment of a year that has at most five digits.
  func offset(at second: Int64) -> Int {
    let year = LocalDateTime(secondsSinceLocal1970: second).date.year
    let latest = changes(in: (year - 2)...(year + 1)).last { $0.second <= second }
    return latest?.offset ?? standardOffset
  }
}
