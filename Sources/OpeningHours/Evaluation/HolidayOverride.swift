import CivilTime

/// A later rule that takes a holiday away from an earlier rule that names `PH`.
public struct HolidayOverride: Hashable, Sendable {
  /// Index into `OpeningHours.rules` of the rule that names `PH`.
  public let holidayRule: Int
  /// Index into `OpeningHours.rules` of the later rule without `PH` that replaces it or adds to it.
  public let overridingRule: Int
  /// The first date, of those looked at, on which that happens.
  public let date: CivilDate
}

extension CompiledHours {
  /// Where the order of the rules lets a later rule without `PH` replace, or add to, what an earlier
  /// rule says of one of these holidays. Empty = holidays win in every year of the set.
  public func holidayOverrides(on holidays: HolidaySet) -> [HolidayOverride] {
    var finder = OverrideFinder(hours: self)
    var next = holidays.next(onOrAfter: CivilDate(daysSince1970: 0))
    while let date = next {
      finder.look(at: date)
      next = holidays.next(onOrAfter: date.adding(days: 1))
    }
    return finder.found
  }

  /// The same if any day of 2000 to 2055 (two turns of the calendar) may be a holiday.
  public var possibleHolidayOverrides: [HolidayOverride] {
    guard usesHolidays else { return [] }
    var finder = OverrideFinder(hours: self)
    let first = dayNumber(year: 2000, month: 1, day: 1)
    for day in first..<dayNumber(year: 2056, month: 1, day: 1) {
      finder.look(at: CivilDate(daysSince1970: day))
    }
    return finder.found
  }
}

private struct OverrideFinder {
  let hours: CompiledHours
  private(set) var found: [HolidayOverride] = []

  init(hours: CompiledHours) { self.hours = hours }

  mutating func look(at date: CivilDate) {
    let mask = hours.masks.mask(on: date) & hours.dayMasks[weekdayIndex(date) + 7]
    let rules = hours.hours.rules
    var holder: Int?
    for (index, rule) in rules.enumerated() where mask & (1 << UInt64(index + 1)) != 0 {
      if rule.includesHolidays {
        holder = index
      } else if let holder, rules[holder].state != .closed || rule.state != .closed,
        !found.contains(where: { $0.holidayRule == holder && $0.overridingRule == index })
      {
        found.append(HolidayOverride(holidayRule: holder, overridingRule: index, date: date))
      }
    }
  }
}
