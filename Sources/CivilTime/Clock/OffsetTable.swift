/// All offsets of a zone from 1969 to 2200 in one array, with an index by time so that a lookup needs
/// no search: the span is cut into slices of 97 days, each knows the period at its start, and
/// a slice seldom holds more than one change.
struct OffsetTable: Sendable {
  /// The last year for which the footer's rule is written out.
  static let years = 1969...2200

  private static let sliceShift: Int64 = 23
  /// 1969-01-01 and 2201-01-01 in UTC.
  private static let firstSecond = Int64(CivilDate.days(year: 1969, month: 1, day: 1)) * 86_400
  private static let endSecond = Int64(CivilDate.days(year: 2201, month: 1, day: 1)) * 86_400

  private struct Period: Equatable, Sendable {
    let start: Int64
    let offset: Int64
  }

  /// Ascending by start. The first starts at Int64.min; a last one that nothing reaches starts at
  /// Int64.max, so that every period has a successor.
  private let periods: ContiguousArray<Period>
  private let slices: ContiguousArray<Int32>

  init(_ file: TZifFile) {
    var first = file.block.firstOffset
    var changes = file.block.changes
    if let footer = file.footer {
      if let last = changes.last?.second {
        let year = Self.year(of: last)
        if year <= Self.years.upperBound {
          let written = footer.changes(in: max(year - 1, 1968)...Self.years.upperBound)
          changes.append(contentsOf: written.drop { $0.second <= last })
        }
      } else {
        // Section 3.2: without transitions the rule is for all times.
        first = footer.offset(at: Self.firstSecond)
        changes = footer.changes(in: 1968...Self.years.upperBound)
      }
    }
    self.init(firstOffset: first, changes: changes)
  }

  /// `changes` ascend.
  init(firstOffset: Int, changes: ContiguousArray<OffsetChange>) {
    var periods: ContiguousArray<Period> = [Period(start: .min, offset: Int64(firstOffset))]
    periods.reserveCapacity(changes.count + 2)
    for change in changes where change.second < Self.endSecond {
      let start = change.second < Self.firstSecond ? Int64.min : change.second
      if let last = periods.last, last.start == start { periods.removeLast() }
      if let last = periods.last, last.offset == Int64(change.offset) { continue }
      periods.append(Period(start: start, offset: Int64(change.offset)))
    }
    periods.append(Period(start: .max, offset: 0))
    self.periods = periods

    var slices: ContiguousArray<Int32> = [0]
    if periods.count > 2 {
      slices.reserveCapacity(Int((Self.endSecond - Self.firstSecond) >> Self.sliceShift) + 1)
      var index = 0
      var start = Self.firstSecond + 1 << Self.sliceShift
      while start < Self.endSecond {
        while periods[index + 1].start <= start { index += 1 }
        slices.append(Int32(index))
        start += 1 << Self.sliceShift
      }
    }
    self.slices = slices
  }

  /// The number of the period that holds the moment.
  func index(at second: Int64) -> Int {
    let inside = min(max(second, Self.firstSecond), Self.endSecond)
    let slice = Int((inside - Self.firstSecond) >> Self.sliceShift)
    var index = Int(slices[min(slice, slices.count - 1)])
    while periods[index + 1].start <= inside { index += 1 }
    return index
  }

  func offset(at second: Int64) -> Int { Int(periods[index(at: second)].offset) }

  func period(at index: Int) -> OffsetPeriod {
    let (start, end) = (periods[index].start, periods[index + 1].start)
    return OffsetPeriod(
      offsetSeconds: Int(periods[index].offset),
      start: start == .min ? nil : Instant(secondsSince1970: start),
      end: end == .max ? nil : Instant(secondsSince1970: end))
  }

  /// `local` counts the seconds of the town's clocks since 1970-01-01T00:00:00 there.
  func resolve(_ local: Int64) -> LocalResolution {
    // No offset is a day and two hours or more, so the moment is in this span.
    var index = index(at: local - 93_599)
    let latest = local + 89_999
    let end = periods[index + 1].start
    if latest < end { return .unique(Instant(secondsSince1970: local - periods[index].offset)) }
    var (first, second, jump) = (Int64?.none, Int64?.none, end)
    while periods[index].start <= latest {
      let (period, end) = (periods[index], periods[index + 1].start)
      let moment = local - period.offset
      if moment >= period.start, moment < end {
        if first == nil { first = moment } else { second = moment }
      } else if moment >= end, first == nil {
        jump = end
      }
      index += 1
    }
    guard let first else { return .skipped(transition: Instant(secondsSince1970: jump)) }
    guard let second else { return .unique(Instant(secondsSince1970: first)) }
    return .repeated(
      first: Instant(secondsSince1970: first), second: Instant(secondsSince1970: second))
  }

  private static func year(of second: Int64) -> Int {
    if second < firstSecond { return years.lowerBound - 1 }
    if second >= endSecond { return years.upperBound + 1 }
    return LocalDateTime(secondsSinceLocal1970: second).date.year
  }
}

extension OffsetTable: Equatable {
  static func == (left: OffsetTable, right: OffsetTable) -> Bool { left.periods == right.periods }
}
