import CivilTime
import OpeningHours

extension Phrasebook {
  /// The weekdays and holidays of a rule; nil when it has neither.
  func dayWords(_ rule: Rule) -> String? {
    if Weekday.allCases.allSatisfy({ day in rule.weekdays.contains { $0.contains(day) } }) {
      return phrase(
        rule.includesHolidays ? "hours.days.every_day_and_holidays" : "hours.days.every_day")
    }
    var words = rule.weekdays.flatMap(rangeWords)
    if rule.includesHolidays { words.append(phrase("hours.days.holidays")) }
    return words.isEmpty ? nil : list(words)
  }

  /// Two days in a row are said one by one: "sábados y domingos".
  private func rangeWords(_ range: WeekdayRange) -> [String] {
    if range.first == range.last { return [weekday(range.first, .on)] }
    if range.last.rawValue == range.first.rawValue % 7 + 1 {
      return [weekday(range.first, .on), weekday(range.last, .on)]
    }
    return [
      phrase(
        "hours.days.range",
        ["from": weekday(range.first, .from), "to": weekday(range.last, .to)])
    ]
  }

  /// `en 2026`, `2026an`, `in 2026`; nil for no years.
  func yearWords(_ years: [ClosedRange<Int>]) -> String? {
    guard !years.isEmpty else { return nil }
    // Spanish and English put one preposition before a list of single years, and none before a
    // range, which has its own.
    var words: [String] = []
    var singles: [String] = []
    for range in years {
      guard range.lowerBound != range.upperBound else {
        singles.append(phrase("hours.years.single", ["year": String(range.lowerBound)]))
        continue
      }
      if !singles.isEmpty { words.append(phrase("hours.years.in", ["years": list(singles)])) }
      singles = []
      let isOpen = range.upperBound >= CivilDate.supportedYears.upperBound
      words.append(
        phrase(
          isOpen ? "hours.years.from" : "hours.years.range",
          ["first": String(range.lowerBound), "last": String(range.upperBound)]))
    }
    if !singles.isEmpty { words.append(phrase("hours.years.in", ["years": list(singles)])) }
    return list(words)
  }
}
