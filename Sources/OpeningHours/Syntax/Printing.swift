import CivilTime

extension OpeningHours: CustomStringConvertible {
  /// The canonical text: `OpeningHours(parsing: hours.description) == hours`.
  ///
  /// It uses the spellings that other readers of the grammar agree on: a month before every day, two
  /// digits, hours past 24 for the next day's except a plain end before the start.
  public var description: String {
    var text = ""
    for (index, rule) in rules.enumerated() {
      if index > 0 { text += rule.joiner == .adding ? ", " : "; " }
      let next = index + 1 < rules.count ? rules[index + 1] : nil
      text += rule.text(before: next)
    }
    return text
  }
}

extension Rule {
  /// The canonical text of the rule alone.
  public var text: String { text(before: nil) }

  /// `next` decides whether the word `open` must stand: a comma would else continue our own list.
  fileprivate func text(before next: Rule?) -> String {
    var parts: [String] = []
    if !years.isEmpty {
      parts.append(
        years.map { $0.count == 1 ? "\($0.lowerBound)" : text($0) }.joined(separator: ","))
    }
    if !dates.isEmpty { parts.append(dates.map(\.text).joined(separator: ",")) }
    let days = weekdays.map(\.text) + (includesHolidays ? ["PH"] : [])
    if !days.isEmpty { parts.append(days.joined(separator: ",")) }
    if !spans.isEmpty { parts.append(spans.map(\.text).joined(separator: ",")) }
    switch state {
    case .closed: parts.append("off")
    case .unknown: parts.append("unknown")
    case .open:
      let gluesToNext =
        next.map {
          $0.joiner == .adding && (spans.isEmpty || ($0.matchesEveryDay && !$0.spans.isEmpty))
        } ?? false
      if comment != nil || (gluesToNext && !parts.isEmpty) {
        parts.append("open")
      } else if parts.isEmpty {
        parts.append("24/7")
      }
    }
    if let comment { parts.append("\"\(comment)\"") }
    return parts.joined(separator: " ")
  }

  private func text(_ years: ClosedRange<Int>) -> String {
    "\(years.lowerBound)-\(years.upperBound)"
  }
}

extension DateRange {
  fileprivate var text: String {
    switch self {
    case .months(let year, let first, let last):
      let months = first == last ? monthNames[first - 1] : "\(name(first))-\(name(last))"
      return year.map { "\($0) \(months)" } ?? months
    case .days(let first, let last):
      if first == last { return first.text }
      if case .fixed(let firstMonth, let firstDay) = first.anchor,
        case .fixed(let month, let day) = last.anchor,
        firstMonth == month, first.year == last.year, firstDay < day
      {
        return "\(first.text)-\(twoDigits(day))"
      }
      return "\(first.text)-\(last.text)"
    }
  }

  private func name(_ month: Int) -> String { monthNames[month - 1] }
}

extension CalendarDay {
  fileprivate var text: String {
    let prefix = year.map { "\($0) " } ?? ""
    switch anchor {
    case .fixed(let month, let day): return "\(prefix)\(monthNames[month - 1]) \(twoDigits(day))"
    case .easter(0): return "\(prefix)easter"
    case .easter(let offset):
      let unit = abs(offset) == 1 ? "day" : "days"
      return "\(prefix)easter \(offset < 0 ? "-" : "+")\(abs(offset)) \(unit)"
    }
  }
}

extension WeekdayRange {
  fileprivate var text: String {
    let firstName = weekdayNames[first.rawValue - 1]
    return first == last ? firstName : "\(firstName)-\(weekdayNames[last.rawValue - 1])"
  }
}

extension TimeSpan {
  fileprivate var text: String {
    // A span of exactly a day would read as two equal times, which the subset refuses.
    let shownEnd = end > 1440 && end - 1440 < start ? end - 1440 : end
    return "\(clock(start))-\(clock(shownEnd))"
  }

  private func clock(_ minute: Int) -> String {
    "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
  }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// The grammar's words, in calendar order.
let monthNames = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
let weekdayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
