import CivilTime
import Tariffs
import TestSupport
import Testing

@Suite struct PenaltyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var cause = "overstay"
    var zone: String? = "a"
    var ended: String?
    var notice: String
    var at: String?
    var paidMinutes: Int?
    var paid: Int?
    var outcome: PenaltyAnswer.Outcome
    var cancel: Int?
    var until: String?
  }

  static let cases: [Case] = [
    // The first offer ends 30 minutes after the paid time, the second 60 after the notice.
    Case(
      testDescription: "last minute of the first offer", ended: "11:50", notice: "12:00",
      at: "12:20", paidMinutes: 60, outcome: .cancellable, cancel: 300, until: "2025-10-14T12:20"),
    Case(
      testDescription: "one minute later the second offer", ended: "11:50", notice: "12:00",
      at: "12:21", paidMinutes: 60, outcome: .cancellable, cancel: 500, until: "2025-10-14T13:00"),
    Case(
      testDescription: "last minute of the second offer", ended: "11:50", notice: "12:00",
      at: "13:00", paidMinutes: 60, outcome: .cancellable, cancel: 500, until: "2025-10-14T13:00"),
    Case(
      testDescription: "seconds of the last minute are in it", ended: "11:50:40",
      notice: "12:00:59", at: "13:00:59", paidMinutes: 60, outcome: .cancellable, cancel: 500,
      until: "2025-10-14T13:00"),
    Case(
      testDescription: "too late for both", ended: "11:50", notice: "12:00", at: "13:01",
      paidMinutes: 60, outcome: .tooLate, until: "2025-10-14T13:00"),
    Case(
      testDescription: "half the paid time", ended: "11:00", notice: "11:31", paidMinutes: 62,
      outcome: .cancellable, cancel: 500, until: "2025-10-14T12:31"),
    Case(
      testDescription: "more than half the paid time", ended: "11:00", notice: "11:31",
      paidMinutes: 61, outcome: .tooLate, until: "2025-10-14T11:30"),
    Case(
      testDescription: "half of what the amount bought", ended: "11:00", notice: "11:31", paid: 60,
      outcome: .tooLate, until: "2025-10-14T11:30"),
    Case(
      testDescription: "half of what a larger amount bought", ended: "11:00", notice: "11:31",
      paid: 65, outcome: .cancellable, cancel: 500, until: "2025-10-14T12:31"),
    Case(
      testDescription: "paid time unknown", ended: "11:00", notice: "11:31", outcome: .unknown),
    Case(
      testDescription: "paid time does not matter above the minutes", ended: "09:00",
      notice: "12:01", outcome: .tooLate, until: "2025-10-14T09:30"),
    Case(
      testDescription: "180 minutes", ended: "09:00", notice: "12:00", paidMinutes: 360,
      outcome: .cancellable, cancel: 500, until: "2025-10-14T13:00"),
    Case(
      testDescription: "overstay of 0", ended: "12:00", notice: "12:00", outcome: .cancellable,
      cancel: 300, until: "2025-10-14T12:30"),
    Case(
      testDescription: "notice before the end", ended: "12:01", notice: "12:00",
      outcome: .noOverstay),
    // The clocks go back on 26 October 2025 at 03:00: an hour more to midnight, none more to a window.
    Case(
      testDescription: "midnight of a day of 25 hours", cause: "no_ticket",
      notice: "2025-10-26T01:00", at: "2025-10-26T23:59", outcome: .cancellable, cancel: 600,
      until: "2025-10-26T23:59"),
    Case(
      testDescription: "the next day", cause: "no_ticket", notice: "2025-10-26T01:00",
      at: "2025-10-27T00:00", outcome: .tooLate, until: "2025-10-26T23:59"),
    Case(
      testDescription: "midnight of a day of 23 hours", cause: "no_ticket",
      notice: "2025-03-30T01:30", at: "2025-03-30T23:59", outcome: .cancellable, cancel: 600,
      until: "2025-03-30T23:59"),
    Case(
      testDescription: "an hour over the skipped one", ended: "2025-03-30T01:40",
      notice: "2025-03-30T01:50", at: "2025-03-30T03:50", paidMinutes: 60, outcome: .cancellable,
      cancel: 500, until: "2025-03-30T03:50"),
    Case(
      testDescription: "five times the zone's greatest payment, of 120 minutes",
      cause: "no_ticket", notice: "12:00", outcome: .cancellable, cancel: 600,
      until: "2025-10-14T23:59"),
    Case(
      testDescription: "five times a maximum that is all that is known", cause: "no_ticket",
      zone: "b", notice: "12:00", outcome: .cancellable, cancel: 650, until: "2025-10-14T23:59"),
    Case(
      testDescription: "no maximum known", cause: "no_ticket", zone: "c", notice: "12:00",
      outcome: .cancellable, until: "2025-10-14T23:59"),
    Case(
      testDescription: "unpublished amount and term", cause: "wrong_zone", notice: "12:00",
      at: "2026-10-14T12:00", outcome: .cancellable),
    Case(
      testDescription: "the zone's own rule", cause: "wrong_zone", zone: "b", notice: "12:00",
      outcome: .cancellable, cancel: 700),
    Case(
      testDescription: "known not to be cancellable", cause: "never", zone: nil, notice: "12:00",
      outcome: .notCancellable),
    Case(
      testDescription: "unknown whether", cause: "silent", zone: nil, notice: "12:00",
      outcome: .unknown),
    Case(
      testDescription: "nothing published", zone: nil, ended: "2024-10-14T11:00",
      notice: "2024-10-14T12:00", outcome: .unknown),
  ]

  @Test(arguments: cases) func cancelling(_ test: Case) throws {
    let answer = try PenaltyTown.answer(
      test.cause, zone: test.zone, ended: test.ended, notice: test.notice, at: test.at,
      paidMinutes: test.paidMinutes, paid: test.paid)
    #expect(answer.outcome == test.outcome)
    #expect(answer.cancel?.value == test.cancel)
    #expect(try PenaltyTown.local(answer.cancelUntil) == test.until)
  }

  /// Overstay in minutes; the fine's bounds and the early payment's, nil where unpublished.
  @Test(
    arguments: [
      (0, 3333, 3333, 1667, 1667), (1, 3333, 3333, 1667, 1667), (20, 3333, 3333, 1667, 1667),
      (30, 3333, 3333, 1667, 1667), (31, 3001, 6001, 1501, 3001), (60, 3001, 6001, 1501, 3001),
      (61, nil, nil, nil, nil), (91, nil, nil, nil, nil), (120, nil, nil, nil, nil),
      (121, 10000, 10000, 5000, 5000),
    ] as [(Int, Int?, Int?, Int?, Int?)])
  func fineBands(minutes: Int, from: Int?, to: Int?, earlyFrom: Int?, earlyTo: Int?) throws {
    let end = try PenaltyTown.instant("2025-10-14T09:00")
    let notice = end.adding(minutes: minutes)
    let answer = try PenaltyTown.engine.penalty(
      PenaltyQuestion(
        zoneID: "a", cause: "overstay", paidEnd: end, notice: notice, payment: notice))
    #expect(answer.overstayMinutes == minutes)
    #expect(answer.fine?.from.value == from)
    #expect(answer.fine?.to.value == to)
    #expect(answer.fine?.early?.from.value == earlyFrom)
    #expect(answer.fine?.early?.to.value == earlyTo)
    #expect(answer.fine?.early?.days == (from == nil ? nil : 20))
    #expect(answer.caveats.contains(.fineUnpublished) == (from == nil))
  }

  @Test func bandsWithoutAnOverstayHoldOnlyWhenTheyHoldAll() throws {
    let noTicket = try PenaltyTown.answer("no_ticket", ended: "09:00", notice: "12:00")
    #expect(noTicket.fine?.from.value == 9000)
    #expect(noTicket.fine?.early?.from.value == 6300)
    #expect(noTicket.overstayMinutes == nil)
    #expect(noTicket.caveats.contains(.earlyTermUnpublished))
    #expect(try PenaltyTown.answer("silent", notice: "12:00").fine == nil)
  }

  /// Tuesday 14 and Wednesday 15 October 2025; the zone has two windows a day.
  @Test(
    arguments: [
      ("shift", "a", nil, "10:00", 1), ("shift", "a", "09:30", "13:59", 1),
      ("shift", "a", "09:30", "15:00", 1), ("shift", "a", "09:30", "15:59", 1),
      ("shift", "a", "09:30", "16:00", 2), ("shift", "a", "14:00", "16:00", 1),
      ("shift", "a", nil, "15:00", 0), ("shift", "a", "09:30", "2025-10-15T09:00", 3),
      ("shift", "c", "09:30", "2025-10-15T09:00", 1), ("shift", "b", "09:30", "17:00", 1),
      ("daily", "a", "09:30", "17:00", 1), ("daily", "a", "09:30", "2025-10-15T09:00", 2),
      ("daily", "a", "20:00", "2025-10-15T09:00", 1),
      ("daily", "c", "09:30", "2025-10-15T09:00", 2),
      ("daily", "a", "2025-10-11T10:00", "2025-10-13T10:00", 2),
    ] as [(String, String, String?, String, Int)])
  func charges(cause: String, zone: String, ended: String?, notice: String, count: Int) throws {
    let answer = try PenaltyTown.answer(cause, zone: zone, ended: ended, notice: notice)
    #expect(answer.outcome == .postPaid)
    #expect(answer.charge?.count == count)
    #expect(answer.charge?.total.value == count * (cause == "shift" ? 800 : 900))
    #expect(answer.isCancellable == nil)
    #expect(answer.caveats.contains(.hoursUnpublished) == (zone == "b"))
  }

  @Test func questionsWithoutAnAnswer() throws {
    func error(_ answer: @autoclosure () throws -> PenaltyAnswer) -> PenaltyQuestionError? {
      do {
        _ = try answer()
        return nil
      } catch { return error as? PenaltyQuestionError }
    }
    let zones = ["a", "b", "c"]
    let known = [
      "daily", "from_end", "never", "no_ticket", "overstay", "shift", "silent", "wrong_zone",
    ]
    #expect(
      error(try PenaltyTown.answer("rudeness", notice: "12:00"))
        == .unknownCause("rudeness", known: known))
    #expect(
      error(try PenaltyTown.answer("never", zone: "z", notice: "12:00")) == .zoneNotInEdition("z"))
    #expect(
      error(try PenaltyTown.answer("wrong_zone", zone: nil, notice: "12:00"))
        == .zoneNeeded(known: zones))
    #expect(
      error(try PenaltyTown.answer("no_ticket", zone: nil, notice: "12:00"))
        == .zoneNeeded(known: zones))
    #expect(
      error(try PenaltyTown.answer("shift", zone: nil, notice: "12:00"))
        == .zoneNeeded(known: zones))
    #expect(error(try PenaltyTown.answer("overstay", notice: "12:00")) == .paidEndNeeded)
    #expect(error(try PenaltyTown.answer("from_end", notice: "12:00")) == .paidEndNeeded)
    let madrid = try PenaltyTown.library.engine(town: "madrid")
    #expect(
      error(
        try madrid.penalty(
          PenaltyQuestion(
            cause: "no_ticket", notice: try PenaltyTown.instant("1990-01-01T10:00"),
            payment: try PenaltyTown.instant("1990-01-01T10:00")))) == .noEdition)
  }

  @Test func caveatsOfTheMoment() throws {
    let night = try PenaltyTown.answer("never", notice: "21:00", at: "20:00")
    #expect(night.caveats.contains(.outsideHours))
    #expect(night.caveats.contains(.noticeAhead))
    let day = try PenaltyTown.answer("never", notice: "12:00")
    #expect(!day.caveats.contains(.outsideHours) && !day.caveats.contains(.noticeAhead))
    #expect(!day.caveats.contains(.editionChecked))
    let later = try PenaltyTown.answer("never", notice: "2026-10-14T12:00")
    #expect(later.caveats.contains(.editionChecked))
  }

  /// What can be cancelled at a moment could be at every earlier one, for the same or less, and until
  /// the same minute or an earlier one; at its last minute it still can, and after the last one never.
  @Test func cancellingOnlyEnds() throws {
    var random = SeededGenerator(seed: 20_251_014)
    let base = try PenaltyTown.instant("2025-03-29T18:00")
    var ends = 0
    for _ in 0..<2_000 {
      let end = base.adding(minutes: .random(in: 0...900, using: &random))
      let notice = end.adding(minutes: .random(in: 0...200, using: &random))
      let payment = notice.adding(minutes: .random(in: 0...90, using: &random))
      let paidMinutes = Int.random(in: 1...400, using: &random)
      func answer(at payment: Instant) throws -> PenaltyAnswer {
        try PenaltyTown.engine.penalty(
          PenaltyQuestion(
            zoneID: "a", cause: "overstay", paidEnd: end, notice: notice, payment: payment,
            paidMinutes: paidMinutes))
      }
      let now = try answer(at: payment)
      guard now.outcome == .cancellable else { continue }
      let first = try answer(at: notice)
      let until = try #require(now.cancelUntil)
      #expect(first.outcome == .cancellable)
      #expect(first.cancel ?? .zero <= now.cancel ?? .zero)
      #expect(until >= payment)
      #expect(try answer(at: until).cancel == now.cancel)
      let after = try answer(at: until.adding(minutes: 1))
      #expect(after.cancel != now.cancel)
      if after.outcome == .tooLate { ends += 1 }
    }
    #expect(ends > 200)
  }
}
