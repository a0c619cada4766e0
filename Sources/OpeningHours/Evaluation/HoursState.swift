import CivilTime

/// What a schedule says of a minute: the kind, and which comment goes with it.
public struct HoursState: Hashable, Sendable {
  /// Closed, without a comment.
  public static let closed = HoursState(kind: .closed)

  public let kind: HoursKind
  /// One more than the index, 0 = none, so that the whole state is two bytes.
  private let commentCode: UInt8

  init(kind: HoursKind, commentIndex: Int? = nil) {
    self.kind = kind
    commentCode = UInt8((commentIndex ?? -1) + 1)
  }

  /// Index into `CompiledHours.comments`. Closed states have none.
  public var commentIndex: Int? { commentCode == 0 ? nil : Int(commentCode) - 1 }
  public var isOpen: Bool { kind == .open }
}

/// A span of one day, in minutes from the midnight of the day it begins on; the end is exclusive.
public struct HoursSpan: Hashable, Sendable {
  /// 0..<2880.
  public let start: Int16
  /// Above `start`, at most 2880; above 1440 it is on the next date.
  public let end: Int16
  /// `.open` or `.unknown`.
  public let state: HoursState
}

/// A stretch of open time on the local clock, as long as it goes: spans that touch or overlap, over
/// midnight too, are one window.
public struct LocalWindow: Hashable, Sendable {
  /// The first open minute; 1970-01-01T00:00 when it has been open since before that.
  public let start: LocalDateTime
  /// The first minute that is not open any more; nil when it stays open to the end of 2199.
  public let end: LocalDateTime?

  public func contains(_ time: LocalDateTime) -> Bool {
    guard start <= time else { return false }
    guard let end else { return true }
    return time < end
  }
}
