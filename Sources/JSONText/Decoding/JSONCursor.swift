/// A node and the way to it: what the code that gives a document its meaning reads from. Every
/// accessor throws a `JSONShapeError` that knows path and offset; collect them with
/// `JSONShapeErrors`.
public struct JSONCursor: Sendable {
  public let node: JSONNode
  public let path: JSONPath

  public init(_ node: JSONNode, path: JSONPath = .root) {
    self.node = node
    self.path = path
  }

  public var value: JSONValue { node.value }
  public var offset: Int { node.offset }
  public var kind: JSONKind { node.value.kind }
  public var isNull: Bool { kind == .null }

  /// An error about this value.
  public func failure(_ kind: JSONShapeError.Kind) -> JSONShapeError {
    JSONShapeError(path: path, offset: offset, kind: kind)
  }

  /// An error about this value by a rule of the caller's.
  public func refused(_ code: String, _ text: String) -> JSONShapeError {
    failure(.refused(code: code, text: text))
  }

  private func unexpected(_ wanted: JSONKind) -> JSONShapeError {
    failure(.expected(wanted, found: kind))
  }

  // MARK: Objects and arrays

  public func object() throws(JSONShapeError) -> JSONObject {
    guard case .object(let object) = value else { throw unexpected(.object) }
    return object
  }

  /// All members, in the order of the text.
  public func members() throws(JSONShapeError) -> [(key: String, cursor: JSONCursor)] {
    try object().members.map { member in
      (member.key, JSONCursor(member.node, path: path.member(member.key)))
    }
  }

  /// The member `key`, which must be there (it may be null).
  public func member(_ key: String) throws(JSONShapeError) -> JSONCursor {
    guard let node = try object()[key] else { throw failure(.missingMember(key)) }
    return JSONCursor(node, path: path.member(key))
  }

  /// The member `key`; nil when there is none or it is null.
  public func optionalMember(_ key: String) throws(JSONShapeError) -> JSONCursor? {
    guard let node = try object()[key], node.value.kind != .null else { return nil }
    return JSONCursor(node, path: path.member(key))
  }

  /// The elements of an array.
  public func array() throws(JSONShapeError) -> [JSONCursor] {
    guard case .array(let elements) = value else { throw unexpected(.array) }
    return elements.enumerated().map { JSONCursor($1, path: path.element($0)) }
  }

  // MARK: Plain values

  public func string() throws(JSONShapeError) -> String {
    guard case .string(let text) = value else { throw unexpected(.string) }
    return text
  }

  public func bool() throws(JSONShapeError) -> Bool {
    guard case .bool(let flag) = value else { throw unexpected(.bool) }
    return flag
  }

  public func number() throws(JSONShapeError) -> JSONNumber {
    guard case .number(let number) = value else { throw unexpected(.number) }
    return number
  }

  /// An integer (`1.0` and `1e3` are integers, see `JSONNumber.int`) within `allowed`.
  public func int(in allowed: ClosedRange<Int> = .min ... .max) throws(JSONShapeError) -> Int {
    let number = try number()
    switch number.whole() {
    case .fraction: throw failure(.notAnInteger(number.text))
    case .outOfRange: throw failure(.numberOutOfRange(number.text))
    case .value(let whole):
      guard allowed.contains(whole) else { throw failure(.outOfBounds(whole, allowed: allowed)) }
      return whole
    }
  }

  public func double() throws(JSONShapeError) -> Double {
    let number = try number()
    guard let double = number.double else { throw failure(.numberOutOfRange(number.text)) }
    return double
  }

  /// A string that is the raw value of one of the cases of an enum.
  public func word<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type = Word.self
  ) throws(JSONShapeError) -> Word where Word.RawValue == String {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      throw failure(.unknownWord(text, allowed: Word.allCases.map(\.rawValue)))
    }
    return word
  }
}
