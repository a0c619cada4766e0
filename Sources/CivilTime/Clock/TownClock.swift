/// The clocks of a town: which local date and time they show at an instant, and back.
///
/// It knows the years 1970 to 2199 and a year on each side; the offset at either end of that holds
/// beyond it, as far as a `CivilDate` goes (5.8 million years). A value is one reference to an
/// immutable table, so a copy costs nothing to speak of.
public struct TownClock: Sendable {
  /// UTC itself: offset 0, no changes.
  public static let utc = TownClock(
    identifier: "UTC", table: OffsetTable(firstOffset: 0, changes: []))

  /// The zone's name, `Europe/Madrid`.
  public var identifier: String { table.identifier }

  private let table: IdentifiedTable

  private init(identifier: String, table: OffsetTable) {
    self.table = IdentifiedTable(identifier: identifier, table: table)
  }

  /// Reads a time zone file (TZif, RFC 9636, versions 1 to 4, with the rule in the footer).
  /// `identifier` is the name it goes by; the file does not hold one.
  public init(tzif bytes: [UInt8], identifier: String) throws(TZifError) {
    self.init(identifier: identifier, table: OffsetTable(try TZifFile(bytes)))
  }

  /// Seconds east of Greenwich at a moment: local time is UTC plus this.
  public func offsetSeconds(at instant: Instant) -> Int {
    table.table.offset(at: instant.secondsSince1970)
  }

  /// What the town's clocks show at a moment.
  public func local(_ instant: Instant) -> LocalDateTime {
    LocalDateTime(
      secondsSinceLocal1970: instant.secondsSince1970 + Int64(offsetSeconds(at: instant)))
  }

  /// The offset at a moment with the time it holds: until `end`, local arithmetic is plain addition.
  public func offsetPeriod(at instant: Instant) -> OffsetPeriod {
    table.table.period(at: table.table.index(at: instant.secondsSince1970))
  }

  /// The moments at which the town's clocks show `local`.
  public func resolve(_ local: LocalDateTime) -> LocalResolution {
    table.table.resolve(local.secondsSinceLocal1970)
  }

  /// The one moment that the program takes `local` to be. A repeated time means the first of the two;
  /// a skipped time means the moment of the change. With this a window open 02:30-04:00 has 60
  /// minutes on the night clocks go forward from 02:00 to 03:00 and 150 on the night they go back:
  /// it opens at the first minute that is past 02:30 on the wall, whatever the night.
  public func instant(of local: LocalDateTime) -> Instant {
    switch resolve(local) {
    case .unique(let instant): instant
    case .repeated(let first, _): first
    case .skipped(let transition): transition
    }
  }
}

extension TownClock: Equatable {
  /// The same name and the same offsets at all times.
  public static func == (left: TownClock, right: TownClock) -> Bool {
    left.table === right.table
      || (left.identifier == right.identifier && left.table.table == right.table.table)
  }
}

/// The box that makes copies of a clock cheap.
private final class IdentifiedTable: Sendable {
  let identifier: String
  let table: OffsetTable

  init(identifier: String, table: OffsetTable) {
    self.identifier = identifier
    self.table = table
  }
}
