import CivilTime
import DataLibrary
import Foundation
import JSONText
import TestSupport
import Testing

@testable import Commands

/// A line of a batch is answered as a call of its own.
struct BatchEqualityTests {
  /// One question asked both ways.
  private struct Asked {
    var members: [(String, JSONOutput)] = []
    var arguments: [String] = []
  }

  private static let zones: [(town: String, zone: String)] = {
    let library = TownLibrary(folder: DataFolder(path: Repository.root.path))
    let towns = (try? library.townIDs()) ?? []
    return towns.flatMap { town in
      ((try? library.engine(town: town))?.zoneIDs ?? []).map { (town, $0) }
    }
  }()

  private static func random(_ generator: inout SeededGenerator) -> Asked {
    var asked = Asked()
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    func one<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func option(_ name: String, _ text: String) {
      asked.members.append((name, .string(text)))
      asked.arguments += ["--\(name)", text]
    }
    let place = one(zones)
    option("town", chance(3) ? one(["calatayu", "../x"]) : place.town)
    let zone = chance(3) ? "blau" : place.zone
    asked.members.append(("zone", .string(zone)))
    let day = "20\(two(number(19...27)))-\(two(number(1...12)))-\(two(number(1...28)))"
    let time = "\(two(number(0...23))):\(two(number(0...59)))"
    option(
      "at", chance(2) ? "\(day)T25:00" : day + "T\(time)" + one(["", "", ":00", "+02:00", "Z"]))
    var typed: String?
    switch number(0...4) {
    case 0:
      let cents = number(0...700)
      typed = "\(cents)c"
      asked.members.append(("money_cents", .int(cents)))
    case 1:
      let minutes = number(1...700)
      typed = "\(minutes)m"
      asked.members.append(("minutes", .int(minutes)))
    case 2:
      typed = one(["1.20", "1,05", "0.65€", "1h30", "90", "2 euros", "0m", "x", "PT1H"])
      asked.members.append(("amount", .string(typed ?? "")))
    case 3: option("until", "\(day)T\(two(number(0...23))):\(two(number(0...59)))")
    default: if !chance(20) { option("until", one(["23:30", "14:00", "tomorrow 10:00", "soon"])) }
    }
    if chance(40) {
      option(
        "vehicle",
        one([
          "zero", "eco", "c", "b", "none", "motorcycle", "disabled", "commercial", "resident",
          "resident:3", "bus",
        ]))
    }
    if chance(15) { option("sector", one(["1", "9", "Casco Viejo"])) }
    if chance(10) { option("place", one(["station", "muelle"])) }
    if chance(20) {
      let no2 = number(0...120)
      asked.members.append(("signals", .object([("no2", .int(no2)), ("episode", .bool(true))])))
      asked.arguments += ["--signal", "no2=\(no2)", "--signal", "episode"]
    }
    if chance(20) {
      let hour = number(8...18)
      let (from, until) = ("\(two(hour)):00", "\(two(hour + 1)):30")
      asked.members.append(
        (
          "previous",
          .array([
            .object([("from", .string("\(day)T\(from)")), ("until", .string("\(day)T\(until)"))])
          ])
        ))
      asked.arguments += ["--previous", "\(from)-\(until)"]
    }
    if chance(30) {
      let (gap, prepay) = (one(["carry", "cut", "new_ticket"]), one(["allowed", "not_allowed"]))
      asked.members.append(
        ("assume", .object([("gap", .string(gap)), ("prepay", .string(prepay))])))
      asked.arguments += ["--assume", "gap=\(gap),prepay=\(prepay)"]
    }
    if chance(15) {
      let moment = "\(day)T\(two(number(0...23))):30"
      asked.members.append(("stopped_at", .string(moment)))
      asked.arguments += ["--stopped-at", moment]
    }
    asked.arguments += ["--", zone] + (typed.map { [$0] } ?? [])
    asked.members.shuffle(using: &generator)
    return asked
  }

  /// Byte for byte, refusals and complaints included; an offset in `at` may put the arrival on another
  /// day than the earlier ticket that the call can only give by its time, so those two are not mixed.
  @Test func equalsSingleCalls() throws {
    var generator = SeededGenerator(seed: 81)
    var asked: [Asked] = []
    while asked.count < 400 {
      let one = Self.random(&generator)
      let isMixed =
        one.arguments.contains("--previous")
        && one.arguments.contains { $0.hasSuffix("Z") || $0.hasSuffix("+02:00") }
      if !isMixed { asked.append(one) }
    }
    let batch = BatchTool(
      ["quote", "--batch"], lines: asked.map { JSONOutput.object($0.members).text() })
    #expect(batch.status == 0)
    #expect(batch.errors.isEmpty)
    try #require(batch.lines.count == asked.count)
    var answered = 0
    for (number, (question, line)) in zip(asked, batch.lines).enumerated() {
      let single = try BatchTool.single(question.arguments)
      if let answer = single.answer {
        answered += 1
        #expect(line == answer, "\(question.arguments)")
      } else {
        let error = try JSONCursor(JSONNode(parsing: Array(line.utf8))).optionalMember("error")
        guard let error else {
          Issue.record("\(question.arguments): \(single.complaint) but \(line)")
          continue
        }
        let message = try error.member("message").string()
        let complaint = message.split(separator: "\n").map { "aparka: \($0)\n" }.joined()
        #expect(complaint == single.complaint, "\(question.arguments)")
        #expect(line.hasSuffix(#""line":\#(number + 1)}"#))
      }
    }
    // Both kinds were there.
    #expect(answered > 250 && answered < 400)
  }

  /// What the options say holds where a line says nothing, and only there.
  @Test func optionsAreDefaults() throws {
    let options = [
      "--town", "calatayud", "--at", "2025-10-14T12:50", "--assume", "gap=cut", "--previous",
      "10:00-10:20",
    ]
    let run = BatchTool(
      ["quote", "blue", "0.65", "--batch"] + options,
      lines: [
        "{}", #"{"zone":null,"minutes":30}"#, #"{"at":"2025-10-14T19:40","previous":[]}"#,
        #"{"assume":{}}"#, #"{"vehicle":"resident","amount":"1 euro"}"#,
      ])
    let expected = try [
      options + ["blue", "0.65"], options + ["blue", "30m"],
      ["--town", "calatayud", "--at", "2025-10-14T19:40", "--assume", "gap=cut", "blue", "0.65"],
      [
        "--town", "calatayud", "--at", "2025-10-14T12:50", "--previous", "10:00-10:20", "blue",
        "0.65",
      ],
      options + ["--vehicle", "resident", "blue", "1 euro"],
    ].map { try BatchTool.single($0).answer }
    #expect(run.lines == expected.compactMap { $0 })
    #expect(run.lines.count == 5)
  }

  /// A batch may run for days: now is when the line is answered.
  @Test func withoutAtNowIsWhenTheLineIsAnswered() throws {
    let run = BatchTool(
      ["quote", "--batch"], lines: [#"{"town":"calatayud","zone":"blue","minutes":20}"#])
    #expect(run.output.contains(#""arrival":"2026-09-21T17:13:00+02:00""#))
  }

  @Test(arguments: [
    (["--vehicle", "bus"], "vehicle"), (["--signal", "=1"], "signal"),
    (["--assume", "gap=x"], "policy"), (["blue", "1.20", "c"], "One word too many"),
    (["blue", "b"], "neither"),
    (["--at", "25:00"], "no such time"), (["--town", "calatayu"], "calatayud"),
    (["--previous", "x"], "range"),
    (["blue", "1.20", "--until", "13:00"], "not both"),
  ])
  func badOptionsAreUsageErrors(options: [String], word: String) {
    let run = BatchTool(["quote", "--batch"] + options, lines: ["{}"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(word))
  }
}
