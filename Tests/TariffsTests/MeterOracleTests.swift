import CivilTime
import OpeningHours
import TestSupport
import Testing

@testable import Tariffs

/// The engine against `PlainMeter` on random zones: schedule, holidays, rate, policy, maximum, arrival.
@Suite struct MeterOracleTests {
  static let schedules = [
    "24/7", "Mo-Fr 09:30-13:30,17:00-20:00; Sa 09:30-13:30; PH off", "Mo-Fr 08:00-20:00",
    "Mo-Su 20:00-26:00", "Mo-Fr 09:00-14:00,16:00-20:00; PH 10:00-12:00",
    "Mo-Sa 10:00-10:07,10:09-10:20,23:50-24:00; Su 00:00-00:15", "Mo-Fr 22:00-08:00; Sa off",
    "24/7; PH off", "Mo,We,Fr 00:00-24:00; Sa 12:00-18:00",
  ]

  struct Case {
    let engine: TariffEngine
    let plain: PlainMeter
    let arrival: Instant
    let name: String
  }

  static func make(_ random: inout SeededGenerator) throws -> Case? {
    let schedule = random.pick(schedules)
    let hours = try OpeningHours(parsing: schedule)
    let rate = RandomRates.rate(&random)
    guard let ladder = rate.ladder(), ladder.maximumMinutes != 0 else { return nil }
    let start = TestTown.date("2013-01-01")
    let date = start.adding(days: random.number(0...5300))
    let holidays = HolidaySet(
      dates: (0..<6).map { _ in date.adding(days: random.number(-1...20)) },
      coveredYears: [2012...2028])
    let gap = Gap(
      policy: random.pick(GapPolicy.allCases),
      overnight: random.chance(40) ? random.pick(GapPolicy.allCases) : nil)
    // A fixed ticket may be longer than the zone's maximum stay.
    let isFixed = if case .products = rate.form { true } else { false }
    let maximum = random.chance(40) ? random.number(1...300) : nil
    var zone = Zone(
      id: "street", names: LocalizedText(["en": "street"]), color: nil, area: .init(),
      hours: .published(hours), provenance: Provenance(sources: ["X"], status: .official))
    zone.rateID = "only"
    zone.gap = gap
    zone.prepay = Prepay(allowed: true)
    zone.maximumStay = maximum.map { .minutes($0) }
    let edition = Edition(
      id: "current", currency: "EUR", zones: [zone], rates: ["only": rate], inferredRateIDs: [],
      classRules: [:], specialPeriods: [], surcharges: [], penalties: [:], cards: [], examples: [])
    let clock = TestTown.clock
    let engine = TariffEngine(
      town: Town(
        id: "t", names: zone.names, timeZone: clock.identifier, holidayFiles: [], sources: [:],
        editions: [edition]), clock: clock, holidays: holidays)
    // Arrivals near the edges of the windows are the likely places of mistakes.
    let minute =
      random.chance(50)
      ? random.pick([570, 810, 1020, 1200, 600, 607, 609, 480, 0, 1320]) + random.number(-65...2)
      : random.number(0...1439)
    let arrival = clock.instant(of: LocalDateTime(date: date, minuteOfDay: minute))
    return Case(
      engine: engine,
      plain: PlainMeter(
        hours: CompiledHours(hours), holidays: holidays, clock: clock, ladder: ladder, gap: gap,
        maximum: isFixed ? nil : maximum), arrival: arrival,
      name: "\(clock.iso8601(arrival)) \(schedule) \(gap) max \(maximum ?? -1) \(rate)")
  }

  private func answered(_ quote: Quote) -> PlainMeter.Ticket {
    PlainMeter.Ticket(
      paid: quote.paid.value, counted: quote.countedMinutes, countingFrom: quote.countingFrom,
      validUntil: quote.validUntil)
  }

  @Test(arguments: 0..<16) func theEngineSellsWhatACountOfSingleMinutesSells(block: Int) throws {
    var random = SeededGenerator(seed: UInt64(7000 + block))
    for _ in 0..<100 {
      guard let sample = try Self.make(&random),
        let zone = sample.engine.prepared(zone: "street")
      else { continue }
      let ladder = sample.plain.ladder
      let minutes = random.number(1...min(ladder.maximumMinutes ?? 900, 900))
      guard let price = ladder.cents(for: minutes), ladder.minutes(for: price) < 9000 else {
        continue
      }
      for cents in [price.value, price.value + 5] where cents > 0 {
        guard ladder.acceptance(of: Cents(cents)) == .accepted else { continue }
        let quote = zone.quote(QuoteRequest(arrival: sample.arrival, want: .money(Cents(cents))))
        guard quote.outcome != .free || sample.plain.isOpen(sample.arrival) else { continue }
        let wanted = sample.plain.pay(cents, from: sample.arrival)
        #expect(answered(quote) == wanted, "pay \(cents): \(sample.name)")
        #expect(quote.change.value == cents - wanted.paid)
      }
      let asked = random.number(1...700)
      let quote = zone.quote(QuoteRequest(arrival: sample.arrival, want: .minutes(asked)))
      if let wanted = sample.plain.stay(asked, from: sample.arrival) {
        #expect(
          quote.outcome == .ticket && answered(quote) == wanted, "stay \(asked): \(sample.name)")
      } else {
        #expect(quote.outcome == .refused, "stay \(asked): \(sample.name)")
      }
    }
  }
}
