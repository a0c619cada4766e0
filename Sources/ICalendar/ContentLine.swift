/// One property of an iCalendar object (RFC 5545, section 3.1).
struct ContentLine {
  /// Name and parameters, as they stand before the colon.
  let head: String
  let value: String

  /// - Parameter value: as it is; what is no TEXT (dates, durations) needs no escaping.
  init(_ head: String, _ value: String) {
    self.head = head
    self.value = value
  }

  /// - Parameter text: a TEXT of section 3.3.11, which is escaped.
  init(_ head: String, text: String) {
    self.init(head, Self.escaped(text))
  }

  /// Backslash, semicolon and comma get a backslash, a line end becomes `\n`; other control characters,
  /// which a TEXT may not have (section 3.1, CONTROL), are left out.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var afterCarriageReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.append("\\")
        escaped.append(scalar)
      case "\r", "\n":
        // CR LF is one line end.
        if scalar == "\r" || !afterCarriageReturn {
          escaped.append(contentsOf: "\\n".unicodeScalars)
        }
      case "\t": escaped.append(scalar)
      default: if scalar.properties.generalCategory != .control { escaped.append(scalar) }
      }
      afterCarriageReturn = scalar == "\r"
    }
    return String(escaped)
  }

  /// Most octets of a line, its CR LF not counted (section 3.1).
  static let longestLine = 75

  /// Appends the line, folded so that no character is split, with CR LF at its end.
  func append(to bytes: inout [UInt8]) {
    var room = Self.longestLine
    for scalar in (head + ":" + value).unicodeScalars {
      let encoded = UTF8.encode(scalar).map(Array.init) ?? []
      if encoded.count > room {
        bytes += [0x0D, 0x0A, 0x20]
        room = Self.longestLine - 1
      }
      bytes += encoded
      room -= encoded.count
    }
    bytes += [0x0D, 0x0A]
  }
}
