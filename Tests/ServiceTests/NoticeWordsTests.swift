import CivilTime
import Phrasebook
import Reminders
import TestSupport
import Testing

@testable import Service

/// What drivers read, whole, in the three languages. APARKA_RECORD=1 records it.
struct NoticeWordsTests {
  private struct Case {
    let name: String
    var cause = Alarm.Cause.lead(minutes: 10)
    var walk = 0
    var note: String?
    var text: String?
    var hasTicket = true
    /// Seconds from the alarm's moment to now, and from now to the end.
    let late: Int
    let left: Int
  }

  private static let cases = [
    Case(name: "ten minutes left", late: 0, left: 600),
    Case(name: "61 seconds are two minutes", late: 0, left: 61),
    Case(name: "one second is a minute", late: 0, left: 1),
    Case(name: "at the end", cause: .lead(minutes: 0), late: 0, left: 0),
    Case(name: "59 seconds late is not said", late: 59, left: 541),
    Case(name: "late and still running", late: 240, left: 360),
    Case(name: "late and ended", late: 900, left: -180),
    Case(name: "ended a day ago", late: 86_400, left: -86_400),
    Case(name: "a walk", walk: 7, late: 0, left: 1020),
    Case(name: "a walk, spare time rounded down", walk: 7, late: 0, left: 1019),
    Case(name: "a walk that is too long now", walk: 7, late: 0, left: 420),
    Case(name: "a note", note: "level -2, by the lift", late: 0, left: 300),
    Case(name: "words of the driver", cause: .moment, text: "fetch the cake", late: 0, left: 1800),
    Case(
      name: "no ticket", cause: .moment, text: "fetch the cake", hasTicket: false, late: 120,
      left: 0),
    Case(name: "no ticket, no words", cause: .moment, hasTicket: false, late: 0, left: 0),
    Case(name: "snoozed", cause: .snooze(of: 3), late: 0, left: 300),
  ]

  private static let madrid = try? TestWords.library.clock("Europe/Madrid")

  private func alarm(_ cause: Alarm.Cause, due: Instant, text: String? = nil) -> Alarm {
    Alarm(
      id: 12, ticket: 1, generation: 0, cause: cause, due: due, state: .firing, text: text,
      created: .tuesday, fired: nil, settled: nil, reason: nil)
  }

  private func ticket(_ draft: TicketDraft, id: Int64 = 1) -> Ticket {
    Ticket(
      id: id, uid: "u", draft: draft, generation: 0, purchases: [draft.purchase], state: .active,
      created: .tuesday, stopped: nil)
  }

  private func shown(_ notice: Notice) -> String {
    var lines = ["# \(notice.title)"] + notice.body.split(separator: "\n").map { "  \($0)" }
    if !notice.actions.isEmpty {
      lines.append(
        "  [" + notice.actions.map { "\($0.id): \($0.label)" }.joined(separator: "] [") + "]")
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: Language.allCases)
  func wholeNotices(_ language: Language) throws {
    let words = TestWords.notices(language)
    var parts: [String] = []
    for row in Self.cases {
      let draft = TicketDraft.test(minutes: 60, walk: row.walk, note: row.note)
      let ticket = ticket(draft)
      let now = ticket.end.adding(seconds: -row.left)
      let notice = words.notice(
        alarm(row.cause, due: now.adding(seconds: -row.late), text: row.text),
        of: row.hasTicket ? ticket : nil, key: "k", now: now)
      parts.append("-- \(row.name)\n" + shown(notice))
    }
    for count in [1, 2, 12] {
      let tickets = (0..<count).map { ticket(.test(minutes: 60 + $0), id: Int64($0)) }
      let notice = words.notice(
        alarm(.summary, due: .tuesday), of: nil, summarised: tickets, key: "k",
        now: .tuesday.adding(minutes: 600))
      parts.append("-- \(count) that nobody was told of\n" + shown(notice))
    }
    let (now, held) = (Instant.tuesday.adding(minutes: 50), ticket(.test(minutes: 60)))
    let answers = [
      words.extended(
        ExtensionAnswer(
          outcome: .extended(until: held.end.adding(minutes: 30)), sentences: ["One.", "Two."]),
        ticket: held, key: "k", now: now),
      words.extended(
        ExtensionAnswer(outcome: .refused, sentences: ["Why not."]), ticket: held, key: "k",
        now: now),
      words.snoozed(until: now.adding(minutes: 5), ticket: held, key: "k", now: now),
      words.stopped(held, key: "k"), words.actionFailed(reason: "Why.", key: "k"),
    ]
    parts.append("-- answers\n" + answers.map(shown).joined(separator: "\n"))
    let problems: [StoreError.Problem] = [
      .locked, .full, .readOnly, .corrupt(detail: "x"), .newer(found: 99, known: 1),
      .notOurs(applicationID: 3), .cannotOpen(number: 13), .missing,
      .inputOutput(sqlite: 266, number: 5), .unexpected(sqlite: 1, detail: "x"), .noTicket(4),
      .ticketStopped(4), .noAlarm(7), .alarmNotRung(7, .pending), .alarmOver(7, .cancelled),
      .momentPast(secondsAgo: 61),
    ]
    parts.append(
      "-- store\n"
        + problems.map { shown(words.storeBroken(StoreError(path: "/x.sqlite", problem: $0))) }
        .joined(separator: "\n"))
    let text = parts.joined(separator: "\n\n") + "\n"
    for slip in ["«", "{{", "}}"] where language != .spanish || slip != "«" {
      #expect(!text.contains(slip))
    }
    let file = GoldenFile("Tests/ServiceTests/Golden/notices.\(language.rawValue).txt")
    if let difference = try file.difference(text) { Issue.record("\(difference)") }
  }

  /// The moment is told by the town's clocks, whatever zone the machine is in; 25 October 2026 has an hour
  /// twice.
  @Test func timesAreTheTowns() {
    let end = Instant(secondsSince1970: 1_792_889_100)  // 2026-10-25 00:45 UTC
    let rows: [(after: Int, says: String)] = [
      (0, "valid until 2:45"), (3600, "valid until 2:45"), (7200, "3:45"),
    ]
    for row in rows {
      let start = end.adding(seconds: row.after - 3600)
      let notice = TestWords.notices().notice(
        alarm(.lead(minutes: 5), due: start), of: ticket(.test(arrival: start)), key: "k",
        now: start.adding(minutes: 55))
      #expect(notice.plainBody.contains(row.says), "\(notice.body)")
      #expect(notice.plainTitle == "Your ticket ends in 5 min")
    }
  }

  /// What a user's command gets in its environment.
  @Test func environmentOfCommands() {
    let draft = TicketDraft.test(walk: 3, note: "by the lift")
    let notice = TestWords.notices().notice(
      alarm(.lead(minutes: 10), due: .tuesday.adding(minutes: 47)), of: ticket(draft), key: "k",
      now: .tuesday.adding(minutes: 48))
    let expected = [
      "APARKA_ALARM": "12", "APARKA_TICKET": "1", "APARKA_TOWN": "calatayud",
      "APARKA_ZONE": "blue", "APARKA_VALID_UNTIL": "2026-10-13T11:00:00+02:00",
      "APARKA_SECONDS_LEFT": "720", "APARKA_WALK_MINUTES": "3", "APARKA_NOTE": "by the lift",
      "APARKA_CAUSE": "lead", "APARKA_LATE_SECONDS": "60", "APARKA_DUE": "2026-10-13T08:47:00Z",
    ]
    #expect(notice.environment == expected)
  }
}
