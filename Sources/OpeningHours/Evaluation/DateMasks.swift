import CivilTime

/// Which rules' year and date selectors hold on a date, as a bit per rule.
///
/// Yearly days are a table of the 366 days of a leap year; all that depends on the year (years,
/// dated ranges, Easter) is a list of stretches of days with constant bits, found by binary search.
struct DateMasks: Sendable {
  /// By day of a leap year; empty when no rule names yearly months or days.
  private var yearly: [UInt64] = []
  /// The first day of the next run of equal `yearly` entries: 366 = next New Year.
  private var nextRun: [UInt16] = []
  /// The first day of the run that each day is in.
  private var runStart: [UInt16] = []
  /// Bits that hold whatever the date.
  private var constant: UInt64 = 0
  private var stretches: [Stretch] = []

  private struct Stretch: Sendable {
    let first: Int32
    /// Rules that a dated range or Easter makes hold.
    let dated: UInt64
    /// Rules that their year selector does not exclude.
    let allowed: UInt64
  }

  /// `rules[index]` gets bit `index + 1`; bit 0 always holds.
  init(_ rules: [Rule]) {
    constant = 1
    var table = [UInt64](repeating: 0, count: 366)
    var hasYearly = false
    var builder = StretchBuilder()
    for (index, rule) in rules.enumerated() {
      let bit = index + 1
      if rule.dates.isEmpty { constant |= 1 << UInt64(bit) }
      for range in rule.dates {
        if let days = range.yearlyDays {
          hasYearly = true
          for part in days { for day in part { table[day] |= 1 << UInt64(bit) } }
        } else {
          for days in range.datedDays { builder.add(days, bit: bit, limits: false) }
        }
      }
      for years in rule.years {
        let first = dayNumber(year: years.lowerBound, month: 1, day: 1)
        let last = dayNumber(year: years.upperBound, month: 12, day: 31)
        builder.add(first...last, bit: bit, limits: true)
      }
    }
    if hasYearly { fillYearly(table) }
    stretches = builder.stretches().map {
      Stretch(first: Int32($0.first), dated: $0.dated, allowed: $0.allowed)
    }
  }

  private mutating func fillYearly(_ table: [UInt64]) {
    yearly = table
    nextRun = [UInt16](repeating: 366, count: 366)
    runStart = [UInt16](repeating: 0, count: 366)
    for day in 1..<366 {
      runStart[day] = table[day] == table[day - 1] ? runStart[day - 1] : UInt16(day)
    }
    for day in (0..<365).reversed() {
      nextRun[day] = table[day] == table[day + 1] ? nextRun[day + 1] : UInt16(day + 1)
    }
  }

  /// The rules whose years and dates hold.
  func mask(on date: CivilDate) -> UInt64 {
    var mask = constant
    if !yearly.isEmpty {
      let (_, month, day) = date.components
      mask |= yearly[leapDay(month: month, day: day)]
    }
    guard !stretches.isEmpty else { return mask }
    let stretch = stretches[stretchIndex(date)]
    return (mask | stretch.dated) & stretch.allowed
  }

  private func stretchIndex(_ date: CivilDate) -> Int {
    var (low, high) = (0, stretches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].first <= date.daysSince1970 { low = middle } else { high = middle }
    }
    return low
  }

  /// Days around `date` on all of which `mask(on:)` gives the same; not always the widest such range.
  func steadyDays(around date: CivilDate) -> ClosedRange<Int> {
    var first = Int.min
    var last = Int.max
    if !yearly.isEmpty, nextRun[0] != 366 {
      let (year, month, day) = date.components
      let newYear = dayNumber(year: year, month: 1, day: 1)
      let position = leapDay(month: month, day: day)
      let shift = CivilDate.isLeap(year) ? 0 : 1
      func number(_ leapDay: Int) -> Int { newYear + leapDay - (leapDay >= 60 ? shift : 0) }
      first = number(Int(runStart[position]))
      last = number(Int(nextRun[position])) - 1
    }
    if !stretches.isEmpty {
      let index = stretchIndex(date)
      if index > 0 { first = max(first, Int(stretches[index].first)) }
      if index + 1 < stretches.count { last = min(last, Int(stretches[index + 1].first) - 1) }
    }
    return first...max(last, Int(date.daysSince1970))
  }

  private func leapDay(month: Int, day: Int) -> Int { leapYearMonthStarts[month - 1] + day - 1 }
}

/// Turns ranges of days into stretches of constant bits.
private struct StretchBuilder {
  private struct Edge {
    let day: Int
    let bit: Int
    let change: Int
    let limits: Bool
  }

  private var edges: [Edge] = []

  mutating func add(_ days: ClosedRange<Int>, bit: Int, limits: Bool) {
    edges.append(Edge(day: days.lowerBound, bit: bit, change: 1, limits: limits))
    edges.append(Edge(day: days.upperBound + 1, bit: bit, change: -1, limits: limits))
  }

  func stretches() -> [(first: Int, dated: UInt64, allowed: UInt64)] {
    guard !edges.isEmpty else { return [] }
    var limited: UInt64 = 0
    for edge in edges where edge.limits { limited |= 1 << UInt64(edge.bit) }
    var dated = [Int](repeating: 0, count: 64)
    var inYears = [Int](repeating: 0, count: 64)
    var result = [(first: Int(Int32.min), dated: UInt64(0), allowed: ~limited)]
    for edge in edges.sorted(by: { $0.day < $1.day }) {
      if result[result.count - 1].first != edge.day {
        let last = result[result.count - 1]
        result.append((edge.day, last.dated, last.allowed))
      }
      let bit = UInt64(1) << UInt64(edge.bit)
      if edge.limits {
        inYears[edge.bit] += edge.change
        if inYears[edge.bit] > 0 {
          result[result.count - 1].allowed |= bit
        } else {
          result[result.count - 1].allowed &= ~bit
        }
      } else {
        dated[edge.bit] += edge.change
        if dated[edge.bit] > 0 {
          result[result.count - 1].dated |= bit
        } else {
          result[result.count - 1].dated &= ~bit
        }
      }
    }
    return result
  }
}

extension DateRange {
  /// Positions in the 366 days of a leap year, when they are the same every year; else nil.
  fileprivate var yearlyDays: [ClosedRange<Int>]? {
    let starts = leapYearMonthStarts
    let first: Int
    let last: Int
    switch self {
    case .months(nil, let firstMonth, let lastMonth):
      first = starts[firstMonth - 1]
      last = (lastMonth == 12 ? 366 : starts[lastMonth]) - 1
    case .days(let firstDay, let lastDay):
      guard firstDay.year == nil, case .fixed(let firstMonth, let day) = firstDay.anchor,
        case .fixed(let lastMonth, let dayOfLast) = lastDay.anchor
      else { return nil }
      first = starts[firstMonth - 1] + day - 1
      last = starts[lastMonth - 1] + dayOfLast - 1
    default: return nil
    }
    return first <= last ? [first...last] : [0...last, first...365]
  }

  /// Day numbers of each time the range occurs, for ranges that depend on the year.
  fileprivate var datedDays: [ClosedRange<Int>] {
    switch self {
    case .months(let year, let first, let last):
      guard let year else { return [] }
      let (endYear, endMonth) = last == 12 ? (year + 1, 1) : (year, last + 1)
      return [
        dayNumber(year: year, month: first, day: 1)...dayNumber(
          year: endYear, month: endMonth, day: 1) - 1
      ]
    case .days(let first, let last):
      if let year = first.year, let lastYear = last.year {
        return [first.number(in: year)...last.lastNumber(in: lastYear)]
      }
      let years = CivilDate.supportedYears
      return (years.lowerBound - 1...years.upperBound + 1).compactMap { year in
        let start = first.number(in: year)
        let end = last.lastNumber(in: year)
        let stop = end < start ? last.lastNumber(in: year + 1) : end
        return start <= stop ? start...stop : nil
      }
    }
  }
}
