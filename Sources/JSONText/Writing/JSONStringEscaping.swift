extension [UInt8] {
  /// Appends `text` as a JSON string, quotes included.
  ///
  /// Escaped are the quote, the backslash and the control characters (RFC 8259, section 7;
  /// `\b \f \n \r \t` in their short form), and beyond what the RFC asks U+007F, U+0085, U+2028 and
  /// U+2029: programs that split text at Unicode line ends would cut a line of NDJSON there, and old
  /// JavaScript refuses the last two. Everything else is written as it is.
  public mutating func appendJSONString(_ text: String) {
    var text = text
    append(Ascii.quote)
    text.withUTF8 { appendEscaped($0) }
    append(Ascii.quote)
  }

  private mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>) {
    var pending = 0
    var place = 0
    while place < source.count {
      let length = escapedLength(source, place)
      guard length > 0 else {
        place += 1
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: source[pending..<place]))
      appendEscape(source, place, length)
      place += length
      pending = place
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: source[pending...]))
  }

  /// The bytes of the character at `place` when it is one to escape; else 0.
  private func escapedLength(_ source: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    switch source[place] {
    case 0..<Ascii.space, Ascii.quote, Ascii.backslash, 0x7F: return 1
    case 0xC2: return source[place + 1] == 0x85 ? 2 : 0
    case 0xE2:
      guard source[place + 1] == 0x80 else { return 0 }
      return source[place + 2] == 0xA8 || source[place + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  private mutating func appendEscape(
    _ source: UnsafeBufferPointer<UInt8>, _ place: Int, _ length: Int
  ) {
    append(Ascii.backslash)
    switch (source[place], length) {
    case (Ascii.backspace, _): append(UInt8(ascii: "b"))
    case (Ascii.tab, _): append(UInt8(ascii: "t"))
    case (Ascii.lineFeed, _): append(UInt8(ascii: "n"))
    case (Ascii.formFeed, _): append(UInt8(ascii: "f"))
    case (Ascii.carriageReturn, _): append(UInt8(ascii: "r"))
    case (Ascii.quote, _): append(Ascii.quote)
    case (Ascii.backslash, _): append(Ascii.backslash)
    case (_, 3): append(contentsOf: source[place + 2] == 0xA8 ? "u2028".utf8 : "u2029".utf8)
    case (_, 2): append(contentsOf: "u0085".utf8)
    case (let byte, _):
      append(contentsOf: "u00".utf8)
      append(Ascii.hexDigit(byte >> 4))
      append(Ascii.hexDigit(byte & 0xF))
    }
  }
}
