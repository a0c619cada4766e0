import CivilTime

extension OpeningHours {
  /// Reads a text of the subset (docs/opening-hours.md); a text of at most 4,096 bytes, 63 rules.
  public init(parsing text: String) throws(OpeningHoursError) {
    var reader = RuleReader(cursor: TextCursor(text))
    self.init(rules: try reader.readRules())
  }
}

/// Reads the rules: `selectors [state] ["comment"]`, joined by `;` or `,`.
struct RuleReader {
  var cursor: TextCursor

  static let maximumRules = 63
  static let maximumBytes = 4096

  mutating func readRules() throws(OpeningHoursError) -> [Rule] {
    guard cursor.bytes.count <= Self.maximumBytes else {
      throw cursor.failure(.tooLong, from: 0, through: 0)
    }
    cursor.skipSpaces()
    guard !cursor.atEnd else { throw cursor.failureHere(.empty) }
    var rules: [Rule] = []
    var joiner = Rule.Joiner.replacing
    while true {
      cursor.skipSpaces()
      guard rules.count < Self.maximumRules else { throw cursor.failureHere(.tooManyRules) }
      rules.append(try readRule(joiner))
      cursor.skipSpaces()
      if cursor.atEnd { return rules }
      if cursor.accept(";") {
        joiner = .replacing
      } else if cursor.accept(",") {
        joiner = .adding
      } else {
        throw obstacle()
      }
    }
  }

  private mutating func readRule(_ joiner: Rule.Joiner) throws(OpeningHoursError) -> Rule {
    let start = cursor.position
    var rule = Rule()
    rule.joiner = joiner
    if cursor.startsWith("24/7") {
      cursor.position += 4
    } else {
      try readWideSelectors(into: &rule)
      try readWeekdays(into: &rule)
      cursor.skipSpaces()
      if cursor.startsWith("24/7") { throw cursor.failureHere(.alwaysWithSelectors) }
      try readSpans(into: &rule)
    }
    try readState(into: &rule)
    if cursor.position == start {
      let byte = cursor.peek()
      if cursor.atEnd || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") {
        throw cursor.failureHere(.emptyRule)
      }
      throw obstacle()
    }
    return rule
  }

  /// `open`, `closed`, `off`, `unknown` and the comment. A comment alone makes the rule unknown.
  private mutating func readState(into rule: inout Rule) throws(OpeningHoursError) {
    cursor.skipSpaces()
    var stated = true
    switch cursor.word {
    case "open": rule.state = .open
    case "closed", "off": rule.state = .closed
    case "unknown": rule.state = .unknown
    default: stated = false
    }
    if stated {
      cursor.position += cursor.word.utf8.count
      cursor.skipSpaces()
    }
    guard cursor.peek() == UInt8(ascii: "\"") else { return }
    let start = cursor.position
    guard let end = cursor.bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
      throw cursor.failure(.unterminatedComment, from: start, through: cursor.bytes.count)
    }
    guard end > start + 1 else {
      throw cursor.failure(.emptyComment, from: start, through: end + 1)
    }
    rule.comment = String(decoding: cursor.bytes[start + 1..<end], as: UTF8.self)
    cursor.position = end + 1
    if cursor.peek() == UInt8(ascii: ":") {
      throw cursor.failure(.commentSelector, from: start, through: end + 2)
    }
    if !stated { rule.state = .unknown }
  }

  /// The best name for what stands where nothing of the subset can.
  private func obstacle() -> OpeningHoursError {
    if cursor.startsWith("||") { return cursor.failure(.fallbackRule, from: cursor.position) }
    switch cursor.word {
    case "week": return cursor.failureHere(.week)
    case "sunrise", "sunset", "dawn", "dusk": return cursor.failureHere(.sunEvent)
    case "SH": return cursor.failureHere(.schoolHolidays)
    default: break
    }
    switch cursor.peek() {
    case UInt8(ascii: "("): return cursor.failureHere(.sunEvent)
    case UInt8(ascii: "["): return cursor.failureHere(.nthWeekday)
    default: return cursor.failureHere(cursor.atEnd ? .emptyRule : .unexpected)
    }
  }
}
