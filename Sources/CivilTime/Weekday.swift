/// A day of the week. Raw values follow ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Comparable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
