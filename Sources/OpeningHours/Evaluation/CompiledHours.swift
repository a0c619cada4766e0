import CivilTime

/// A schedule made ready for evaluation: immutable, shared by reference; asking it allocates nothing.
///
/// What it answers is written in docs/opening-hours.md. In short: rules in order, a later one replaces
/// the day or adds to it; a night belongs to the day it began on; ends are exclusive.
public final class CompiledHours: Sendable {
  public let hours: OpeningHours
  /// The comments that `HoursState.commentIndex` points into.
  public let comments: [String]
  let masks: DateMasks
  let shapes: DayShapes
  /// The rules whose weekday selector holds, by weekday (Monday first), on working days and then on
  /// holidays.
  let dayMasks: [UInt64]
  let usesHolidaysFlag: Bool
  /// `24/7` and the like: nothing to look for.
  let isConstant: Bool
  /// Whether any span reaches into the next day.
  let hasNights: Bool

  public init(_ hours: OpeningHours) {
    self.hours = hours
    var comments: [String] = []
    var states: [HoursState] = []
    for rule in hours.rules {
      var index: Int?
      if let comment = rule.comment, rule.state != .closed {
        index = comments.firstIndex(of: comment) ?? comments.count
        if index == comments.count { comments.append(comment) }
      }
      states.append(HoursState(kind: rule.state, commentIndex: index))
    }
    self.comments = comments
    masks = DateMasks(hours.rules)
    var undated: UInt64 = 1
    for (index, rule) in hours.rules.enumerated() where rule.dates.isEmpty && rule.years.isEmpty {
      undated |= 1 << UInt64(index + 1)
    }
    let dayMasks = Self.weekdayMasks(hours.rules)
    self.dayMasks = dayMasks
    shapes = DayShapes(
      rules: hours.rules, states: states,
      ground: HoursState(kind: hours.onlySaysClosed ? .unknown : .closed),
      dayMasks: dayMasks, undated: undated)
    usesHolidaysFlag = hours.usesHolidays
    isConstant = hours.isConstant
    hasNights = hours.rules.contains { $0.spans.contains { $0.endsOnTheNextDay } }
  }

  private static func weekdayMasks(_ rules: [Rule]) -> [UInt64] {
    var masks = [UInt64](repeating: 1, count: 14)
    for (index, rule) in rules.enumerated() {
      let bit = UInt64(1) << UInt64(index + 1)
      let anyDay = rule.weekdays.isEmpty && !rule.includesHolidays
      for day in Weekday.allCases {
        let listed = anyDay || rule.weekdays.contains { $0.contains(day) }
        if listed { masks[day.rawValue - 1] |= bit }
        if listed || rule.includesHolidays { masks[day.rawValue + 6] |= bit }
      }
    }
    return masks
  }

  /// Whether answers may depend on the holidays passed in.
  public var usesHolidays: Bool { usesHolidaysFlag }

  /// The spans that begin on that date, ascending, not overlapping each other.
  public func spans(on date: CivilDate, holidays: HolidaySet) -> DaySpans {
    day(date, holidays)
  }

  /// The state at a local time: the tail of the evening before, united with the day's own spans. Open
  /// wins over unknown; of two of a kind, the day's own gives the comment.
  public func state(at time: LocalDateTime, holidays: HolidaySet) -> HoursState {
    view(time.date, holidays).state(at: time.minuteOfDay)
  }

  func day(_ date: CivilDate, _ holidays: HolidaySet) -> DaySpans {
    let mask = masks.mask(on: date) & dayMask(date, holidays)
    guard let shape = shapes.shape(mask) else {
      let fresh = shapes.freshSpans(mask)
      return DaySpans(storage: fresh, startIndex: 0, endIndex: fresh.count)
    }
    return DaySpans(
      storage: shapes.spans, startIndex: Int(shape.start), endIndex: Int(shape.end))
  }

  private func dayMask(_ date: CivilDate, _ holidays: HolidaySet) -> UInt64 {
    dayMasks[
      weekdayIndex(date) + (usesHolidaysFlag && holidays.contains(date) ? 7 : 0)]
  }

  /// A date with the spans of the evening before.
  func view(_ date: CivilDate, _ holidays: HolidaySet) -> DayView {
    DayView(
      today: day(date, holidays),
      before: hasNights ? day(date.adding(days: -1), holidays) : nil)
  }
}

/// 0 = Monday.
func weekdayIndex(_ date: CivilDate) -> Int { (Int(date.daysSince1970) % 7 + 10) % 7 }

/// The spans of one day, without a copy.
public struct DaySpans: RandomAccessCollection, Sendable {
  /// A day without spans.
  public static let none = DaySpans(storage: [], startIndex: 0, endIndex: 0)

  let storage: [HoursSpan]
  public let startIndex: Int
  public let endIndex: Int

  public subscript(position: Int) -> HoursSpan { storage[position] }
}
