import CivilTime
import OpeningHours
import TestSupport
import Testing

@testable import Tariffs

/// Prices that other programs get wrong; the ids are those of the collection of hard cases.
@Suite struct HardCaseTests {
  struct Price: Sendable {
    let id: String
    let rate: String
    let minutes: Int
    let cents: Int

    init(_ id: String, _ rate: String, _ minutes: Int, _ cents: Int) {
      (self.id, self.rate, self.minutes, self.cents) = (id, rate, minutes, cents)
    }
  }

  static let freeThenPaid = #"""
    { "bands": [{ "cents": 300, "per_minutes": 60 }], "started_minutes": 5, "round_to_cents": 1,
      "free_minutes": { "minutes": 30, "ticket": "required", "then": "after" } }
    """#
  static let startedHours = #"""
    { "bands": [{ "up_to_minutes": 60, "cents": 200, "per_minutes": 60 },
        { "up_to_minutes": 120, "cents": 400, "per_minutes": 60 },
        { "cents": 1000, "per_minutes": 60 }],
      "started_minutes": 60, "round_to_cents": 1 }
    """#
  static let valet = #"""
    { "points": [{ "minutes": 300, "cents": 1200 }, { "minutes": 1440, "cents": 1800 },
        { "minutes": 1740, "cents": 3000 }, { "minutes": 2880, "cents": 3600 }],
      "between": { "rule": "steps" } }
    """#
  static let shortStay = #"""
    { "bands": [{ "up_to_minutes": 60, "cents": 200, "per_minutes": 60 },
        { "cents": 100, "per_minutes": 30 }],
      "started_minutes": 30, "round_to_cents": 1, "minimum": { "cents": 200, "minutes": 60 },
      "maximum": { "cents": 2400, "minutes": 1440 } }
    """#
  static let perHour = #"{ "bands": [{ "cents": 110, "per_minutes": 60 }], "round_to_cents": 1 }"#

  static let prices: [Price] = [
    Price(
      "T3",
      #"{ "bands": [{ "cents": 10, "per_minutes": 10 }], "started_minutes": 10, "round_to_cents": 1 }"#,
      40, 40),
    Price("T7", freeThenPaid, 45, 75),
    Price("T7", freeThenPaid, 32, 25),
    Price("T7", freeThenPaid, 30, 0),
    Price(
      "T10",
      #"{ "points": [{ "minutes": 30, "cents": 150 }, { "minutes": 60, "cents": 300 }], "between": { "rule": "steps" }, "free_minutes": { "minutes": 15, "ticket": "not_needed", "then": "from_zero" } }"#,
      7, 0),
    Price(
      "T10",
      #"{ "points": [{ "minutes": 30, "cents": 150 }, { "minutes": 60, "cents": 300 }], "between": { "rule": "steps" }, "free_minutes": { "minutes": 15, "ticket": "not_needed", "then": "from_zero" } }"#,
      16, 150),
    Price(
      "T10",
      #"{ "points": [{ "minutes": 30, "cents": 150 }, { "minutes": 60, "cents": 300 }], "between": { "rule": "steps" }, "free_minutes": { "minutes": 15, "ticket": "not_needed", "then": "from_zero" } }"#,
      28, 150),
    Price(
      "T10",
      #"{ "points": [{ "minutes": 30, "cents": 150 }, { "minutes": 60, "cents": 300 }], "between": { "rule": "steps" }, "free_minutes": { "minutes": 15, "ticket": "not_needed", "then": "from_zero" } }"#,
      40, 300),
    Price("T15", startedHours, 150, 1600),
    Price(
      "T19", #"{ "points": [{ "minutes": 60, "cents": 200 }, { "minutes": 120, "cents": 500 }] }"#,
      120, 500),
    Price("T22 valet", valet, 300, 1200), Price("T22 valet", valet, 301, 1800),
    Price("T22 valet", valet, 1440, 1800), Price("T22 valet", valet, 1441, 3000),
    Price("T22 short stay", shortStay, 60, 200), Price("T22 short stay", shortStay, 61, 300),
    Price("T22 short stay", shortStay, 91, 400), Price("T22 short stay", shortStay, 720, 2400),
    Price("T23", perHour, 670, 1228),
    Price(
      "ocpi max_price",
      #"{ "bands": [{ "cents": 200, "per_minutes": 60 }], "round_to_cents": 1, "maximum": { "cents": 920, "minutes": 1440 } }"#,
      600, 920),
    Price(
      "ocpi min_price",
      #"{ "bands": [{ "cents": 200, "per_minutes": 60 }], "round_to_cents": 1, "minimum": { "cents": 25 } }"#,
      1, 25),
  ]

  @Test(arguments: prices) func aStayCostsWhatTheCaseSays(price: Price) throws {
    let ladder = try #require(try TestTown.rate(price.rate).ladder())
    #expect(ladder.cents(for: price.minutes)?.value == price.cents, "\(price.id)")
    #expect(LadderLawTests.breach(of: ladder) == nil, "\(price.id)")
  }

  /// Hourly amounts on and off (the classes of W8-01 to W8-08), and what they leave of a fixed ticket.
  @Test(arguments: [
    (-125, 60, 125), (-50, 60, 200), (200, 60, 450), (-125, 30, 65), (-300, 60, 0),
    (-300, 120, 100),
  ]) func anHourlyAmountActsOnTheExactPrice(perHour: Int, minutes: Int, cents: Int) throws {
    let rate = try TestTown.rate(
      #"{ "points": [{ "minutes": 0, "cents": 0 }, { "minutes": 60, "cents": 250 }, { "minutes": 120, "cents": 650 }], "coin_cents": 5 }"#
    )
    let ladder = try #require(rate.ladder(modifiers: [.centsPerHour(perHour)]))
    // Nothing is left of the first hour at three euros off: a free stretch.
    #expect(ladder.cents(for: minutes)?.value == cents)
    #expect(LadderLawTests.breach(of: ladder) == nil)
    #expect(
      rate.modifiedCents(400, minutes: 120, modifiers: [.centsPerHour(perHour)], step: 1)
        == max(0, 400 + perHour * 2))
  }

  // MARK: Stays over schedules

  @Test func T20_minutesAreElapsedAndRoundedOnce() throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(rate: #"{ "bands": [{ "cents": 1, "per_minutes": 1 }], "coin_cents": 1 }"#)))
    let start = asked.time("2026-06-01T10:00")
    let end = start.adding(seconds: 60 * 56)
    let quote = asked.engine.prepared(zone: "street")!
      .quote(QuoteRequest(arrival: start, want: .until(end)))
    #expect(quote.countedMinutes == 56 && quote.paid.value == 56)
  }

  @Test func T23_onlyPaidHoursCount() throws {
    let asked = Asked(
      engine: try TestTown.engine(TestTown.text(hours: "Mo-Fr 08:00-18:00", rate: Self.perHour)))
    let quote = asked.stay(until: "2017-09-09T19:15", at: "2017-09-07T16:50")
    #expect(quote.countedMinutes == 670 && quote.paid.value == 1228)
    // The long stay has a price for each day begun: 7.50 a day.
    let days = Asked(
      engine: try TestTown.engine(
        TestTown.text(
          rate:
            #"{ "bands": [{ "cents": 750, "per_minutes": 1440 }], "started_minutes": 1440, "round_to_cents": 1 }"#
        )))
    #expect(days.stay(until: "2017-09-09T05:20", at: "2017-09-07T07:50").paid.value == 1500)
    #expect(days.stay(until: "2017-09-09T07:51", at: "2017-09-07T07:50").paid.value == 2250)
  }

  @Test func ocpiOnePeriodOverAGapCountsPaidHoursOnly() throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(
          hours: "09:00-13:30,15:30-19:00",
          rate: #"{ "bands": [{ "cents": 200, "per_minutes": 60 }], "round_to_cents": 1 }"#)))
    let quote = asked.stay(until: "2026-06-01T16:00", at: "2026-06-01T13:00")
    #expect(quote.paid.value == 200 && quote.countedMinutes == 60)
  }

  static let ban = #"""
    "maximum_stay": { "minutes": 120 },
    "return_ban": { "minutes": 180, "after": "any_ticket", "from": "end", "within": "zone" },
    """#

  @Test func T16_aReturnIsRefusedUntilTheBanEnds() throws {
    var asked = Asked(
      engine: try TestTown.engine(TestTown.text(rate: Self.perHour, zone: Self.ban)))
    let first = asked.stay(until: "2026-06-01T10:30", at: "2026-06-01T09:00")
    #expect(asked.local(first.returnFrom) == "2026-06-01T13:30")
    asked.previous = [("2026-06-01T09:00", "2026-06-01T10:30")]
    #expect(
      asked.summary(asked.pay(110, at: "2026-06-01T13:29"))
        == "return_ban from 2026-06-01T13:30")
    #expect(asked.pay(110, at: "2026-06-01T13:30").outcome == .ticket)
  }

  static let ladder =
    #"{ "points": [{ "minutes": 60, "cents": 50 }, { "minutes": 120, "cents": 200 }] }"#

  @Test(arguments: [
    ("", 150), (#""extension": { "ladder": "restarts", "maximum": "both" },"#, 50),
  ]) func T17_anExtensionGoesOnWithTheLadder(zone: String, second: Int) throws {
    var asked = Asked(engine: try TestTown.engine(TestTown.text(rate: Self.ladder, zone: zone)))
    #expect(asked.stay(60, at: "2026-06-01T10:00").paid.value == 50)
    asked.previous = [("2026-06-01T10:00", "2026-06-01T11:00")]
    let more = asked.stay(60, at: "2026-06-01T10:50")
    #expect(more.paid.value == second)
    #expect(asked.local(more.validUntil) == "2026-06-01T12:00")
    #expect(more.limits.contains(.extended))
    // A ticket that ends as the other begins is gone on from as well.
    #expect(asked.stay(60, at: "2026-06-01T11:00").paid.value == second)
    #expect(asked.stay(60, at: "2026-06-01T11:01").paid.value == 50)
    // Nothing is left of two hours.
    asked.previous.append(("2026-06-01T11:00", "2026-06-01T12:00"))
    #expect(asked.stay(1, at: "2026-06-01T11:55").refusal?.reason == .maximumStay || second == 50)
    #expect(asked.pay(0, at: "2026-06-01T11:55").outcome == .refused)
  }

  /// T18 (P): what becomes of an hour paid 45 minutes before the closing, of a stay over two windows, and of
  /// a payment at night for the morning. docs/gap-policies.md.
  @Test(arguments: [
    (
      GapPolicy.carry, "110+0 60min 2026-06-02T08:15",
      "220+0 120min 2026-06-01T18:00 free 2026-06-02T08:00"
    ),
    (
      .cut, "83+27 45min 2026-06-01T18:00 free 2026-06-02T08:00",
      "220+0 120min 2026-06-01T18:00 free 2026-06-02T08:00"
    ),
    (
      .newTicket, "110+0 59min 2026-06-02T08:14",
      "220+0 120min 2026-06-01T18:00 free 2026-06-02T08:00"
    ),
  ]) func T18_theAnswerSaysWhatHappensAtTheClosing(
    policy: GapPolicy, late: String, evening: String
  ) throws {
    var asked = Asked(
      engine: try TestTown.engine(TestTown.text(hours: "08:00-18:00", rate: Self.perHour)))
    #expect(asked.pay(110, at: "2026-06-01T17:15").caveats.contains(.gapPolicyAssumed))
    asked.gap = policy
    #expect(asked.summary(asked.pay(110, at: "2026-06-01T17:15")) == late)
    #expect(asked.summary(asked.stay(until: "2026-06-01T22:00", at: "2026-06-01T16:00")) == evening)
    let night = "2026-06-01T23:00"
    #expect(asked.stay(120, at: night).outcome == .free)
    asked.prepay = false
    #expect(asked.pay(220, at: night).refusal?.reason == .prepayNotAllowed)
    asked.prepay = true
    let early = asked.pay(220, at: night)
    #expect(asked.summary(early) == "220+0 120min 2026-06-02T10:00")
    #expect(early.limits.contains(.prepaid))
    #expect(asked.local(early.countingFrom) == "2026-06-02T08:00")
  }

  // MARK: Schedules and clocks

  @Test(arguments: [
    ("21:30-05:30", "S17 2026-06-01T21:29", false), ("21:30-05:30", "S17 2026-06-01T21:30", true),
    ("21:30-05:30", "S17 2026-06-01T00:00", true), ("21:30-05:30", "S17 2026-06-01T05:29", true),
    ("21:30-05:30", "S17 2026-06-01T05:30", false), ("22:00-24:00", "S18 2026-06-01T23:59", true),
    ("22:00-24:00", "S18 2026-06-02T00:00", false), ("22:00-06:00", "S18 2026-06-02T05:59", true),
    ("22:00-00:00", "S18 2026-06-01T23:59", true), ("22:00-00:00", "S18 2026-06-02T00:00", false),
    ("00:00-05:00", "S19 2026-06-01T00:00", true), ("00:00-24:00", "S21 2026-06-01T00:00", true),
  ]) func aMinuteIsRegulatedOrNot(hours: String, at: String, regulated: Bool) throws {
    let asked = Asked(
      engine: try TestTown.engine(TestTown.text(hours: hours, rate: Self.perHour)))
    #expect((asked.pay(110, at: String(at.dropFirst(4))).outcome == .ticket) == regulated)
  }

  @Test func S20_theHourAfterMidnightHasItsPrice() throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(hours: "22:00-24:00,00:00-08:00", rate: Self.perHour)))
    let quote = asked.stay(until: "2021-06-23T02:04", at: "2021-06-23T01:00")
    #expect(quote.countedMinutes == 64 && quote.segments.count == 1)
  }

  @Test func D2_aZoneOfTheEveningBeginsByTheWallClock() throws {
    let sydney = try TestTown.library.clock("Australia/Sydney")
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(hours: "18:00-20:00", rate: Self.perHour), clock: sydney))
    #expect(asked.summary(asked.pay(110, at: "2026-04-05T17:30")) == "free until 2026-04-05T18:00")
    let quote = asked.pay(110, at: "2026-04-05T18:00")
    #expect(quote.outcome == .ticket)
    // 18:00 is nineteen hours after that day's midnight.
    #expect(quote.arrival.seconds(since: asked.time("2026-04-05T00:00")) == 19 * 3600)
  }

  @Test func D3_aStayOverTheChangeIsCoveredWhole() throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(hours: "Sa,Su 00:00-24:00; Mo-Fr 00:00-08:00", rate: Self.perHour)))
    let quote = asked.stay(until: "2025-03-31T07:03", at: "2025-03-30T16:08")
    #expect(quote.countedMinutes == 895 && quote.segments.count == 1)
  }

  /// D14 (P): a window with an edge inside a repeated hour opens at the first reading of the clock and is
  /// never shut in between.
  @Test(arguments: [
    ("00:30-03:30", "2026-03-29", 120), ("00:30-03:30", "2026-10-25", 240),
    ("02:30-04:00", "2026-03-29", 60), ("02:30-04:00", "2026-10-25", 150),
    ("24/7", "2026-10-25", 1500), ("24/7", "2026-03-29", 1380),
  ]) func D14_aWindowOverTheChangeHasItsElapsedMinutes(
    hours: String, day: String, minutes: Int
  ) throws {
    var asked = Asked(
      engine: try TestTown.engine(TestTown.text(hours: hours, rate: Self.perHour)))
    asked.prepay = true
    let date = try CivilDate(iso8601: day).adding(days: 1).iso8601
    #expect(asked.stay(until: date + "T00:00", at: day + "T00:00").countedMinutes == minutes)
  }

  // MARK: Cents

  struct Rounded: Sendable {
    let id: String
    let rounding: Rounding
    let step: Int
    let numerator: Int
    let denominator: Int
    let result: Int

    init(
      _ id: String, _ rounding: Rounding, _ step: Int, _ numerator: Int, _ denominator: Int,
      _ result: Int
    ) {
      (self.id, self.rounding, self.step) = (id, rounding, step)
      (self.numerator, self.denominator, self.result) = (numerator, denominator, result)
    }
  }

  @Test(arguments: [
    Rounded("C1", .nearest, 1, 1005, 10, 101), Rounded("C4", .nearest, 1, 145, 10, 15),
    Rounded("C5", .nearest, 1, 209_050 * 861, 100, 1_799_921),
    Rounded("C6", .nearest, 1, 18_000 * 9975, 100_000, 1796),
    Rounded("C7", .nearest, 1, -125, 10, -13), Rounded("C7", .nearest, 1, 125, 10, 13),
    Rounded("C8", .nearest, 5, 1342, 10, 135), Rounded("C8", .nearest, 5, 13_216, 100, 130),
    Rounded("C9", .nearest, 1, 2500 * 25, 10, 6250),
    Rounded("C9", .nearest, 1, 2500 * 1375, 100, 34375),
    Rounded("C11", .up, 100, -250, 1, -300), Rounded("C11", .down, 100, -250, 1, -200),
    Rounded("P2", .up, 1, -10_010, 100, -101), Rounded("P2", .down, 1, -10_090, 100, -100),
  ]) func anAmountIsRoundedOnce(row: Rounded) {
    #expect(
      row.rounding.multiple(of: row.step, numerator: row.numerator, denominator: row.denominator)
        == row.result, "\(row.id)")
  }

  @Test func C10_nothingIsRoundedBeforeTheEnd() throws {
    // A euro for 7 * 13 = 91 minutes, in bands of a seventh and a thirteenth: nothing gets lost.
    let curve = try #require(
      Rate.curve(
        of: [
          Band(upToMinutes: 7, cents: 100, perMinutes: 91),
          Band(upToMinutes: nil, cents: 100, perMinutes: 91),
        ]))
    #expect(curve.units(minutes: 91) == 100 * curve.unitsPerCent)
    let changed = curve.modified(by: [.percent(-75), .percent(300)])
    #expect(changed.units(minutes: 91) == 100 * changed.unitsPerCent)
  }
}
