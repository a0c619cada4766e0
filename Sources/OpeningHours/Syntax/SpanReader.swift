extension RuleReader {
  /// `08:30-14:00,16:00-20:00`.
  mutating func readSpans(into rule: inout Rule) throws(OpeningHoursError) {
    cursor.skipSpaces()
    guard looksAtTime else { return }
    while true {
      rule.spans.append(try readSpan())
      var ahead = self
      guard ahead.cursor.accept(",") else { return }
      ahead.cursor.skipSpaces()
      guard ahead.looksAtTime else { return }
      self = ahead
    }
  }

  private var looksAtTime: Bool {
    1...2 ~= cursor.digitCount && !cursor.startsWith("24/7")
  }

  private mutating func readSpan() throws(OpeningHoursError) -> TimeSpan {
    let begin = cursor.position
    let start = try readTime(atMost: 1439)
    if cursor.accept("+") { throw cursor.failure(.openEnd, from: begin) }
    guard cursor.accept("-") else {
      throw cursor.failure(.pointInTime, from: begin, through: cursor.position)
    }
    cursor.skipSpaces()
    if ["sunrise", "sunset", "dawn", "dusk"].contains(cursor.word)
      || cursor.peek() == UInt8(ascii: "(")
    {
      throw cursor.failureHere(.sunEvent)
    }
    var end = try readTime(atMost: 2880)
    if cursor.accept("+") { throw cursor.failure(.openEnd, from: begin) }
    if cursor.accept("/") { throw cursor.failure(.step, from: begin) }
    if end == start { throw cursor.failure(.equalTimes, from: begin, through: cursor.position) }
    if end < start { end += 1440 }
    guard let span = TimeSpan(start: start, end: end) else {
      throw cursor.failure(.spanOverOneDay, from: begin, through: cursor.position)
    }
    return span
  }

  /// `8:30` or `08:30`; minutes since midnight.
  private mutating func readTime(atMost limit: Int) throws(OpeningHoursError) -> Int {
    let begin = cursor.position
    let hourDigits = cursor.digitCount
    guard 1...2 ~= hourDigits else {
      throw cursor.failureHere(hourDigits == 0 ? .unexpected : .badTime)
    }
    let hour = cursor.number(digits: 2)
    guard cursor.peek() == UInt8(ascii: ":") else {
      throw cursor.failure(.missingMinutes, from: begin, through: cursor.position)
    }
    cursor.position += 1
    guard cursor.digitCount == 2 else { throw cursor.failure(.badTime, from: begin) }
    let minute = cursor.number(digits: 2)
    guard minute < 60, hour * 60 + minute <= limit else {
      throw cursor.failure(.badTime, from: begin, through: cursor.position)
    }
    return hour * 60 + minute
  }
}
