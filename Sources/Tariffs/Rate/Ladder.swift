/// A rate ready to answer both ways: what an amount buys, and what a stay costs.
///
/// For every accepted amount `c` and every `m` from 1 to the maximum:
/// `cents(for: m) <= c` if and only if `m <= minutes(for: c)`, and both are non-decreasing.
/// No round trip can lose the driver a minute or a cent.
public indirect enum Ladder: Hashable, Sendable {
  case line(LineLadder)
  case list(ListLadder)

  /// The most counted minutes that can be bought; nil when the ladder has no end.
  public var maximumMinutes: Int? {
    switch self {
    case .line(let line): line.maximumMinutes
    case .list(let list): list.maximumMinutes
    }
  }

  /// The minutes that cost nothing; 0 when none do.
  public var freeMinutes: Int {
    switch self {
    case .line(let line): line.free?.minutes ?? 0
    case .list(let list): list.freeMinutes
    }
  }

  /// Whether nothing is sold beyond the free minutes.
  var isFreeOnly: Bool {
    if case .list(let list) = self { list.tickets.isEmpty } else { false }
  }

  /// The counted minutes that an accepted amount buys.
  ///
  /// - Parameter cents: an amount that `acceptance(of:)` accepts; for another one the answer is that
  ///   of the greatest accepted amount below it.
  public func minutes(for cents: Cents) -> Int {
    switch self {
    case .line(let line): line.minutes(for: cents.value)
    case .list(let list): list.minutes(for: cents.value)
    }
  }

  /// The smallest accepted amount that covers so many counted minutes; nil above the maximum.
  public func cents(for minutes: Int) -> Cents? {
    switch self {
    case .line(let line): line.cents(for: minutes)
    case .list(let list): list.cents(for: minutes)
    }
  }

  /// Whether a meter takes the amount, and if not why and which amounts near it are taken.
  public func acceptance(of cents: Cents) -> Acceptance {
    switch self {
    case .line(let line): line.acceptance(of: cents.value)
    case .list(let list): list.acceptance(of: cents.value)
    }
  }

  /// A meter's answer to an amount.
  public enum Acceptance: Hashable, Sendable {
    case accepted
    /// Below the least payment.
    case underMinimum(Cents)
    /// Above the greatest payment, which is given.
    case overMaximum(Cents)
    /// Between two accepted amounts.
    case notOffered(below: Cents?, above: Cents?)
  }
}
