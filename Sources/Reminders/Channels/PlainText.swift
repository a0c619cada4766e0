/// Text of notices made safe for what shows it. Towns, notes and places come from files that anyone may
/// have written.
enum PlainText {
  /// Without control characters (C0, DEL, C1: no terminal sequence can begin) and without code points
  /// that D-Bus refuses. Line ends and tabs become `lineEnd` and a space.
  ///
  /// - Parameter longest: code points that are kept; what is cut is marked by an ellipsis.
  static func cleaned(_ text: String, lineEnd: String = "\n", longest: Int = 4_000) -> String {
    var cleaned = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar.value {
      case 0x0a where previous == "\r": continue
      case 0x0a, 0x0d, 0x2028, 0x2029: cleaned += lineEnd
      case 0x09: cleaned += " "
      case 0..<0x20, 0x7f..<0xa0: continue
      case 0xfdd0...0xfdef: continue
      case let value where value & 0xfffe == 0xfffe: continue
      default: cleaned.unicodeScalars.append(scalar)
      }
    }
    guard cleaned.unicodeScalars.count > longest else { return cleaned }
    return String(cleaned.unicodeScalars.prefix(longest - 1)) + "…"
  }

  /// One line.
  static func line(_ text: String, longest: Int = 500) -> String {
    cleaned(text, lineEnd: " ", longest: longest)
  }

  /// The body of a notification where the server reads markup (Desktop Notifications 1.2, "Markup").
  static func markup(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  /// Replaces `{name}` by the value of that name, in one pass: a value that looks like another
  /// placeholder stays as it is.
  static func filled(_ template: String, _ values: [String: String]) -> String {
    var filled = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      rest = rest[open...]
      if let name = values.keys.first(where: { rest.hasPrefix("{\($0)}") }) {
        filled += values[name] ?? ""
        rest = rest.dropFirst(name.count + 2)
      } else {
        filled += "{"
        rest = rest.dropFirst()
      }
    }
    return filled + rest
  }
}
