/// The table a driver would want to see on the meter: minutes and prices side by side.
public struct PriceTable: Hashable, Sendable {
  public struct Row: Hashable, Sendable {
    public let minutes: Int
    public let cents: Cents
  }

  /// Rising; each price is the least that buys the minutes, and each row gives all it buys.
  public let rows: [Row]

  /// Beyond a day a ladder without an end is not listed.
  static let longestMinutes = 1440

  /// Printed points, quarters of an hour to two hours, half hours to four, hours beyond, and the end.
  ///
  /// - Parameter maximumMinutes: the zone's maximum stay; nil = none known.
  public init(_ ladder: Ladder, maximumMinutes: Int?) {
    let end =
      [maximumMinutes, ladder.maximumMinutes].compactMap { $0 }.min() ?? Self.longestMinutes
    var wanted = Set(ladder.printedMinutes)
    wanted.formUnion(stride(from: 15, through: 120, by: 15))
    wanted.formUnion(stride(from: 150, through: 240, by: 30))
    wanted.formUnion(stride(from: 300, through: Self.longestMinutes, by: 60))
    wanted.insert(end)
    if ladder.freeMinutes > 0 { wanted.insert(ladder.freeMinutes) }
    var rows: [Row] = []
    for minutes in wanted.sorted() where minutes <= end && minutes > 0 {
      guard let cents = ladder.cents(for: minutes) else { continue }
      let bought = min(ladder.minutes(for: cents), end)
      if rows.last?.cents == cents { rows.removeLast() }
      if bought > rows.last?.minutes ?? 0 { rows.append(Row(minutes: bought, cents: cents)) }
    }
    self.rows = rows
  }
}

extension Ladder {
  /// The minutes of the printed points.
  var printedMinutes: [Int] {
    switch self {
    case .line(let line): line.printed.map(\.minutes) + [line.minimumMinutes]
    case .list(let list): list.tickets.map(\.minutes)
    }
  }
}
