import CivilTime
import Testing

@testable import Tariffs

/// Moments and amounts that are easily got wrong, with answers worked out by hand from the town files.
@Suite struct EdgeTests {
  enum Want {
    case pay(Int)
    case stay(Int)
    case until(String)
  }

  struct Row: Sendable {
    let id: String
    let town: String
    let zone: String
    let at: String
    let want: Want
    let answer: String
    var sector: String?
    var vehicle: VehicleClass?
    var gap: GapPolicy?
    var prepay: Bool?

    init(
      _ id: String, _ town: String, _ zone: String, _ at: String, _ want: Want, _ answer: String,
      sector: String? = nil, vehicle: VehicleClass? = nil, gap: GapPolicy? = nil,
      prepay: Bool? = nil
    ) {
      (self.id, self.town, self.zone, self.at, self.want) = (id, town, zone, at, want)
      (self.answer, self.sector, self.vehicle, self.gap) = (answer, sector, vehicle, gap)
      self.prepay = prepay
    }
  }

  static let calatayud: [Row] = [
    Row(
      "in the gap", "calatayud", "blue", "2025-10-14T14:00", .pay(25), "free until 2025-10-14T17:00"
    ),
    Row(
      "closing minute", "calatayud", "blue", "2025-10-14T13:30", .pay(25),
      "free until 2025-10-14T17:00"),
    Row(
      "last minute", "calatayud", "blue", "2025-10-14T13:29", .pay(25),
      "25+0 20min 2025-10-14T17:19"),
    Row(
      "holiday", "calatayud", "blue", "2025-12-08T10:00", .pay(25), "free until 2025-12-09T09:30"),
    Row(
      "before opening", "calatayud", "blue", "2025-10-14T09:29", .pay(25),
      "free until 2025-10-14T09:30"),
    Row(
      "opening minute", "calatayud", "blue", "2025-10-14T09:30", .pay(25),
      "25+0 20min 2025-10-14T09:50"),
    Row(
      "Saturday noon to Monday", "calatayud", "blue", "2025-10-18T13:20", .pay(25),
      "25+0 20min 2025-10-20T09:40"),
    Row(
      "29 February", "calatayud", "blue", "2024-02-29T19:40", .pay(65),
      "65+0 60min 2024-03-01T10:10"),
    Row(
      "under the minimum", "calatayud", "blue", "2025-10-14T10:00", .pay(20),
      "below_minimum 25 20min 2025-10-14T10:20"),
    Row(
      "nothing", "calatayud", "blue", "2025-10-14T10:00", .pay(0),
      "below_minimum 25 20min 2025-10-14T10:20"),
    Row(
      "negative", "calatayud", "blue", "2025-10-14T10:00", .pay(-5),
      "below_minimum 25 20min 2025-10-14T10:20"),
    Row(
      "over the maximum", "calatayud", "blue", "2025-10-14T10:00", .pay(135),
      "130+5 120min 2025-10-14T12:00"),
    Row(
      "far over the maximum", "calatayud", "blue", "2025-10-14T10:00", .pay(Int.max / 2),
      "130+4611686018427387773 120min 2025-10-14T12:00"),
    Row(
      "off the coin step", "calatayud", "blue", "2025-10-14T10:00", .pay(27),
      "off_coin_step 25 20min 2025-10-14T10:20"),
    Row(
      "off the coin step, upwards", "calatayud", "blue", "2025-10-14T10:00", .pay(28),
      "off_coin_step 30 25min 2025-10-14T10:25"),
    Row(
      "one minute too many", "calatayud", "blue", "2025-10-14T10:00", .stay(121),
      "maximum_per_day 130 120min 2025-10-14T12:00"),
    Row(
      "minutes beyond reason", "calatayud", "blue", "2025-10-14T10:00", .stay(Int.max),
      "maximum_per_day 130 120min 2025-10-14T12:00"),
    Row(
      "one minute costs the minimum", "calatayud", "blue", "2025-10-14T10:00", .stay(1),
      "25+0 20min 2025-10-14T10:20"),
    Row(
      "until the closing", "calatayud", "blue", "2025-10-14T12:30", .until("2025-10-14T13:30"),
      "65+0 60min 2025-10-14T13:30 free 2025-10-14T17:00"),
    Row(
      "until a free hour", "calatayud", "blue", "2025-10-14T12:30", .until("2025-10-14T16:00"),
      "65+0 60min 2025-10-14T13:30 free 2025-10-14T17:00"),
    Row(
      "until a free hour, cut", "calatayud", "blue", "2025-10-14T12:30", .until("2025-10-14T16:00"),
      "65+0 60min 2025-10-14T13:30 free 2025-10-14T17:00", gap: .cut),
    Row(
      "until after the gap, cut", "calatayud", "blue", "2025-10-14T12:30",
      .until("2025-10-14T17:20"), "past_closing 65 60min 2025-10-14T13:30", gap: .cut),
    Row(
      "until before the arrival", "calatayud", "blue", "2025-10-14T12:30",
      .until("2025-10-14T12:30"), "end_not_after_arrival"),
    Row(
      "prepaid from the gap", "calatayud", "blue", "2025-10-14T14:00", .pay(25),
      "25+0 20min 2025-10-14T17:20", prepay: true),
    Row(
      "prepay refused in the gap", "calatayud", "blue", "2025-10-14T14:00", .pay(25),
      "prepay_not_allowed from 2025-10-14T17:00", prepay: false),
  ]

  static let policies: [Row] = [
    Row(
      "W1-12", "errenteria", "tariff-2", "2025-10-14T10:00", .pay(135),
      "135+0 62min 2025-10-14T11:02"),
    Row(
      "W3-10 carry", "calatayud", "blue", "2025-10-14T12:50", .pay(65),
      "65+0 60min 2025-10-14T17:20", gap: .carry),
    Row(
      "W3-10 cut", "calatayud", "blue", "2025-10-14T12:50", .pay(65),
      "45+20 40min 2025-10-14T13:30 free 2025-10-14T17:00", gap: .cut),
    Row(
      "W3-10 new", "calatayud", "blue", "2025-10-14T12:50", .pay(70), "70+0 60min 2025-10-14T17:20",
      gap: .newTicket),
    Row(
      "W3-10 new, 60 min", "calatayud", "blue", "2025-10-14T12:50", .stay(60),
      "70+0 60min 2025-10-14T17:20", gap: .newTicket),
    Row(
      "W3-10 new, 0.65", "calatayud", "blue", "2025-10-14T12:50", .pay(65),
      "45+20 40min 2025-10-14T13:30 free 2025-10-14T17:00", gap: .newTicket),
    Row(
      "W3-11 carry", "palma", "zone-1", "2025-10-14T14:00", .pay(145),
      "145+0 60min 2025-10-14T17:00", gap: .carry),
    Row(
      "W3-11 cut", "palma", "zone-1", "2025-10-14T14:00", .pay(145),
      "85+60 30min 2025-10-14T14:30 free 2025-10-14T16:30", gap: .cut),
    Row(
      "W3-11 new", "palma", "zone-1", "2025-10-14T14:00", .stay(60), "170+0 60min 2025-10-14T17:00",
      gap: .newTicket),
    Row(
      "W4-08 carry", "calatayud", "blue", "2025-10-14T19:40", .pay(65),
      "65+0 60min 2025-10-15T10:10", gap: .carry),
    Row(
      "W4-08 cut", "calatayud", "blue", "2025-10-14T19:40", .pay(65),
      "25+40 20min 2025-10-14T20:00 free 2025-10-15T09:30", gap: .cut),
    Row(
      "W4-08 new", "calatayud", "blue", "2025-10-14T19:40", .pay(65), "65+0 55min 2025-10-15T10:05",
      gap: .newTicket),
    Row(
      "W5-04 allowed", "calatayud", "blue", "2025-10-14T08:00", .pay(25),
      "25+0 20min 2025-10-14T09:50", prepay: true),
    Row(
      "W5-04 not allowed", "calatayud", "blue", "2025-10-14T08:00", .pay(25),
      "prepay_not_allowed from 2025-10-14T09:30", prepay: false),
    Row(
      "W5-04 unknown", "calatayud", "blue", "2025-10-14T08:00", .pay(25),
      "free until 2025-10-14T09:30"),
  ]

  static let pamplona: [Row] = [
    Row(
      "maximum over the gap", "pamplona", "blue", "2014-01-15T13:00", .pay(210),
      "210+0 120min 2014-01-15T17:00"),
    Row(
      "eve of an edition", "pamplona", "blue", "2023-01-31T19:30", .pay(105),
      "55+50 30min 2023-01-31T20:00 free 2023-02-01T08:30"),
    Row(
      "until the next edition", "pamplona", "blue", "2023-01-31T19:30", .until("2023-02-01T09:00"),
      "past_rules_change 55 30min 2023-01-31T20:00"),
    Row(
      "until the free night after an edition", "pamplona", "blue", "2023-01-31T19:30",
      .until("2023-02-01T03:00"), "55+0 30min 2023-01-31T20:00 free 2023-02-01T08:30"),
    Row(
      "before San Fermín", "pamplona", "blue", "2022-07-04T23:59", .pay(210),
      "free until 2022-07-05T00:00", sector: "6"),
    Row(
      "first minute of San Fermín", "pamplona", "blue", "2022-07-05T00:00", .pay(210),
      "210+0 120min 2022-07-05T02:00", sector: "6"),
    Row(
      "last hour of San Fermín", "pamplona", "blue", "2022-07-14T23:00", .pay(210),
      "105+105 60min 2022-07-15T00:00 free 2022-08-01T08:30", sector: "6"),
    Row(
      "last minute of San Fermín", "pamplona", "blue", "2022-07-14T23:59", .stay(1),
      "2+0 1min 2022-07-15T00:00 free 2022-08-01T08:30", sector: "6"),
    Row(
      "after San Fermín", "pamplona", "blue", "2022-07-15T00:00", .pay(210),
      "free until 2022-08-01T08:30", sector: "6"),
    Row(
      "price unpublished", "pamplona", "blue", "2025-10-15T10:00", .pay(100),
      "price_unpublished 120min 2025-10-15T12:00"),
    Row(
      "too long without a price", "pamplona", "blue", "2025-10-15T13:00",
      .until("2025-10-15T17:30"),
      "maximum_stay 120min 2025-10-15T17:00"),
    Row(
      "before the first edition", "pamplona", "blue", "1990-10-15T10:00", .pay(100), "no_edition"),
    Row("between editions", "pamplona", "blue", "2005-10-14T10:00", .pay(100), "no_edition"),
    Row(
      "not in the edition", "pamplona", "muelle", "2014-10-15T10:00", .pay(100),
      "zone_not_in_edition"),
    Row(
      "inside the free hour", "pamplona", "cemetery", "2023-05-10T10:00", .stay(45),
      "0+0 60min 2023-05-10T11:00"),
    Row(
      "beyond the free hour", "pamplona", "cemetery", "2023-05-10T10:00", .stay(61),
      "price_unpublished 0 60min 2023-05-10T11:00"),
    Row(
      "money beyond the free hour", "pamplona", "cemetery", "2023-05-10T10:00", .pay(100),
      "price_unpublished 0 60min 2023-05-10T11:00"),
    Row(
      "class not admitted", "pamplona", "green", "2025-10-15T10:00", .pay(100),
      "class_not_admitted", vehicle: .zero),
  ]

  @Test(arguments: calatayud + policies + pamplona) func anEdgeIsAsWorkedOutByHand(row: Row) throws
  {
    var asked = Asked(engine: try #require(TestTown.shipped[row.town]), zone: row.zone)
    (asked.vehicle, asked.sector, asked.gap) = (row.vehicle, row.sector, row.gap)
    asked.prepay = row.prepay
    let quote =
      switch row.want {
      case .pay(let cents): asked.pay(cents, at: row.at)
      case .stay(let minutes): asked.stay(minutes, at: row.at)
      case .until(let end): asked.stay(until: end, at: row.at)
      }
    #expect(asked.summary(quote) == row.answer, "\(row.id)")
  }

  /// The maximum of a day holds over the tickets of that day, the ones that begin anew after a gap too.
  @Test(arguments: [
    ("2025-10-14T12:50", 130, "maximum_per_day 135 120min 2025-10-14T18:20"),
    ("2025-10-14T19:40", 130, "145+0 130min 2025-10-15T11:20"),
    ("2025-10-14T19:40", 145, "maximum_per_day 155 140min 2025-10-15T11:30"),
  ]) func theMaximumOfADayCountsNewTickets(at: String, minutes: Int, answer: String) throws {
    var asked = Asked(engine: try #require(TestTown.shipped["calatayud"]), zone: "blue")
    asked.gap = .newTicket
    #expect(asked.summary(asked.stay(minutes, at: at)) == answer)
  }

  static let passes = #"""
    { "products": [
        { "id": "morning", "cents": 500, "clock": "09:00-15:00" },
        { "id": "afternoon", "cents": 500, "clock": "15:00-21:00" },
        { "id": "both", "cents": 800, "clock": "09:00-21:00" },
        { "id": "week", "cents": 4000, "days": 7 },
        { "id": "hour", "cents": 200, "minutes": 60 }] }
    """#

  /// Tickets for hours of the clock or for days, in a zone open 09:00-14:00 and 16:00-21:00.
  @Test(arguments: [
    ("2026-06-01T10:00", "2026-06-01T14:00", "500+0 240min 2026-06-01T14:00 free 2026-06-01T16:00"),
    ("2026-06-01T10:00", "2026-06-01T20:00", "800+0 540min 2026-06-01T21:00 free 2026-06-02T09:00"),
    ("2026-06-01T17:00", "2026-06-01T20:00", "500+0 240min 2026-06-01T21:00 free 2026-06-02T09:00"),
    ("2026-06-01T16:00", "2026-06-01T17:00", "200+0 60min 2026-06-01T17:00"),
    (
      "2026-06-01T17:00", "2026-06-03T10:00",
      "4000+0 3840min 2026-06-07T21:00 free 2026-06-08T09:00"
    ),
    ("2026-06-01T17:00", "2026-06-09T10:00", "maximum_stay"),
  ]) func aTicketForAPartOfTheDayIsGoodForIt(at: String, until: String, answer: String) throws {
    var asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(hours: "09:00-14:00,16:00-21:00", rate: Self.passes)))
    for policy in GapPolicy.allCases {
      asked.gap = policy
      let quote = asked.stay(until: until, at: at)
      let reason = quote.refusal.map { $0.reason.rawValue }
      #expect((reason ?? asked.summary(quote)) == answer, "\(policy)")
    }
  }

  /// A night belongs to the rules of the day it began on, and ends with them at midnight.
  @Test func aNightEndsWithItsRules() throws {
    let text = TestTown.text(
      hours: "20:00-26:00",
      rate: #"{ "bands": [{ "cents": 1, "per_minutes": 1 }], "coin_cents": 1 }"#,
      more: #""valid_to": "2026-06-01","#
    ).replacing(
      #""editions": {"#,
      with:
        #""editions": { "next": { "based_on": "current", "valid_from": "2026-06-02", "rates": { "only": { "coin_cents": 2 } } },"#
    )
    let asked = Asked(engine: try TestTown.engine(text))
    #expect(
      asked.summary(asked.pay(120, at: "2026-06-01T23:00"))
        == "60+60 60min 2026-06-02T00:00 free 2026-06-02T20:00")
    #expect(
      asked.summary(asked.pay(120, at: "2026-06-02T00:30")) == "free until 2026-06-02T20:00")
    #expect(
      asked.summary(asked.pay(120, at: "2026-05-31T23:00"))
        == "120+0 120min 2026-06-01T01:00")
  }

  @Test(arguments: [
    ("2026-10-25", "2026-10-26", 1500), ("2026-03-29", "2026-03-30", 1380),
    ("2026-06-01", "2026-06-02", 1440),
  ]) func aDayHasItsElapsedMinutes(day: String, next: String, minutes: Int) throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(rate: #"{ "bands": [{ "cents": 1, "per_minutes": 1 }], "coin_cents": 1 }"#)))
    let quote = asked.stay(until: next + "T00:00", at: day + "T00:00")
    #expect(quote.countedMinutes == minutes && quote.paid.value == minutes)
    #expect(asked.local(asked.pay(minutes, at: day + "T00:00").validUntil) == next + "T00:00")
  }

  @Test func aZoneThatNoEditionHasIsNotPrepared() throws {
    let engine = try #require(TestTown.shipped["calatayud"])
    #expect(engine.prepared(zone: "mauve") == nil)
  }

  @Test func secondsOfTheArrivalAreNotSold() throws {
    let engine = try #require(TestTown.shipped["calatayud"])
    let asked = Asked(engine: engine, zone: "blue")
    let arrival = asked.time("2025-10-14T10:00").adding(seconds: 59)
    let quote = engine.prepared(zone: "blue")!
      .quote(QuoteRequest(arrival: arrival, want: .money(Cents(25))))
    #expect(asked.local(quote.validUntil) == "2025-10-14T10:20")
  }
}

extension Asked {
  /// An answer in one line.
  func summary(_ quote: Quote) -> String {
    switch quote.outcome {
    case .ticket:
      return "\(quote.paid.value)+\(quote.change.value) \(quote.countedMinutes)min "
        + (local(quote.validUntil) ?? "-") + (local(quote.freeUntil).map { " free \($0)" } ?? "")
    case .free: return "free" + (local(quote.freeUntil).map { " until \($0)" } ?? "")
    case .residentsOnly: return "residents_only"
    case .refused:
      let nearest = quote.refusal?.nearest
      return [
        quote.refusal?.reason.rawValue, nearest?.paid.map { "\($0.value)" },
        nearest?.countedMinutes.map { "\($0)min" }, local(nearest?.until),
        local(nearest?.from).map { "from \($0)" },
      ].compactMap { $0 }.joined(separator: " ")
    }
  }
}
