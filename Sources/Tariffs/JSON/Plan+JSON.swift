import CivilTime
import JSONText

extension Plan {
  /// The plan as every surface of the program prints it; docs/json-answers.md lists the members.
  public func json(
    town: Town, vehicle: VehicleClass?, clock: TownClock
  ) -> JSONOutput {
    .object([
      ("town", .string(town.id)), ("zone", .string(zoneID)), ("vehicle", .optional(vehicle?.id)),
      ("arrival", .time(arrival, clock)), ("end", .time(end, clock)),
      ("outcome", .string(outcome.rawValue)), ("paid_cents", isPriced ? .int(paid.value) : .null),
      ("legal_until", .time(legalUntil, clock)), ("reason", .optional(reason?.word)),
      ("return_from", .time(returnFrom, clock)),
      (
        "tickets",
        .array(
          tickets.map {
            $0.json(
              town: town.id, vehicle: vehicle, currency: town.currency(edition: $0.editionID),
              clock: clock)
          })
      ),
      ("caveats", .array(caveats.map { .string($0.rawValue) })),
    ])
  }
}

extension Town {
  /// The currency of an edition, euros where there is none of that id.
  public func currency(edition id: String?) -> String {
    editions.first { $0.id == id }?.currency ?? "EUR"
  }
}
