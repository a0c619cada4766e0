import JSONText
import Testing

/// RFC 8259, rule by rule: what is accepted, and where and with what code the rest is refused.
struct GrammarTests {
  @Test(arguments: [
    // Section 2: any value may be a text; section 13's examples in short.
    "null", "true", "false", "0", "-0", "\"\"", "[]", "{}", " \t\r\n[ ] \n", "\"Hello world!\"",
    "42",
    #"{"Image":{"Width":800,"Height":600,"Title":"View from 15th Floor","IDs":[116,943]}}"#,
    #"[{"precision":"zip","Latitude":37.7668,"Longitude":-122.3959,"Address":"","City":"SF"}]"#,
    // Section 6.
    "1e5", "1E+5", "1e-05", "-1.0", "0.0e0", "1e400", "123456789012345678901234567890",
    // Section 7.
    #""\"\\\/\b\f\n\r\t\u00e9\uD834\uDD1E""#, "\"\u{7F}\u{2028}\u{FEFF}\u{10FFFF}é\"",
    // Names need not be words, and differ by code points.
    #"{"":1," ":2,"a\n":3}"#, "{\"\u{e9}\":1,\"e\u{301}\":2}",
  ])
  func accepts(_ text: String) throws {
    let node = try JSONNode(parsing: text)
    #expect(try JSONNode(parsing: JSONOutput(node).text()) == node)
    #expect(try JSONNode(parsing: JSONOutput(node).text(pretty: true)) == node)
  }

  struct Refusal: Sendable {
    let text: String
    let code: String
    let line: Int
    let column: Int
    let path: String
    init(_ text: String, _ code: String, _ line: Int, _ column: Int, _ path: String = "$") {
      (self.text, self.code, self.line, self.column, self.path) = (text, code, line, column, path)
    }
  }

  @Test(arguments: [
    Refusal("", "unexpected_end", 1, 1), Refusal(" \n", "unexpected_end", 2, 1),
    Refusal("[", "unexpected_end", 1, 2), Refusal("[1", "unexpected_end", 1, 3),
    Refusal("[1,", "unexpected_end", 1, 4, "$[1]"), Refusal("{", "unexpected_end", 1, 2),
    Refusal(#"{"a""#, "unexpected_end", 1, 5, "$.a"),
    Refusal(#"{"a":"#, "unexpected_end", 1, 6, "$.a"),
    Refusal("\"abc", "unexpected_end", 1, 5), Refusal("\"abc\\", "unexpected_end", 1, 5),
    Refusal("-", "unexpected_end", 1, 2), Refusal("1.", "unexpected_end", 1, 3),
    Refusal("1e", "unexpected_end", 1, 3), Refusal("1e+", "unexpected_end", 1, 4),
    Refusal("[1 2]", "unexpected_character", 1, 4), Refusal("[1}", "unexpected_character", 1, 3),
    Refusal(#"{"a" 1}"#, "unexpected_character", 1, 6, "$.a"),
    Refusal("{1:2}", "unexpected_character", 1, 2),
    Refusal("{'a':1}", "unexpected_character", 1, 2),
    Refusal(#"{"a":1 "b":2}"#, "unexpected_character", 1, 8),
    Refusal("[,1]", "unexpected_character", 1, 2, "$[0]"),
    Refusal("[1,,2]", "unexpected_character", 1, 4, "$[1]"),
    Refusal("{,}", "unexpected_character", 1, 2),
    Refusal("+1", "unexpected_character", 1, 1), Refusal(".5", "unexpected_character", 1, 1),
    Refusal("1.e5", "unexpected_character", 1, 3), Refusal("-.5", "unexpected_character", 1, 2),
    Refusal("[1.5.5]", "unexpected_character", 1, 5), Refusal("0x1F", "trailing_text", 1, 2),
    Refusal("\u{A0}1", "unexpected_character", 1, 1),
    Refusal("[\u{2028}1]", "unexpected_character", 1, 2, "$[0]"),
    Refusal("'a'", "unexpected_character", 1, 1), Refusal("]", "unexpected_character", 1, 1),
    Refusal("NaN", "unknown_literal", 1, 1),
    Refusal("[-Infinity]", "unknown_literal", 1, 2, "$[0]"),
    Refusal("True", "unknown_literal", 1, 1), Refusal("nul", "unknown_literal", 1, 1),
    Refusal("nulll", "unknown_literal", 1, 1),
    Refusal("{\"a\":undefined}", "unknown_literal", 1, 6, "$.a"),
    Refusal("// x\n1", "comment", 1, 1), Refusal("[1 /* x */]", "comment", 1, 4),
    Refusal("1 // x", "comment", 1, 3), Refusal("[1, // one\n2]", "comment", 1, 5, "$[1]"),
    Refusal("[1,]", "trailing_comma", 1, 3), Refusal("{\"a\":1\n,\n}", "trailing_comma", 2, 1),
    Refusal("1 2", "trailing_text", 1, 3), Refusal("{}\n\n}", "trailing_text", 3, 1),
    Refusal("[]\u{0}", "trailing_text", 1, 3), Refusal("\u{FEFF}[]", "byte_order_mark", 1, 1),
    Refusal("007", "leading_zero", 1, 1), Refusal("[-01]", "leading_zero", 1, 2, "$[0]"),
    Refusal("00", "leading_zero", 1, 1),
    Refusal("\"a\u{0}\"", "control_character", 1, 3),
    Refusal("\"\u{1F}\"", "control_character", 1, 2),
    Refusal("[\"line\nline\"]", "control_character", 1, 7, "$[0]"),
    Refusal("\"tab\t\"", "control_character", 1, 5),
    Refusal(#""\x41""#, "unknown_escape", 1, 2), Refusal(#""é\é""#, "unknown_escape", 1, 3),
    Refusal(#""\N""#, "unknown_escape", 1, 2),
    Refusal(#""\u12G4""#, "malformed_unicode_escape", 1, 2),
    Refusal(#""\u123""#, "malformed_unicode_escape", 1, 2),
    Refusal(#""\u+123""#, "malformed_unicode_escape", 1, 2),
    Refusal(#""\U0041""#, "unknown_escape", 1, 2),
    Refusal(#""\uD800""#, "lone_surrogate", 1, 2), Refusal(#""\uD800\n""#, "lone_surrogate", 1, 2),
    Refusal(#""\uD800\uD800""#, "lone_surrogate", 1, 2),
    Refusal(#""x\uDC00""#, "lone_surrogate", 1, 3),
    Refusal(#"{"a":1,"b":{"c":1,"c":2}}"#, "duplicate_key", 1, 19, "$.b.c"),
    Refusal("{\"é\":1,\r\n \"\\u00e9\":2}", "duplicate_key", 2, 2, "$.é"),
    Refusal(#"{"a":1,x:2}"#, "unexpected_character", 1, 8),
    Refusal(#"{"a":1,"b"#, "unexpected_end", 1, 10),
    // Lines end with LF, CR LF or CR; a column is a character, not a byte.
    Refusal("[\r\n\r\n x]", "unknown_literal", 3, 2, "$[0]"),
    Refusal("[\r\r x]", "unknown_literal", 3, 2, "$[0]"),
    Refusal("[\"ñ€😀\", x]", "unknown_literal", 1, 9, "$[1]"),
    Refusal(
      #"{"zones":{"red-green":{"it's":[0,{"x":?}]}}}"#, "unexpected_character", 1, 39,
      #"$.zones['red-green']['it\'s'][1].x"#),
  ])
  func refuses(_ refusal: Refusal) throws {
    let error = try #require(fault(refusal.text))
    #expect(error.code == "json_" + refusal.code)
    #expect(error.line == refusal.line && error.column == refusal.column, "\(error.position)")
    #expect(error.path.description == refusal.path)
    #expect(LineIndex(Array(refusal.text.utf8)).position(of: error.offset) == error.position)
  }

  @Test func duplicateNamesBothPlaces() throws {
    for count in [1, 15, 16, 17, 18, 40] {
      let others = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",\n")
      let text = "{\(others),\n\"k\(count / 2)\":0}"
      let error = try #require(fault(text))
      guard case .duplicateKey(let key, let first, let place) = error.kind else {
        Issue.record("\(error)")
        continue
      }
      #expect(key == "k\(count / 2)")
      #expect(place == LineIndex(Array(text.utf8)).position(of: first))
      #expect(place.line == count / 2 + 1 && error.line == count + 1 && error.column == 1)
      #expect(fault("{\(others)}") == nil)
    }
    // The same names in neighbours, parents and children are no duplicates.
    #expect(fault(#"{"a":{"a":{"a":1},"b":1},"b":[{"a":1},{"a":1}]}"#) == nil)
  }

  /// Every text of one and two bytes, and 100,000 of three and four, inside a string: accepted as UTF-8
  /// exactly when the standard library decodes it without repair.
  @Test func utf8() {
    func check(_ content: [UInt8]) {
      if content.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) { return }
      let good = String(validating: content, as: UTF8.self) != nil
      let error = fault([0x22] + content + [0x22])
      if good != (error == nil) || (error.map { $0.code != "json_invalid_utf8" } ?? false) {
        Issue.record("\(content): \(String(describing: error))")
      }
    }
    for first in UInt8.min ... .max {
      check([first])
      for second in UInt8.min ... .max { check([first, second]) }
    }
    let edges: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF0, 0xFF,
    ]
    for lead in UInt8(0xE0)...0xFF {
      for second in UInt8(0x7F)...0xC0 {
        for third in edges {
          check([lead, second, third])
          for fourth in edges { check([lead, second, third, fourth]) }
        }
      }
    }
    #expect(fault([0xFF, 0xFE, 0x31, 0x00])?.code == "json_invalid_utf8")
    #expect(fault([0x22, 0x5C, 0xFF, 0x22])?.code == "json_invalid_utf8")
  }

  /// All 2^16 `\uXXXX`, alone: the character, or an error for a surrogate. And all pairs of halves at
  /// their edges.
  @Test func unicodeEscapes() throws {
    for unit in UInt16.min ... .max {
      let hex = String(unit, radix: 16, uppercase: unit % 2 == 0)
      let text = "\"\\u" + String(repeating: "0", count: 4 - hex.count) + hex + "\""
      let node = try? JSONNode(parsing: text)
      let wanted = Unicode.Scalar(unit).map { JSONValue.string(String(Character($0))) }
      if node?.value != wanted { Issue.record("\(text)") }
    }
    let halves: [UInt16] = [
      0xD7FF, 0xD800, 0xD801, 0xDABC, 0xDBFF, 0xDC00, 0xDC01, 0xDEAD, 0xDFFF, 0xE000,
    ]
    for high in halves {
      for low in halves {
        let text = "\"\\u\(String(high, radix: 16))\\u\(String(low, radix: 16))\""
        var wanted: String?
        if !UTF16.isSurrogate(high), !UTF16.isSurrogate(low) || UTF16.isLeadSurrogate(high) {
          wanted = String(decoding: [high, low], as: UTF16.self)
        } else if UTF16.isLeadSurrogate(high), UTF16.isTrailSurrogate(low) {
          wanted = String(decoding: [high, low], as: UTF16.self)
        }
        #expect((try? JSONNode(parsing: text))?.value == wanted.map { .string($0) }, "\(text)")
      }
    }
  }
}
