/// Reads a `FooterRule` out of the bytes between the two newlines of a footer.
struct FooterParser {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    position = start
    self.end = end
  }

  mutating func rule() throws(TZifError) -> FooterRule {
    try name()
    let standard = -(try offset())
    guard position < end else { return FooterRule(standardOffset: standard, daylight: nil) }
    try name()
    // Without an offset of its own, daylight saving time is an hour ahead of standard time.
    let daylight = [nil, UInt8(ascii: ",")].contains(peek) ? standard + 3600 : -(try offset())
    let start = try change()
    let stop = try change()
    guard position == end else { throw problem(.trailingText) }
    return FooterRule(
      standardOffset: standard,
      daylight: FooterRule.Daylight(offset: daylight, start: start, end: stop))
  }

  private var peek: UInt8? { position < end ? bytes[position] : nil }

  private func problem(_ problem: TZifError.FooterProblem, at place: Int? = nil) -> TZifError {
    TZifError(reason: .wrongFooter(problem), byteOffset: place ?? position)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Three or more letters, or `<` three or more letters, digits and signs `>`. The name is not kept:
  /// what the program prints is the offset.
  private mutating func name() throws(TZifError) {
    let start = position
    let quoted = take("<")
    let first = position
    while let byte = peek, isLetter(byte) || (quoted && isDigitOrSign(byte)) { position += 1 }
    guard position - first >= 3 else { throw problem(.nameExpected, at: start) }
    if quoted, !take(">") { throw problem(.nameExpected) }
  }

  private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  private func isDigitOrSign(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  private mutating func offset() throws(TZifError) -> Int { try time(hours: 24) }

  /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
  private mutating func time(hours limit: Int) throws(TZifError) -> Int {
    let negative = take("-")
    if !negative { _ = take("+") }
    var seconds = try number(0...limit, else: .offsetExpected) * 3600
    if take(":") {
      seconds += try number(0...59, else: .offsetExpected) * 60
      if take(":") { seconds += try number(0...59, else: .offsetExpected) }
    }
    return negative ? -seconds : seconds
  }

  /// `,date[/time]`; the time is 02:00 when not given.
  private mutating func change() throws(TZifError) -> FooterRule.Change {
    guard take(",") else { throw problem(.commaExpected) }
    let day = try day()
    return FooterRule.Change(day: day, seconds: take("/") ? try time(hours: 167) : 7200)
  }

  private mutating func day() throws(TZifError) -> FooterRule.Day {
    if take("J") { return .withoutLeapDay(try number(1...365, else: .dateExpected)) }
    guard take("M") else { return .fromZero(try number(0...365, else: .dateExpected)) }
    let month = try number(1...12, else: .dateExpected)
    guard take(".") else { throw problem(.dateExpected) }
    let week = try number(1...5, else: .dateExpected)
    guard take(".") else { throw problem(.dateExpected) }
    return .weekday(month: month, week: week, day: try number(0...6, else: .dateExpected))
  }

  private mutating func number(
    _ range: ClosedRange<Int>, else missing: TZifError.FooterProblem
  ) throws(TZifError) -> Int {
    let start = position
    var value = 0
    while let byte = peek, 0x30...0x39 ~= byte {
      value = value * 10 + Int(byte - 0x30)
      guard value <= 999 else { throw problem(.numberOutOfRange, at: start) }
      position += 1
    }
    guard position > start else { throw problem(missing) }
    guard range.contains(value) else { throw problem(.numberOutOfRange, at: start) }
    return value
  }
}
