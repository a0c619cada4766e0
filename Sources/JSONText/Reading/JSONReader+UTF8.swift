/// UTF-8 as the Unicode Standard defines it (table 3-7, well-formed byte sequences): no overlong
/// forms, no surrogates, nothing above U+10FFFF.
extension JSONReader {
  /// The length of the well-formed sequence of two to four bytes at `start`; 0 when there is none.
  func sequenceLength(at start: Int) -> Int {
    let lead = bytes[start]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard start + length <= bytes.count, second.contains(bytes[start + 1]) else { return 0 }
    for place in start + 1..<start + length where !isContinuation(bytes[place]) { return 0 }
    return length
  }

  /// The character at `start`; nil when the bytes there are not UTF-8.
  func scalar(at start: Int) -> Unicode.Scalar? {
    if bytes[start] < 0x80 { return Unicode.Scalar(bytes[start]) }
    let length = sequenceLength(at: start)
    guard length > 0 else { return nil }
    return string(start, start + length).unicodeScalars.first
  }
}
