/// Why a text is not the JSON that was asked for: the first fault found, and where.
public struct JSONTextError: Error, Hashable, Sendable {
  public let kind: Kind
  /// The byte offset of the fault, from 0 to the size of the text.
  public let offset: Int
  /// The same place as line and column.
  public let position: TextPosition
  /// The value the fault is in, as far as it was known there.
  public let path: JSONPath

  public init(kind: Kind, offset: Int, position: TextPosition, path: JSONPath) {
    self.kind = kind
    self.offset = offset
    self.position = position
    self.path = path
  }

  /// From 1.
  public var line: Int { position.line }
  /// From 1, in characters (Unicode scalars).
  public var column: Int { position.column }
  /// The stable name of the kind of fault.
  public var code: String { kind.code }

  /// What RFC 8259 (or the caller) wanted at a place.
  public enum Expectation: String, Hashable, Sendable {
    case value
    case memberName = "member_name"
    case colon
    case commaOrArrayEnd = "comma_or_array_end"
    case commaOrObjectEnd = "comma_or_object_end"
    case digit
    case closingQuote = "closing_quote"
    case escape
  }

  public enum Kind: Hashable, Sendable {
    /// The text ends in the middle of a value.
    case unexpectedEnd(expected: Expectation)
    case unexpectedCharacter(Unicode.Scalar, expected: Expectation)
    /// A word that is not `null`, `true` or `false`: `NaN`, `-Infinity`, `True`, `nul`.
    case unknownLiteral(String)
    /// `//` or `/*`.
    case comment
    /// A comma before `]` or `}`; the offset is the comma's.
    case trailingComma
    /// Something after the value.
    case trailingText
    /// U+FEFF at the start of the text.
    case byteOrderMark
    /// `007`, `-01`.
    case leadingZero
    /// U+0000 to U+001F unescaped in a string.
    case controlCharacter(UInt8)
    /// A backslash before something else than `"\/bfnrtu`.
    case unknownEscape(Unicode.Scalar)
    /// `\u` without four hexadecimal digits.
    case malformedUnicodeEscape
    /// `\uD800` to `\uDFFF` that is not half of a pair.
    case loneSurrogate(UInt16)
    case invalidUTF8
    /// The same name twice in an object, compared after unescaping, code point by code point.
    case duplicateKey(String, firstOffset: Int, firstPosition: TextPosition)
    /// More arrays and objects inside each other than `limit`.
    case tooDeep(limit: Int)
    case tooLarge(bytes: Int, limit: Int)
    /// A pull reader asked for one kind of value and found another.
    case unexpectedKind(expected: JSONKind, found: JSONKind)
    /// An integer was asked for; the number has a fractional part.
    case notAnInteger(String)
    /// Beyond `Int` when an integer was asked for, or infinite as a `Double` (1e400).
    case numberOutOfRange(String)

    /// Stable, for `--json` answers and translation catalogues.
    public var code: String {
      switch self {
      case .unexpectedEnd: "json_unexpected_end"
      case .unexpectedCharacter: "json_unexpected_character"
      case .unknownLiteral: "json_unknown_literal"
      case .comment: "json_comment"
      case .trailingComma: "json_trailing_comma"
      case .trailingText: "json_trailing_text"
      case .byteOrderMark: "json_byte_order_mark"
      case .leadingZero: "json_leading_zero"
      case .controlCharacter: "json_control_character"
      case .unknownEscape: "json_unknown_escape"
      case .malformedUnicodeEscape: "json_malformed_unicode_escape"
      case .loneSurrogate: "json_lone_surrogate"
      case .invalidUTF8: "json_invalid_utf8"
      case .duplicateKey: "json_duplicate_key"
      case .tooDeep: "json_too_deep"
      case .tooLarge: "json_too_large"
      case .unexpectedKind: "json_unexpected_kind"
      case .notAnInteger: "json_not_an_integer"
      case .numberOutOfRange: "json_number_out_of_range"
      }
    }
  }
}
