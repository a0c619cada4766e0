import Sectors

/// A position as people and programs write it.
///
/// - Degrees, latitude first: `42.8125 -1.6458`, `42.8125,-1.6458`, `42,8125 -1,6458`.
/// - A `geo:` URI (RFC 5870): `geo:42.8125,-1.6458;u=20`.
/// - Degrees, minutes and seconds, or degrees and minutes: `42°48'45"N 1°38'45"W`, `N 42 48.75 W 1 38.75`. The
///   letters are those of English, Spanish (O for west) and Basque (I, H, E, M), and decide which is which.
struct PositionText: Hashable {
  let position: Position
  /// Metres, of a URI that says (RFC 5870, `u`); nil else.
  let uncertainty: Double?

  init(_ text: String) throws(PositionTextError) {
    let plain = Self.plain(text)
    guard !plain.isEmpty else { throw .empty }
    if plain.lowercased().hasPrefix("geo:") {
      self = try Self.uri(plain)
      return
    }
    let marks: Set<Character> = ["°", "'", "\""]
    if plain.contains(where: { marks.contains($0) || $0.isLetter }) {
      self.init(position: try SexagesimalText.position(plain), uncertainty: nil)
      return
    }
    let numbers = try Self.numbers(plain)
    self.init(
      position: try Self.position(latitude: numbers.0, longitude: numbers.1), uncertainty: nil)
  }

  private init(position: Position, uncertainty: Double?) {
    self.position = position
    self.uncertainty = uncertainty
  }

  /// Typographic signs as the keyboard has them, spaces trimmed.
  private static func plain(_ text: String) -> String {
    let signs: [Character: String] = [
      "−": "-", "–": "-", "′": "'", "’": "'", "‘": "'", "´": "'", "″": "\"", "”": "\"", "“": "\"",
      "º": "°", "˚": "°",
    ]
    var result = ""
    for character in text {
      result += signs[character] ?? (character.isWhitespace ? " " : String(character))
    }
    result = result.replacingPairs("''", by: "\"")
    return result.split(separator: " ").joined(separator: " ")
  }

  static func position(
    latitude: Double, longitude: Double
  ) throws(PositionTextError) -> Position {
    do { return try Position(longitude: longitude, latitude: latitude) } catch {
      let swapped = try? Position(longitude: latitude, latitude: longitude)
      throw swapped.map { .swapped($0) } ?? .outOfRange
    }
  }

  // MARK: Decimal degrees

  /// Two numbers. A comma separates them unless a space, a semicolon or another comma shows that it is decimal.
  private static func numbers(_ text: String) throws(PositionTextError) -> (Double, Double) {
    var words = text.split { $0 == " " || $0 == ";" }.map(String.init)
    if words.count == 1 {
      let parts = words[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      switch parts.count {
      case 2: words = parts
      case 4: words = [parts[0] + "." + parts[1], parts[2] + "." + parts[3]]
      case 1: throw .oneNumber
      default: throw .unreadable
      }
    } else {
      // "42.8125, -1.6458" and "42.8125 , -1.6458"
      words = words.filter { $0 != "," }.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    }
    guard words.count > 1 else { throw .oneNumber }
    guard words.count == 2 else { throw .unreadable }
    guard let first = number(words[0]), let second = number(words[1]) else { throw .unreadable }
    return (first, second)
  }

  /// Digits with a sign and a decimal point or comma; no exponent, no hexadecimal.
  static func number(_ text: String) -> Double? {
    let text = String(text.map { $0 == "," ? "." : $0 })
    let digits = text.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    guard digits > 0, digits <= 40,
      text.utf8.allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0)
      })
    else { return nil }
    return Double(text)
  }

  // MARK: geo:

  private static func uri(_ text: String) throws(PositionTextError) -> PositionText {
    let parts = text.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3, numbers.allSatisfy({ isNumeral($0) }),
      let latitude = number(String(numbers[0])), let longitude = number(String(numbers[1]))
    else { throw .unreadable }
    var uncertainty: Double?
    for (index, parameter) in parts.dropFirst().enumerated() {
      let pair = parameter.split(separator: "=", maxSplits: 1).map(String.init)
      switch pair.first?.lowercased() {
      case "crs":
        // The reference system comes first, and only WGS 84 is registered.
        guard index == 0, pair.count == 2, pair[1].lowercased() == "wgs84" else {
          throw .otherSystem(pair.count == 2 ? pair[1] : "")
        }
      case "u":
        guard pair.count == 2, isNumeral(pair[1][...]), let metres = number(pair[1]), metres >= 0
        else { throw .unreadable }
        uncertainty = metres
      case nil: throw .unreadable
      default: continue
      }
    }
    return PositionText(
      position: try position(latitude: latitude, longitude: longitude), uncertainty: uncertainty)
  }

  /// RFC 5870: `[-]digits[.digits]`.
  private static func isNumeral(_ text: Substring) -> Bool {
    let rest = text.hasPrefix("-") ? text.dropFirst() : text
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
  }
}

/// Why a text is no position.
enum PositionTextError: Error, Hashable {
  case empty
  case oneNumber
  case unreadable
  case outOfRange
  /// Out of range as it stands; the position with the numbers exchanged.
  case swapped(Position)
  case otherSystem(String)
  /// Minutes or seconds of 60 and more.
  case sixtyOrMore
  /// Two latitudes, or two longitudes.
  case sameAxis

  /// Stable; the phrase `where.position.<code>` says it.
  var code: String {
    switch self {
    case .empty: "empty"
    case .oneNumber: "one_number"
    case .unreadable: "unreadable"
    case .outOfRange: "out_of_range"
    case .swapped: "swapped"
    case .otherSystem: "other_system"
    case .sixtyOrMore: "sixty_or_more"
    case .sameAxis: "same_axis"
    }
  }
}

extension String {
  fileprivate func replacingPairs(_ pair: String, by text: String) -> String {
    split(separator: pair, omittingEmptySubsequences: false).joined(separator: text)
  }
}
