import CivilTime
import DataLibrary
import Tariffs
import TestSupport
import Testing

@Suite struct CardTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let town: String
    let card: String
    let date: String
    var vehicle = 1
    /// Nil: not published.
    let cents: Int?

    init(
      _ name: String, _ town: String, _ card: String, _ date: String, vehicle: Int = 1,
      _ cents: Int?
    ) {
      testDescription = name
      self.town = town
      self.card = card
      self.date = date
      self.vehicle = vehicle
      self.cents = cents
    }
  }

  static let cases = [
    Case("W10-01 sector 1", "pamplona", "resident-sector-1", "2024-01-01", 3945),
    Case("W10-01 sector 6", "pamplona", "resident", "2024-01-01", 4930),
    Case(
      "W10-01 the unused part is given back, not taken off", "pamplona", "resident",
      "2024-07-01", 4930),
    Case("W10-04 year", "vitoria-gasteiz", "resident", "2023-01-01", 4380),
    Case("W10-04 from 1 June", "vitoria-gasteiz", "resident", "2023-06-01", 2568),
    Case("W10-04 last day", "vitoria-gasteiz", "resident", "2023-12-31", 12),
    Case("E8 first quarter", "bilbao", "resident-zorrotzaurre", "2026-03-31", 5000),
    Case("E8 second quarter", "bilbao", "resident-zorrotzaurre", "2026-04-01", 3750),
    Case("E8 last quarter", "bilbao", "resident-zorrotzaurre", "2026-12-31", 1250),
    Case("E8 indivisible", "valencia", "resident", "2026-12-31", 8620),
    Case(
      "E8 a household's third vehicle", "errenteria", "resident", "2026-12-31", vehicle: 3, 8876),
    Case("E8 its ninth", "errenteria", "resident", "2026-12-31", vehicle: 9, 19964),
    Case("part of a year unpublished", "vitoria-gasteiz", "resident", "2026-06-01", nil),
    Case("no vehicle", "errenteria", "resident", "2026-12-31", vehicle: 0, nil),
  ]

  @Test(arguments: cases) func priceOfACard(_ test: Case) throws {
    let town = try PenaltyTown.library.engine(town: test.town).town
    let date = try CivilDate(iso8601: test.date)
    let card = try #require(town.edition(on: date)?.cards.first { $0.id == test.card })
    #expect(card.price(from: date, vehicle: test.vehicle)?.value == test.cents)
  }

  @Test func whoTheCardsAreFor() throws {
    let town = try PenaltyTown.library.engine(town: "pamplona").town
    let cards = try #require(town.edition(on: try CivilDate(iso8601: "2024-05-01"))?.cards)
    let first = try #require(cards.first { $0.id == "resident-sector-1" })
    let others = try #require(cards.first { $0.id == "resident" })
    #expect(first.sectors == ["1"])
    #expect(others.sectors.contains("6") && !others.sectors.contains("1"))
    #expect(first.graceUntil == "01-20" && others.graceUntil == "01-20")
  }

  /// W10-03: no card lets a resident of the sector park in the red zone without a ticket.
  @Test func redZoneNeedsATicketWithAnyCard() throws {
    let engine = try PenaltyTown.library.engine(town: "pamplona")
    let moment = engine.clock.instant(of: try LocalDateTime(iso8601: "2024-10-01T10:00"))
    for sector in (1...10).map(String.init) {
      let zone = try #require(
        engine.prepared(zone: "red", vehicle: .resident(sector: sector), sector: sector))
      let quote = zone.quote(QuoteRequest(arrival: moment, want: .minutes(30)))
      #expect(quote.outcome != .free)
      #expect(try #require(zone.state(at: moment)).isRegulated)
    }
  }

  /// W10-06: a day for 1.00, a week for 4.00; nothing between is known.
  @Test func calatayudResidents() throws {
    let edition = try #require(PenaltyTown.library.engine(town: "calatayud").town.editions.first)
    guard case .products(let products) = edition.rates["residents"]?.form else {
      Issue.record("not products")
      return
    }
    #expect(products.map(\.cents) == [100, 400])
    #expect(products.map(\.duration) == [.days(1), .days(7)])
  }
}
