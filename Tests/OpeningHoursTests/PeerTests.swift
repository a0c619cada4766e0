import CivilTime
import Foundation
import TestSupport
import Testing

@testable import OpeningHours

private struct PeerAnswers: Decodable {
  struct Answer: Decodable {
    let kind: String
    let comment: String
    let change: Int?

    init(from decoder: Decoder) throws {
      var list = try decoder.unkeyedContainer()
      kind = try list.decode(String.self)
      comment = try list.decode(String.self)
      change = try list.decodeNil() ? nil : list.decode(Int.self)
    }
  }

  let error: String?
  let answers: [Answer]?
}

private struct PeerCase: Encodable {
  let text: String
  let times: [Int]
}

/// The peer's holidays and its answers, case by case.
private func askPeer(_ cases: [PeerCase]) throws -> (HolidaySet, [PeerAnswers]) {
  let encoder = JSONEncoder()
  let input = try cases.map { try encoder.encode($0) }.joined(separator: Data("\n".utf8))
  let lines = try runOracle("hours_peer.py", input: Data(input)).split(
    separator: UInt8(ascii: "\n"))
  let days = try JSONDecoder().decode([Int].self, from: Data(lines[0]))
  let holidays = HolidaySet(
    dates: days.map { CivilDate(daysSince1970: $0) }, coveredYears: [2018...2032])
  return (
    holidays, try lines.dropFirst().map { try JSONDecoder().decode(PeerAnswers.self, from: $0) }
  )
}

private func local(_ minutes: Int) -> LocalDateTime {
  LocalDateTime(secondsSinceLocal1970: Int64(minutes) * 60)
}

/// Against opening-hours-py 2.1.4 (Rust, opening-hours-rs). Where we differ on purpose, the
/// difference must be exactly the one that `PlainEvaluator.peerState` describes.
@Suite struct PeerTests {
  @Test func randomSchedulesAgreeOrDifferAsWritten() throws {
    var schedules = RandomSchedules(SeededGenerator(seed: 42))
    var cases: [PeerCase] = []
    for _ in 0..<2500 {
      let hours = try OpeningHours(parsing: schedules.schedule())
      let start = Int(date(2020, 1, 1).daysSince1970) * 1440
      let times = (0..<5).map { _ in start + schedules.number(0...4017 * 1440) }
      cases.append(PeerCase(text: hours.description, times: times))
    }
    let (holidays, answers) = try askPeer(cases)
    try #require(answers.count == cases.count)
    #expect(holidays.contains(date(2026, 10, 12)) && !holidays.contains(date(2026, 10, 13)))
    var counts = Counts()
    for (sample, answer) in zip(cases, answers) {
      guard let list = answer.answers else {
        // Its grammar has no month with a year after the first item of a list.
        let hours = try OpeningHours(parsing: sample.text)
        #expect(hours.hasLaterMonthOfAYear, "the peer refuses \(sample.text)")
        counts.refusedByPeer += 1
        continue
      }
      let hours = try OpeningHours(parsing: sample.text)
      let comparison = Comparison(
        hours: CompiledHours(hours), plain: PlainEvaluator(hours, holidays), holidays: holidays)
      for (minutes, peer) in zip(sample.times, list) {
        comparison.compare(peer, at: local(minutes), &counts)
      }
    }
    print("opening-hours-py: \(counts)")
    #expect(counts.sameState > 9_000 && counts.sameChange > 8_000, "\(counts)")
    #expect(counts.unexplained == 0, "\(counts)")
  }

  struct Counts {
    var sameState = 0
    var nightState = 0
    var onlyClosedState = 0
    var sameChange = 0
    var knownChange = 0
    var refusedByPeer = 0
    var unexplained = 0
  }

  private struct Comparison {
    let hours: CompiledHours
    let plain: PlainEvaluator
    let holidays: HolidaySet

    func compare(_ peer: PeerAnswers.Answer, at time: LocalDateTime, _ counts: inout Counts) {
      let ours = hours.plain(hours.state(at: time, holidays: holidays))
      let peerModel = plain.peerState(at: time)
      if ours.isSame(as: peer) {
        counts.sameState += 1
      } else if peerModel.isSame(as: peer) {
        if hours.hours.onlySaysClosed {
          counts.onlyClosedState += 1
        } else {
          counts.nightState += 1
        }
      } else {
        counts.unexplained += 1
        Issue.record("\(hours.hours) at \(time): ours \(ours), peer \(peer), model \(peerModel)")
      }
      let change = hours.nextChange(after: time, holidays: holidays)
      let peerChange = peer.change.map(local)
      let far = time.adding(minutes: 4990 * 1440)
      if change == peerChange || (peerChange == nil && change.map { $0 > far } ?? true) {
        counts.sameChange += 1
      } else if isKnown(change, peerChange, from: time, peer) {
        counts.knownChange += 1
      } else {
        counts.unexplained += 1
        Issue.record(
          "\(hours.hours) after \(time): ours \(String(describing: change)), peer \(peer)")
      }
    }

    /// The earlier of the two changes is a change of one policy only: there, or at the start already,
    /// the two policies differ.
    private func isKnown(
      _ change: LocalDateTime?, _ peerChange: LocalDateTime?, from time: LocalDateTime,
      _ peer: PeerAnswers.Answer
    ) -> Bool {
      guard let earlier = [change, peerChange].compactMap({ $0 }).min() else { return false }
      return [time, earlier].contains { plain.state(at: $0) != plain.peerState(at: $0) }
    }
  }

  /// The smallest texts on which we differ, so that a change on either side is seen.
  @Test func knownDifferences() throws {
    let cases: [(String, String, String, String)] = [
      // A night belongs to the day it began on; a later `;` rule of the next day takes it away there.
      ("Mo 22:00-02:00; Tu off", "2026-01-06 01:00", "open", "closed"),
      ("Mo 22:00-02:00; Tu 08:00-10:00", "2026-01-06 01:00", "open", "closed"),
      // ... and so does an earlier rule that holds on the next day, or a cut of that day.
      ("10:00-12:00; Mo 22:00-02:00", "2026-01-06 01:00", "open", "closed"),
      ("Mo 22:00-02:00, Tu 00:00-01:00 off", "2026-01-06 00:30", "open", "closed"),
      // A night that a later rule replaced is gone with its tail; there the tail stays.
      ("Mo 22:00-02:00; Mo 10:00-12:00", "2026-01-06 01:00", "closed", "open"),
      ("Mo 22:00-02:00, Mo off", "2026-01-06 01:00", "closed", "open"),
      // Open wins over unknown where a tail meets the next day's spans; there the later rule.
      ("Mo 22:00-02:00, Tu 01:00-10:00 unknown", "2026-01-06 01:30", "open", "unknown"),
      // S14: only `off` rules say nothing of the other days.
      ("Oct-May off", "2026-06-15 12:00", "unknown", "closed"),
      // A comment alone makes a rule unknown (specification); there open.
      ("Mo 10:00-12:00 \"on appointment\"", "2026-01-05 11:00", "unknown", "open"),
      // A comma between weekdays and PH continues the list; there it begins another rule.
      ("Mo-Su, PH 10:00-22:00", "2026-01-05 09:00", "closed", "open"),
    ]
    let (holidays, answers) = try askPeer(
      cases.map { PeerCase(text: $0.0, times: [Int(time($0.1).secondsSinceLocal1970) / 60]) })
    for ((text, at, ours, peers), answer) in zip(cases, answers) {
      let hours = CompiledHours(try OpeningHours(parsing: text))
      #expect("\(hours.state(at: time(at), holidays: holidays).kind)" == ours, "\(text)")
      #expect(answer.answers?.first?.kind == peers, "\(text)")
    }
  }

  /// What the subset refuses because readers disagree, and the peer takes.
  @Test(arguments: [
    "PH Mo-Fr 10:00-12:00", "Mo-Fr PH 10:00-12:00", "2025 Nov-Feb 10:00-12:00",
    "2025 Jul 01,Aug 01 10:00-12:00", "00:00-00:00", "10:00-35:00", "Apr 10-easter 10:00-12:00",
    "Feb 30 10:00-12:00", "Feb 17-14 10:00-12:00",
  ])
  func refusedHereTakenThere(text: String) throws {
    #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: text) }
    #expect(try askPeer([PeerCase(text: text, times: [0])]).1[0].error == nil)
  }
}

extension PlainEvaluator.State {
  fileprivate func isSame(as peer: PeerAnswers.Answer) -> Bool {
    "\(kind)" == peer.kind && (comment ?? "") == peer.comment
  }
}

extension OpeningHours {
  fileprivate var hasLaterMonthOfAYear: Bool {
    rules.contains { rule in
      rule.dates.dropFirst().contains {
        if case .months(.some, _, _) = $0 { true } else { false }
      }
    }
  }
}
