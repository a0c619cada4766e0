import CivilTime
import JSONText

extension Quote {
  /// The answer as every surface of the program prints it; docs/json-answers.md lists the members.
  ///
  /// - Parameters:
  ///   - town: the town's id.
  ///   - vehicle: as asked; nil = an ordinary vehicle.
  ///   - currency: ISO 4217, of the edition.
  ///   - clock: instants are written with the town's offset.
  public func json(
    town: String, vehicle: VehicleClass?, currency: String, clock: TownClock
  ) -> JSONOutput {
    func time(_ instant: Instant?) -> JSONOutput { .time(instant, clock) }
    return .object([
      ("town", .string(town)), ("zone", .string(zoneID)), ("edition", .optional(editionID)),
      ("period", .optional(periodID)), ("acts_as", .optional(actsAs)),
      ("vehicle", .optional(vehicle?.id)), ("currency", .string(currency)),
      ("arrival", time(arrival)), ("outcome", .string(outcome.rawValue)),
      ("paid_cents", .int(paid.value)), ("change_cents", .int(change.value)),
      ("counted_minutes", .int(countedMinutes)), ("counting_from", time(countingFrom)),
      ("valid_until", time(validUntil)), ("free_until", time(freeUntil)),
      ("return_from", time(returnFrom)),
      ("segments", .array(segments.map { $0.json(clock: clock) })),
      ("limits", .array(limits.map { .string($0.rawValue) })),
      ("caveats", .array(caveats.map { .string($0.rawValue) })),
      ("refusal", refusal?.json(clock: clock) ?? .null),
    ])
  }
}

extension StoppedTicket {
  /// The ticket's answer with what it was worth when the car left.
  public func json(added ticket: JSONOutput, clock: TownClock) -> JSONOutput {
    guard case .object(let members) = ticket else { return ticket }
    return .object(
      members + [
        ("stopped_at", .time(stoppedAt, clock)), ("used_minutes", .int(usedMinutes)),
        ("used_cents", .int(usedCents.value)), ("refund_cents", .int(refund.value)),
        ("refunded_with", .array(refundedWith.map { .string($0) })),
      ])
  }
}

extension Segment {
  func json(clock: TownClock) -> JSONOutput {
    .object([
      ("from", .time(from, clock)), ("to", .time(to, clock)), ("kind", .string(kind.rawValue)),
      ("minutes", .int(minutes)), ("cents", .int(cents.value)),
    ])
  }
}

extension Refusal {
  func json(clock: TownClock) -> JSONOutput {
    .object([
      ("reason", .string(reason.rawValue)), ("nearest", nearest?.json(clock: clock) ?? .null),
    ])
  }
}

extension Refusal.Nearest {
  func json(clock: TownClock) -> JSONOutput {
    var members: [(key: String, value: JSONOutput)] = []
    if let paid { members.append(("paid_cents", .int(paid.value))) }
    if let countedMinutes { members.append(("counted_minutes", .int(countedMinutes))) }
    if let until { members.append(("valid_until", .time(until, clock))) }
    if let from { members.append(("from", .time(from, clock))) }
    return .object(members)
  }
}

extension JSONOutput {
  /// A moment with its offset, or null.
  public static func time(_ instant: Instant?, _ clock: TownClock) -> JSONOutput {
    instant.map { .string(clock.iso8601($0)) } ?? .null
  }

  /// A text, or null.
  public static func optional(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }

  /// A whole number, or null.
  public static func optional(_ number: Int?) -> JSONOutput { number.map { .int($0) } ?? .null }
}
