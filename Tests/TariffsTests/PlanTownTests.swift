import CivilTime
import TestSupport
import Testing

@testable import Tariffs

/// Plans worked out by hand, in the shipped towns.
@Suite struct PlanTownTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let town: String
    let zone: String
    let from: String
    let until: String
    /// Outcome, price, then each ticket's price and end; or how long it is legal, why not longer, and
    /// when one may return.
    let answer: String
    var testDescription: String { id }

    init(
      _ id: String, _ town: String, _ zone: String, _ from: String, _ until: String,
      _ answer: String
    ) {
      (self.id, self.town, self.zone) = (id, town, zone)
      (self.from, self.until, self.answer) = (from, until, answer)
    }
  }

  static let rows: [Row] = [
    Row(
      "W3-01", "vitoria-gasteiz", "zone-2", "2026-01-13T10:00", "2026-01-13T20:00",
      "covered 800: 800 to 2026-01-13T20:00"),
    Row(
      "W4-01", "vitoria-gasteiz", "zone-2", "2026-01-12T20:00", "2026-01-14T10:00",
      "covered 800: 800 to 2026-01-13T20:00"),
    Row(
      "W4-01 and a minute", "vitoria-gasteiz", "zone-2", "2026-01-12T20:00", "2026-01-14T10:01",
      "covered 800: 0 to 2026-01-13T10:15, 800 to 2026-01-14T10:15"),
    Row(
      "W2-07", "bilbao", "intensive-blue", "2025-10-14T10:00", "2025-10-14T14:00",
      "partly 0: until 2025-10-14T13:00 maximum_stay return 2025-10-14T14:30"),
    Row(
      "W9-01", "bilbao", "intensive-blue", "2025-10-14T09:00", "2025-10-14T17:00",
      "partly 0: until 2025-10-14T12:00 maximum_stay return 2025-10-14T13:30"),
    Row(
      "W2-07 within the maximum", "bilbao", "intensive-blue", "2025-10-14T10:00",
      "2025-10-14T13:00", "not_allowed 0: until 2025-10-14T10:00 price_unpublished"),
    Row(
      "W9-02 from the maximum", "vitoria-gasteiz", "zone-1", "2026-01-13T10:00",
      "2026-01-13T12:00",
      "partly 0: 0 to 2026-01-13T10:15: until 2026-01-13T10:15 price_unpublished"),
    Row(
      "W9-03", "onati", "center", "2025-10-14T09:00", "2025-10-14T12:00",
      "partly 0: 0 to 2025-10-14T10:00: until 2025-10-14T10:00 maximum_stay return 2025-10-14T12:00"
    ),
    Row(
      "W9-16", "irun", "red", "2025-10-14T10:00", "2025-10-14T11:00",
      "partly 0: 0 to 2025-10-14T10:15: until 2025-10-14T10:15 maximum_stay return 2025-10-14T13:00"
    ),
    Row(
      "W9-13 a radius says only when one may return", "zaragoza", "blue", "2025-10-14T09:00",
      "2025-10-14T12:00", "partly 145: 145 to 2025-10-14T11:00: until 2025-10-14T11:00 maximum_stay"
    ),
    Row(
      "W4-02", "pamplona", "muelle", "2022-05-09T08:30", "2022-05-10T20:00",
      "covered 720: 720 to 2022-05-10T20:00"),
    Row(
      "W4-03", "pamplona", "muelle", "2022-05-09T08:30", "2022-05-11T20:00",
      "covered 1005: 1005 to 2022-05-11T20:00"),
    Row(
      "W4-04", "pamplona", "muelle", "2022-05-13T16:00", "2022-05-14T14:00",
      "covered 435: 435 to 2022-05-14T14:00"),
    Row(
      "W2-06 across lunch: each half day a ticket of its own", "palma", "zone-1",
      "2025-10-14T12:30", "2025-10-14T18:30",
      "covered 530: 265 to 2025-10-14T14:30, 265 to 2025-10-14T18:30"),
    Row(
      "W2-04 the day's maximum", "calatayud", "blue", "2025-10-14T12:00", "2025-10-14T19:00",
      "partly 130: 130 to 2025-10-14T17:30: until 2025-10-14T17:30 maximum_per_day"),
    Row(
      "a night between two days' maxima", "calatayud", "blue", "2025-10-14T18:00",
      "2025-10-15T11:30", "covered 260: 130 to 2025-10-14T20:00, 130 to 2025-10-15T11:30"),
  ]

  @Test(arguments: rows) func aPlanIsAsWorkedOutByHand(row: Row) throws {
    let engine = try #require(TestTown.shipped[row.town])
    let asked = Asked(engine: engine, zone: row.zone)
    let zone = try #require(engine.prepared(zone: row.zone))
    let plan = zone.plan(from: asked.time(row.from), until: asked.time(row.until))
    #expect(Self.summary(plan, asked) == row.answer)
  }

  static func summary(_ plan: Plan, _ asked: Asked) -> String {
    var text = "\(plan.outcome.rawValue) \(plan.paid.value)"
    if !plan.tickets.isEmpty {
      text += ": "
      text += plan.tickets.map { "\($0.paid.value) to \(asked.local($0.validUntil) ?? "-")" }
        .joined(separator: ", ")
    }
    guard let reason = plan.reason else { return text }
    text += ": until \(asked.local(plan.legalUntil) ?? "-") \(reason.word)"
    if let from = plan.returnFrom { text += " return \(asked.local(from) ?? "-")" }
    return text
  }

  /// A month in every zone takes a bounded number of questions, and says so where it was too many.
  @Test(arguments: TestTown.shippedIDs) func aMonthIsPlannedWithFewQuestions(town: String) throws {
    let engine = try #require(TestTown.shipped[town])
    for id in engine.zoneIDs {
      let zone = try #require(engine.prepared(zone: id))
      for day in ["2018-07-02T08:00", "2025-10-14T08:00"] {
        let arrival = engine.clock.instant(of: try LocalDateTime(iso8601: day))
        let (plan, questions) = zone.planned(
          from: arrival, until: arrival.adding(minutes: PreparedZone.longestPlanMinutes))
        #expect(questions < 6000, "\(id) \(day): \(questions)")
        #expect(!plan.caveats.contains(.planNotExhaustive), "\(id) \(day)")
      }
    }
  }
}
