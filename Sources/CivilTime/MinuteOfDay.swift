/// A wall-clock minute of a day, 0 (00:00) to 1440 (24:00, the end of the day).
public struct MinuteOfDay: Hashable, Comparable, Sendable {
  /// 24:00.
  public static let endOfDay = MinuteOfDay(unchecked: 1440)

  /// 0...1440.
  public let value: Int

  /// Nil when `value` is outside 0...1440.
  public init?(_ value: Int) {
    guard 0...1440 ~= value else { return nil }
    self.value = value
  }

  /// Nil unless 0:00 to 24:00.
  public init?(hour: Int, minute: Int) {
    guard 0...24 ~= hour, 0...59 ~= minute else { return nil }
    self.init(hour * 60 + minute)
  }

  private init(unchecked value: Int) { self.value = value }

  public var hour: Int { value / 60 }
  public var minute: Int { value % 60 }

  public static func < (left: MinuteOfDay, right: MinuteOfDay) -> Bool { left.value < right.value }
}
