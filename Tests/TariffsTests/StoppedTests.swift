import CivilTime
import Testing

@testable import Tariffs

/// What a ticket was worth when the car left before its end.
@Suite struct StoppedTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let zone: String
    let at: String
    let want: QuoteRequest.Want
    let left: String
    /// Minutes used, their price, the refund; `-` where there is no such ticket.
    let answer: String

    init(
      _ name: String, zone: String = "", at: String = "09:00", _ want: QuoteRequest.Want,
      left: String, _ answer: String
    ) {
      testDescription = name
      (self.zone, self.at, self.want, self.left, self.answer) = (zone, at, want, left, answer)
    }
  }

  static let refunds = "\"unused_time\": { \"refunded_with\": [\"app\"] },"
  static let rows: [Row] = [
    Row("no refund is published", .minutes(120), left: "10:00", "60 50 0"),
    Row("a refund", zone: refunds, .minutes(120), left: "10:00", "60 50 150"),
    Row("the least payment is kept", zone: refunds, .minutes(120), left: "09:05", "5 25 175"),
    Row("at once", zone: refunds, .minutes(120), left: "09:00", "0 0 200"),
    Row("at its end", zone: refunds, .minutes(120), left: "11:00", "120 200 0"),
    Row("after its end", zone: refunds, .minutes(120), left: "11:01", "-"),
    Row("before it was bought", zone: refunds, .minutes(120), left: "08:59", "-"),
    Row("in the gap", zone: refunds, at: "13:00", .minutes(120), left: "15:00", "60 50 150"),
    Row("behind the gap", zone: refunds, at: "13:00", .minutes(120), left: "16:30", "90 125 75"),
    Row(
      "before it counts", zone: refunds + "\"prepay\": { \"allowed\": true },", at: "08:00",
      .minutes(60), left: "08:30", "0 0 50"),
    Row(
      "so short that it is not parking", zone: refunds + "\"ignored_minutes\": 3,", .minutes(60),
      left: "09:02", "2 0 50"),
    Row(
      "what bought nothing is no refund", zone: refunds, .money(Cents(300)), left: "11:00",
      "120 200 0"),
    Row("free", zone: refunds, at: "15:00", .minutes(60), left: "15:10", "-"),
  ]

  @Test(arguments: rows) func itIsAsWorkedOutByHand(row: Row) throws {
    let asked = Asked(
      engine: try TestTown.engine(
        TestTown.text(
          hours: "09:00-14:00,16:00-20:00", rate: ExtensionTests.ladder, zone: row.zone)))
    let stopped = asked.engine.prepared(zone: "street")!.stopped(
      QuoteRequest(arrival: asked.time("2025-10-14T" + row.at), want: row.want),
      at: asked.time("2025-10-14T" + row.left))
    let answer = stopped.map { "\($0.usedMinutes) \($0.usedCents.value) \($0.refund.value)" }
    #expect(answer ?? "-" == row.answer)
  }
}
