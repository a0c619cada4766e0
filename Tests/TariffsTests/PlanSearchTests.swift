import CivilTime
import TestSupport
import Testing

@testable import Tariffs

/// The planner against a search that tries everything.
@Suite struct PlanSearchTests {
  static let casesInABlock = 60

  @Test(arguments: 0..<10) func noSequenceOfTicketsBeatsThePlan(block: Int) throws {
    var random = SeededGenerator(seed: UInt64(400 + block))
    var finished = 0
    for number in 0..<Self.casesInABlock {
      let sample = try PlanRandomTowns.make(&random)
      let plain = PlanExhaustive(
        zone: sample.zone, from: sample.arrival, until: sample.end, amounts: sample.amounts,
        lengths: [1, 20, 45, 60, 90])
      if plain.gaveUp { continue }
      finished += 1
      let plan = sample.zone.plan(from: sample.arrival, until: sample.end)
      let name = "block \(block) case \(number): \(sample.description)"
      if let cheapest = plain.cheapest {
        #expect(
          plan.outcome == .covered && plan.paid.value == cheapest,
          "\(plan.paid) is not \(cheapest): \(name)")
      } else {
        #expect(plan.outcome != .covered, "\(name)")
        #expect(
          plan.legalUntil == plain.farthest,
          "\(sample.clock.iso8601(plan.legalUntil)) is not \(sample.clock.iso8601(plain.farthest)): \(name)"
        )
      }
    }
    #expect(finished >= Self.casesInABlock * 3 / 4, "only \(finished) cases were small enough")
  }

  /// Two ways to the same moment: the cheaper one has used up the maximum, and the ban stops it there.
  @Test func theCheaperWayMayEndSooner() throws {
    let engine = try TestTown.engine(
      TestTown.text(
        hours: "09:00-10:00,10:30-11:30,12:00-13:00,13:30-14:30",
        rate: """
          { "points": [ { "minutes": 60, "cents": 100 }, { "minutes": 120, "cents": 150 } ],
            "between": { "rule": "steps" } }
          """,
        zone: """
          "gap": { "policy": "carry" }, "maximum_stay": { "minutes": 120 },
          "return_ban": { "minutes": 60, "after": "maximum", "from": "end", "within": "zone" },
          """))
    let asked = Asked(engine: engine)
    let plan = try #require(engine.prepared(zone: "street")).plan(
      from: asked.time("2025-10-14T09:00"), until: asked.time("2025-10-14T14:30"))
    #expect(plan.outcome == .covered)
    #expect(plan.tickets.map(\.paid.value) == [100, 100, 150])
  }
}
