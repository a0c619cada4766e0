/// A position in the text of a schedule, and the small looks ahead that its grammar needs.
struct TextCursor {
  let bytes: [UInt8]
  var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var atEnd: Bool { position >= bytes.count }

  /// The byte at the position plus `offset`, 0 past the end (no token begins with 0).
  func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  mutating func skipSpaces() {
    while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { position += 1 }
  }

  /// Steps over the byte if it comes next, spaces before it allowed.
  mutating func accept(_ byte: Character) -> Bool {
    var ahead = self
    ahead.skipSpaces()
    guard let ascii = byte.asciiValue, ahead.peek() == ascii else { return false }
    position = ahead.position + 1
    return true
  }

  /// The letters from the position on, without stepping over them.
  var word: String {
    var end = position
    while end < bytes.count, Self.isLetter(bytes[end]) { end += 1 }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  /// How many digits follow.
  var digitCount: Int {
    var count = 0
    while Self.isDigit(peek(count)) { count += 1 }
    return count
  }

  /// Reads up to `limit` digits; the caller has looked at `digitCount`.
  mutating func number(digits limit: Int) -> Int {
    var value = 0
    for _ in 0..<limit where Self.isDigit(peek()) {
      value = value * 10 + Int(peek() - UInt8(ascii: "0"))
      position += 1
    }
    return value
  }

  func startsWith(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      position + wanted.count <= bytes.count
        && wanted.elementsEqual(bytes[position..<position + wanted.count])
    }
  }

  /// Whether one or two digits and no clock's colon follow: a day of the month.
  var looksAtDay: Bool {
    let count = digitCount
    return (count == 1 || count == 2) && peek(count) != UInt8(ascii: ":")
  }

  /// Whether four digits and no more follow: a year.
  var looksAtYear: Bool { digitCount == 4 }

  /// An error about the piece from `start` to the position, or to the end of the token there.
  func failure(_ problem: OpeningHoursError.Problem, from start: Int, through end: Int? = nil)
    -> OpeningHoursError
  {
    let stop = end ?? max(position, endOfToken(from: start))
    let column = String(decoding: bytes[..<start], as: UTF8.self).count + 1
    return OpeningHoursError(
      problem: problem, column: column,
      text: String(decoding: bytes[start..<min(stop, bytes.count)], as: UTF8.self))
  }

  /// An error about the token at the position.
  func failureHere(_ problem: OpeningHoursError.Problem) -> OpeningHoursError {
    failure(problem, from: position, through: endOfToken(from: position))
  }

  /// A token for messages: up to a space or separator, at least one byte, whole characters.
  private func endOfToken(from start: Int) -> Int {
    var end = start
    while end < bytes.count, !" \t;,".utf8.contains(bytes[end]) { end += 1 }
    return end == start && end < bytes.count ? end + 1 : end
  }

  static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
