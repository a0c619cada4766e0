/// The fields of a message, in their order; names are told apart without regard to case.
public struct Headers: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  public private(set) var fields: [Field] = []

  public init() {}
  public init(_ fields: [(name: String, value: String)]) {
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
  }

  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The first field of that name.
  public subscript(_ name: String) -> String? {
    fields.first { Self.isSameName($0.name, name) }?.value
  }

  public func values(_ name: String) -> [String] {
    fields.filter { Self.isSameName($0.name, name) }.map(\.value)
  }

  static func isSameName(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
