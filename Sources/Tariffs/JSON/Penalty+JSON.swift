import CivilTime
import JSONText

extension PenaltyAnswer {
  /// The answer as every surface of the program prints it; docs/fine.md lists the members. All are
  /// always there; what does not apply or is not known is null.
  public func json(town: Town, clock: TownClock) -> JSONOutput {
    let early = fine?.early
    return .object([
      ("town", .string(town.id)), ("zone", .optional(zoneID)), ("edition", .string(editionID)),
      ("currency", .string(currency)), ("cause", .string(cause)),
      ("ended", .time(question.paidEnd, clock)), ("notice", .time(question.notice, clock)),
      ("at", .time(question.payment, clock)), ("overstay_minutes", .optional(overstayMinutes)),
      ("outcome", .string(outcome.rawValue)),
      ("cancellable", isCancellable.map { .bool($0) } ?? .null),
      ("cancel_cents", .optional(cancel?.value)), ("cancel_until", .time(cancelUntil, clock)),
      ("means", means.map { .array($0.map { .string($0) }) } ?? .null),
      ("charge_cents", .optional(charge?.total.value)),
      ("charge_each_cents", .optional(charge?.each.value)),
      ("charge_count", .optional(charge?.count)), ("charge_per", .optional(charge?.per.rawValue)),
      ("fine_cents", .optional(fine.flatMap { $0.isExact ? $0.from.value : nil })),
      ("fine_cents_from", .optional(fine?.from.value)),
      ("fine_cents_to", .optional(fine?.to.value)),
      ("early_cents", .optional(early.flatMap { $0.from == $0.to ? $0.from.value : nil })),
      ("early_cents_from", .optional(early?.from.value)),
      ("early_cents_to", .optional(early?.to.value)),
      ("early_percent", .optional(early?.percent)), ("early_days", .optional(early?.days)),
      ("caveats", .array(caveats.map { .string($0.rawValue) })),
      ("status", .optional(provenance?.status.rawValue)),
      (
        "sources",
        .array((provenance?.sources ?? []).compactMap { town.sources[$0]?.json })
      ),
    ])
  }
}

extension Source {
  /// Key, title, publisher, date and address.
  var json: JSONOutput {
    .object([
      ("key", .string(key)), ("title", .string(title)), ("publisher", .optional(publisher)),
      ("date", .optional(date)), ("url", .optional(url)),
    ])
  }
}
