import JSONText
import TestSupport
import Testing

struct TreeTests {
  /// RFC 7396, appendix A, row by row, then the example of section 3.
  @Test(arguments: [
    [#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#],
    [#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#],
    [#"{"a":"b"}"#, #"{"a":null}"#, "{}"],
    [#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#],
    [#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#],
    [#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#],
    [#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#],
    [#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#],
    [#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#],
    [#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#],
    [#"{"a":"foo"}"#, "null", "null"],
    [#"{"a":"foo"}"#, #""bar""#, #""bar""#],
    [#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#],
    ["[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#],
    ["{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#],
    [
      #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["example","sample"],"content":"This will be unchanged"}"#,
      #"{"title":"Hello!","phoneNumber":"+01-123-456-7890","author":{"familyName":null},"tags":["example"]}"#,
      #"{"title":"Hello!","author":{"givenName":"John"},"tags":["example"],"content":"This will be unchanged","phoneNumber":"+01-123-456-7890"}"#,
    ],
  ])
  func mergePatch(_ row: [String]) throws {
    let merged = try JSONNode(parsing: row[0]).merging(patch: JSONNode(parsing: row[1]))
    // The text, not only the value: the order of members is part of what is promised.
    #expect(JSONOutput(merged).text() == row[2])
  }

  @Test func mergedNodesKnowWhereTheyComeFrom() throws {
    let text = #"[{"keep":1,"zone":{"hours":"a","price":2}},{"zone":{"hours":"b","new":3}}]"#
    let editions = try JSONCursor(JSONNode(parsing: text)).array()
    let merged = editions[0].node.merging(patch: editions[1].node)
    func place(_ needle: String) throws -> Int {
      text.utf8.distance(
        from: text.startIndex, to: try #require(text.range(of: needle)?.lowerBound))
    }
    let object = try JSONCursor(merged).object()
    #expect(try merged.offset == place(#"{"zone":{"hours":"b""#))
    #expect(try object["keep"]?.offset == place("1,"))
    let zone = try JSONCursor(merged).member("zone").object()
    #expect(try zone["price"]?.offset == place("2}}"))
    #expect(try zone["hours"]?.offset == place(#""b""#))
    #expect(try zone.member("hours")?.keyOffset == place(#""hours":"b""#))
    #expect(try zone.member("new")?.keyOffset == place(#""new""#))
    #expect(zone.keys == ["hours", "price", "new"])
  }

  /// Laws of a merge: an empty patch changes nothing, a patch twice is a patch once, and a document
  /// without nulls makes itself from nothing.
  @Test func mergeLaws() throws {
    var random = RandomJSON(seed: 31)
    var checked = 0
    while checked < 300 {
      guard let target = try? JSONNode(parsing: random.text()),
        let patch = try? JSONNode(parsing: random.text())
      else { continue }
      checked += 1
      let once = target.merging(patch: patch)
      #expect(once.merging(patch: patch) == once)
      let empty = JSONNode(.object(JSONObject()))
      if target.value.kind == .object { #expect(target.merging(patch: empty) == target) }
      let bare = empty.merging(patch: patch)
      #expect(empty.merging(patch: bare) == bare)
      if patch.value.kind == .object { #expect(bare.value.kind == .object) }
    }
  }

  @Test func equality() throws {
    func node(_ text: String) throws -> JSONNode { try JSONNode(parsing: text) }
    let same = [
      (#"{"a":1,"b":[2,{}]}"#, #" { "b" : [2 , {}], "\u0061" : 1 }"#), ("\"\\u00e9\"", "\"é\""),
    ]
    for (one, other) in same {
      #expect(try node(one) == node(other))
      #expect(try node(one).hashValue == node(other).hashValue)
    }
    let different = [
      ("1", "1.0"), ("\"\u{e9}\"", "\"e\u{301}\""), ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}"),
      (#"{"a":1}"#, #"{"a":1,"b":null}"#), ("[1,2]", "[2,1]"), ("null", "false"), ("[]", "{}"),
    ]
    for (one, other) in different { #expect(try node(one) != node(other), "\(one) \(other)") }
  }

  @Test func lookup() throws {
    for count in [0, 1, 8, 9, 100] {
      let members = (0..<count).map { "\"k\($0)\":\($0)" } + ["\"\u{e9}\":-1", "\"e\u{301}\":-2"]
      let object = try JSONCursor(JSONNode(parsing: "{" + members.joined(separator: ",") + "}"))
      for index in 0..<count { #expect(try object.member("k\(index)").int() == index) }
      #expect(try object.member("\u{e9}").int() == -1)
      #expect(try object.member("e\u{301}").int() == -2)
      #expect(try object.object()["k\(count)"] == nil)
      #expect(try object.object().count == count + 2)
    }
    let built = JSONObject([
      JSONMember(key: "a", node: JSONNode(.null)), JSONMember(key: "b", node: JSONNode(.null)),
      JSONMember(key: "a", node: JSONNode(.bool(true))),
    ])
    #expect(built.keys == ["a", "b"] && built["a"]?.value == .bool(true))
  }

  /// The offsets of a tree point at what they say they do.
  @Test func offsets() throws {
    var random = RandomJSON(seed: 41)
    func check(_ node: JSONNode, _ text: [UInt8]) throws {
      let first = text[node.offset]
      let starts: [JSONKind: String] = [
        .null: "n", .bool: "tf", .number: "-0123456789", .string: "\"", .array: "[", .object: "{",
      ]
      #expect(try #require(starts[node.value.kind]).utf8.contains(first))
      if case .number(let number) = node.value {
        #expect(text[node.offset...].starts(with: Array(number.text.utf8)))
      }
      if case .array(let elements) = node.value {
        for element in elements { try check(element, text) }
      }
      if case .object(let object) = node.value {
        for member in object.members {
          #expect(
            text[member.keyOffset] == UInt8(ascii: "\"") && member.keyOffset < member.node.offset)
          try check(member.node, text)
        }
      }
    }
    for _ in 0..<150 {
      let text = random.text()
      if let node = try? JSONNode(parsing: text) { try check(node, text) }
    }
  }

  @Test func membersLeftOutAreReadButNotKept() throws {
    let text = #"{"a":1,"skip":{"b":[1,{"skip":2}]},"c":{"skip":3,"d":4},"skip2":5}"#
    let node = try JSONNode(parsing: Array(text.utf8), leavingOut: ["skip"])
    let kept = try JSONNode(parsing: #"{"a":1,"c":{"d":4},"skip2":5}"#)
    #expect(node == kept)
    #expect(throws: JSONTextError.self) {
      try JSONNode(parsing: Array(#"{"skip":[1,}}"#.utf8), leavingOut: ["skip"])
    }
    #expect(throws: JSONTextError.self) {
      try JSONNode(parsing: Array(#"{"skip":1,"skip":2}"#.utf8), leavingOut: ["skip"])
    }
  }
}
