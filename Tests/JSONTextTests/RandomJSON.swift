import Foundation
import JSONText
import TestSupport

/// Random JSON texts: every kind of value, white space, escape and number, at random.
struct RandomJSON {
  var generator: SeededGenerator
  private var bytes: [UInt8] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func text(depth: Int = 5) -> [UInt8] {
    bytes = []
    space()
    value(depth)
    space()
    return bytes
  }

  /// A text with one to three bytes deleted, replaced, doubled or swapped.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    let likely = Array("{}[],:\"\\0123.eE+-/ \nutfnNaI\u{e9}".utf8) + [0, 0x1F, 0xC0, 0xED, 0xFF]
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: text.remove(at: place)
      case 1: text[place] = pick(likely)
      case 2: text.insert(pick(likely), at: place)
      case 3: text.insert(text[place], at: place)
      default: text.swapAt(place, Int.random(in: 0..<text.count, using: &generator))
      }
    }
    return text
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private mutating func add(_ text: String) { bytes += Array(text.utf8) }

  private mutating func space() {
    if Int.random(in: 0..<4, using: &generator) == 0 { add(pick([" ", "\n", "\r\n", "\t", "  "])) }
  }

  private mutating func value(_ depth: Int) {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: add("null")
    case 1: add(pick(["true", "false"]))
    case 2, 3: add(number())
    case 4, 5: string()
    case 6: list("[", "]") { $0.value(depth - 1) }
    default:
      var count = 0
      list("{", "}") { random in
        // Mostly distinct names; sometimes one comes again.
        random.string(
          prefix: Int.random(in: 0..<40, using: &random.generator) == 0 ? "" : "\(count)")
        count += 1
        random.space()
        random.add(":")
        random.space()
        random.value(depth - 1)
      }
    }
  }

  private mutating func list(
    _ open: String, _ close: String, _ element: (inout RandomJSON) -> Void
  ) {
    add(open)
    space()
    let count = pick([0, 1, 1, 2, 3, 4, 20])
    for index in 0..<count {
      if index > 0 { add(",") }
      space()
      element(&self)
      space()
    }
    add(close)
  }

  mutating func number() -> String {
    func digits(_ count: Int, _ random: inout RandomJSON) -> String {
      (0..<count).map { _ in String(Int.random(in: 0...9, using: &random.generator)) }.joined()
    }
    var text = pick(["", "-"])
    let whole = digits(pick([1, 1, 2, 3, 10, 17, 19, 20, 25]), &self)
    text += String(whole.drop { $0 == "0" })
    if text.isEmpty || text == "-" { text += "0" }
    if Bool.random(using: &generator) {
      text += "." + digits(pick([1, 2, 6, 7, 15, 18, 30]), &self)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      text += pick(["e", "E", "e-", "E+", "e+"]) + digits(pick([1, 1, 2, 2, 3]), &self)
    }
    return text
  }

  private mutating func string(prefix: String = "") {
    add("\"" + prefix)
    for _ in 0..<pick([0, 1, 3, 8, 40]) {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: add(pick(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"]))
      case 1:
        let unit = UInt16.random(in: .min ... .max, using: &generator)
        if !UTF16.isSurrogate(unit) || Int.random(in: 0..<50, using: &generator) == 0 {
          add(String(format: pick(["\\u%04x", "\\u%04X"]), unit))
        }
      case 2:
        let high = Int.random(in: 0xD800...0xDBFF, using: &generator)
        add(
          String(format: "\\u%04x\\u%04X", high, Int.random(in: 0xDC00...0xDFFF, using: &generator))
        )
      case 3: add(pick(["é", "ñ", "€", "e\u{301}", "𝄞", "\u{2028}", "\u{85}", "\u{7F}", "😀"]))
      default: add(pick(["a", "b", "zone", " ", "/", "'", "{", "]", ","]))
      }
    }
    add("\"")
  }
}

/// The value as Tests/oracles/json_documents.py writes it.
func written(_ node: JSONNode) -> String {
  func hex(_ text: String) -> String { "\"" + hexadecimal(Array(text.utf8)) }
  switch node.value {
  case .null: return "n"
  case .bool(let flag): return flag ? "t" : "f"
  case .number(let number): return "#" + number.text
  case .string(let text): return hex(text)
  case .array(let elements): return "[" + elements.map(written).joined(separator: ",") + "]"
  case .object(let object):
    return "{"
      + object.members.map { hex($0.key) + ":" + written($0.node) }.joined(separator: ",") + "}"
  }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// One hexadecimal line for each text, through a script; the lines of its answer.
func askOracle(_ script: String, _ lines: [String]) throws -> [Substring] {
  let output = try runOracle(script, input: Data(lines.joined(separator: "\n").utf8))
  return String(decoding: output, as: UTF8.self).split(separator: "\n")
}
