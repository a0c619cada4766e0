import DataLibrary
import Tariffs
import TestSupport
import Testing

/// The published cases of notices stand in the town files, which test themselves; here it is held that
/// none of them goes missing.
@Suite struct PenaltyCaseTests {
  @Test(arguments: [
    ("W9-04-59", "calatayud"), ("W9-04-61", "calatayud"), ("W9-05", "calatayud"),
    ("W9-07", "tarragona"), ("W9-08", "a-coruna"), ("W9-10-before", "vitoria-gasteiz"),
    ("W9-10-after", "vitoria-gasteiz"), ("W9-11", "bilbao"), ("W9-12-overstay", "bilbao"),
    ("W9-12-no-ticket", "bilbao"), ("W9-13-before", "barcelona"), ("W9-13-from", "barcelona"),
    ("W9-14-zone-1", "palma"), ("W9-14-zone-2", "palma"), ("W9-15", "las-palmas"),
  ])
  func publishedCaseIsInItsTown(id: String, town: String) throws {
    let engine = try PenaltyTown.library.engine(town: town)
    let example = try #require(
      engine.town.editions.flatMap(\.examples).first { $0.id == id }, "\(id) is missing")
    let penalty = try #require(example.penalty)
    #expect(!penalty.expected.figures.isEmpty || penalty.expected.cancellable == false)
  }

  /// A case that a file gets wrong is found: each expected member in turn is changed.
  @Test func wrongCasesAreFound() throws {
    var engine = try PenaltyTown.library.engine(town: "bilbao")
    var edition = try #require(engine.town.editions.first { $0.id == "2023" })
    let index = try #require(edition.examples.firstIndex { $0.id == "W9-11" })
    let example = edition.examples[index]
    func faults(_ change: (inout PenaltyExample.Expected) -> Void) throws -> Int {
      var changed = example
      var penalty = try #require(example.penalty)
      change(&penalty.expected)
      changed.penalty = penalty
      edition.examples = [changed]
      var town = engine.town
      town.editions = [edition]
      engine = TariffEngine(town: town, clock: engine.clock, holidays: engine.holidays)
      return TownCheck(engine).faults().count
    }
    #expect(try faults { _ in } == 0)
    #expect(try faults { $0.cancellable = true } == 1)
    #expect(try faults { $0.outcome = "cancellable" } == 1)
    #expect(try faults { $0.cancelUntil = example.at } == 1)
    #expect(try faults { $0.means = ["meter"] } == 1)
    #expect(try faults { $0.caveats = ["paid_time_needed"] } == 1)
    for name in [
      "overstay_minutes", "cancel_cents", "charge_cents", "charge_count", "fine_cents",
      "fine_cents_from", "fine_cents_to", "early_cents", "early_cents_from", "early_cents_to",
      "early_days",
    ] {
      #expect(try faults { $0.figures[name] = 7 } == 1, "\(name)")
    }
  }
}
