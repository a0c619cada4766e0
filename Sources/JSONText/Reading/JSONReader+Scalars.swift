/// White space, literals and the words for what stands where it should not.
extension JSONReader {
  mutating func skipWhiteSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case Ascii.space, Ascii.lineFeed, Ascii.carriageReturn, Ascii.tab: place += 1
      default: return
      }
    }
  }

  public mutating func readNull() throws(JSONTextError) {
    try expect(.null, startingWith: UInt8(ascii: "n"))
    try passLiteral("null")
  }

  public mutating func readBool() throws(JSONTextError) -> Bool {
    skipWhiteSpace()
    if place < bytes.count, bytes[place] == UInt8(ascii: "t") {
      try passLiteral("true")
      return true
    }
    try expect(.bool, startingWith: UInt8(ascii: "f"))
    try passLiteral("false")
    return false
  }

  /// Passes white space and makes sure that the next value is of the kind that starts with `byte`.
  mutating func expect(_ kind: JSONKind, startingWith byte: UInt8) throws(JSONTextError) {
    skipWhiteSpace()
    if place < bytes.count, bytes[place] == byte { return }
    throw failure(.unexpectedKind(expected: kind, found: try nextKind()))
  }

  private mutating func passLiteral(_ literal: StaticString) throws(JSONTextError) {
    let end = place + literal.utf8CodeUnitCount
    let matches = literal.withUTF8Buffer { wanted in
      end <= bytes.count && bytes[place..<end].elementsEqual(wanted)
    }
    guard matches, end == bytes.count || !isWordByte(bytes[end]) else {
      throw failure(.unknownLiteral(word(at: place)))
    }
    place = end
  }

  var startsComment: Bool {
    place + 1 < bytes.count && bytes[place] == Ascii.slash
      && (bytes[place + 1] == Ascii.slash || bytes[place + 1] == UInt8(ascii: "*"))
  }

  /// The error for the character at the current place, which is not one of those `expected`.
  func unexpectedCharacter(
    expected: JSONTextError.Expectation, inContainer: Bool = false
  ) -> JSONTextError {
    if startsComment { return failure(.comment, inContainer: inContainer) }
    if expected == .value, Ascii.isLetter(bytes[place]) {
      return failure(.unknownLiteral(word(at: place)), inContainer: inContainer)
    }
    guard let scalar = scalar(at: place) else {
      return failure(.invalidUTF8, inContainer: inContainer)
    }
    return failure(.unexpectedCharacter(scalar, expected: expected), inContainer: inContainer)
  }

  /// The letters, digits and underscores from `start` (a sign before them included), 32 at most.
  func word(at start: Int) -> String {
    var end = start
    if end < bytes.count, bytes[end] == Ascii.minus { end += 1 }
    while end < bytes.count, end < start + 32, isWordByte(bytes[end]) { end += 1 }
    return string(start, end)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// The bytes from `start` to `end`, known to be UTF-8.
  func string(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}
