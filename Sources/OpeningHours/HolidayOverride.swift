/// A later rule that takes a holiday away from an earlier rule that names `PH`.
public struct HolidayOverride: Hashable, Sendable {
  /// Index into `rules` of the rule that names `PH`.
  public let holidayRule: Int
  /// Index into `rules` of the later rule without `PH` that replaces or adds to it on some holiday.
  public let overridingRule: Int
}

extension OpeningHours {
  /// The places where the order of the rules lets a later rule without `PH` replace, or add to, what
  /// an earlier rule says of holidays. Empty = holidays always win.
  public var holidayOverrides: [HolidayOverride] { [] }
}
