import CivilTime
import Testing

@testable import Tariffs

/// A tariff whose newest source is three years old or more says so; one with an undated source does not.
@Suite struct EditionAgeTests {
  @Test(arguments: [
    ("zarautz", "blue", "2018-11-05T10:00", false),  // El Diario Vasco, 2017
    ("zarautz", "blue", "2019-12-30T10:00", false),
    ("zarautz", "blue", "2020-01-07T10:00", true),
    ("zarautz", "blue", "2026-07-07T10:00", true),
    ("calatayud", "blue", "2026-07-07T10:00", false),  // the operator's page, undated
  ])
  func anOldTariffSaysSo(town: String, zone: String, at: String, isOld: Bool) throws {
    let engine = try TownFilesTests.library.engine(town: town)
    let prepared = try #require(engine.prepared(zone: zone))
    let arrival = engine.clock.instant(of: try LocalDateTime(iso8601: at))
    let quote = prepared.quote(QuoteRequest(arrival: arrival, want: .minutes(60)))
    #expect(quote.caveats.contains(.editionOld) == isOld)
  }
}
