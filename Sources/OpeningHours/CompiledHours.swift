import CivilTime

/// A schedule made ready for evaluation: immutable, shared by reference, no allocation when asked.
public final class CompiledHours: Sendable {
  public let hours: OpeningHours
  /// The comments that `HoursState.commentIndex` points into.
  public let comments: [String]

  public init(_ hours: OpeningHours) {
    self.hours = hours
    comments = []
  }

  /// Whether answers may depend on the holidays passed in.
  public var usesHolidays: Bool { hours.usesHolidays }

  /// The spans that begin on that date, ascending, not overlapping each other.
  public func spans(on date: CivilDate, holidays: HolidaySet) -> DaySpans {
    preconditionFailure("not written yet")
  }

  /// The state at a local time: the tail of the evening before, united with the day's own spans.
  public func state(at time: LocalDateTime, holidays: HolidaySet) -> HoursState {
    preconditionFailure("not written yet")
  }

  /// The next minute at which `state(at:)` gives something else (kind or comment); nil when it never
  /// does before 2200.
  public func nextChange(after time: LocalDateTime, holidays: HolidaySet) -> LocalDateTime? {
    preconditionFailure("not written yet")
  }

  /// The open window that contains `time`, or else the next one; nil when there is none before 2200.
  /// Minutes of unknown state are not open.
  public func nextWindow(from time: LocalDateTime, holidays: HolidaySet) -> LocalWindow? {
    preconditionFailure("not written yet")
  }
}

/// The spans of one day, without a copy.
public struct DaySpans: RandomAccessCollection, Sendable {
  let storage: [HoursSpan]
  public let startIndex: Int
  public let endIndex: Int

  public subscript(position: Int) -> HoursSpan { storage[position] }
}
