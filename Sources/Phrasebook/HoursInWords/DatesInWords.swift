import OpeningHours

extension Phrasebook {
  /// The months and days of a rule; nil when it has none. Single months, and single days of one month,
  /// that follow each other are said together: "24 y 31 de diciembre".
  func dateWords(_ dates: [DateRange]) -> String? {
    var words: [String] = []
    var rest = dates[...]
    while let first = rest.first {
      if let month = singleMonth(first) {
        let run = rest.prefix { singleMonth($0) != nil }.compactMap(singleMonth)
        words.append(
          phrase("hours.months.in", ["months": list(run.isEmpty ? [month] : run)]))
        rest = rest.dropFirst(max(run.count, 1))
      } else if let day = singleDay(first) {
        let run = rest.prefix { singleDay($0).map { $0.sharesMonth(with: day) } == true }
        words.append(several(day, run.compactMap(singleDay).map(\.day)))
        rest = rest.dropFirst(run.count)
      } else {
        words.append(rangeWords(first))
        rest = rest.dropFirst()
      }
    }
    return words.isEmpty ? nil : list(words)
  }

  private func singleMonth(_ range: DateRange) -> String? {
    guard case .months(let year, let first, let last) = range, first == last else { return nil }
    return monthWords(first, .in, year: year)
  }

  private func monthWords(_ month: Int, _ form: MonthForm, year: Int?) -> String {
    let name = self.month(month, form)
    guard let year else { return name }
    return phrase("hours.months.of_year", ["month": name, "year": String(year)])
  }

  private func singleDay(_ range: DateRange) -> FixedDay? {
    guard case .days(let first, let last) = range, first == last else { return nil }
    return FixedDay(first)
  }

  private func several(_ day: FixedDay, _ numbers: [Int]) -> String {
    guard numbers.count > 1 else { return dayName(day, .on) }
    let days = list(numbers.map { phrase("hours.date.one_of_several", ["day": String($0)]) })
    return phrase(
      day.year == nil ? "hours.date.several" : "hours.date.several_of_year",
      values(day).merging(["days": days]) { $1 })
  }

  private func rangeWords(_ range: DateRange) -> String {
    switch range {
    case .months(let year, let first, let last):
      return phrase(
        "hours.months.range",
        [
          "from": monthWords(first, .from, year: year), "to": monthWords(last, .to, year: year),
        ])
    case .days(let first, let last) where first == last:
      return dayName(first, .on)
    case .days(let first, let last):
      if let start = FixedDay(first), let end = FixedDay(last), start.sharesMonth(with: end),
        start.day < end.day
      {
        return phrase(
          start.year == nil ? "hours.date.range_in_month" : "hours.date.range_in_month_of_year",
          values(start).merging(["first": String(start.day), "last": String(end.day)]) { $1 })
      }
      return phrase(
        "hours.date.range", ["from": dayName(first, .from), "to": dayName(last, .to)])
    }
  }

  private func dayName(_ day: CalendarDay, _ form: DayForm) -> String {
    if let fixed = FixedDay(day) { return dayName(fixed, form) }
    guard case .easter(let offset) = day.anchor else { return "" }
    let name = easterWords(offset: offset, form)
    guard let year = day.year else { return name }
    return phrase("hours.easter.of_year", ["day": name, "year": String(year)])
  }

  private func dayName(_ day: FixedDay, _ form: DayForm) -> String {
    phrase(
      "hours.date.\(day.year == nil ? "yearly" : "of_year").\(form.rawValue)",
      values(day).merging(["day": String(day.day)]) { $1 })
  }

  private func values(_ day: FixedDay) -> [String: String] {
    [
      "month": month(day.month, .name), "month_of": month(day.month, .of),
      "year": day.year.map(String.init) ?? "",
    ]
  }

  private func easterWords(offset: Int, _ form: DayForm) -> String {
    let names = [
      -7: "palm_sunday", -3: "holy_thursday", -2: "good_friday", -1: "holy_saturday",
      0: "easter_sunday", 1: "easter_monday",
    ]
    if let name = names[offset] { return phrase("hours.easter.\(name).\(form.rawValue)") }
    return phrase(
      "hours.easter.\(offset < 0 ? "before" : "after").\(form.rawValue)", count: abs(offset))
  }
}

/// What a day is in the phrase: by itself, or the first or last of a range.
private enum DayForm: String {
  case on, from, to
}

/// A calendar day that is not counted from Easter.
private struct FixedDay {
  let year: Int?
  let month: Int
  let day: Int

  init?(_ calendarDay: CalendarDay) {
    guard case .fixed(let month, let day) = calendarDay.anchor else { return nil }
    (year, self.month, self.day) = (calendarDay.year, month, day)
  }

  func sharesMonth(with other: FixedDay) -> Bool { year == other.year && month == other.month }
}
