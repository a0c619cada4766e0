import JSONText
import Testing

struct DecodingTests {
  private enum Colour: String, CaseIterable { case blue, orange }

  private let text = """
    {
      "name": "Uhartezar",
      "zones": {
        "blue": {"hours": 12, "maximum": 1.5, "minimum": 0, "colour": "bleu", "extra": []},
        "red-green": {"hours": "24/7", "maximum": 1e30, "free": null}
      },
      "rates": [{"cents": 10}, {"cents": "10"}, 7]
    }
    """

  /// One pass tells everything that is wrong, each with its path, its place and its code.
  @Test func collectsAllErrors() throws {
    let root = JSONCursor(try JSONNode(parsing: text))
    var errors = JSONShapeErrors()
    #expect(errors.collect(try root.member("name").string()) == "Uhartezar")
    #expect(errors.collect(try root.member("valid_from").string()) == nil)
    for (_, zone) in errors.collect(try root.member("zones").members()) ?? [] {
      _ = errors.collect(try zone.member("hours").string())
      _ = errors.collect(try zone.member("maximum").int())
      let minimum: Int? = errors.collect(try zone.optionalMember("minimum")?.int(in: 1...60))
      #expect(minimum == nil)
      let colour: Colour? = errors.collect(try zone.optionalMember("colour")?.word())
      #expect(colour == nil)
      #expect(errors.collect(try zone.optionalMember("free")?.bool()) == nil)
      errors.refuseUnknownMembers(
        of: zone, known: ["hours", "maximum", "minimum", "colour", "free"])
    }
    for rate in errors.collect(try root.member("rates").array()) ?? [] {
      _ = errors.collect(try rate.member("cents").int(in: 0...1000))
    }
    errors.record(try root.member("name").refused("town_unknown", "Uhartezar"))
    let lines = LineIndex(Array(text.utf8))
    let told = errors.list.map { error in
      let place = lines.position(of: error.offset)
      return "\(error.code) \(error.path) \(place.line):\(place.column)"
    }
    #expect(
      told == [
        "json_missing_member $ 1:1",
        "json_expected $.zones.blue.hours 4:23",
        "json_not_an_integer $.zones.blue.maximum 4:38",
        "json_out_of_bounds $.zones.blue.minimum 4:54",
        "json_unknown_word $.zones.blue.colour 4:67",
        "json_unknown_member $.zones.blue.extra 4:75",
        "json_number_out_of_range $.zones['red-green'].maximum 5:47",
        "json_expected $.rates[1].cents 7:38",
        "json_expected $.rates[2] 7:45",
        "town_unknown $.name 2:11",
      ])
    #expect(errors.list[0].kind == .missingMember("valid_from"))
    #expect(errors.list[1].kind == .expected(.string, found: .number))
    #expect(errors.list[3].kind == .outOfBounds(0, allowed: 1...60))
    #expect(errors.list[4].kind == .unknownWord("bleu", allowed: ["blue", "orange"]))
  }

  @Test func everyAccessorRefusesEveryOtherKind() throws {
    let values = ["null", "true", "1", "\"x\"", "[]", "{}"]
    typealias Read = (JSONCursor) throws -> Void
    let accessors: [(JSONKind, Read)] = [
      (.bool, { _ = try $0.bool() }), (.number, { _ = try $0.int() }),
      (.number, { _ = try $0.double() }), (.number, { _ = try $0.number() }),
      (.string, { _ = try $0.string() }), (.array, { _ = try $0.array() }),
      (.object, { _ = try $0.object() }), (.object, { _ = try $0.members() }),
      (.object, { _ = try $0.optionalMember("a") }),
    ]
    for value in values {
      let cursor = JSONCursor(try JSONNode(parsing: value), path: .root.member("x"))
      for (kind, read) in accessors {
        if cursor.kind == kind {
          #expect(throws: Never.self) { try read(cursor) }
        } else {
          #expect(throws: cursor.failure(.expected(kind, found: cursor.kind))) { try read(cursor) }
        }
      }
    }
    let huge = JSONCursor(try JSONNode(parsing: "1e400"))
    #expect(throws: huge.failure(.numberOutOfRange("1e400"))) { try huge.double() }
    #expect(throws: huge.failure(.numberOutOfRange("1e400"))) { try huge.int() }
    #expect(try JSONCursor(JSONNode(parsing: "2.50")).double() == 2.5)
    #expect(try JSONCursor(JSONNode(parsing: "\"blue\"")).word() == Colour.blue)
    #expect(try JSONCursor(JSONNode(parsing: "null")).isNull)
  }

  @Test func pathsAreQueriesOfRFC9535() {
    let names: [(String, String)] = [
      ("blue", ".blue"), ("_x9", "._x9"), ("ñandú", ".ñandú"), ("9a", "['9a']"), ("", "['']"),
      ("red-green", "['red-green']"), ("a b", "['a b']"), ("it's", #"['it\'s']"#),
      ("a\\b", #"['a\\b']"#), ("\u{8}\t\n\u{C}\r\u{1}\u{1F}", #"['\b\t\n\f\r\u0001\u001f']"#),
      ("\"", "['\"']"),
    ]
    for (name, text) in names {
      #expect(JSONPath.root.member(name).element(0).description == "$" + text + "[0]")
    }
  }

  /// Positions of a GeoJSON geometry, read without a tree; what is not looked at is still checked.
  @Test func pullReading() throws {
    func read(_ text: String) throws(JSONTextError) -> (positions: [SIMD2<Double>], log: [String]) {
      try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONTextError) in
        var positions: [SIMD2<Double>] = []
        var log: [String] = []
        try reader.beginObject()
        while let key = try reader.nextMember() {
          guard key == "coordinates" else {
            log.append("\(key) \(try reader.nextKind()) \(reader.offset)")
            try reader.skipValue()
            continue
          }
          try reader.beginArray()
          while try reader.nextElement() {
            try reader.beginArray()
            var position = SIMD2<Double>.zero
            var count = 0
            while try reader.nextElement() {
              if count < 2 {
                position[count] = try reader.readDouble()
              } else {
                try reader.skipValue()
              }
              count += 1
            }
            log.append("\(reader.path) \(reader.depth)")
            positions.append(position)
          }
        }
        return (positions, log)
      }
    }
    let good = try read(
      #"{"type":"LineString","coordinates":[[-1.64,42.81],[ -1.65 , 42.82, 450.5 ]], "x":{"y":[1]}}"#
    )
    #expect(good.positions == [SIMD2(-1.64, 42.81), SIMD2(-1.65, 42.82)])
    #expect(
      good.log == [
        "type string 8", "$.coordinates[0] 2", "$.coordinates[1] 2", "x object 81",
      ])
    let bad: [(String, String)] = [
      (#"{"x":{"y":[1,{"a":1,"a":2}]},"coordinates":[]}"#, "json_duplicate_key 21 $.x.y[1].a"),
      (#"{"coordinates":[[0,"1"]]}"#, "json_unexpected_kind 20 $.coordinates[0][1]"),
      (#"{"coordinates":[[0,1e999]]}"#, "json_number_out_of_range 20 $.coordinates[0][1]"),
      (#"{"coordinates":[[0,1,]]}"#, "json_trailing_comma 21 $.coordinates[0]"),
      (#"{"coordinates":[[0,1]],"coordinates":[]}"#, "json_duplicate_key 24 $.coordinates"),
      (#"{"coordinates":{}}"#, "json_unexpected_kind 16 $.coordinates"),
      (#"[]"#, "json_unexpected_kind 1 $"), ("{} x", "json_trailing_text 4 $"),
    ]
    for (text, wanted) in bad {
      do throws(JSONTextError) {
        _ = try read(text)
        Issue.record("accepted \(text)")
      } catch {
        #expect("\(error.code) \(error.column) \(error.path)" == wanted)
      }
    }
  }

  /// A body that stops early is told so, unless it abandons the text.
  @Test func stoppingEarly() throws {
    func firstElement(_ text: String, abandon: Bool) throws(JSONTextError) -> Int {
      try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONTextError) in
        try reader.beginArray()
        _ = try reader.nextElement()
        let value = try reader.readInt()
        if abandon { reader.abandon() }
        return value
      }
    }
    #expect(try firstElement("[7, x", abandon: true) == 7)
    for (text, code) in [("[7, 8]", "json_trailing_text"), ("[7 ", "json_unexpected_end")] {
      do throws(JSONTextError) {
        _ = try firstElement(text, abandon: false)
        Issue.record("accepted \(text)")
      } catch {
        #expect(error.code == code)
      }
    }
  }

  @Test func writing() {
    var writer = JSONWriter()
    for zone in ["blue", "\u{0}\u{1F}\u{7F}\u{85}\u{2028}\u{2029}\"\\/\u{8}\u{C}\n\r\té😀"] {
      writer.beginObject()
      writer.key("zone")
      writer.write(zone)
      writer.key("cents")
      writer.beginArray()
      writer.write(Int.min)
      writer.write(0)
      writer.write(-1.5)
      writer.endArray()
      writer.endObject()
      writer.endLine()
    }
    #expect(
      writer.text == """
        {"zone":"blue","cents":[-9223372036854775808,0,-1.5]}
        {"zone":"\\u0000\\u001f\\u007f\\u0085\\u2028\\u2029\\"\\\\/\\b\\f\\n\\r\\té😀",\
        "cents":[-9223372036854775808,0,-1.5]}

        """)
    let output: JSONOutput = ["town": "Uhartezar", "free": nil, "zones": [1, true, [], [:]]]
    #expect(output.text() == #"{"town":"Uhartezar","free":null,"zones":[1,true,[],{}]}"#)
    #expect(
      output.text(pretty: true) == """
        {
          "town": "Uhartezar",
          "free": null,
          "zones": [
            1,
            true,
            [],
            {}
          ]
        }
        """)
    writer.removeAll()
    writer.write(JSONNode(.number(JSONNumber(-7))))
    #expect(writer.text == "-7")
    // A line of NDJSON tells its own line number.
    let second = Array("{\"zone\":}".utf8)
    #expect(throws: JSONTextError.self) { try JSONNode(parsing: second, firstLine: 2) }
    do { _ = try JSONNode(parsing: second, firstLine: 2) } catch {
      #expect(error.line == 2 && error.column == 9 && error.offset == 8)
    }
  }
}
