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
    /// Which rules hold from which day on, by day; the first reaches back for ever.
    private let spans: [RulesSpan]

    init(clock: TownClock, holidays: HolidaySet, editions: [DatedEdition]) {
      self.clock = clock
      self.holidays = holidays
      spans = Self.spans(of: editions, holidays: holidays)
    }

    /// The place in `spans` of a day's rules.
    func spanIndex(day: Int) -> Int {
      var (low, high) = (0, spans.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if spans[middle].firstDay <= day { low = middle } else { high = middle }
      }
      return low
    }

    /// The rules of a span; nil when no edition has the zone then.
    func regime(span index: Int) -> Regime? { spans[index].regime }

    /// The first day of a span.
    func start(span index: Int) -> Int { spans[index].firstDay }

    /// The first day after a span.
    func end(span index: Int) -> Int {
      index + 1 < spans.count ? spans[index + 1].firstDay : Int.max
    }

    /// The first moment at which other rules hold; nil when these hold to the end.
    func rulesEnd(after moment: Instant) -> Instant? {
      var index = spanIndex(day: Int(clock.local(moment).date.daysSince1970))
      let number = spans[index].regime?.rulesNumber
      while index + 1 < spans.count {
        index += 1
        guard spans[index].regime?.rulesNumber == number else {
          return clock.instant(
            of: LocalDateTime(
              date: CivilDate(daysSince1970: spans[index].firstDay), secondOfDay: 0))
        }
      }
      return nil
    }

    /// The rules of a date; nil when no edition has the zone then.
    func regime(on date: CivilDate) -> Regime? {
      spans[spanIndex(day: Int(date.daysSince1970))].regime
    }

    /// Whether some edition is in force on the date, with the zone or without it.
    func hasEdition(on date: CivilDate) -> Bool {
      spans[spanIndex(day: Int(date.daysSince1970))].isInEdition
    }

    private struct RulesSpan {
      let firstDay: Int
      let regime: Regime?
      let isInEdition: Bool
    }

    /// Lays the editions out, and in each its special periods: the first that holds on a day acts.
    private static func spans(
      of editions: [DatedEdition], holidays: HolidaySet
    ) -> [RulesSpan] {
      var spans = [RulesSpan(firstDay: .min, regime: nil, isInEdition: false)]
      for edition in editions {
        let first = edition.firstDay.map { Int($0.daysSince1970) } ?? 0
        let last = edition.lastDay.map { Int($0.daysSince1970) } ?? Self.lastDay
        var changes: Set<Int> = [first]
        for period in edition.periods {
          changes.formUnion(
            period.when.changeDays(from: first, through: last, holidays: holidays))
        }
        for day in changes.sorted() {
          let date = CivilDate(daysSince1970: day)
          let period = edition.periods.first {
            !$0.when.spans(on: date, holidays: holidays).isEmpty
          }
          spans.append(
            RulesSpan(
              firstDay: edition.firstDay == nil && day == first ? .min : day,
              regime: period?.regime ?? edition.base, isInEdition: true))
        }
        if edition.lastDay != nil {
          spans.append(RulesSpan(firstDay: last + 1, regime: nil, isInEdition: false))
        }
      }
      // Where one edition follows another at once, the later entry of a day replaces the earlier.
      return spans.enumerated().filter { index, span in
        index + 1 == spans.count || spans[index + 1].firstDay != span.firstDay
      }.map(\.element)
    }

    /// 2199-12-31.
    private static let lastDay = 84_005
  }

  /// An edition that may be in force on a date.
  struct DatedEdition: Sendable {
    let firstDay: CivilDate?
    let lastDay: CivilDate?
    /// Nil when the edition does not have the zone.
    let base: Regime?
    /// Only the periods that change the zone.
    let periods: [(when: CompiledHours, regime: Regime)]
  }
}

extension CompiledHours {
  /// The days in a range on which a schedule begins or ceases to have a span.
  fileprivate func changeDays(from first: Int, through last: Int, holidays: HolidaySet) -> [Int] {
    var days: [Int] = []
    var time = LocalDateTime(date: CivilDate(daysSince1970: first), secondOfDay: 0)
    while let next = nextChange(after: time, holidays: holidays) {
      // A change inside a day makes that day, and the one after it, worth a look.
      let day = Int(next.date.daysSince1970)
      guard day <= last else { break }
      days.append(day)
      if next.secondOfDay > 0, day < last { days.append(day + 1) }
      time = next
    }
    return days
  }
}
