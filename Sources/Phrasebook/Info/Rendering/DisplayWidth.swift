/// How many columns of a terminal a text takes.
public enum DisplayWidth {
  /// 0 for combining marks and format characters, 2 for wide and full-width letters and signs
  /// (Unicode Standard Annex 11), 1 for any other. Line ends and tabs are the caller's matter.
  public static func columns(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns($1) }
  }

  /// What is seen as one character takes the columns of its widest part.
  static func columns(_ character: Character) -> Int {
    if let byte = character.asciiValue { return byte < 32 || byte == 127 ? 0 : 1 }
    return character.unicodeScalars.reduce(0) { max($0, columns($1)) }
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  /// The ranges of East_Asian_Width W and F of Unicode 15, joined over code points that are not assigned.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF,
    0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3,
    0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
    0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
    0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAF8,
    0x20000...0x3FFFD,
  ]

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }
}

/// Lines of text for a terminal.
public enum TerminalText {
  /// Breaks a text at its spaces into lines of at most so many columns. A word that is longer has a line
  /// of its own; no-break spaces break only what would be longer than a line by itself.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var width = 0
    let words = text.split(separator: " ").flatMap { word in
      DisplayWidth.columns(word) <= columns ? [word] : word.split(separator: "\u{A0}")
    }
    for word in words {
      let length = DisplayWidth.columns(word)
      if !lines.isEmpty, width + 1 + length <= columns {
        lines[lines.count - 1] += " " + word
        width += 1 + length
      } else {
        lines.append(String(word))
        width = length
      }
    }
    return lines
  }

  /// Lines that begin with so many spaces, each with its line end.
  public static func indented(_ text: String, by spaces: Int, columns: Int) -> String {
    wrapped(text, columns: columns - spaces)
      .map { String(repeating: " ", count: spaces) + $0 + "\n" }.joined()
  }

  /// Filled up with spaces, at the left or at the right.
  static func padded(_ text: String, to columns: Int, atRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, columns - DisplayWidth.columns(text)))
    return atRight ? space + text : text + space
  }

  static func withoutTrailingSpaces(_ line: String) -> String {
    var line = line[...]
    while line.last == " " { line = line.dropLast() }
    return String(line)
  }
}
