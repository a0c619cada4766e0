/// Numbers: the grammar is checked first, the value is made in the type that the caller wants.
extension JSONReader {
  /// An integer. `1.0` and `1e3` are integers, as for JSON Schema; `1.5` and numbers beyond `Int`
  /// are errors.
  public mutating func readInt() throws(JSONTextError) -> Int {
    let number = try scanNumber()
    switch number.scanned.whole(in: bytes) {
    case .value(let value): return value
    case .fraction:
      throw failure(.notAnInteger(shortText(number)), at: number.start)
    case .outOfRange:
      throw failure(.numberOutOfRange(shortText(number)), at: number.start)
    }
  }

  /// The nearest `Double`, ties to even. A number that would be infinite is an error; one that is too
  /// small for the type is zero.
  public mutating func readDouble() throws(JSONTextError) -> Double {
    let number = try scanNumber()
    let value = number.scanned.double(in: bytes)
    guard value.isFinite else {
      throw failure(.numberOutOfRange(shortText(number)), at: number.start)
    }
    return value
  }

  /// The number as it is written.
  public mutating func readNumber() throws(JSONTextError) -> JSONNumber {
    let number = try scanNumber()
    return JSONNumber(checked: string(number.start, number.scanned.end))
  }

  mutating func scanNumber() throws(JSONTextError) -> (start: Int, scanned: DecimalText) {
    skipWhiteSpace()
    let start = place
    guard start < bytes.count, bytes[start] == Ascii.minus || Ascii.isDigit(bytes[start]) else {
      throw failure(.unexpectedKind(expected: .number, found: try nextKind()))
    }
    do {
      let scanned = try DecimalText(bytes, from: start)
      place = scanned.end
      return (start, scanned)
    } catch {
      throw failure(of: error, inNumberAt: start)
    }
  }

  private mutating func failure(
    of fault: DecimalText.Fault, inNumberAt start: Int
  ) -> JSONTextError {
    switch fault {
    case .leadingZero: return failure(.leadingZero, at: start)
    case .digitExpected(let missing):
      place = missing
      guard missing < bytes.count else { return failure(.unexpectedEnd(expected: .digit)) }
      if missing == start + 1, bytes[start] == Ascii.minus, Ascii.isLetter(bytes[missing]) {
        return failure(.unknownLiteral(word(at: start)), at: start)
      }
      return unexpectedCharacter(expected: .digit)
    }
  }

  /// The number for an error, cut where nobody would read on.
  private func shortText(_ number: (start: Int, scanned: DecimalText)) -> String {
    string(number.start, min(number.scanned.end, number.start + 40))
  }
}
