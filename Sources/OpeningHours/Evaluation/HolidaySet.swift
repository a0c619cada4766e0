import CivilTime

/// The public holidays (`PH`) of a place, for evaluation: a bit per day, plus the years for which the
/// list is known to be complete.
public struct HolidaySet: Hashable, Sendable {
  /// No holidays, no year known.
  public static let none = HolidaySet(dates: [], coveredYears: [])

  /// The years whose holidays are all in the set, ascending, not touching each other.
  public let coveredYears: [ClosedRange<Int>]
  /// The day number of the first bit, and 64 days a word.
  private let firstDay: Int
  private let words: [UInt64]

  /// `dates` in any order, repetitions allowed; `coveredYears` may be years without any holiday.
  public init(dates: [CivilDate], coveredYears: [ClosedRange<Int>]) {
    var merged: [ClosedRange<Int>] = []
    for years in coveredYears.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, years.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, years.upperBound)
      } else {
        merged.append(years)
      }
    }
    self.coveredYears = merged
    let numbers = dates.map { Int($0.daysSince1970) }
    let first = numbers.min() ?? 0
    let last = numbers.max() ?? first
    var bits = [UInt64](repeating: 0, count: numbers.isEmpty ? 0 : (last - first) / 64 + 1)
    for number in numbers { bits[(number - first) / 64] |= 1 << UInt64((number - first) % 64) }
    firstDay = first
    words = bits
  }

  public func contains(_ date: CivilDate) -> Bool {
    let position = Int(date.daysSince1970) - firstDay
    guard position >= 0, position < words.count * 64 else { return false }
    return words[position / 64] & (1 << UInt64(position % 64)) != 0
  }

  /// Whether the holidays of that year are known: a day not in the set is then a working day.
  public func covers(year: Int) -> Bool { coveredYears.contains { $0.contains(year) } }

  /// The first holiday at or after `date`.
  func next(onOrAfter date: CivilDate) -> CivilDate? {
    let position = max(0, Int(date.daysSince1970) - firstDay)
    guard position < words.count * 64 else { return nil }
    var index = position / 64
    var word = words[index] & (UInt64.max << UInt64(position % 64))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return CivilDate(daysSince1970: firstDay + index * 64 + word.trailingZeroBitCount)
  }

  /// The last holiday at or before `date`.
  func previous(onOrBefore date: CivilDate) -> CivilDate? {
    let position = min(words.count * 64 - 1, Int(date.daysSince1970) - firstDay)
    guard position >= 0 else { return nil }
    var index = position / 64
    var word = words[index] & (UInt64.max >> UInt64(63 - position % 64))
    while word == 0 {
      index -= 1
      guard index >= 0 else { return nil }
      word = words[index]
    }
    return CivilDate(daysSince1970: firstDay + index * 64 + 63 - word.leadingZeroBitCount)
  }
}
