import Sectors

/// Degrees, minutes and seconds with the letters of the compass.
enum SexagesimalText {
  private enum Piece: Hashable {
    case number(String)
    case mark(Character)
    case letter(Character)
    case separator
  }

  private struct Angle {
    var numbers: [Double] = []
    var marks: [Character] = []
    var isNegative = false
    var letter: Character?
    /// The letter came before the numbers.
    var isLed = false

    var isEmpty: Bool { numbers.isEmpty }
  }

  static func position(_ text: String) throws(PositionTextError) -> Position {
    let angles = try angles(try pieces(text))
    guard angles.count == 2 else { throw angles.count == 1 ? .oneNumber : .unreadable }
    var axes: [Bool?] = []
    for angle in angles { axes.append(try isLatitude(angle.letter)) }
    // One letter among bare numbers may be anything: "1e2 3".
    let isMarked = angles.contains { !$0.marks.isEmpty } || !axes.contains(nil)
    guard isMarked else { throw .unreadable }
    let values = (try degrees(angles[0]), try degrees(angles[1]))
    if let first = axes[0], let second = axes[1], first == second { throw .sameAxis }
    // Letters decide; without them the latitude is first.
    let isFirstLatitude = axes[0] ?? axes[1].map { !$0 } ?? true
    return try PositionText.position(
      latitude: isFirstLatitude ? values.0 : values.1,
      longitude: isFirstLatitude ? values.1 : values.0)
  }

  // MARK: Letters

  /// North and south, or east and west: N S E W; O is oeste; ipar, hego, ekialde, mendebalde.
  private static func isLatitude(_ letter: Character?) throws(PositionTextError) -> Bool? {
    switch letter {
    case nil: nil
    case "N", "S", "I", "H": true
    case "E", "W", "O", "M": false
    default: throw .unreadable
    }
  }

  private static func degrees(_ angle: Angle) throws(PositionTextError) -> Double {
    guard (1...3).contains(angle.numbers.count) else { throw .unreadable }
    let expected: [Character] = ["°", "'", "\""]
    // Marks may be left out, but not mixed up.
    guard angle.marks.isEmpty || angle.marks == Array(expected.prefix(angle.marks.count)),
      angle.marks.count <= angle.numbers.count
    else { throw .unreadable }
    var (value, unit) = (0.0, 1.0)
    for (place, number) in angle.numbers.enumerated() {
      if place > 0, number >= 60 { throw .sixtyOrMore }
      if place < angle.numbers.count - 1, number != number.rounded() { throw .unreadable }
      value += number / unit
      unit *= 60
    }
    let turned: Set<Character> = ["S", "W", "O", "H", "M"]
    if let letter = angle.letter, turned.contains(letter) {
      guard !angle.isNegative else { throw .unreadable }
      return -value
    }
    return angle.isNegative ? -value : value
  }

  // MARK: Taking apart

  private static func pieces(_ text: String) throws(PositionTextError) -> [Piece] {
    var pieces: [Piece] = []
    var digits = ""
    let characters = Array(text.uppercased())
    func flush(_ pieces: inout [Piece], _ digits: inout String) {
      if !digits.isEmpty { pieces.append(.number(digits)) }
      digits = ""
    }
    for (place, character) in characters.enumerated() {
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
      } else if character == ",", !digits.isEmpty, !digits.contains("."), next.isNumber {
        // A decimal comma; the coordinates are told apart by marks and letters.
        digits.append(".")
      } else if character == "-" || character == "+" {
        flush(&pieces, &digits)
        digits.append(character)
      } else {
        flush(&pieces, &digits)
        switch character {
        case "°", "'", "\"": pieces.append(.mark(character))
        case ",", ";": pieces.append(.separator)
        case " ": continue
        default:
          guard character.isLetter else { throw .unreadable }
          pieces.append(.letter(character))
        }
      }
    }
    flush(&pieces, &digits)
    return pieces
  }

  /// A coordinate ends at a separator, at a letter after its numbers, at a letter or a sign before the next
  /// one's, and where degrees come again.
  private static func angles(_ pieces: [Piece]) throws(PositionTextError) -> [Angle] {
    var angles: [Angle] = []
    var angle = Angle()
    func close(_ angles: inout [Angle], _ angle: inout Angle) {
      if !angle.isEmpty { angles.append(angle) }
      angle = Angle()
    }
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .number(let text):
        let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
        let isDegrees = place + 1 < pieces.count && pieces[place + 1] == .mark("°")
        if isSigned || (isDegrees && !angle.isEmpty) { close(&angles, &angle) }
        guard let number = PositionText.number(text) else { throw .unreadable }
        angle.isNegative = angle.isNegative || text.hasPrefix("-")
        angle.numbers.append(abs(number))
      case .mark(let mark):
        guard !angle.isEmpty else { throw .unreadable }
        angle.marks.append(mark)
      case .letter(let letter):
        if angle.isEmpty || angle.isLed {
          guard angle.letter == nil || !angle.isEmpty else { throw .unreadable }
          close(&angles, &angle)
          angle.letter = letter
          angle.isLed = true
        } else {
          angle.letter = letter
          close(&angles, &angle)
        }
      case .separator:
        guard !angle.isEmpty || !angles.isEmpty else { throw .unreadable }
        close(&angles, &angle)
      }
    }
    guard angle.letter == nil || !angle.isEmpty else { throw .unreadable }
    close(&angles, &angle)
    return angles
  }
}
