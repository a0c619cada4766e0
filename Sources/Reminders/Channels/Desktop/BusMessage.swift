import CSystemd

/// Writes the body of a method call. The first error stays, what follows it is not written.
struct BusMessageWriter {
  let functions: aparka_systemd
  let message: OpaquePointer
  /// Negative = the errno of what could not be written.
  private(set) var status: Int32 = 0

  init(functions: aparka_systemd, message: OpaquePointer) {
    self.functions = functions
    self.message = message
  }

  private static func code(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }

  private mutating func keep(_ result: Int32) {
    if status >= 0 { status = result }
  }

  mutating func string(_ text: String) {
    guard status >= 0 else { return }
    keep(text.withCString { functions.bus_message_append_basic(message, Self.code("s"), $0) })
  }

  private mutating func value<Value>(_ letter: Unicode.Scalar, _ value: Value) {
    guard status >= 0 else { return }
    keep(
      withUnsafePointer(to: value) {
        functions.bus_message_append_basic(message, Self.code(letter), $0)
      })
  }

  mutating func byte(_ number: UInt8) { value("y", number) }
  mutating func int32(_ number: Int32) { value("i", number) }
  mutating func uint32(_ number: UInt32) { value("u", number) }
  mutating func bool(_ truth: Bool) { value("b", Int32(truth ? 1 : 0)) }

  mutating func container(
    _ letter: Unicode.Scalar, of contents: String, _ body: (inout BusMessageWriter) -> Void
  ) {
    guard status >= 0 else { return }
    keep(functions.bus_message_open_container(message, Self.code(letter), contents))
    body(&self)
    guard status >= 0 else { return }
    keep(functions.bus_message_close_container(message))
  }

  /// An entry of an `a{sv}`.
  mutating func entry(
    _ key: String, of contents: String, _ body: (inout BusMessageWriter) -> Void
  ) {
    container("e", of: "sv") { entry in
      entry.string(key)
      entry.container("v", of: contents, body)
    }
  }
}

/// Reads the body of a message that arrived, value by value; nil where it has another type.
struct BusMessageReader {
  let functions: aparka_systemd
  let message: OpaquePointer

  /// The unique name of who sent it.
  var sender: String? {
    functions.bus_message_get_sender(message).map { String(cString: $0) }
  }

  func string() -> String? {
    var text: UnsafePointer<CChar>?
    guard functions.bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0 else {
      return nil
    }
    return text.map { String(cString: $0) }
  }

  func uint32() -> UInt32? {
    var number: UInt32 = 0
    guard functions.bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number) > 0 else {
      return nil
    }
    return number
  }

  func strings() -> [String]? {
    guard functions.bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "s") > 0 else {
      return nil
    }
    var texts: [String] = []
    while let text = string() { texts.append(text) }
    _ = functions.bus_message_exit_container(message)
    return texts
  }
}
