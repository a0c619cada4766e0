import Testing

@testable import Tariffs

/// A stay never runs into time for residents only, or for nobody, without a word.
@Suite struct BarTests {
  struct Row: Sendable {
    let name: String
    var zone = #""outside_hours": "residents_only","#
    var hours = "Mo-Fr 09:00-20:00"
    var vehicle: VehicleClass?
    var at = "2025-10-14T19:00"
    let want: EdgeTests.Want
    let answer: String
    var limits: [Limit] = []
  }

  static let rows: [Row] = [
    Row(
      name: "until after the closing", want: .until("2025-10-14T20:01"),
      answer: "residents_only 60 60min 2025-10-14T20:00"),
    Row(
      name: "until the next day", want: .until("2025-10-15T10:00"),
      answer: "residents_only 60 60min 2025-10-14T20:00"),
    Row(
      name: "until the closing", want: .until("2025-10-14T20:00"),
      answer: "60+0 60min 2025-10-14T20:00", limits: [.residentsOnly]),
    Row(
      name: "until before the closing", want: .until("2025-10-14T19:59"),
      answer: "59+0 59min 2025-10-14T19:59"),
    Row(
      name: "minutes past the closing", want: .stay(90), answer: "90+0 90min 2025-10-15T09:30",
      limits: [.residentsOnly]),
    Row(
      name: "money past the closing", want: .pay(90), answer: "90+0 90min 2025-10-15T09:30",
      limits: [.residentsOnly]),
    Row(
      name: "until past forbidden hours", zone: #""outside_hours": "forbidden","#,
      want: .until("2025-10-15T10:00"), answer: "forbidden 60 60min 2025-10-14T20:00"),
    Row(
      name: "to forbidden hours", zone: #""outside_hours": "forbidden","#, want: .stay(60),
      answer: "60+0 60min 2025-10-14T20:00", limits: [.forbidden]),
    Row(
      name: "a resident at home", vehicle: .resident(sector: nil),
      want: .until("2025-10-15T10:00"), answer: "120+0 120min 2025-10-15T10:00"),
    Row(
      name: "closed hours that are free", zone: "", want: .until("2025-10-15T08:00"),
      answer: "60+0 60min 2025-10-14T20:00 free 2025-10-15T09:00"),
    Row(
      name: "days without a gap", hours: "24/7", want: .until("2025-10-15T10:00"),
      answer: "900+0 900min 2025-10-15T10:00"),
    Row(
      name: "free before residents' hours, until within them",
      zone: #""during_hours": "residents_only","#, at: "2025-10-14T07:00",
      want: .until("2025-10-14T10:00"), answer: "residents_only 2025-10-14T09:00"),
    Row(
      name: "free before forbidden hours", zone: #""during_hours": "forbidden","#,
      at: "2025-10-14T07:00", want: .stay(60), answer: "free until 2025-10-14T09:00",
      limits: [.forbidden]),
    Row(
      name: "free before hours that do not admit the class",
      zone: #""classes": { "none": { "admitted": false } },"#, vehicle: VehicleClass(id: "none"),
      at: "2025-10-14T07:00", want: .until("2025-10-14T09:01"),
      answer: "class_not_admitted 2025-10-14T09:00"),
    Row(
      name: "a class that does not pay, up to residents' hours",
      zone: #""outside_hours": "residents_only", "classes": { "zero": { "free": true } },"#,
      vehicle: VehicleClass(id: "zero"), want: .until("2025-10-14T21:00"),
      answer: "residents_only 2025-10-14T20:00", limits: [.classExempt]),
  ]

  @Test(arguments: rows) func mayStay(_ row: Row) throws {
    let rate = #"{ "bands": [{ "cents": 1, "per_minutes": 1 }], "coin_cents": 1 }"#
    let engine = try TestTown.engine(
      TestTown.text(hours: row.hours, rate: rate, zone: row.zone))
    let asked = Asked(engine: engine, vehicle: row.vehicle)
    let quote =
      switch row.want {
      case .pay(let cents): asked.pay(cents, at: row.at)
      case .stay(let minutes): asked.stay(minutes, at: row.at)
      case .until(let end): asked.stay(until: end, at: row.at)
      }
    #expect(asked.summary(quote) == row.answer)
    #expect(quote.limits == row.limits)
  }

  /// Nor does a town without a published price say that one may stay through such time.
  @Test func withoutAPrice() throws {
    let engine = try #require(TestTown.shipped["pamplona"])
    let asked = Asked(engine: engine, zone: "blue-green")
    #expect(
      asked.summary(asked.stay(30, at: "2025-10-14T19:00"))
        == "price_unpublished 60min 2025-10-14T20:00")
    #expect(
      asked.summary(asked.stay(until: "2025-10-14T21:00", at: "2025-10-14T19:00"))
        == "residents_only 60min 2025-10-14T20:00")
  }

  /// What is free now is not said to be free under rules that are others, or not known.
  @Test(arguments: [
    // Label 0 pays from 1 February 2025 on; its hours are not published.
    ("barcelona", "blue-a", "zero", "2025-01-31T19:00", "free until 2025-02-01T00:00"),
    ("barcelona", "blue-a", "zero", "2024-06-03T10:00", "free until 2025-02-01T00:00"),
    // Exempt under one edition after the other.
    ("pamplona", "blue", "zero", "2023-02-14T10:00", "free"),
    // The edition of one summer: what comes after it is not known.
    ("lleida", "blue", nil, "2019-09-30T20:30", "free until 2019-10-01T00:00"),
    ("lleida", "blue", nil, "2019-09-29T10:00", "free until 2019-09-30T09:00"),
  ]) func freeUntilTheRulesChange(
    town: String, zone: String, vehicle: String?, at: String, answer: String
  ) throws {
    let engine = try #require(TestTown.shipped[town])
    let asked = Asked(
      engine: engine, zone: zone, vehicle: vehicle.flatMap { VehicleClass(id: $0) })
    #expect(asked.summary(asked.stay(60, at: at)) == answer)
  }

  /// In the fiestas some streets of a sector are for residents only.
  @Test(arguments: [
    ("2", nil, "2024-07-08T11:00", true), ("2", "station", "2024-07-08T11:00", false),
    ("2", nil, "2024-07-16T11:00", false), (nil, nil, "2024-07-08T11:00", false),
  ]) func aPlaceMayHaveOtherRules(sector: String?, place: String?, at: String, said: Bool) throws {
    let engine = try #require(TestTown.shipped["pamplona"])
    let asked = Asked(engine: engine, zone: "blue", sector: sector, place: place)
    #expect(asked.stay(60, at: at).caveats.contains(.dependsOnPlace) == said)
  }
}
