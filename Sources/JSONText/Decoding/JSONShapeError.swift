/// A value that is good JSON but not what the document should have there.
public struct JSONShapeError: Error, Hashable, Sendable {
  public let path: JSONPath
  /// The byte offset in the text; a `LineIndex` turns it into line and column.
  public let offset: Int
  public let kind: Kind

  public init(path: JSONPath, offset: Int, kind: Kind) {
    self.path = path
    self.offset = offset
    self.kind = kind
  }

  public var code: String { kind.code }

  public enum Kind: Hashable, Sendable {
    case expected(JSONKind, found: JSONKind)
    /// The path is the object's.
    case missingMember(String)
    /// The path is the member's; `known` are the names that the object may have.
    case unknownMember(String, known: [String])
    case notAnInteger(String)
    /// Beyond the machine type.
    case numberOutOfRange(String)
    /// Outside the range that the document allows.
    case outOfBounds(Int, allowed: ClosedRange<Int>)
    /// A string that is none of the `allowed` ones.
    case unknownWord(String, allowed: [String])
    /// Broken by a rule of the caller's, which has its own stable `code`.
    case refused(code: String, text: String)

    /// Stable, for `--json` answers and translation catalogues.
    public var code: String {
      switch self {
      case .expected: "json_expected"
      case .missingMember: "json_missing_member"
      case .unknownMember: "json_unknown_member"
      case .notAnInteger: "json_not_an_integer"
      case .numberOutOfRange: "json_number_out_of_range"
      case .outOfBounds: "json_out_of_bounds"
      case .unknownWord: "json_unknown_word"
      case .refused(let code, _): code
      }
    }
  }
}
