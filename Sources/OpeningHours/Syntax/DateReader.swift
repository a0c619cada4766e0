import CivilTime

extension RuleReader {
  /// Years, months and days, and the colon that may follow them for readability.
  mutating func readWideSelectors(into rule: inout Rule) throws(OpeningHoursError) {
    let start = cursor.position
    var year: Int?
    if cursor.looksAtYear {
      rule.years = try readYears()
      var ahead = self
      ahead.cursor.skipSpaces()
      // One year right before a date belongs to the date: `2025 Dec 24-Jan 06` ends in 2026.
      if ahead.looksAtDate, rule.years.count == 1, let only = rule.years.first, only.count == 1 {
        year = only.lowerBound
        rule.years = []
      }
    }
    cursor.skipSpaces()
    if looksAtDate { try readDates(firstYear: year, into: &rule) }
    if cursor.position > start, cursor.peek() == UInt8(ascii: ":") { cursor.position += 1 }
  }

  private var looksAtDate: Bool { monthNames.contains(cursor.word) || cursor.word == "easter" }

  /// What an item of the date list begins with.
  private enum ItemStart {
    /// A month or `easter`, after a year or none.
    case name(year: Int?)
    /// Only a day, as in `Dec 24,31`: the month of the day before the comma goes on.
    case day(year: Int?, month: Int)
  }

  private mutating func readDates(firstYear: Int?, into rule: inout Rule) throws(OpeningHoursError)
  {
    var item: ItemStart? = .name(year: firstYear)
    while let start = item {
      let position = cursor.position
      switch start {
      case .name(let year): rule.dates.append(try readDateRange(year: year))
      case .day(let year, let month): rule.dates.append(try readDays(year: year, month: month))
      }
      try refuseOffset()
      if cursor.peek() == UInt8(ascii: "+") {
        throw cursor.failure(.openEnd, from: position, through: cursor.position + 1)
      }
      item = try readComma(in: rule, hasYears: firstYear != nil)
    }
  }

  /// Steps over a comma if what follows continues the list of dates; else stays before it.
  private mutating func readComma(in rule: Rule, hasYears: Bool) throws(OpeningHoursError)
    -> ItemStart?
  {
    var ahead = self
    guard ahead.cursor.accept(",") else { return nil }
    ahead.cursor.skipSpaces()
    if ahead.cursor.looksAtYear {
      let begin = ahead.cursor.position
      let year = try ahead.readYear()
      ahead.cursor.skipSpaces()
      // In `Jul 01, 2026 Mo 10:00-12:00` the comma joins two rules.
      guard ahead.looksAtDate else { return nil }
      guard hasYears else {
        throw ahead.cursor.failure(
          rule.years.isEmpty ? .yearOnSomeDates : .yearTwice, from: begin, through: begin + 4)
      }
      self = ahead
      return .name(year: year)
    }
    if ahead.looksAtDate {
      if hasYears { throw ahead.cursor.failureHere(.yearOnSomeDates) }
      self = ahead
      return .name(year: nil)
    }
    if ahead.cursor.looksAtDay, !ahead.cursor.startsWith("24/7"),
      case .days(_, let last)? = rule.dates.last, case .fixed(let month, _) = last.anchor
    {
      self = ahead
      return .day(year: last.year, month: month)
    }
    return nil
  }

  /// `Jul-Aug`, `Jul 05-14`, `Dec 24-Jan 06`, `easter -2 days`: one item, its year read before.
  private mutating func readDateRange(year: Int?) throws(OpeningHoursError) -> DateRange {
    let start = cursor.position
    guard cursor.word != "easter" else {
      let first = CalendarDay(year: year, anchor: try readEaster())
      return try readRangeEnd(first: first, from: start)
    }
    let month = readMonth()
    cursor.skipSpaces()
    if cursor.startsWith("24/7") { throw cursor.failureHere(.alwaysWithSelectors) }
    if cursor.looksAtDay { return try readDays(year: year, month: month, from: start) }
    var ahead = self
    guard ahead.cursor.accept("-") else { return .months(year: year, first: month, last: month) }
    ahead.cursor.skipSpaces()
    guard monthNames.contains(ahead.cursor.word) else {
      throw ahead.cursor.failureHere(.unexpected)
    }
    let last = ahead.readMonth()
    self = ahead
    ahead.cursor.skipSpaces()
    if ahead.cursor.looksAtDay, !ahead.cursor.startsWith("24/7") {
      throw ahead.cursor.failure(
        .monthToDay, from: start, through: ahead.cursor.position + ahead.cursor.digitCount)
    }
    if year != nil, last < month {
      throw cursor.failure(.yearOnWrappingMonths, from: start, through: cursor.position)
    }
    return .months(year: year, first: month, last: last)
  }

  /// A day of the month and what range it opens; the month has been read.
  private mutating func readDays(year: Int?, month: Int, from start: Int? = nil)
    throws(OpeningHoursError) -> DateRange
  {
    let begin = start ?? cursor.position
    let first = try readDay(year: year, month: month, from: begin)
    return try readRangeEnd(first: first, from: begin)
  }

  private mutating func readDay(year: Int?, month: Int, from start: Int) throws(OpeningHoursError)
    -> CalendarDay
  {
    let day = cursor.number(digits: 2)
    // 2000 has a 29 February.
    guard CivilDate(year: year ?? 2000, month: month, day: day) != nil else {
      throw cursor.failure(.badDay, from: start, through: cursor.position)
    }
    return CalendarDay(year: year, anchor: .fixed(month: month, day: day))
  }

  /// The `-` and the last day, if there is one.
  private mutating func readRangeEnd(first: CalendarDay, from start: Int) throws(OpeningHoursError)
    -> DateRange
  {
    var ahead = self
    try refuseOffset()
    guard ahead.cursor.accept("-") else { return .days(first: first, last: first) }
    ahead.cursor.skipSpaces()
    let begin = ahead.cursor.position
    var last: CalendarDay
    if ahead.cursor.looksAtDay, case .fixed(let month, let firstDay) = first.anchor {
      last = try ahead.readDay(year: first.year, month: month, from: begin)
      // `Feb 17-14` is a slip, or means March 14 to some: eleven months want both months written.
      if case .fixed(_, let day) = last.anchor, day < firstDay {
        throw ahead.cursor.failure(.reversedDates, from: start, through: ahead.cursor.position)
      }
    } else {
      last = try ahead.readNamedDay()
    }
    self = ahead
    if first.year == nil, last.year != nil {
      throw cursor.failure(.yearOnOneEnd, from: start, through: cursor.position)
    }
    if let year = first.year, last.year == nil {
      // `2025 Dec 24-Jan 06`: the first such day that comes after the beginning.
      last = CalendarDay(year: year, anchor: last.anchor)
      if last.number(in: year) < first.number(in: year) {
        last = CalendarDay(year: year + 1, anchor: last.anchor)
      }
    }
    guard !first.isReversed(to: last) else {
      throw cursor.failure(.reversedDates, from: start, through: cursor.position)
    }
    guard first.hasSteadyOrder(to: last) else {
      throw cursor.failure(.orderVaries, from: start, through: cursor.position)
    }
    return .days(first: first, last: last)
  }

  /// `[year] Month day` or `[year] easter [offset]`.
  private mutating func readNamedDay() throws(OpeningHoursError) -> CalendarDay {
    let start = cursor.position
    var year: Int?
    if cursor.looksAtYear {
      year = try readYear()
      cursor.skipSpaces()
    }
    if cursor.word == "easter" { return CalendarDay(year: year, anchor: try readEaster()) }
    guard monthNames.contains(cursor.word) else { throw cursor.failureHere(.unexpected) }
    let month = readMonth()
    let end = cursor.position
    cursor.skipSpaces()
    if weekdayNames.contains(cursor.word), cursor.peek(2) == UInt8(ascii: "[") {
      cursor.position += 2
      throw cursor.failureHere(.nthWeekday)
    }
    guard cursor.looksAtDay else {
      throw cursor.failure(.monthToDay, from: start, through: end)
    }
    return try readDay(year: year, month: month, from: start)
  }

  private mutating func readMonth() -> Int {
    let month = (monthNames.firstIndex(of: cursor.word) ?? 0) + 1
    cursor.position += 3
    return month
  }

  /// `easter`, `easter -2 days`, `easter +1 day`.
  private mutating func readEaster() throws(OpeningHoursError) -> CalendarDay.Anchor {
    cursor.position += 6
    var ahead = cursor
    ahead.skipSpaces()
    let start = ahead.position
    let sign = ahead.peek()
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return .easter(offset: 0) }
    ahead.position += 1
    let digits = ahead.digitCount
    guard 1...3 ~= digits else { return .easter(offset: 0) }
    let days = ahead.number(digits: digits)
    ahead.skipSpaces()
    guard ahead.word == "day" || ahead.word == "days" else {
      throw cursor.failure(.unexpected, from: start)
    }
    ahead.position += ahead.word.utf8.count
    // Wider offsets would reach into other years.
    guard days <= 60 else {
      throw cursor.failure(.longOffset, from: start, through: ahead.position)
    }
    cursor = ahead
    return .easter(offset: sign == UInt8(ascii: "-") ? -days : days)
  }
}
