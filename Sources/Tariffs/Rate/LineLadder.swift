/// A ladder with a price for every minute: printed points with straight lines between them, or a
/// price a minute.
///
/// Everything follows from one function, the charge: the exact price rounded once to `step`, held
/// between the printed points on either side (which always beat the formula), never under the least
/// payment. An amount buys the last minute whose charge is not above it; a minute costs the smallest
/// accepted amount that is not below its charge. The law of `Ladder` follows for any such function
/// that never goes down. docs/rate-law.md has the derivation.
public struct LineLadder: Hashable, Sendable {
  let curve: PriceCurve
  /// The charge of the formula is a multiple of so many cents.
  let step: Int
  /// Accepted amounts are multiples of so many cents, or printed.
  let coin: Int
  let rounding: Rounding
  let minutesRounding: Rounding
  /// Charged in started blocks of so many minutes. Blocks are sold whole, so that `minutesRounding` acts
  /// only when it is 1.
  let block: Int
  /// Points that are charged as printed, both members rising.
  let printed: [PricePoint]
  /// A shorter stay costs as much as this one.
  let minimumMinutes: Int
  private(set) var minimumCents = 0
  /// Of the whole stay, free minutes included.
  private(set) var maximumMinutes: Int?
  private(set) var maximumCents: Int?
  let free: FreeMinutes?

  /// Amounts above this are answered as this one, so that no arithmetic can overflow: a hundred million
  /// euros, or less with the finest units that the reader admits.
  private var largestCents: Int { min(10_000_000_000, (1 << 58) / curve.unitsPerCent) }
  /// Stays above this, about three years, have no price, for the same reason.
  static let longestMinutes = RateReader.longestMinutes

  /// - Parameters:
  ///   - leastCents: the least payment where it is published; nil = what `minimumMinutes` cost.
  ///   - mostMinutes: of the ladder, free minutes before it not counted; nil = no end.
  ///   - mostCents: the greatest payment where it is published; nil = what `mostMinutes` cost.
  init(
    curve: PriceCurve, step: Int, coin: Int, rounding: Rounding, minutesRounding: Rounding,
    block: Int, printed: [PricePoint], minimumMinutes: Int, leastCents: Int?, mostMinutes: Int?,
    mostCents: Int?, free: FreeMinutes?
  ) {
    self.curve = curve
    self.step = step
    self.coin = coin
    self.rounding = rounding
    self.minutesRounding = block == 1 ? minutesRounding : .down
    self.block = block
    self.printed = printed
    self.minimumMinutes = minimumMinutes
    self.free = free
    minimumCents = leastCents ?? accepted(notBelow: charge(max(minimumMinutes, 1)))
    // Where the first minutes are not free, a price that rounds to nothing is still paid with a coin.
    if minimumCents == 0, curve.units(minutes: 1) > 0 { minimumCents = coin }
    // No greater payment is taken than the last minute needs, and no minute sold that the greatest
    // payment does not reach.
    let forMost = mostMinutes.map { accepted(notBelow: charge(max($0, minimumMinutes, 1))) }
    maximumCents = [forMost, mostCents.map { max($0, minimumCents) }].compactMap { $0 }.min()
    guard let maximumCents else { return }
    let reached = minutesOnLadder(for: maximumCents)
    let most = offset + min(reached, max(mostMinutes ?? reached, minimumMinutes))
    maximumMinutes = max(most, free?.minutes ?? 0)
  }

  /// The part of a stay before the ladder begins.
  private var offset: Int {
    guard let free, free.then == .after else { return 0 }
    return free.minutes
  }

  func cents(for minutes: Int) -> Cents? {
    if let free, minutes <= free.minutes { return .zero }
    guard minutes <= maximumMinutes ?? Self.longestMinutes else { return nil }
    return Cents(accepted(notBelow: charge(max(minutes - offset, minimumMinutes, 1))))
  }

  func minutes(for cents: Int) -> Int {
    let freeMinutes = free?.minutes ?? 0
    guard cents >= minimumCents else { return cents >= 0 ? freeMinutes : 0 }
    let bought = offset + minutesOnLadder(for: min(cents, largestCents))
    return max(freeMinutes, min(bought, maximumMinutes ?? Self.longestMinutes))
  }

  func acceptance(of cents: Int) -> Ladder.Acceptance {
    if cents == 0, free != nil { return .accepted }
    if cents < minimumCents { return .underMinimum(Cents(minimumCents)) }
    if let maximumCents, cents > maximumCents { return .overMaximum(Cents(maximumCents)) }
    if isAccepted(cents) { return .accepted }
    return .notOffered(
      below: Cents(accepted(notAbove: cents)), above: Cents(accepted(notBelow: cents)))
  }

  // MARK: The charge and its inverse

  /// The charge for the first `minutes` of the ladder, 1 or more.
  private func charge(_ minutes: Int) -> Int {
    var amount = formulaCharge(minutes)
    if let next = printed.first(where: { $0.minutes >= minutes }) {
      amount = min(amount, next.cents)
    }
    if let previous = printed.last(where: { $0.minutes <= minutes }) {
      amount = max(amount, previous.cents)
    }
    return max(amount, minimumCents)
  }

  /// The minutes of the ladder that an amount of at least the minimum buys.
  private func minutesOnLadder(for cents: Int) -> Int {
    var minutes = formulaMinutes(for: cents)
    if let previous = printed.last(where: { $0.cents <= cents }) {
      minutes = max(minutes, previous.minutes)
    }
    if let next = printed.first(where: { $0.cents > cents }) {
      minutes = min(minutes, next.minutes - 1)
    }
    return max(minutes, minimumMinutes)
  }

  /// The rounded price of a minute, by the formula alone.
  private func formulaCharge(_ minutes: Int) -> Int {
    let units: Int
    let denominator: Int
    switch minutesRounding {
    case .down:
      units = curve.units(minutes: ceiledQuotient(minutes, block) * block)
      denominator = curve.unitsPerCent
    case .nearest:
      // Half of the minute suffices to be given the whole of it.
      units = curve.units(minutes: minutes - 1) + curve.units(minutes: minutes)
      denominator = curve.unitsPerCent * 2
    case .up:
      // Anything more than the minute before suffices.
      units = curve.units(minutes: minutes - 1)
      denominator = curve.unitsPerCent
      if rounding == .up, curve.units(minutes: minutes) > units {
        return flooredQuotient(units, denominator * step) * step + step
      }
    }
    return rounding.multiple(of: step, numerator: units, denominator: denominator)
  }

  /// The last minute whose `formulaCharge` is not above `cents`.
  private func formulaMinutes(for cents: Int) -> Int {
    let unitsPerCent = curve.unitsPerCent
    let onStep = flooredQuotient(cents, step) * step
    /// Twice the number of units under which a price still rounds to `onStep`.
    let doubleLimit: Int
    switch rounding {
    case .up: doubleLimit = 2 * onStep * unitsPerCent + 1
    case .nearest: doubleLimit = (2 * onStep + step) * unitsPerCent
    case .down: doubleLimit = 2 * (onStep + step) * unitsPerCent
    }
    guard let exact = curve.inverse(units: (doubleLimit - 1) / 2) else {
      return Self.longestMinutes
    }
    switch minutesRounding {
    case .down: return exact.minutes / block * block
    case .up:
      // With prices rounded up the minute before must cost less than the amount.
      return rounding == .up && exact.isOnStep ? exact.minutes : exact.minutes + 1
    case .nearest:
      let next = exact.minutes + 1
      let half = curve.units(minutes: exact.minutes) + curve.units(minutes: next)
      return half < doubleLimit ? next : exact.minutes
    }
  }

  // MARK: Accepted amounts

  private func isAccepted(_ cents: Int) -> Bool {
    cents % coin == 0 || cents == minimumCents || cents == maximumCents
      || printed.contains { $0.cents == cents }
  }

  /// The smallest accepted amount that is not below `cents`.
  private func accepted(notBelow cents: Int) -> Int {
    if cents <= minimumCents { return minimumCents }
    var amount = ceiledQuotient(cents, coin) * coin
    if let point = printed.first(where: { $0.cents >= cents }) { amount = min(amount, point.cents) }
    return min(amount, maximumCents ?? amount)
  }

  /// The greatest accepted amount that is not above `cents`, which is above the minimum.
  private func accepted(notAbove cents: Int) -> Int {
    var amount = max(flooredQuotient(cents, coin) * coin, minimumCents)
    if let point = printed.last(where: { $0.cents <= cents }) { amount = max(amount, point.cents) }
    return amount
  }
}
