import CivilTime
import Foundation
import JSONText
import Reminders
import TestSupport
import Testing

@testable import Commands

/// `park`, `extend`, `stop`: what is kept, and when.
struct ParkingTests {
  private static let park = "park blue 1h --town vega"

  @Test func R17TheWalkBackIsAddedToEveryLead() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let ticket = try home.json("\(Self.park) --remind 5,0 --walk 12", at: "2025-10-14T10:00")
    #expect(
      ticket.texts("ticket.alarms", "due") == [
        "2025-10-14T10:43:00+02:00", "2025-10-14T10:48:00+02:00",
      ])
    #expect(ticket.number("ticket.walk_minutes") == 12)
    #expect(ticket.number("ticket.alarms.0.lead_minutes") == 5)
  }

  /// 1.3 times the straight line at 75 m a minute, rounded up.
  @Test(arguments: [(0.0, 0), (57.0, 1), (58.5, 2), (500, 9), (1000, 18)])
  func walkingTime(metres: Double, minutes: Int) {
    #expect(WalkingTime.minutes(straightMetres: metres) == minutes)
  }

  @Test func R18OneTicketForARequestThatIsSentAgain() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    let first = try home.json("\(Self.park) --request-id a", at: "2025-10-14T10:00")
    #expect(first.text("outcome") == "parked")
    for moment in ["2025-10-14T10:00", "2025-10-14T10:01", "2025-10-14T23:00"] {
      let again = try home.json("\(Self.park) --request-id a", at: moment)
      #expect(again.text("outcome") == "repeated")
      #expect(again.text("ticket.uid") == first.text("ticket.uid"))
      #expect(again.texts("ticket.alarms", "due") == first.texts("ticket.alarms", "due"))
    }
    #expect(try home.json("tickets --all", at: "2025-10-14T10:02").count("tickets") == 1)
    #expect(try home.json("alarms --all", at: "2025-10-14T10:02").count("alarms") == 3)
  }

  @Test func R18ALookalikeIsAskedAbout() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    func count() throws -> Int? {
      try home.json("tickets --all", at: "2025-10-14T10:00").count("tickets")
    }
    _ = try home.json(Self.park, at: "2025-10-14T10:00")
    // Nobody to ask: refused, and said how to override. The start may be a minute off either way.
    for (call, moment) in [
      (Self.park, "2025-10-14T10:00"), (Self.park, "2025-10-14T10:01"),
      (Self.park + " --json", "2025-10-14T10:00"),
      (Self.park + " --at 9:59 --json", "2025-10-14T10:00"),
    ] {
      let refused = try home.run(call, at: moment)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.errors.contains("--yes") && refused.errors.contains("--request-id"))
      #expect(refused.errors.split(separator: "\n").count == 1)
    }
    #expect(try count() == 1)
    // At a terminal it is a question; only a word for yes is one.
    for answer in ["n\n", "\n", "", "maybe\n"] {
      let refused = try home.run(Self.park, at: "2025-10-14T10:00", answer: answer)
      #expect(refused.status == 1 && refused.errors.contains("[y/N]"))
    }
    #expect(try count() == 1)
    let another = try home.run(Self.park, at: "2025-10-14T10:00", answer: "Yes\n")
    #expect(another.status == 0)
    #expect(try count() == 2)
    // Two minutes off, another zone, another vehicle, an id of its own, --yes: others.
    for call in [
      Self.park + " --at 9:58", "park orange 4.00 --town vega", Self.park + " --vehicle c",
      Self.park + " --request-id b", Self.park + " --yes",
    ] {
      let result = try home.run(call, at: "2025-10-14T10:00")
      #expect(result.status == 0, "\(call): \(result.errors)")
    }
    #expect(try count() == 7)
  }

  @Test func R21AnExtensionMovesTheAlarms() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json(
      "park orange --until 14:00 --town vega --remind none", at: "2025-10-14T09:00")
    let ticket = try home.json(
      "park blue 1h30 --town vega --remind 15,10,5", at: "2025-10-14T10:30")
    #expect(ticket.text("ticket.valid_until") == "2025-10-14T12:00:00+02:00")
    try home.ring(at: "2025-10-14T11:45:00")
    try home.ring(at: "2025-10-14T11:50:00")
    let extended = try home.json("extend 2 30", at: "2025-10-14T11:52")
    #expect(extended.text("outcome") == "extended")
    #expect(extended.text("ticket.valid_until") == "2025-10-14T12:30:00+02:00")
    #expect(
      extended.texts("ticket.alarms", "due") == [
        "2025-10-14T12:15:00+02:00", "2025-10-14T12:20:00+02:00", "2025-10-14T12:25:00+02:00",
      ])
    let all = try home.json("alarms --all --ticket 2", at: "2025-10-14T11:53")
    #expect(
      all.texts("alarms", "state") == [
        "delivered", "delivered", "cancelled", "pending", "pending", "pending",
      ])
    #expect(all.text("alarms.2.reason") == "extended")
  }

  /// What the driver cancelled stays cancelled; what was added stays; `--remind` says otherwise.
  @Test func anExtensionKeepsTheDriversLeads() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("\(Self.park) --remind 15,5", at: "2025-10-14T10:00")
    _ = try home.json("alarms cancel 2", at: "2025-10-14T10:01")
    _ = try home.json("alarms add --lead 8", at: "2025-10-14T10:02")
    let kept = try home.json("extend 20", at: "2025-10-14T10:03")
    #expect(
      kept.texts("ticket.alarms", "due") == [
        "2025-10-14T11:05:00+02:00", "2025-10-14T11:12:00+02:00",
      ])
    let chosen = try home.json("extend 20 --remind 1", at: "2025-10-14T10:04")
    #expect(chosen.texts("ticket.alarms", "due") == ["2025-10-14T11:39:00+02:00"])
  }

  /// W3-10: in Calatayud 40 minutes and 20 more over the midday gap cost what an hour costs at once.
  @Test func anExtensionContinuesTheLadder() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    func run(_ call: String, _ moment: String) throws -> JSONNode {
      let result = try home.run(call + " --json", at: moment, data: ".")
      return try JSONNode(parsing: Array(result.output.utf8))
    }
    _ = try run("park blue 0.45 --town calatayud", "2025-10-14T12:50")
    let extended = try run("extend 20", "2025-10-14T12:55")
    #expect(extended.number("quote.paid_cents") == 20)
    #expect(extended.number("ticket.paid_cents") == 65)
    #expect(extended.number("ticket.counted_minutes") == 60)
    #expect(extended.text("ticket.valid_until") == "2025-10-14T17:20:00+02:00")
    #expect(extended.texts("ticket.alarms", "due").first == "2025-10-14T17:05:00+02:00")
  }

  /// Whatever the parts, a ladder that continues gives for the sum what it gives for it at once.
  @Test func extensionsAddUp() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<5 {
      let home = try ParkingHome()
      defer { home.remove() }
      let minutes = Int.random(in: 20...60, using: &generator)
      var last = try home.json(
        "park blue \(minutes)m --town vega --remind 5", at: "2025-10-14T09:30")
      for _ in 0..<3 {
        let more = Int.random(in: 1...18, using: &generator)
        last = try home.json("extend \(more)m", at: "2025-10-14T09:45")
        #expect(last.text("outcome") == "extended")
      }
      let paid = try #require(last.number("ticket.paid_cents"))
      let whole = try home.json("quote blue \(paid)c --town vega", at: "2025-10-14T09:30")
      #expect(last.number("ticket.counted_minutes") == whole.number("counted_minutes"))
      #expect(last.count("ticket.purchases") == 4 && whole.number("change_cents") == 0)
      #expect(last.text("ticket.valid_until") == whole.text("valid_until"))
      #expect(last.count("ticket.alarms") == 1)
    }
  }

  /// A refused extension leaves the ticket and its alarms as they are.
  @Test func refusedExtensions() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("park blue 2h --town vega", at: "2025-10-14T10:00")
    let before = try home.run("tickets --json", at: "2025-10-14T10:05")
    let refused = try home.json("extend 10", at: "2025-10-14T10:05")
    #expect(refused.text("outcome") == "refused")
    #expect(refused.text("quote.refusal.reason") == "maximum_stay")
    #expect(refused.at("reminder") == nil)
    #expect(try home.run("extend 10", at: "2025-10-14T10:05").status == 1)
    #expect(try home.run("tickets --json", at: "2025-10-14T10:05").output == before.output)
  }

  /// Whatever would be sold by now, a request that is sent again is answered with what it did.
  @Test func anExtensionThatIsSentAgain() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json(Self.park, at: "2025-10-14T10:00")
    let first = try home.json("extend 1h --request-id e1", at: "2025-10-14T10:10")
    #expect(first.text("outcome") == "extended")
    // The maximum stay is reached; then the ticket has ended; then it was stopped.
    for moment in ["2025-10-14T10:11", "2025-10-14T12:30"] {
      for call in ["extend 1h --request-id e1", "extend 1 1h --request-id e1"] {
        let again = try home.json(call, at: moment)
        #expect(again.text("outcome") == "repeated")
        #expect(again.at("quote") == nil && again.count("ticket.purchases") == 2)
        #expect(again.texts("ticket.alarms", "due") == first.texts("ticket.alarms", "due"))
      }
    }
    // Another id is another request, and the next ticket may use the id anew.
    #expect(try home.run("extend 1h --request-id e2", at: "2025-10-14T10:11").status == 1)
    _ = try home.json("park orange 4.00 --town vega", at: "2025-10-14T12:40")
    let next = try home.json("extend 4.00 --request-id e1", at: "2025-10-14T12:41")
    #expect(next.text("outcome") == "extended" && next.number("ticket.ticket") == 2)
  }

  /// What is bought for a stay that has not begun counts from its beginning; what would not move the end is told.
  @Test func anExtensionBeforeTheStay() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    func run(_ call: String) throws -> JSONNode {
      let result = try home.run(call + " --json", at: "2025-10-14T13:29", data: ".")
      return try JSONNode(parsing: Array(result.output.utf8))
    }
    let parked = try run("park blue 0.50 --town calatayud --at 17:30")
    let extended = try run("extend 1 0.50")
    #expect(extended.text("outcome") == "extended", "\(extended)")
    let end = try #require(extended.text("ticket.valid_until"))
    #expect(end > (parked.text("ticket.valid_until") ?? "") && end < "2025-10-14T20:00")
  }

  @Test func C6TheReturnBanOfTheDriversOwnTickets() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    func run(_ call: String, _ moment: String) throws -> JSONNode {
      let result = try home.run(call + " --json", at: "2025-10-14T\(moment)", data: ".")
      return try JSONNode(parsing: Array(result.output.utf8))
    }
    let first = try run("park red 15 --town irun", "10:00")
    #expect(first.at("return_ban") == nil)
    _ = try run("stop", "10:10")
    let again = try run("park red 15 --town irun", "10:20")
    #expect(again.text("outcome") == "parked" && again.number("return_ban.ticket") == 1)
    let from = try #require(again.text("return_ban.return_from"))
    #expect(from > "2025-10-14T11")
    let told = try home.run("park red 15 --town irun --yes", at: "2025-10-14T10:40", data: ".")
    #expect(told.status == 0 && told.output.contains("this car may come back"), "\(told.output)")
    // Another kind of vehicle, another zone, what the driver says himself, the next day: nothing is owed.
    for (call, moment) in [
      ("park red 15 --town irun --vehicle c --yes", "10:41"),
      ("park red 15 --town irun --yes", "18:30"),
    ] {
      #expect(try run(call, moment).at("return_ban") == nil, "\(call)")
    }
  }

  @Test func wordsThatSayNothing() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    for call in ["--remind ,", "--photo /tmp", "--photo /dev/null"] {
      let refused = try home.run("\(Self.park) \(call)", at: "2025-10-14T10:00")
      #expect(refused.status == 2 && refused.output.isEmpty, "\(call): \(refused)")
    }
    // The year is told where it is not the present one, and of what is past.
    let past = try home.run("alarms add --at 2020-01-01T10:00", at: "2025-10-14T10:00")
    #expect(past.status == 2 && past.errors.contains("2020"), "\(past.errors)")
    _ = try home.json("alarms add --at 2126-01-02T10:00", at: "2025-10-14T10:00")
    #expect(try home.run("alarms", at: "2025-10-14T10:00").output.contains("2126"))
  }

  /// A stay that every lead is too long for: one alarm within it, and none at once.
  @Test func leadsLongerThanTheStay() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    for (call, due) in [
      ("park blue 1h --town vega --at 12:00 --remind 24h", "12:45"),
      ("park blue 30m --town vega --remind 30", "10:15"),
      ("park blue 20m --town vega --remind 30", "10:05"),
      ("park blue 20m --town vega --remind 30 --walk 12", "10:03"),
      ("park blue 20m --town vega --walk 19", "10:10"),
    ] {
      let parked = try home.json(call + " --yes", at: "2025-10-14T10:00")
      let pending = (0..<(parked.count("ticket.alarms") ?? 0)).filter {
        parked.text("ticket.alarms.\($0).state") == "pending"
      }
      #expect(
        pending.map { parked.text("ticket.alarms.\($0).due") } == [
          "2025-10-14T\(due):00+02:00"
        ], "\(call)")
    }
    let words = try home.run(
      "park blue 1h --town vega --at 12:00 --remind 24h --yes", at: "2025-10-14T10:00")
    #expect(words.output.contains("The time is too short for the alarm 24\u{A0}h before the end."))
  }

  @Test func stoppingSaysWhatWasNotUsed() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("\(Self.park)", at: "2025-10-14T10:00")
    _ = try home.json("extend 30", at: "2025-10-14T10:40")
    let stopped = try home.json("stop", at: "2025-10-14T11:10")
    let shorter = try home.json("quote blue 70m --town vega", at: "2025-10-14T10:00")
    #expect(stopped.number("unused_minutes") == 20)
    #expect(stopped.number("used_minutes") == 70)
    #expect(stopped.number("used_cents") == shorter.number("paid_cents"))
    #expect(stopped.number("refund_cents") == 0 && stopped.count("refunded_with") == 0)
    #expect(stopped.text("ticket.state") == "stopped")
    #expect(try home.run("stop 1", at: "2025-10-14T11:11").status == 1)
    // Before the second payment began to count, all of it is unused.
    _ = try home.json("\(Self.park)", at: "2025-10-14T16:00")
    _ = try home.json("extend 30", at: "2025-10-14T16:10")
    let early = try home.json("stop --at 16:20", at: "2025-10-14T16:25")
    #expect(early.number("unused_minutes") == 70 && early.number("used_minutes") == 20)
    #expect(early.text("ticket.stopped_at") == "2025-10-14T16:20:00+02:00")
  }

  /// The button of a notice: the same rules, no terminal.
  @Test func theButtonExtends() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("\(Self.park) --remind 5", at: "2025-10-14T10:00")
    let context = try home.context(at: "2025-10-14T10:56")
    let store = try home.store()
    let extend = TicketExtending(context).extender()
    let ticket = try #require(try store.ticket(1))
    let now = try ParkingHome.instant("2025-10-14T10:56")
    let answer = try extend(ticket, 30, store, now)
    #expect(answer.outcome == .extended(until: try ParkingHome.instant("2025-10-14T11:30")))
    #expect(answer.sentences.first == "€0.75 buys 30\u{A0}min: valid until 11:30.")
    let alarms = try store.alarms(AlarmFilter(ticket: 1))
    #expect(alarms.map(\.due) == [try ParkingHome.instant("2025-10-14T11:25")])
    let longer = try #require(try store.ticket(1))
    let refused = try extend(longer, 60, store, now)
    #expect(refused.outcome == .refused)
    #expect(refused.sentences.first == "Longer than the maximum stay.")
    #expect(try store.ticket(1) == longer)
  }
}
