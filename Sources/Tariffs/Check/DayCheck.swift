import CivilTime
import OpeningHours

extension TownCheck {
  /// What differs between a case of a day and the rules of the zone on it.
  func differences(_ day: DayExample, _ example: Example, in edition: Edition) -> [String] {
    let date = example.at.date
    var found = Differences()
    found.compare("in_force", day.inForce, edition.contains(date))
    guard edition.contains(date) else { return found.list }
    let zone = engine.prepared(
      zone: example.zone, vehicle: example.vehicle, sector: example.sector, place: example.place)
    guard let regime = zone?.table.regime(on: date) else {
      return found.list + [FileFault.unknownZone.rawValue]
    }
    compare(day, with: regime.zone, into: &found)
    found.compare("regulated", day.regulated, regulatedHours(of: regime, on: date))
    let rate = regime.zone.rateID.flatMap { edition.rates[$0] }
    found.compare("free_minutes", day.freeMinutes, rate?.freeMinutes?.minutes)
    found.compare("free_ticket", day.freeTicket, rate?.freeMinutes?.ticketRequired)
    found.compare("minimum_cents", day.minimumCents, rate?.minimum?.cents)
    found.compare("minimum_minutes", day.minimumMinutes, rate?.minimum?.minutes)
    return found.list
  }

  private func compare(_ day: DayExample, with zone: Zone, into found: inout Differences) {
    found.compare("during_hours", day.duringHours, zone.duringHours.rawValue)
    found.compare("outside_hours", day.outsideHours, zone.outsideHours.rawValue)
    found.compare("maximum_minutes", day.maximumMinutes, maximum(of: zone))
    found.compare("gap", day.gap, zone.gap?.policy.rawValue)
    found.compare("overnight", day.overnight, zone.gap?.overnight.rawValue)
    found.compare("prepay", day.prepay, zone.prepay?.allowed)
    found.compare("residents_of", day.residentsOf, zone.residentsOf)
    found.compare("sectors", day.sectors, zone.area.sectors)
    found.compare("return_minutes", day.returnMinutes, zone.returnBan?.minutes)
    found.compare("return_after", day.returnAfter, zone.returnBan?.after.rawValue)
    found.compare("return_within", day.returnWithin, zone.returnBan?.within.rawValue)
    found.compare("refunded_with", day.refundedWith, zone.refundedWith)
    found.compare("acts_as", day.actsAs, zone.actsAs)
  }

  private func maximum(of zone: Zone) -> Int? {
    switch zone.maximumStay {
    case nil: nil
    case .unlimited: 0
    case .minutes(let minutes): minutes
    }
  }

  /// The spans that begin on the day, as an opening_hours text writes them.
  private func regulatedHours(of regime: Regime, on date: CivilDate) -> String {
    guard regime.zone.hours != .unpublished, let hours = regime.hours else { return "unpublished" }
    let spans = hours.spans(on: date, holidays: engine.holidays).filter(\.state.isOpen)
    guard !spans.isEmpty else { return "off" }
    return spans.map { "\(clock(Int($0.start)))-\(clock(Int($0.end)))" }.joined(separator: ",")
  }

  private func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// What differs between a case of a card and the card.
  func differences(_ expected: CardExample, on date: CivilDate, in edition: Edition) -> [String] {
    guard let card = edition.cards.first(where: { $0.id == expected.card }) else {
      return ["card: \(expected.card) / -"]
    }
    var found = Differences()
    found.compare(
      "price_cents", expected.priceCents,
      card.price(from: date, vehicle: expected.vehicleNumber)?.value)
    found.compare("per", expected.per, card.per)
    found.compare("sectors", expected.sectors, card.sectors)
    found.compare("grace_until", expected.graceUntil, card.graceUntil)
    found.compare("proration", expected.proration, card.proration?.rawValue)
    return found.list
  }
}

/// Collects what differs, as `member: expected / answered`.
struct Differences {
  private(set) var list: [String] = []

  mutating func compare<Value: Equatable>(_ member: String, _ wanted: Value?, _ answered: Value?) {
    guard let wanted, wanted != answered else { return }
    list.append("\(member): \(wanted) / \(answered.map { "\($0)" } ?? "-")")
  }
}
