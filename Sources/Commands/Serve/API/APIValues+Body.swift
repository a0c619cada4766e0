import JSONText

extension APIValues {
  /// The members of an object. A null counts as not given.
  init(body: JSONNode) throws(APIParameterFault) {
    guard case .object(let object) = body.value else { throw .notAnObject }
    var items: [(name: String, value: String)] = []
    var emptyLists: [String] = []
    for member in object.members {
      switch member.node.value {
      case .null: continue
      case .array(let elements):
        if elements.isEmpty { emptyLists.append(member.key) }
        for element in elements {
          guard let text = Self.text(element) else { throw .notAValue(member.key) }
          items.append((member.key, text))
        }
      default:
        guard let text = Self.text(member.node) else { throw .notAValue(member.key) }
        items.append((member.key, text))
      }
    }
    self.init(query: items)
    for name in emptyLists { setEmptyList(name) }
  }

  /// A text, a number or a truth value as it would stand in a query.
  static func text(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    // `120.0` is the whole number 120.
    case .number(let number): number.int.map(String.init) ?? number.text
    case .null, .array, .object: nil
    }
  }
}
