import CivilTime
import TestSupport
import Testing

@testable import Tariffs

/// What holds for every answer, on random questions to every zone of every shipped town.
@Suite struct QuoteLawTests {
  struct Question {
    var zone: PreparedZone
    var arrival: Instant
    var name: String

    func ask(_ want: QuoteRequest.Want) -> Quote {
      zone.quote(QuoteRequest(arrival: arrival, want: want))
    }
  }

  static let vehicles: [VehicleClass?] =
    [nil, nil, nil, .resident(sector: "1"), .resident(sector: "6")]
    + VehicleClass.ids.map { VehicleClass(id: $0) }

  private func question(
    _ engine: TariffEngine, _ random: inout SeededGenerator
  ) throws -> Question {
    let id = random.pick(engine.zoneIDs)
    let edition = random.pick(engine.town.editions.filter { $0.zone(id) != nil })
    let vehicle = random.pick(Self.vehicles)
    let sector = random.pick([nil, nil, "1", "2", "6", "9"])
    let assuming = Assumptions(
      gap: random.pick([nil] + GapPolicy.allCases), prepayAllowed: random.pick([nil, true, false]))
    let zone = try #require(
      engine.prepared(zone: id, vehicle: vehicle, sector: sector, assuming: assuming))
    // Half of the time within the edition, near its ends or in July as often as elsewhere.
    let first = edition.validFrom ?? TestTown.date("2013-01-01")
    let last = edition.validTo ?? TestTown.date("2027-12-31")
    var date = first.adding(days: random.number(0...max(0, last.days(since: first))))
    if random.chance(15) { date = last.adding(days: random.number(-2...0)) }
    if random.chance(15) {
      date = TestTown.date("\(random.number(2013...2027))-07-03").adding(
        days: random.number(0...13))
    }
    if random.chance(5) {
      date = random.pick([
        TestTown.date("2026-10-24"), TestTown.date("2026-03-28"),
        TestTown.date("2024-02-29"),
      ]).adding(days: random.number(0...1))
    }
    let arrival = engine.clock.instant(
      of: LocalDateTime(date: date, minuteOfDay: random.number(0...1439)))
    return Question(
      zone: zone, arrival: arrival,
      name: "\(engine.town.id) \(id) \(vehicle?.id ?? "-") \(sector ?? "-") \(assuming) "
        + engine.clock.iso8601(arrival))
  }

  @Test(arguments: TestTown.shippedIDs) func everyAnswerIsWhole(town: String) throws {
    let engine = try #require(TestTown.shipped[town])
    var random = SeededGenerator(seed: UInt64(town.utf8.reduce(0) { $0 * 31 % 99_991 + Int($1) }))
    let rounds = max(200, 6000 / max(1, TestTown.shippedIDs.count))
    for _ in 0..<rounds {
      let question = try question(engine, &random)
      let cents = random.number(0...80) * 5
      let more = cents + random.number(1...40) * 5
      let minutes = random.number(1...700)
      let until = question.arrival.adding(minutes: random.number(1...3000))
      let money = question.ask(.money(Cents(cents)))
      check(money, question, "pay \(cents)", engine)
      #expect(
        money.outcome != .ticket || money.paid + money.change == Cents(cents), "\(question.name)")
      checkMoreMoney(money, question.ask(.money(Cents(more))), "\(cents) \(more) \(question.name)")
      let stay = question.ask(.minutes(minutes))
      check(stay, question, "stay \(minutes)", engine)
      if stay.outcome == .ticket { checkStay(stay, minutes, question) }
      let reach = question.ask(.until(until))
      check(reach, question, "until \(engine.clock.iso8601(until))", engine)
      if reach.outcome == .ticket, let end = reach.validUntil, end < until {
        // What the ticket does not cover of it must be free.
        #expect(
          reach.freeUntil.map { $0 >= until } ?? true, "\(until) \(question.name)")
      }
    }
  }

  private func checkMoreMoney(_ less: Quote, _ more: Quote, _ name: String) {
    guard less.outcome == .ticket, more.outcome == .ticket else { return }
    #expect(less.countedMinutes <= more.countedMinutes, "\(name)")
    if let end = less.validUntil, let later = more.validUntil {
      #expect(end <= later, "\(name)")
    }
  }

  private func checkStay(_ quote: Quote, _ minutes: Int, _ question: Question) {
    #expect(quote.countedMinutes >= minutes, "\(minutes) \(question.name)")
    // Several tickets cannot be paid with one amount where that is above the greatest payment.
    // And a free ticket is not taken while the zone is closed.
    guard !quote.limits.contains(.newTicket), quote.paid > .zero else { return }
    let paid = question.ask(.money(quote.paid))
    #expect(
      paid.outcome == .ticket && paid.countedMinutes >= minutes,
      "stay \(minutes) for \(quote.paid.value), which buys \(paid.countedMinutes): \(question.name)"
    )
  }

  private func check(_ quote: Quote, _ question: Question, _ want: String, _ engine: TariffEngine) {
    let faults = Self.faults(of: quote, question, engine)
    guard !faults.isEmpty else { return }
    Issue.record("\(faults) \(want): \(question.name): \(Asked(engine: engine).summary(quote))")
  }

  static func faults(of quote: Quote, _ question: Question, _ engine: TariffEngine) -> [String] {
    var faults: [String] = []
    func must(_ holds: Bool, _ what: String) { if !holds { faults.append(what) } }
    must(Set(quote.limits).count == quote.limits.count, "limit twice")
    must(Set(quote.caveats).count == quote.caveats.count, "caveat twice")
    must((quote.refusal != nil) == (quote.outcome == .refused), "refusal and outcome")
    if quote.outcome == .free {
      must(quote.freeUntil.map { $0 >= question.arrival } ?? true, "free until the past")
      must(quote.paid == .zero, "free but paid")
    }
    if let nearest = quote.refusal?.nearest {
      if let from = nearest.from { must(from > question.arrival, "nearest in the past") }
      // Several tickets in a row cannot be bought with one amount.
      if let paid = nearest.paid, paid > .zero, !quote.limits.contains(.newTicket) {
        let other = question.ask(.money(paid))
        must(other.outcome == .ticket, "nearest amount is refused")
        must(other.countedMinutes >= nearest.countedMinutes ?? 0, "nearest amount buys less")
      }
    }
    guard quote.outcome == .ticket else { return faults }
    guard let end = quote.validUntil, let start = quote.countingFrom, let last = quote.segments.last
    else { return faults + ["ticket without time"] }
    must(quote.countedMinutes > 0 && start < end, "empty ticket")
    must(quote.segments[0].from == quote.arrival, "first segment")
    must(last.to == end && last.kind == .counted, "last segment")
    for (one, next) in zip(quote.segments, quote.segments.dropFirst()) {
      must(one.to == next.from, "gap or overlap")
      must(one.kind != next.kind, "two of a kind")
    }
    var (minutes, cents) = (0, 0)
    for segment in quote.segments {
      must(segment.from < segment.to && segment.cents >= .zero, "empty or negative segment")
      cents += segment.cents.value
      guard segment.kind == .counted else { continue }
      minutes += segment.minutes
      for moment in [segment.from, segment.to.adding(minutes: -1)] {
        must(isRegulated(moment, question, engine), "counted but closed")
      }
    }
    must(minutes == quote.countedMinutes, "minutes do not add up")
    must(cents == quote.paid.value, "prices do not add up")
    return faults
  }

  /// By the schedule of the day, or the evening before, at that minute.
  private static func isRegulated(
    _ moment: Instant, _ question: Question, _ engine: TariffEngine
  ) -> Bool {
    let local = engine.clock.local(moment)
    let table = question.zone.table
    return [local.date, local.date.adding(days: -1)].contains {
      table.regime(on: $0)?.hours?.state(at: local, holidays: table.holidays).isOpen ?? false
    }
  }
}
