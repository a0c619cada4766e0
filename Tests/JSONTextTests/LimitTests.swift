import JSONText
import TestSupport
import Testing

struct LimitTests {
  @Test func depth() throws {
    for limit in [1, 2, 512, 2000] {
      let limits = JSONLimits(depth: limit)
      for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
        let levels = open.utf8.first == close.utf8.first.map { $0 - 2 } ? 1 : 2
        let count = limit / levels
        guard count > 0 else { continue }
        func nested(_ count: Int) -> String {
          String(repeating: open, count: count) + "0" + String(repeating: close, count: count)
        }
        #expect(fault(nested(count), limits: limits) == nil, "\(open) \(limit)")
        let error = try #require(fault(nested(count + 1), limits: limits))
        #expect(error.kind == .tooDeep(limit: limit))
        #expect(throws: JSONTextError.self) {
          try JSONReader.read(Array(nested(count + 1).utf8), limits: limits) {
            (reader) throws(JSONTextError) in try reader.skipValue()
          }
        }
      }
    }
    // An unclosed tower far beyond the limit stops at the limit.
    let tower = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(fault(tower)?.offset == 512)
    #expect(fault(String(repeating: "[],", count: 3000)) != nil)
    #expect(fault("[" + String(repeating: "[],", count: 3000) + "[]]") == nil)
  }

  @Test func size() {
    #expect(fault("[1, 2]", limits: JSONLimits(bytes: 6)) == nil)
    #expect(fault("[1, 2]", limits: JSONLimits(bytes: 5))?.kind == .tooLarge(bytes: 6, limit: 5))
  }

  /// A document cut at any byte is refused, at a place inside it, and never crashes anything.
  @Test(arguments: [UInt64(5), 6, 7])
  func truncation(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<12 {
      let inside = Array(random.text(depth: 4).prefix(1500))
      let text = Array("{\"a\\u0041é😀\": [".utf8) + inside
      for length in 0..<text.count {
        let error = try #require(fault(Array(text.prefix(length))))
        #expect(error.offset <= length)
      }
    }
  }

  /// Any bytes at all: no crash, and an error lies within the text.
  @Test func noise() {
    var generator = SeededGenerator(seed: 8)
    let alphabet =
      Array("{}[],:\"\\u00e9dD8C0123.-+eEtrufalsn \n/*".utf8) + [0xC3, 0xA9, 0xED, 0xFF, 0]
    for _ in 0..<20000 {
      let count = Int.random(in: 0...24, using: &generator)
      let text = (0..<count).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      if let error = fault(text) { #expect(0...text.count ~= error.offset) }
    }
  }

  @Test func positionsOfEveryByte() {
    let text = Array("a\nbé\r\n\r\r\n\n€x".utf8)
    let index = LineIndex(text)
    // Line and column of each byte, by a second way: split at the ends of lines.
    var wanted: [(Int, Int)] = []
    let lines: [String] = ["a\n", "bé\r\n", "\r", "\r\n", "\n", "€x"]
    for (line, content) in lines.enumerated() {
      var column = 1
      for scalar in content.unicodeScalars {
        wanted += Array(repeating: (line + 1, column), count: scalar.utf8.count)
        column += 1
      }
    }
    for offset in text.indices where !(0x80...0xBF ~= text[offset]) {
      let position = index.position(of: offset)
      #expect((position.line, position.column) == wanted[offset], "\(offset)")
    }
    #expect(index.lineCount == 6)
    #expect(index.position(of: text.count) == TextPosition(line: 6, column: 3))
    #expect(index.position(of: 1000) == TextPosition(line: 6, column: 3))
    #expect(index.position(of: -1) == TextPosition(line: 1, column: 1))
    #expect(LineIndex([]).position(of: 0) == TextPosition(line: 1, column: 1))
  }
}
