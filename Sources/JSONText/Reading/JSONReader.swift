/// A strict pull reader of RFC 8259 text: the caller asks for the values in the order they stand in
/// the text, and nothing is built that the caller does not ask for.
///
///     let total = try JSONReader.read(bytes) { (reader) throws(JSONTextError) in
///       var total = 0.0
///       try reader.beginArray()
///       while try reader.nextElement() { total += try reader.readDouble() }
///       return total
///     }
///
/// After `beginArray`, call `nextElement` until it answers false and read (or skip) exactly one value
/// each time it answers true; the same for `beginObject` and `nextMember`. Everything is checked,
/// skipped values too: grammar, UTF-8, surrogates, repeated member names, depth. After an error the
/// reader must not be used again.
public struct JSONReader: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0
  private let limits: JSONLimits
  private let firstLine: Int
  private var frames: [Frame] = []
  private var keys = KeyLedger()
  private var justOpened = false

  /// An open array or object, and which of its values is being read.
  private struct Frame {
    let isObject: Bool
    /// Array: index of the current element, -1 before the first. Object: offset of the current
    /// member's name, -1 before and between members.
    var current = -1
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, firstLine: Int) {
    self.bytes = bytes
    self.limits = limits
    self.firstLine = firstLine
  }

  /// Reads one JSON text: `body` must read exactly one value, and nothing but white space may follow.
  ///
  /// - Parameter firstLine: the line number that errors give to the first line of `bytes`, for a
  ///   line of a file of many texts (NDJSON).
  public static func read<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = JSONLimits(), firstLine: Int = 1,
    _ body: (inout JSONReader) throws(JSONTextError) -> Result
  ) throws(JSONTextError) -> Result {
    var reader = JSONReader(bytes, limits: limits, firstLine: firstLine)
    guard bytes.count <= limits.bytes else {
      throw reader.failure(.tooLarge(bytes: bytes.count, limit: limits.bytes), at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw reader.failure(.byteOrderMark, at: 0) }
    let result = try body(&reader)
    try reader.expectEnd()
    return result
  }

  private mutating func expectEnd() throws(JSONTextError) {
    skipWhiteSpace()
    if let frame = frames.last, place == bytes.count {
      throw failure(
        .unexpectedEnd(expected: frame.isObject ? .commaOrObjectEnd : .commaOrArrayEnd))
    }
    guard place < bytes.count else { return }
    throw failure(startsComment ? .comment : .trailingText)
  }

  /// Gives up on the rest of the text, which stays unchecked: for a body that has found an error of its
  /// own and returns it.
  public mutating func abandon() {
    place = bytes.count
    frames = []
  }

  /// Reads one JSON text, as above.
  public static func read<Result>(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(), firstLine: Int = 1,
    _ body: (inout JSONReader) throws(JSONTextError) -> Result
  ) throws(JSONTextError) -> Result {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONTextError) -> Result in
      try read(buffer, limits: limits, firstLine: firstLine, body)
    }
  }

  // MARK: Where the reader is

  /// The byte offset of the next value (or of what stands in its place).
  public var offset: Int {
    mutating get {
      skipWhiteSpace()
      return place
    }
  }

  /// Arrays and objects open here.
  public var depth: Int { frames.count }

  /// The path of the value that is about to be read, or has just been read.
  public var path: JSONPath { path(dropping: 0) }

  /// Line and column of a byte offset of this text. Reads the text up to there.
  public func position(of offset: Int) -> TextPosition {
    TextPosition(of: offset, in: bytes, firstLine: firstLine)
  }

  private func path(dropping count: Int) -> JSONPath {
    var steps: [JSONPath.Step] = []
    for frame in frames.dropLast(count) where frame.current >= 0 {
      steps.append(frame.isObject ? .member(key(at: frame.current)) : .element(frame.current))
    }
    return JSONPath(steps)
  }

  /// An error here, or at `offset`. `inContainer`: the fault is between the values of the innermost
  /// array or object, not in the last one read.
  func failure(
    _ kind: JSONTextError.Kind, at offset: Int? = nil, inContainer: Bool = false
  ) -> JSONTextError {
    let fault = offset ?? place
    return JSONTextError(
      kind: kind, offset: fault, position: position(of: fault),
      path: path(dropping: inContainer ? 1 : 0))
  }

  // MARK: Arrays and objects

  /// The kind of the next value, which stays unread.
  public mutating func nextKind() throws(JSONTextError) -> JSONKind {
    skipWhiteSpace()
    guard place < bytes.count else { throw failure(.unexpectedEnd(expected: .value)) }
    return switch bytes[place] {
    case Ascii.openBrace: .object
    case Ascii.openBracket: .array
    case Ascii.quote: .string
    case Ascii.minus, Ascii.zero...Ascii.nine: .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: throw unexpectedCharacter(expected: .value)
    }
  }

  public mutating func beginArray() throws(JSONTextError) {
    try expect(.array, startingWith: Ascii.openBracket)
    try open(isObject: false)
  }

  /// Moves to the next element; false after the last one, when the array is closed.
  public mutating func nextElement() throws(JSONTextError) -> Bool {
    assert(frames.last?.isObject == false, "nextElement outside an array")
    guard try advance(closing: Ascii.closeBracket, expected: .commaOrArrayEnd) else {
      frames.removeLast()
      return false
    }
    frames[frames.count - 1].current += 1
    return true
  }

  public mutating func beginObject() throws(JSONTextError) {
    try expect(.object, startingWith: Ascii.openBrace)
    try open(isObject: true)
    keys.openObject()
  }

  /// Moves to the next member's value and returns its name; nil after the last one, when the object
  /// is closed.
  public mutating func nextMember() throws(JSONTextError) -> String? {
    guard let name = try advanceToMember() else { return nil }
    return text(of: name)
  }

  /// `nextMember` for a caller that does not look at the name.
  mutating func advanceToMember() throws(JSONTextError) -> ScannedString? {
    assert(frames.last?.isObject == true, "nextMember outside an object")
    let last = frames.count - 1
    guard try advance(closing: Ascii.closeBrace, expected: .commaOrObjectEnd) else {
      frames.removeLast()
      keys.closeObject()
      return nil
    }
    frames[last].current = -1
    let start = place
    guard start < bytes.count else { throw failure(.unexpectedEnd(expected: .memberName)) }
    guard bytes[start] == Ascii.quote else { throw unexpectedCharacter(expected: .memberName) }
    let name = try scanString()
    frames[last].current = start
    if let first = keys.note(hash: hash(of: name), offset: start), isKey(at: first, name) {
      throw failure(
        .duplicateKey(
          text(of: name), firstOffset: first, firstPosition: position(of: first)), at: start)
    }
    skipWhiteSpace()
    guard place < bytes.count else { throw failure(.unexpectedEnd(expected: .colon)) }
    guard bytes[place] == Ascii.colon else { throw unexpectedCharacter(expected: .colon) }
    place += 1
    return name
  }

  /// Reads one value of any kind, checks it and drops it.
  public mutating func skipValue() throws(JSONTextError) {
    let base = depth
    repeat {
      switch try nextKind() {
      case .null: try readNull()
      case .bool: _ = try readBool()
      case .number: _ = try scanNumber()
      case .string: _ = try scanString()
      case .array: try beginArray()
      case .object: try beginObject()
      }
      while depth > base, try !moveOn() {}
    } while depth > base
  }

  /// The next element or member of whatever is open; false when that was its end.
  private mutating func moveOn() throws(JSONTextError) -> Bool {
    frames.last?.isObject == true ? try advanceToMember() != nil : try nextElement()
  }

  private mutating func open(isObject: Bool) throws(JSONTextError) {
    guard frames.count < limits.depth else { throw failure(.tooDeep(limit: limits.depth)) }
    frames.append(Frame(isObject: isObject))
    place += 1
    justOpened = true
  }

  /// Passes the comma before the next value, or the closing bracket (then false).
  private mutating func advance(
    closing: UInt8, expected: JSONTextError.Expectation
  ) throws(JSONTextError) -> Bool {
    skipWhiteSpace()
    let isFirst = justOpened
    justOpened = false
    guard place < bytes.count else {
      throw failure(.unexpectedEnd(expected: expected), inContainer: true)
    }
    if bytes[place] == closing {
      place += 1
      return false
    }
    if isFirst { return true }
    guard bytes[place] == Ascii.comma else {
      throw unexpectedCharacter(expected: expected, inContainer: true)
    }
    let comma = place
    place += 1
    skipWhiteSpace()
    if place < bytes.count, bytes[place] == closing {
      throw failure(.trailingComma, at: comma, inContainer: true)
    }
    return true
  }
}
