import CivilTime
import OpeningHours

/// What a zone is at a moment, without any ticket.
public struct ZoneState: Sendable {
  /// The edition's zone as it is then for the vehicle.
  public let zone: Zone
  public let editionID: String
  public let periodID: String?
  /// Whether the moment is inside the hours.
  public let isRegulated: Bool
  /// When that changes; nil = never. A change of rules counts as one.
  public let until: Instant?
  public let ladder: Ladder?
  public let products: [(product: Product, cents: Cents)]
  /// The most counted minutes of a ticket, by the zone or by its ladder; nil = none known.
  public let maximumMinutes: Int?
  public let caveats: [Caveat]
}

extension PreparedZone {
  /// The zone's rules at a moment; nil when no edition has the zone then.
  public func state(at moment: Instant) -> ZoneState? {
    let moment = moment.flooredToMinute
    let local = table.clock.local(moment)
    let date = local.date
    guard let regime = table.regime(on: date)?.bought(at: local, holidays: table.holidays) else {
      return nil
    }
    var walk = WindowWalk(table: table, from: moment, localDate: date, regime: regime)
    let window = walk.window(endingAfter: moment)
    let isRegulated = window.map { $0.start <= moment } ?? false
    var until = isRegulated ? nil : window?.start ?? walk.rulesChange
    if isRegulated, let window {
      until = window.end
      var current = window
      // Windows that touch are one; a zone that never closes is not walked to its horizon.
      for _ in 0..<8 {
        guard let next = walk.window(endingAfter: current.end) else { break }
        guard next.start == current.end else { break }
        current = next
        until = next.end
      }
      if let next = walk.window(endingAfter: current.end), next.start == current.end { until = nil }
    }
    return ZoneState(
      zone: regime.zone, editionID: regime.editionID, periodID: regime.periodID,
      isRegulated: isRegulated, until: until, ladder: regime.ladder,
      products: regime.products.map { ($0.product, Cents($0.cents)) },
      maximumMinutes: [regime.maximumMinutes, regime.ladder?.maximumMinutes].compactMap { $0 }
        .min(),
      caveats: regime.caveats(on: date) + (walk.askedUnknownHolidays ? [.holidaysUnknown] : []))
  }
}
