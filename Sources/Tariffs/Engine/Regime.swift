import CivilTime
import OpeningHours

/// The rules of one zone for one vehicle, in one edition and at most one special period: everything
/// that a quote reads, resolved once.
final class Regime: Sendable {
  enum Admission: Hashable, Sendable {
    case pays
    /// Does not pay, by its class.
    case free
    case notAdmitted
  }

  let editionID: String
  let periodID: String?
  let zone: Zone
  let admission: Admission
  /// A resident of the sector: residents-only minutes are open to it, without payment.
  let isHome: Bool
  /// Regulated hours. Where none are published but a price is, every minute counts as regulated: the
  /// earliest end that a ticket can have.
  let hours: CompiledHours?
  let usesHolidays: Bool
  let ladder: Ladder?
  /// Products, priced for the vehicle.
  let products: [PricedProduct]
  let gap: Gap
  let gapIsAssumed: Bool
  let prepay: Prepay?
  /// Counted minutes; nil = no maximum, or none known.
  let maximumMinutes: Int?
  let checked: CivilDate?
  /// What every answer of this regime must say.
  let caveats: [Caveat]
  /// The same with what depends on the date: bit 0 for days after the one on which the figures were last
  /// compared with their sources, bit 1 for years in which the newest source is old.
  private let datedCaveats: [[Caveat]]
  /// The year of the newest source of the zone; nil where one of them has no date.
  private let newestSourceYear: Int?

  /// From so many years after its newest source on, a tariff may have been replaced unnoticed.
  static let oldAfterYears = 3

  /// What every answer about an arrival on that date must say.
  func caveats(on date: CivilDate) -> [Caveat] {
    let isLater = checked.map { date > $0 } ?? false
    let isOld = newestSourceYear.map { date.year - $0 >= Self.oldAfterYears } ?? false
    return datedCaveats[(isLater ? 1 : 0) + (isOld ? 2 : 0)]
  }
  /// Equal for regimes of a prepared zone that answer every question alike: a ticket passes from one
  /// to the other as if nothing changed.
  let rulesNumber: Int

  struct PricedProduct: Hashable, Sendable {
    let product: Product
    let cents: Int
  }

  /// What makes two regimes the same rules.
  struct Essence: Hashable {
    let admission: Admission
    let isHome: Bool
    let hours: ZoneHours
    let during: DuringHours
    let outside: OutsideHours
    let ladder: Ladder?
    let products: [PricedProduct]
    let gap: Gap
    let prepay: Prepay?
    let maximum: Int?
    let perDay: Int?
    let ban: ReturnBan?
  }

  /// Surcharges that act only at certain times, and the regimes with each combination of them: bit `n`
  /// of the index stands for surcharge `n`. Empty where there are none.
  let timedSurcharges: [CompiledHours]
  private let surcharged: [Regime]

  /// The regime for a ticket bought at a local time: with the surcharges that act then. The price of a
  /// whole ticket is that of the moment at which it is bought.
  func bought(at time: LocalDateTime, holidays: HolidaySet) -> Regime {
    var index = 0
    for (bit, hours) in timedSurcharges.enumerated()
    where hours.state(at: time, holidays: holidays).isOpen {
      index |= 1 << bit
    }
    return index == 0 ? self : surcharged[index - 1]
  }

  /// Whether some surcharge that acts only at certain times changes a price.
  var priceDependsOnTime: Bool {
    surcharged.contains { $0.ladder != ladder || $0.products != products }
  }

  init(
    editionID: String, periodID: String?, checked: CivilDate?, essence: Essence, zone: Zone,
    gapIsAssumed: Bool, newestSourceYear: Int?, caveats: [Caveat], rulesNumber: Int,
    timedSurcharges: [CompiledHours] = [], surcharged: [Regime] = []
  ) {
    self.timedSurcharges = timedSurcharges
    self.surcharged = surcharged
    self.editionID = editionID
    self.periodID = periodID
    self.checked = checked
    self.zone = zone
    self.rulesNumber = rulesNumber
    self.caveats = caveats
    self.newestSourceYear = newestSourceYear
    datedCaveats = [
      caveats, caveats + [.editionChecked], caveats + [.editionOld],
      caveats + [.editionChecked, .editionOld],
    ]
    self.gapIsAssumed = gapIsAssumed
    admission = essence.admission
    isHome = essence.isHome
    ladder = essence.ladder
    products = essence.products
    gap = essence.gap
    prepay = essence.prepay
    maximumMinutes = essence.maximum
    switch essence.hours {
    case .published(let published):
      hours = CompiledHours(published)
      usesHolidays = published.usesHolidays
    case .unpublished:
      hours = essence.ladder == nil ? nil : Self.always
      usesHolidays = false
    }
  }

  private static let always = (try? OpeningHours(parsing: "24/7")).map { CompiledHours($0) }

  /// Whether a driver could be charged at all.
  var sellsTickets: Bool { ladder != nil || !products.isEmpty }
}
