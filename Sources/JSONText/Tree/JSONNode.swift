/// A value of a document and where it starts in the text.
///
/// Two nodes are equal when their values are: offsets do not count, the order of members does not
/// count, numbers are equal when they are written alike (`1` is not `1.0`), and strings when they have
/// the same code points (RFC 8259, section 8.3; Swift's `==` would also equate the composed and the
/// decomposed form of a letter).
public struct JSONNode: Hashable, Sendable {
  public let value: JSONValue
  /// The byte offset of the value's first character.
  public let offset: Int

  public init(_ value: JSONValue, offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  public static func == (left: JSONNode, right: JSONNode) -> Bool { left.value == right.value }
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The value of a node.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONNode])
  case object(JSONObject)

  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): isSameText(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }
}

/// Whether two strings have the same code points.
func isSameText(_ left: String, _ right: String) -> Bool {
  // Swift compares by canonical equivalence, which is quick and true for all equal texts: only what it
  // calls equal needs the closer look.
  left == right && left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
}
