/// A value to be written: what `--json` answers are made of.
public indirect enum JSONOutput: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case number(JSONNumber)
  /// Written with the fewest digits that read back as the same number.
  case double(Double)
  case string(String)
  case array([JSONOutput])
  /// Written in this order; the names must be distinct.
  case object([(key: String, value: JSONOutput)])

  /// The value of a node, without its offsets.
  public init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(JSONOutput.init))
    case .object(let object):
      self = .object(object.members.map { ($0.key, JSONOutput($0.node)) })
    }
  }

  /// The JSON text, without a line end after it. Compact: one line, no spaces. Pretty: two spaces a
  /// level.
  public func text(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.write(self)
    return writer.text
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { ($0.0, $0.1) })
  }
  public init(nilLiteral: ()) { self = .null }
}
