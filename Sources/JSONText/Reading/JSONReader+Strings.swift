/// A string that has been checked: where its content is, the quotes left out.
struct ScannedString {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}

/// Strings: checked in one pass, decoded only when somebody wants the text.
extension JSONReader {
  /// The text of the string, escapes replaced.
  public mutating func readString() throws(JSONTextError) -> String {
    try expect(.string, startingWith: Ascii.quote)
    return text(of: try scanString())
  }

  /// Passes the string whose opening quote is at the current place.
  mutating func scanString() throws(JSONTextError) -> ScannedString {
    let start = place + 1
    var hasEscapes = false
    place = start
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case Ascii.quote:
        place += 1
        return ScannedString(start: start, end: place - 1, hasEscapes: hasEscapes)
      case Ascii.backslash:
        hasEscapes = true
        try passEscape()
      case 0..<Ascii.space:
        throw failure(.controlCharacter(byte))
      case 0x80...:
        let length = sequenceLength(at: place)
        guard length > 0 else { throw failure(.invalidUTF8) }
        place += length
      default:
        place += 1
      }
    }
    throw failure(.unexpectedEnd(expected: .closingQuote))
  }

  /// Passes the escape whose backslash is at the current place; a surrogate pair in one go.
  private mutating func passEscape() throws(JSONTextError) {
    guard place + 1 < bytes.count else { throw failure(.unexpectedEnd(expected: .escape)) }
    switch bytes[place + 1] {
    case Ascii.quote, Ascii.backslash, Ascii.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      place += 2
    case UInt8(ascii: "u"):
      guard let unit = unicodeEscape(at: place) else { throw failure(.malformedUnicodeEscape) }
      guard UTF16.isSurrogate(unit) else {
        place += 6
        return
      }
      guard UTF16.isLeadSurrogate(unit), let trail = unicodeEscape(at: place + 6),
        UTF16.isTrailSurrogate(trail)
      else { throw failure(.loneSurrogate(unit)) }
      place += 12
    default:
      guard let scalar = scalar(at: place + 1) else {
        throw failure(.invalidUTF8, at: place + 1)
      }
      throw failure(.unknownEscape(scalar))
    }
  }

  /// The code unit of `\uXXXX` at `start`; nil when something else stands there.
  private func unicodeEscape(at start: Int) -> UInt16? {
    guard start + 6 <= bytes.count, bytes[start] == Ascii.backslash,
      bytes[start + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start + 2..<start + 6] {
      guard let digit = Ascii.hexValue(byte) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  // MARK: Decoding what has been checked

  func text(of scanned: ScannedString) -> String {
    guard scanned.hasEscapes else { return string(scanned.start, scanned.end) }
    return String(decoding: unescaped(scanned), as: UTF8.self)
  }

  /// The name whose opening quote is at `offset`, read before.
  func key(at offset: Int) -> String { text(of: scannedKey(at: offset)) }

  func isKey(at offset: Int, _ name: ScannedString) -> Bool {
    let other = scannedKey(at: offset)
    return unescaped(other) == unescaped(name)
  }

  func hash(of scanned: ScannedString) -> Int {
    var hasher = Hasher()
    if scanned.hasEscapes {
      unescaped(scanned).withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      let content = UnsafeBufferPointer(rebasing: bytes[scanned.start..<scanned.end])
      hasher.combine(bytes: UnsafeRawBufferPointer(content))
    }
    return hasher.finalize()
  }

  private func scannedKey(at offset: Int) -> ScannedString {
    var end = offset + 1
    var hasEscapes = false
    while bytes[end] != Ascii.quote {
      hasEscapes = hasEscapes || bytes[end] == Ascii.backslash
      end += bytes[end] == Ascii.backslash ? 2 : 1
    }
    return ScannedString(start: offset + 1, end: end, hasEscapes: hasEscapes)
  }

  private func unescaped(_ scanned: ScannedString) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(scanned.end - scanned.start)
    var from = scanned.start
    while from < scanned.end {
      guard bytes[from] == Ascii.backslash else {
        result.append(bytes[from])
        from += 1
        continue
      }
      if let unit = unicodeEscape(at: from) {
        from += 6
        var value = UInt32(unit)
        if UTF16.isLeadSurrogate(unit), let trail = unicodeEscape(at: from) {
          from += 6
          value = 0x10000 + (value & 0x3FF) << 10 + UInt32(trail) & 0x3FF
        }
        appendUTF8(value, to: &result)
      } else {
        result.append(Self.simpleEscape(bytes[from + 1]))
        from += 2
      }
    }
    return result
  }

  private static func simpleEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): Ascii.backspace
    case UInt8(ascii: "f"): Ascii.formFeed
    case UInt8(ascii: "n"): Ascii.lineFeed
    case UInt8(ascii: "r"): Ascii.carriageReturn
    case UInt8(ascii: "t"): Ascii.tab
    default: letter
    }
  }
}

private func appendUTF8(_ value: UInt32, to result: inout [UInt8]) {
  guard let scalar = Unicode.Scalar(value) else { return }
  result.append(contentsOf: Character(scalar).utf8)
}
