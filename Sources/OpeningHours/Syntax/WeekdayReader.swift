import CivilTime

extension RuleReader {
  /// `Mo-Fr,PH`: weekdays, ranges and `PH` in one list.
  mutating func readWeekdays(into rule: inout Rule) throws(OpeningHoursError) {
    cursor.skipSpaces()
    guard looksAtWeekday else { return }
    while true {
      try readWeekdayItem(into: &rule)
      var ahead = self
      if ahead.cursor.accept(",") {
        ahead.cursor.skipSpaces()
        if ahead.looksAtWeekday {
          self = ahead
          continue
        }
      }
      break
    }
    var ahead = self
    ahead.cursor.skipSpaces()
    if ahead.looksAtWeekday {
      let both = rule.includesHolidays || ahead.cursor.word == "PH"
      throw ahead.cursor.failureHere(both ? .holidayBesideWeekdays : .unexpected)
    }
  }

  private var looksAtWeekday: Bool {
    let word = cursor.word
    return word == "PH" || word == "SH" || weekdayNames.contains(word)
  }

  private mutating func readWeekdayItem(into rule: inout Rule) throws(OpeningHoursError) {
    switch cursor.word {
    case "SH": throw cursor.failureHere(.schoolHolidays)
    case "PH":
      cursor.position += 2
      rule.includesHolidays = true
    default:
      let first = try readWeekday()
      var last = first
      if cursor.peek() == UInt8(ascii: "[") { throw cursor.failureHere(.nthWeekday) }
      var ahead = self
      if ahead.cursor.accept("-"), !TextCursor.isDigit(ahead.cursor.peek()) {
        ahead.cursor.skipSpaces()
        last = try ahead.readWeekday()
        self = ahead
        if cursor.peek() == UInt8(ascii: "[") { throw cursor.failureHere(.nthWeekday) }
      }
      rule.weekdays.append(WeekdayRange(first: first, last: last))
    }
    try refuseOffset()
  }

  private mutating func readWeekday() throws(OpeningHoursError) -> Weekday {
    guard let index = weekdayNames.firstIndex(of: cursor.word),
      let day = Weekday(rawValue: index + 1)
    else { throw cursor.failureHere(.unexpected) }
    cursor.position += 2
    return day
  }

  /// `PH +1 day`, `Dec 25 -2 days`, `Dec 25 -Su`: the grammar moves dates, the subset only Easter.
  func refuseOffset() throws(OpeningHoursError) {
    var ahead = cursor
    ahead.skipSpaces()
    let sign = ahead.position
    guard ahead.peek() == UInt8(ascii: "+") || ahead.peek() == UInt8(ascii: "-") else { return }
    ahead.position += 1
    if weekdayNames.contains(ahead.word) { throw cursor.failure(.dateOffset, from: sign) }
    let count = ahead.digitCount
    ahead.position += count
    ahead.skipSpaces()
    guard count > 0, ahead.word == "day" || ahead.word == "days" else { return }
    throw cursor.failure(.dateOffset, from: sign, through: ahead.position + ahead.word.utf8.count)
  }
}
