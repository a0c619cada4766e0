/// A place in a text of dates and times, with the readers of their parts. All that it accepts is ASCII,
/// so the byte count before a fault is also its count of characters.
struct TimeTextCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The column of the next character, from 1.
  var column: Int { position + 1 }

  mutating func skip() { position += 1 }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  func fault(_ reason: TimeTextError.Reason, column: Int? = nil) -> TimeTextError {
    TimeTextError(reason: reason, column: column ?? self.column)
  }

  mutating func expect(_ character: Unicode.Scalar, _ part: TimeTextError.Part)
    throws(TimeTextError)
  {
    guard take(character) else { throw fault(.expected(part)) }
  }

  func expectEnd() throws(TimeTextError) {
    guard peek == nil else { throw fault(.trailingText) }
  }

  /// Exactly so many digits.
  mutating func number(_ part: TimeTextError.Part, digits: Int) throws(TimeTextError) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let byte = peek, 0x30...0x39 ~= byte else { throw fault(.expected(part)) }
      value = value * 10 + Int(byte - 0x30)
      position += 1
    }
    return value
  }

  /// Two digits within a range; the error points at the first of them.
  mutating func twoDigits(_ part: TimeTextError.Part, in allowed: ClosedRange<Int>)
    throws(TimeTextError) -> Int
  {
    let start = column
    let value = try number(part, digits: 2)
    guard allowed.contains(value) else {
      throw fault(.outOfRange(part, value: value, allowed: allowed), column: start)
    }
    return value
  }

  /// `2026-01-13`.
  mutating func date() throws(TimeTextError) -> CivilDate {
    let start = column
    let year = try number(.year, digits: 4)
    try expect("-", .dateHyphen)
    let month = try twoDigits(.month, in: 1...12)
    try expect("-", .dateHyphen)
    let day = try twoDigits(.day, in: 1...CivilDate.daysIn(month: month, year: year))
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw fault(
        .unsupportedYear(year, supported: CivilDate.supportedYears), column: start)
    }
    return date
  }

  /// `2026-01-13T10:00`, with seconds and a fraction of them if any. `T` may be `t` or a space.
  mutating func localDateTime() throws(TimeTextError) -> LocalDateTime {
    let date = try date()
    guard take("T") || take("t") || take(" ") else { throw fault(.expected(.timeSeparator)) }
    let hour = try twoDigits(.hour, in: 0...23)
    try expect(":", .timeColon)
    let minute = try twoDigits(.minute, in: 0...59)
    var second = 0
    if take(":") {
      second = try twoDigits(.second, in: 0...59)
      if take(".") {
        _ = try number(.fraction, digits: 1)
        while let byte = peek, 0x30...0x39 ~= byte { position += 1 }
      }
    }
    return LocalDateTime(date: date, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// `Z` (or `z`), `+02:00`, `-00:14:44`, in seconds east; nil when the text ends here.
  mutating func offset() throws(TimeTextError) -> Int? {
    if peek == nil { return nil }
    if take("Z") || take("z") { return 0 }
    let negative = take("-")
    guard negative || take("+") else { throw fault(.expected(.offset)) }
    var seconds = try twoDigits(.offsetHour, in: 0...23) * 3600
    try expect(":", .timeColon)
    seconds += try twoDigits(.offsetMinute, in: 0...59) * 60
    if take(":") { seconds += try twoDigits(.offsetSecond, in: 0...59) }
    return negative ? -seconds : seconds
  }
}
