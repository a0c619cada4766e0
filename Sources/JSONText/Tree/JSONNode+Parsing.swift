extension JSONNode {
  /// The tree of a whole text. The first fault is thrown, with line, column and path.
  ///
  /// - Parameter leftOut: names of members that are not kept, wherever they stand; what they hold must be
  ///   good JSON all the same.
  public init(
    parsing bytes: [UInt8], limits: JSONLimits = JSONLimits(), firstLine: Int = 1,
    leavingOut leftOut: Set<String> = []
  ) throws(JSONTextError) {
    self = try JSONReader.read(bytes, limits: limits, firstLine: firstLine) {
      (reader) throws(JSONTextError) in try reader.readNode(leavingOut: leftOut)
    }
  }

  /// The tree of a whole text; offsets count the bytes of its UTF-8.
  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONTextError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}

extension JSONReader {
  /// Reads the next value with everything in it. Works without recursion, so that only the depth limit
  /// bounds the depth.
  public mutating func readNode(
    leavingOut leftOut: Set<String> = []
  ) throws(JSONTextError) -> JSONNode {
    var open: [PartialContainer] = []
    while true {
      let start = offset
      let kind = try nextKind()
      var done: JSONNode?
      switch kind {
      case .null:
        try readNull()
        done = JSONNode(.null, offset: start)
      case .bool: done = JSONNode(.bool(try readBool()), offset: start)
      case .number: done = JSONNode(.number(try readNumber()), offset: start)
      case .string: done = JSONNode(.string(try readString()), offset: start)
      case .array:
        try beginArray()
        open.append(PartialContainer(isObject: false, offset: start))
      case .object:
        try beginObject()
        open.append(PartialContainer(isObject: true, offset: start))
      }
      // Hand the value to what it is in, and close whatever ends here.
      while let last = open.indices.last {
        if let node = done { open[last].take(node) }
        done = nil
        if try open[last].moveOn(&self, leavingOut: leftOut) { break }
        done = open.removeLast().finished
      }
      if open.isEmpty, let done { return done }
    }
  }
}

/// An array or object of which not everything has been read.
private struct PartialContainer {
  let isObject: Bool
  let offset: Int
  private var elements: [JSONNode] = []
  private var members: [JSONMember] = []
  private var key = ""
  private var keyOffset = 0

  init(isObject: Bool, offset: Int) {
    self.isObject = isObject
    self.offset = offset
  }

  mutating func take(_ node: JSONNode) {
    if isObject {
      members.append(JSONMember(key: key, keyOffset: keyOffset, node: node))
    } else {
      elements.append(node)
    }
  }

  /// Goes to the next value; false when there is none.
  mutating func moveOn(
    _ reader: inout JSONReader, leavingOut leftOut: Set<String>
  ) throws(JSONTextError) -> Bool {
    guard isObject else { return try reader.nextElement() }
    while let name = try reader.advanceToMember() {
      key = reader.text(of: name)
      keyOffset = name.start - 1
      guard !leftOut.isEmpty, leftOut.contains(key) else { return true }
      try reader.skipValue()
    }
    return false
  }

  var finished: JSONNode {
    JSONNode(
      isObject ? .object(JSONObject(distinct: members)) : .array(elements), offset: offset)
  }
}
