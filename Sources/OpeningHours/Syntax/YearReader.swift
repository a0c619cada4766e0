import CivilTime

extension RuleReader {
  /// `2025`, `2024-2026`, `2024,2026-2028`; the caller has seen four digits.
  mutating func readYears() throws(OpeningHoursError) -> [ClosedRange<Int>] {
    var years: [ClosedRange<Int>] = []
    while true {
      let start = cursor.position
      let first = try readYear()
      var last = first
      if cursor.peek() == UInt8(ascii: "+") { throw cursor.failure(.openEnd, from: start) }
      if cursor.peek() == UInt8(ascii: "-") {
        cursor.position += 1
        guard cursor.looksAtYear else { throw cursor.failureHere(.unexpected) }
        last = try readYear()
        guard last > first else {
          throw cursor.failure(.reversedYears, from: start, through: cursor.position)
        }
        if cursor.peek() == UInt8(ascii: "/") { throw cursor.failure(.step, from: start) }
      }
      years.append(first...last)
      var ahead = self
      guard ahead.cursor.accept(",") else { return years }
      ahead.cursor.skipSpaces()
      guard ahead.cursor.looksAtYear else { return years }
      self = ahead
    }
  }

  /// One year, 1970 to 2199.
  mutating func readYear() throws(OpeningHoursError) -> Int {
    let start = cursor.position
    let year = cursor.number(digits: 4)
    guard CivilDate.supportedYears.contains(year) else {
      throw cursor.failure(.badYear, from: start, through: cursor.position)
    }
    return year
  }
}
