import CivilTime
import JSONText
import OpeningHours

/// What only the whole of a town can show: its schedules against its holidays, and its published cases
/// against the engine.
public struct TownCheck {
  let engine: TariffEngine

  public init(_ engine: TariffEngine) { self.engine = engine }

  /// All faults, in the order of the editions.
  public func faults() -> [JSONShapeError] {
    engine.town.editions.flatMap { holidayFaults($0) + exampleFaults($0) }
  }

  /// The number of published cases that the file carries.
  public var exampleCount: Int { engine.town.editions.reduce(0) { $0 + $1.examples.count } }

  // MARK: Schedules

  /// In town files holidays always win: a later rule must not take a holiday back.
  private func holidayFaults(_ edition: Edition) -> [JSONShapeError] {
    edition.zones.compactMap { zone in
      guard case .published(let hours) = zone.hours,
        let override = CompiledHours(hours).holidayOverrides(on: engine.holidays).first
      else { return nil }
      return JSONShapeError(
        path: JSONPath.root.member("editions").member(edition.id).member("zones").member(zone.id)
          .member("hours"), offset: 0,
        kind: .refused(
          code: FileFault.holidayOverridden.rawValue, text: override.date.iso8601))
    }
  }

  // MARK: Published cases

  private func exampleFaults(_ edition: Edition) -> [JSONShapeError] {
    edition.examples.flatMap { example -> [JSONShapeError] in
      let cursor = example.cursor
      func fault(_ fault: FileFault, _ text: String) -> JSONShapeError {
        JSONShapeError(
          path: cursor?.path ?? .root, offset: cursor?.offset ?? 0,
          kind: .refused(code: fault.rawValue, text: "\(example.id): \(text)"))
      }
      if let day = example.day, day.inForce == false {
        return differences(day, example, in: edition).map { fault(.exampleDiffers, $0) }
      }
      guard edition.contains(example.at.date) else {
        return [fault(.exampleOutsideEdition, example.at.iso8601(.minutes))]
      }
      if let penalty = example.penalty {
        return differences(penalty, zone: example.zone).map { fault(.exampleDiffers, $0) }
      }
      if let day = example.day {
        return differences(day, example, in: edition).map { fault(.exampleDiffers, $0) }
      }
      if let card = example.card {
        return differences(card, on: example.at.date, in: edition).map {
          fault(.exampleDiffers, $0)
        }
      }
      guard let quote = quote(for: example) else { return [fault(.unknownZone, example.zone)] }
      return differences(example.expected, quote).map { fault(.exampleDiffers, $0) }
    }
  }

  /// The engine's answer to a published case; nil when the zone does not exist.
  public func quote(for example: Example) -> Quote? {
    let clock = engine.clock
    let zone = engine.prepared(
      zone: example.zone, vehicle: example.vehicle, sector: example.sector, place: example.place,
      signals: example.signals, assuming: example.assumptions)
    let want: QuoteRequest.Want =
      switch example.input {
      case .money(let cents): .money(Cents(cents))
      case .minutes(let minutes): .minutes(minutes)
      case .until(let time): .until(clock.instant(of: time))
      case .none: .money(.zero)
      }
    return zone?.quote(
      QuoteRequest(
        arrival: clock.instant(of: example.at), want: want,
        previous: example.previous.map {
          PreviousTicket(from: clock.instant(of: $0.from), until: clock.instant(of: $0.until))
        }))
  }

  /// What differs, as `member: expected X, answered Y`.
  private func differences(_ expected: Example.Expected, _ quote: Quote) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ member: String, _ wanted: Value?, _ answered: Value?) {
      guard let wanted, wanted != answered else { return }
      found.append("\(member): \(wanted) / \(answered.map { "\($0)" } ?? "-")")
    }
    func compare(_ member: String, _ wanted: LocalDateTime?, _ answered: Instant?) {
      guard let wanted else { return }
      let local = answered.map { engine.clock.local($0) }
      guard local != wanted else { return }
      found.append(
        "\(member): \(wanted.iso8601(.minutes)) / \(local?.iso8601(.minutes) ?? "-")")
    }
    compare("outcome", expected.outcome, quote.outcome.rawValue)
    compare("paid_cents", expected.paidCents, quote.paid.value)
    compare("change_cents", expected.changeCents, quote.change.value)
    compare("counted_minutes", expected.countedMinutes, quote.countedMinutes)
    compare("counting_from", expected.countingFrom, quote.countingFrom)
    compare("valid_until", expected.validUntil, quote.validUntil)
    compare("free_until", expected.freeUntil, quote.freeUntil)
    compare("return_from", expected.returnFrom, quote.returnFrom)
    compare("refusal", expected.refusal, quote.refusal?.reason.rawValue)
    compare("acts_as", expected.actsAs, quote.actsAs)
    for limit in expected.limits where !quote.limits.contains(where: { $0.rawValue == limit }) {
      found.append("limits: \(limit) / \(quote.limits.map(\.rawValue).joined(separator: ","))")
    }
    return found
  }
}
