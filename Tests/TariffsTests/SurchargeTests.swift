import CivilTime
import Testing

@testable import Tariffs

/// Surcharges by signals from outside, worked out by hand.
@Suite struct SurchargeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let surcharges: String
    let signals: [String: SignalValue]
    let at: String
    let vehicle: VehicleClass?
    /// The price of an hour (1.00 without surcharge), `?` where it depends on an unknown signal.
    let answer: String

    init(
      _ name: String, _ surcharges: String, _ signals: [String: SignalValue], at: String = "10:00",
      vehicle: VehicleClass? = nil, _ answer: String
    ) {
      testDescription = name
      (self.surcharges, self.signals, self.at) = (surcharges, signals, at)
      (self.vehicle, self.answer) = (vehicle, answer)
    }
  }

  static let no2 = """
    { "id": "no2", "signal": "no2", "exempt": ["zero"],
      "steps": [ { "above": 60, "percent": 60 }, { "above": 70, "percent": 100 } ] }
    """
  static func episode(_ members: String = "", hours: String = "08:00-12:00") -> String {
    """
    { "id": "episode", "signal": "episode", \(members)"add_cents_per_hour": 200, "when": "\(hours)" }
    """
  }
  static func percent(_ id: String, _ percent: Int, of base: String? = nil) -> String {
    "{ \"id\": \"\(id)\", \"signal\": \"\(id)\", \"percent\": \(percent)"
      + (base.map { ", \"of\": \"\($0)\"" } ?? "") + " }"
  }

  static let rows: [Row] = [
    Row("none given", no2, [:], "100?"),
    Row("exactly 60", no2, ["no2": .figure(60)], "100"),
    Row("over 60", no2, ["no2": .figure(61)], "160"),
    Row("exactly 70", no2, ["no2": .figure(70)], "160"),
    Row("over 70", no2, ["no2": .figure(71)], "200"),
    Row("exempt", no2, ["no2": .figure(75)], vehicle: .zero, "100"),
    Row("exempt, not given", no2, [:], vehicle: .zero, "100"),
    Row("a declaration where a figure is due", no2, ["no2": .declared(true)], "100"),
    Row("declared", episode(), ["episode": .declared(true)], "300"),
    Row("declared off", episode(), ["episode": .declared(false)], "100"),
    Row("last minute of its hours", episode(), ["episode": .declared(true)], at: "11:59", "300"),
    Row("outside its hours", episode(), ["episode": .declared(true)], at: "12:00", "100"),
    Row("not given, inside its hours", episode(), [:], "100?"),
    Row("not given, outside its hours", episode(), [:], at: "12:00", "100"),
    Row("of another zone", episode("\"zones\": [\"other\"], "), [:], "100"),
    Row(
      "two at once, in their order", no2 + ", " + episode(),
      ["no2": .figure(75), "episode": .declared(true)], "400"),
    Row(
      "two at once, in the other order", episode() + ", " + no2,
      ["no2": .figure(75), "episode": .declared(true)], "600"),
    Row(
      "percent on percent", percent("a", 60) + ", " + percent("b", 100),
      ["a": .declared(true), "b": .declared(true)], "320"),
    Row(
      "percent of the base", percent("a", 60) + ", " + percent("b", 100, of: "base"),
      ["a": .declared(true), "b": .declared(true)], "260"),
    Row(
      "one of two not given", percent("a", 60) + ", " + percent("b", 100), ["a": .declared(true)],
      "160?"),
    Row(
      "two at different hours",
      episode()
        + ", { \"id\": \"b\", \"signal\": \"b\", \"percent\": 50, \"when\": \"11:00-13:00\" }",
      ["episode": .declared(true), "b": .declared(true)], at: "11:30", "450"),
    Row(
      "the later of two",
      episode()
        + ", { \"id\": \"b\", \"signal\": \"b\", \"percent\": 50, \"when\": \"11:00-13:00\" }",
      ["episode": .declared(true), "b": .declared(true)], at: "12:30", "150"),
  ]

  @Test(arguments: rows) func aSurchargeIsAsWorkedOutByHand(row: Row) throws {
    let text = TestTown.text(
      rate: "{ \"bands\": [ { \"cents\": 100, \"per_minutes\": 60 } ], \"round_to_cents\": 5 }",
      more: "\"surcharges\": [ \(row.surcharges) ],"
    ).replacing(
      "\"zones\": {\n",
      with: "\"zones\": { \"other\": { \"name\": { \"en\": \"o\" }, \"hours\": \"24/7\" },\n",
      maxReplacements: 1)
    let engine = try TestTown.engine(text)
    let zone = engine.prepared(zone: "street", vehicle: row.vehicle, signals: row.signals)!
    let arrival = engine.clock.instant(of: try LocalDateTime(iso8601: "2025-10-14T" + row.at))
    let quote = zone.quote(QuoteRequest(arrival: arrival, want: .minutes(60)))
    let isUnknown = quote.caveats.contains(.signalUnknown)
    #expect("\(quote.paid.value)\(isUnknown ? "?" : "")" == row.answer)
  }

  @Test func whatIsFreeDependsOnNoSignal() throws {
    let engine = try TestTown.engine(
      TestTown.text(
        hours: "09:00-10:00", rate: ExtensionTests.ladder,
        more: "\"surcharges\": [ \(Self.no2) ],"))
    let asked = Asked(engine: engine)
    #expect(asked.stay(20, at: "2025-10-14T09:00").caveats.contains(.signalUnknown))
    #expect(!asked.stay(20, at: "2025-10-14T11:00").caveats.contains(.signalUnknown))
  }
}
