/// Writes JSON text into a buffer, value by value; commas and indentation come by themselves.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("zone")
///     writer.write("blue")
///     writer.endObject()
///
/// The caller keeps the order that JSON has: a key before each value of an object, each `begin` with
/// its `end`. For NDJSON call `endLine` after each value.
public struct JSONWriter: Sendable {
  /// The text so far, UTF-8.
  public private(set) var bytes: [UInt8]
  private let pretty: Bool
  private var depth = 0
  /// Whether the next value follows another one in the same array or object.
  private var needsComma = false
  private var afterKey = false

  /// - Parameter pretty: line ends and two spaces a level; else no white space at all.
  public init(pretty: Bool = false, reservedBytes: Int = 0) {
    self.pretty = pretty
    bytes = []
    bytes.reserveCapacity(reservedBytes)
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Ends the line after a whole value; the next value is a text of its own.
  public mutating func endLine() {
    assert(depth == 0 && !afterKey, "endLine inside a value")
    bytes.append(Ascii.lineFeed)
    needsComma = false
  }

  /// Empties the buffer and keeps its memory, for a caller that writes the text out in pieces.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Arrays and objects

  public mutating func beginArray() { begin(Ascii.openBracket) }
  public mutating func endArray() { end(Ascii.closeBracket) }
  public mutating func beginObject() { begin(Ascii.openBrace) }
  public mutating func endObject() { end(Ascii.closeBrace) }

  public mutating func key(_ name: String) {
    separate()
    bytes.appendJSONString(name)
    bytes.append(Ascii.colon)
    if pretty { bytes.append(Ascii.space) }
    afterKey = true
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    assert(depth >= 0 && !afterKey, "end without begin, or after a key")
    if needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  /// What stands between the value before and the one that comes.
  private mutating func separate() {
    if afterKey {
      afterKey = false
      return
    }
    if needsComma { bytes.append(Ascii.comma) }
    if depth > 0 { breakLine() }
    needsComma = true
  }

  private mutating func breakLine() {
    guard pretty else { return }
    bytes.append(Ascii.lineFeed)
    for _ in 0..<depth {
      bytes.append(Ascii.space)
      bytes.append(Ascii.space)
    }
  }

  // MARK: Values

  public mutating func writeNull() { append("null") }
  public mutating func write(_ flag: Bool) { append(flag ? "true" : "false") }
  public mutating func write(_ number: JSONNumber) { append(number.text) }

  public mutating func write(_ number: Int) {
    separate()
    appendDigits(number)
    needsComma = true
  }

  /// The shortest text that reads back as the same number. JSON has no infinity and no NaN: they are
  /// written as null, as in ECMAScript.
  public mutating func write(_ number: Double) {
    append(number.isFinite ? number.description : "null")
  }

  public mutating func write(_ text: String) {
    separate()
    bytes.appendJSONString(text)
    needsComma = true
  }

  public mutating func write(_ node: JSONNode) { write(JSONOutput(node)) }

  public mutating func write(_ output: JSONOutput) {
    switch output {
    case .null: writeNull()
    case .bool(let flag): write(flag)
    case .int(let number): write(number)
    case .number(let number): write(number)
    case .double(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        write(member.value)
      }
      endObject()
    }
  }

  private mutating func append(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func appendDigits(_ number: Int) {
    if number < 0 { bytes.append(Ascii.minus) }
    let first = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(Ascii.zero + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }
}
