import CivilTime
import TestSupport
import Testing

@testable import Tariffs

/// A payment on a running ticket, worked out by hand.
@Suite struct ExtensionTests {
  /// 0.50 the first hour, 1.50 the second, the least payment 0.25.
  static let ladder = """
    { "points": [ { "minutes": 30, "cents": 25 }, { "minutes": 60, "cents": 50 },
      { "minutes": 120, "cents": 200 } ], "between": { "rule": "linear" }, "coin_cents": 5 }
    """
  static let free = """
    { "points": [ { "minutes": 30, "cents": 30 }, { "minutes": 120, "cents": 120 } ],
      "between": { "rule": "linear" }, "coin_cents": 5,
      "free_minutes": { "minutes": 15, "ticket": "required", "then": "from_zero" } }
    """

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var hours = "09:00-14:00,16:00-20:00"
    var rate = ExtensionTests.ladder
    var zone = ""
    var previous: [(String, String)] = []
    let at: String
    let want: QuoteRequest.Want
    let answer: String

    init(
      _ name: String, zone: String = "", rate: String = ExtensionTests.ladder,
      previous: [(String, String)], at: String, _ want: QuoteRequest.Want, _ answer: String
    ) {
      testDescription = name
      (self.zone, self.rate, self.previous) = (zone, rate, previous)
      (self.at, self.want, self.answer) = (at, want, answer)
    }
  }

  private static func maximum(_ minutes: Int) -> String {
    "\"maximum_stay\": { \"minutes\": \(minutes) },"
  }
  private static func gap(_ policy: String) -> String { "\"gap\": { \"policy\": \"\(policy)\" }," }
  private static func rule(_ ladder: String, _ maximum: String) -> String {
    "\"extension\": { \"ladder\": \"\(ladder)\", \"maximum\": \"\(maximum)\" },"
  }

  static let rows: [Row] = [
    Row("T17", previous: [("09:00", "10:00")], at: "09:50", .minutes(60), "150 60 11:00"),
    Row(
      "T17 where the ladder restarts", zone: rule("restarts", "both"),
      previous: [("09:00", "10:00")], at: "09:50", .minutes(60), "50 60 11:00"),
    Row(
      "an end that is the arrival", previous: [("09:00", "10:00")], at: "10:00", .minutes(60),
      "150 60 11:00"),
    Row(
      "a pause ends the chain", previous: [("09:00", "09:59")], at: "10:00", .minutes(60),
      "50 60 11:00"),
    Row(
      "the sum lies on the coin step, the least payment was made", previous: [("09:00", "10:00")],
      at: "09:30", .money(Cents(5)), "5 2 10:02"),
    Row(
      "off the coin step", previous: [("09:00", "10:00")], at: "09:30", .money(Cents(7)),
      "off_coin_step"),
    Row(
      "the least payment again where the ladder restarts", zone: rule("restarts", "both"),
      previous: [("09:00", "10:00")], at: "09:30", .money(Cents(5)), "below_minimum"),
    Row(
      "the maximum counts both", zone: maximum(90), previous: [("09:00", "10:00")], at: "09:30",
      .minutes(31), "maximum_stay"),
    Row(
      "up to the maximum of both", zone: maximum(90), previous: [("09:00", "10:00")], at: "09:30",
      .minutes(30), "75 30 10:30"),
    Row(
      "the maximum counts each", zone: maximum(60) + rule("continues", "each"),
      previous: [("09:00", "10:00")], at: "09:30", .minutes(60), "150 60 11:00"),
    Row(
      "nothing is left of the maximum", zone: maximum(60), previous: [("09:00", "10:00")],
      at: "09:30", .money(Cents(50)), "maximum_stay"),
    Row(
      "the ladder's end counts both", previous: [("09:00", "10:00")], at: "09:30", .minutes(61),
      "maximum_stay"),
    Row(
      "over a gap that is carried", zone: gap("carry"), previous: [("13:00", "14:00")],
      at: "13:50", .minutes(30), "75 30 16:30"),
    Row(
      "over a gap that begins a new ticket", zone: gap("new_ticket"),
      previous: [("13:00", "14:00")], at: "13:50", .minutes(30), "25 30 16:30"),
    Row(
      "over a gap that cuts", zone: gap("cut"), previous: [("13:00", "14:00")], at: "13:50",
      .minutes(30), "past_closing"),
    Row(
      "over a gap that cuts, to be bought before the opening",
      zone: gap("cut") + "\"prepay\": { \"allowed\": true },", previous: [("13:00", "14:00")],
      at: "13:50", .minutes(30), "25 30 16:30"),
    Row(
      "behind a gap that began a new ticket", zone: gap("new_ticket") + maximum(60),
      previous: [("13:00", "16:30")], at: "16:20", .minutes(30), "25 30 17:00"),
    Row(
      "free minutes are of the whole stay", rate: free, previous: [("09:00", "09:15")],
      at: "09:10", .minutes(15), "30 15 09:30"),
    Row(
      "free minutes and a long extension", rate: free, previous: [("09:00", "09:15")],
      at: "09:15", .minutes(45), "60 45 10:00"),
    Row(
      "three tickets in a row", previous: [("09:00", "09:30"), ("09:30", "10:00")], at: "10:00",
      .minutes(60), "150 60 11:00"),
    Row(
      "out of order and overlapping", previous: [("09:20", "10:00"), ("09:00", "09:30")],
      at: "10:00", .minutes(60), "150 60 11:00"),
    Row(
      "one inside the other", previous: [("09:00", "10:00"), ("09:10", "09:20")], at: "09:30",
      .minutes(60), "150 60 11:00"),
    Row(
      "two chains: the last counts", previous: [("09:00", "10:00"), ("10:30", "11:00")],
      at: "11:00", .minutes(30), "25 30 11:30"),
    Row(
      "one for later is left out", previous: [("12:00", "13:00")], at: "10:00", .minutes(60),
      "50 60 11:00"),
    Row(
      "one that ends before it begins is left out", previous: [("10:00", "09:00")], at: "10:00",
      .minutes(60), "50 60 11:00"),
    Row(
      "one bought for the opening runs before it", zone: "\"prepay\": { \"allowed\": true },",
      previous: [("09:00", "10:00")], at: "08:00", .minutes(60), "150 60 11:00"),
    Row(
      "the day counts all its tickets", zone: "\"maximum_per_day\": { \"minutes\": 90 },",
      previous: [("09:00", "10:00")], at: "11:00", .minutes(31), "maximum_per_day"),
    Row(
      "the day, at a gap that begins a new ticket",
      zone: "\"maximum_per_day\": { \"minutes\": 90 }," + gap("new_ticket"), previous: [],
      at: "13:00", .minutes(91), "maximum_per_day"),
    Row(
      "T16 refused until the hour of return",
      zone: maximum(90)
        + "\"return_ban\": { \"minutes\": 180, \"after\": \"any_ticket\", \"from\": \"end\", \"within\": \"zone\" },",
      previous: [("09:00", "10:30")], at: "13:29", .minutes(10), "return_ban 13:30"),
    Row(
      "T16 at the hour of return",
      zone: maximum(90)
        + "\"return_ban\": { \"minutes\": 180, \"after\": \"any_ticket\", \"from\": \"end\", \"within\": \"zone\" },",
      previous: [("09:00", "10:30")], at: "13:30", .minutes(30), "25 30 14:00"),
    Row(
      "a ban from the beginning of the chain",
      zone:
        "\"return_ban\": { \"minutes\": 120, \"after\": \"any_ticket\", \"from\": \"start\", \"within\": \"zone\" },",
      previous: [("09:00", "09:30"), ("09:30", "10:00")], at: "10:30", .minutes(30),
      "return_ban 11:00"),
  ]

  @Test(arguments: rows) func aSecondPaymentIsAsWorkedOutByHand(row: Row) throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(hours: row.hours, rate: row.rate, zone: row.zone)),
      previous: row.previous.map { ("2025-10-14T" + $0.0, "2025-10-14T" + $0.1) })
    let quote = asked.quote(at: "2025-10-14T" + row.at, row.want)
    #expect(summary(quote, asked) == row.answer)
  }

  private func summary(_ quote: Quote, _ asked: Asked) -> String {
    func hour(_ moment: Instant?) -> String {
      asked.local(moment).map { String($0.suffix(5)) } ?? "-"
    }
    guard let refusal = quote.refusal else {
      return "\(quote.paid.value) \(quote.countedMinutes) \(hour(quote.validUntil))"
    }
    return refusal.reason.rawValue
      + (refusal.reason == .returnBan ? " " + hour(refusal.nearest?.from) : "")
  }

  /// Buying in parts on a continuing ladder costs what one ticket costs, and lasts as long.
  @Test func partsOfAContinuingLadderCostTheWhole() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<150 {
      let rate = RandomRates.rate(&random)
      guard let ladder = rate.ladder(), ladder.freeMinutes == 0 else { continue }
      let most = min(ladder.maximumMinutes ?? 600, 600)
      guard most > 1 else { continue }
      let first = random.number(1...most - 1)
      let till = Till(
        ladder: ladder, paidMinutes: ladder.minutes(for: ladder.cents(for: first)!), cap: nil)
      guard till.paidMinutes < most else { continue }
      let whole = random.number(till.paidMinutes + 1...most)
      let second = try #require(till.cents(for: whole - till.paidMinutes))
      #expect(ladder.cents(for: first)! + second == ladder.cents(for: whole)!, "\(rate)")
      #expect(till.acceptance(of: second) == .accepted, "\(rate)")
      #expect(
        till.paidMinutes + till.minutes(for: second)
          == ladder.minutes(for: ladder.cents(for: whole)!),
        "\(rate)")
    }
  }
}
