import CivilTime
import OpeningHours

/// A zone made ready for questions about one vehicle in one place: every edition and special period
/// is resolved, so that a quote only walks windows.
public struct PreparedZone: Sendable {
  public let zoneID: String
  let table: Table

  /// What quotes read; behind one reference, so that copies cost nothing.
  final class Table: Sendable {
    let clock: TownClock
    let holidays: HolidaySet
    let editions: [DatedEdition]

    init(clock: TownClock, holidays: HolidaySet, editions: [DatedEdition]) {
      self.clock = clock
      self.holidays = holidays
      self.editions = editions
    }

    /// The rules of a date; nil when no edition has the zone then.
    func regime(on date: CivilDate) -> Regime? {
      for edition in editions where edition.contains(date) {
        for period in edition.periods
        where !period.when.spans(on: date, holidays: holidays).isEmpty {
          return period.regime
        }
        return edition.base
      }
      return nil
    }

    /// Whether some edition is in force on the date, with the zone or without it.
    func hasEdition(on date: CivilDate) -> Bool { editions.contains { $0.contains(date) } }
  }

  /// An edition that may be in force on a date.
  struct DatedEdition: Sendable {
    let firstDay: CivilDate?
    let lastDay: CivilDate?
    /// Nil when the edition does not have the zone.
    let base: Regime?
    /// Only the periods that change the zone.
    let periods: [(when: CompiledHours, regime: Regime)]

    func contains(_ date: CivilDate) -> Bool {
      if let firstDay, date < firstDay { return false }
      if let lastDay, date > lastDay { return false }
      return true
    }
  }
}
