import DataLibrary
import Foundation
import JSONText
import TestSupport
import Testing

@testable import Tariffs

/// Town files with something wrong in them: the code, the path and the line of the fault.
@Suite struct FaultyFileTests {
  static let valid = TestTown.text(
    hours: "Mo-Fr 09:00-14:00; PH off",
    rate: """
      {
            "points": [
              { "minutes": 30, "cents": 50 },
              { "minutes": 60, "cents": 100 }
            ]
          }
      """,
    more: """
      "valid_from": "2020-01-01",
          "examples": [
            { "id": "E-1", "zone": "street", "at": "2026-06-01T10:00", "money_cents": 50,
              "expect": { "counted_minutes": 30 } }
          ],
      """)

  struct Edit: Sendable {
    let what: String
    let old: String
    let new: String
    let code: String
    let path: String
    let line: Int

    init(_ what: String, _ old: String, _ new: String, _ code: String, _ path: String, _ line: Int)
    {
      (self.what, self.old, self.new) = (what, old, new)
      (self.code, self.path, self.line) = (code, path, line)
    }
  }

  static let current = "$.editions.current"
  static let edits: [Edit] = [
    Edit(
      "wrong type", #""hours": "Mo-Fr 09:00-14:00; PH off""#, #""hours": 7"#, "json_expected",
      current + ".zones.street.hours", 13),
    Edit(
      "unknown member", #""hours":"#, #""ours": 1, "hours":"#, "json_unknown_member",
      current + ".zones.street.ours", 13),
    Edit(
      "missing member", #""name": { "en": "street" }, "#, "", "json_missing_member",
      current + ".zones.street", 12),
    Edit(
      "zone named twice", #""zones": {"#, #""zones": { "street": {}, "#, "json_duplicate_key",
      current + ".zones.street", 12),
    Edit(
      "ladder that goes down", #""minutes": 60, "cents": 100"#, #""minutes": 60, "cents": 40"#,
      "ladder_not_rising", current + ".rates.only.points", 17),
    Edit(
      "ladder that stands", #""minutes": 60, "cents": 100"#, #""minutes": 60, "cents": 50"#,
      "ladder_not_rising", current + ".rates.only.points", 17),
    Edit(
      "hours that do not parse", "Mo-Fr 09:00-14:00", "Mo-Xx 09:00-14:00", "bad_hours",
      current + ".zones.street.hours", 13),
    Edit("impossible date", "2020-01-01", "2021-02-29", "bad_date", current + ".valid_from", 6),
    Edit(
      "impossible time", "2026-06-01T10:00", "2026-06-01T24:30", "bad_time",
      current + ".examples[0].at", 8),
    Edit(
      "unknown source", #""source": "X-1""#, #""source": "X-2""#, "unknown_source",
      current + ".source", 6),
    Edit(
      "unknown rate", #""rate": "only""#, #""rate": "other""#, "unknown_rate",
      current + ".zones.street.rate", 13),
    Edit(
      "unknown zone of an example", #""zone": "street""#, #""zone": "road""#, "unknown_zone",
      current + ".examples[0].zone", 8),
    Edit(
      "based on itself", #""valid_from""#, #""based_on": "current", "valid_from""#, "edition_cycle",
      current + ".based_on", 6),
    Edit(
      "based on nothing", #""valid_from""#, #""based_on": "old", "valid_from""#, "unknown_edition",
      current + ".based_on", 6),
    Edit(
      "ends before it begins", #""valid_from""#, #""valid_to": "2019-01-01", "valid_from""#,
      "edition_backwards", current, 5),
    Edit(
      "1e400", #""cents": 100"#, #""cents": 1e400"#, "json_number_out_of_range",
      current + ".rates.only.points[1].cents", 19),
    Edit(
      "negative", #""cents": 100"#, #""cents": -1"#, "json_out_of_bounds",
      current + ".rates.only.points[1].cents", 19),
    Edit(
      "fraction", #""cents": 100"#, #""cents": 99.5"#, "json_not_an_integer",
      current + ".rates.only.points[1].cents", 19),
    Edit(
      "two forms", #""points":"#, #""bands": [{ "cents": 1, "per_minutes": 1 }], "points":"#,
      "several_forms", current + ".rates.only", 16),
    Edit(
      "denominator too large", #""points": ["#,
      #""points": [ { "minutes": 7, "cents": 1 }, { "minutes": 20, "cents": 2 }, { "minutes": 25, "cents": 20 }, { "minutes": 29, "cents": 30 },"#,
      "ok", "", 0),
    Edit(
      "status of nowhere", #""official""#, #""rumour""#, "json_unknown_word", current + ".status", 6
    ),
    Edit(
      "inferred without note", #""official""#, #""inferred""#, "inferred_without_note", current, 5),
    Edit(
      "example with two inputs", #""money_cents": 50,"#, #""money_cents": 50, "minutes": 30,"#,
      "example_input", current + ".examples[0]", 8),
    Edit(
      "trailing text", #""valid_from": "2020-01-01""#, #""valid_from": "2020-01-01" 1"#,
      "json_unexpected_character", "", 6),
  ]

  @Test(arguments: edits) func aFaultIsNamedWithItsPlace(edit: Edit) throws {
    #expect(Self.valid.contains(edit.old), "nothing to change")
    let text = Self.valid.replacing(edit.old, with: edit.new, maxReplacements: 1)
    let found = Self.faults(Array(text.utf8))
    if edit.code == "ok" {
      #expect(found.isEmpty)
      return
    }
    // One mistake gives one kind of fault, without others that follow from it.
    #expect(
      Set(found.map(\.code)).subtracting(["no_source"]) == [edit.code], "\(edit.what): \(found)")
    let fault = found.first { $0.code == edit.code }
    if !edit.path.isEmpty { #expect(fault?.path == edit.path, "\(edit.what)") }
    #expect(fault?.line == edit.line, "\(edit.what): \(found)")
  }

  struct Found: CustomStringConvertible {
    let code: String
    let path: String
    let line: Int
    var description: String { "\(code) \(path) line \(line)" }
  }

  /// What reading says, text and meaning alike.
  static func faults(_ bytes: [UInt8]) -> [Found] {
    let root: JSONNode
    do { root = try JSONNode(parsing: bytes) } catch {
      return [Found(code: error.code, path: error.path.description, line: error.line)]
    }
    do { _ = try TownFile.read(root) } catch {
      return TownLibrary.located(error.list, in: bytes).map {
        Found(code: $0.fault.code, path: $0.fault.path.description, line: $0.line)
      }
    }
    return []
  }

  @Test func theFileThatTheEditsStartFromIsGood() throws {
    #expect(Self.faults(Array(Self.valid.utf8)).isEmpty)
    let engine = try TestTown.engine(Self.valid)
    #expect(TownCheck(engine).faults().isEmpty && TownCheck(engine).exampleCount == 1)
  }

  @Test func fiveFaultsAreListedTogether() {
    var text = Self.valid
    for (old, new) in [
      (#""cents": 100"#, #""cents": "a""#), ("2020-01-01", "someday"),
      (#""rate": "only""#, #""rate": 5"#),
      (#""money_cents": 50"#, #""money": 50"#), ("Mo-Fr 09:00", "Mo-Fr 9h"),
    ] {
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    let codes = Self.faults(Array(text.utf8)).map(\.code).sorted()
    #expect(
      codes == [
        "bad_date", "bad_hours", "json_expected", "json_expected", "json_unknown_member",
      ])
  }

  // MARK: Faults of the whole

  @Test func overlappingEditionsAreRefused() {
    let text = Self.valid.replacing(
      #""editions": {"#, with: #""editions": { "old": { "valid_to": "2020-01-01", "zones": {} },"#)
    #expect(Self.faults(Array(text.utf8)).map(\.code) == ["edition_overlap"])
    let ring = Self.valid.replacing(
      #""editions": {"#,
      with:
        #""editions": { "a": { "based_on": "b", "valid_to": "1990-01-01" }, "b": { "based_on": "a", "valid_from": "1995-01-01", "valid_to": "1996-01-01" },"#
    )
    #expect(Self.faults(Array(ring.utf8)).map(\.code).contains("edition_cycle"))
  }

  @Test func whatOnlyTheWholeShowsIsFound() throws {
    let holidays = TestTown.shipped["calatayud"]!.holidays
    let late = try TestTown.engine(
      Self.valid.replacing("Mo-Fr 09:00-14:00; PH off", with: "PH off; Mo-Fr 09:00-14:00"),
      holidays: holidays)
    let fault = TownCheck(late).faults().first
    #expect(fault?.code == "holiday_overridden")
    #expect(fault?.path.description == Self.current + ".zones.street.hours")
    let wrong = try TestTown.engine(
      Self.valid.replacing(#""counted_minutes": 30"#, with: #""counted_minutes": 31"#))
    #expect(TownCheck(wrong).faults().map(\.code) == ["example_differs"])
    let early = try TestTown.engine(Self.valid.replacing("2026-06-01T10", with: "2019-06-01T10"))
    #expect(TownCheck(early).faults().map(\.code) == ["example_outside_edition"])
  }

  /// T12, T13: a list with a hole before its first price is a least payment here, not a hole; two prices
  /// for one minute cannot be written but as a ladder that does not rise.
  @Test func T12_T13_noMinuteIsWithoutAPriceOrWithTwo() throws {
    let hole = try #require(
      TestTown.rate(
        #"{ "points": [{ "minutes": 10, "cents": 100 }, { "minutes": 15, "cents": 150 }] }"#
      )
      .ladder())
    #expect(hole.cents(for: 1)?.value == 100 && hole.cents(for: 16) == nil)
    for bands in [
      #"[{ "up_to_minutes": 119, "cents": 320, "per_minutes": 60 }, { "up_to_minutes": 60, "cents": 420, "per_minutes": 60 }]"#,
      #"[{ "cents": 320, "per_minutes": 60 }, { "up_to_minutes": 60, "cents": 420, "per_minutes": 60 }]"#,
      #"[{ "up_to_minutes": 60, "cents": 320, "per_minutes": 60 }, { "up_to_minutes": 60, "cents": 420, "per_minutes": 60 }]"#,
    ] {
      let found = Self.faults(Array(TestTown.text(rate: "{ \"bands\": \(bands) }").utf8))
      #expect(found.contains { ["bands_not_rising", "band_after_the_last"].contains($0.code) })
    }
  }

  @Test(arguments: [
    // Prime lengths have no common denominator of a size to reckon with.
    #"{ "bands": [{ "up_to_minutes": 10, "cents": 1, "per_minutes": 1439 }, { "up_to_minutes": 20, "cents": 1, "per_minutes": 1433 }, { "up_to_minutes": 30, "cents": 1, "per_minutes": 1429 }, { "up_to_minutes": 40, "cents": 1, "per_minutes": 1427 }, { "up_to_minutes": 50, "cents": 1, "per_minutes": 1423 }, { "up_to_minutes": 60, "cents": 1, "per_minutes": 1409 }, { "cents": 1, "per_minutes": 1399 }] }"#,
    #"{ "points": [{ "minutes": 500009, "cents": 1 }, { "minutes": 999990, "cents": 2 }, { "minutes": 1499907, "cents": 3 }, { "minutes": 1499938, "cents": 4 }] }"#,
    #"{ "bands": [{ "up_to_minutes": 1576800, "cents": 100000000, "per_minutes": 1 }, { "cents": 100000000, "per_minutes": 1 }] }"#,
  ]) func figuresTooLargeToBeExactAreRefused(rate: String) {
    #expect(
      Self.faults(Array(TestTown.text(rate: rate).utf8)).map(\.code).contains("figures_too_large"))
  }

  @Test func contradictoryLimitsAreRefused() {
    for limits in [
      #""minimum": { "cents": 80 }, "maximum": { "cents": 60 }"#,
      #""minimum": { "minutes": 80 }, "maximum": { "minutes": 60 }"#,
      #""maximum": { "cents": 40 }"#,
    ] {
      let text = Self.valid.replacing(#""points":"#, with: limits + #", "points":"#)
      #expect(Self.faults(Array(text.utf8)).map(\.code) == ["minimum_above_maximum"])
    }
  }

  /// Many surcharges that each multiply the exact price: refused, not overflown.
  @Test func modifiersUponModifiersDoNotOverflow() {
    let surcharges = (0..<12).map {
      #"{ "id": "s\#($0)", "signal": "s\#($0)", "percent": \#(37 + $0) }"#
    }
    let text = TestTown.text(
      rate: #"{ "bands": [{ "cents": 317, "per_minutes": 61 }], "round_to_cents": 1 }"#,
      more: "\"surcharges\": [\(surcharges.joined(separator: ","))],")
    #expect(Self.faults(Array(text.utf8)).map(\.code) == ["figures_too_large"])
  }

  // MARK: Bytes

  @Test func aFileOfAHundredMegabytesIsRefusedBySize() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 100 << 20)
    try handle.close()
    #expect {
      try TestTown.library.engine(path: file.path)
    } throws: { error in
      if case LibraryError.file(.tooLarge) = error { true } else { false }
    }
  }

  @Test func invalidUTF8AndTruncationAreFaultsOfTheText() {
    var bytes = Array(Self.valid.utf8)
    bytes[bytes.firstIndex(of: UInt8(ascii: "T"))!] = 0xFF
    #expect(Self.faults(bytes).map(\.code) == ["json_invalid_utf8"])
    #expect(Self.faults(Array(Self.valid.utf8.prefix(300))).map(\.code) == ["json_unexpected_end"])
    #expect(!Self.faults([]).isEmpty)
  }

  /// Whatever is done to the bytes of a real file, it is read or refused; and what is read can be asked.
  @Test(arguments: ["calatayud", "errenteria", "palma", "pamplona"])
  func noDamageToAFileStopsTheProgram(town: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Repository.file("tariffs/\(town).json")))
    var random = SeededGenerator(seed: UInt64(bytes.count))
    let digits = Array("0123456789-\"{}[],:e".utf8)
    let rounds = 4_000_000 / bytes.count
    var read = 0
    for _ in 0..<min(rounds, 600) {
      var damaged = bytes
      if random.chance(15) {
        damaged = Array(damaged.prefix(random.number(0...bytes.count)))
      } else {
        for _ in 0..<random.number(1...3) {
          damaged[random.number(0...bytes.count - 1)] =
            random.chance(70) ? random.pick(digits) : UInt8(random.number(0...255))
        }
      }
      guard let root = try? JSONNode(parsing: damaged), let town = try? TownFile.read(root) else {
        continue
      }
      read += 1
      let engine = TariffEngine(town: town, clock: TestTown.clock, holidays: .none)
      for id in engine.zoneIDs {
        let asked = Asked(engine: engine, zone: id)
        _ = asked.pay(100, at: "2026-06-01T10:00")
        _ = asked.stay(90, at: "2014-06-03T13:00")
      }
    }
    #expect(read > 0)
  }
}
