/// A ladder with a price for every minute: printed points with straight lines between them, or a
/// price a minute.
///
/// The charge for `m` minutes is the exact price rounded once to the step, held between the printed
/// points on either side, which always beat the formula. What an amount buys is the inverse of that.
public struct LineLadder: Hashable, Sendable {
  let curve: PriceCurve
  /// Amounts are multiples of so many cents.
  let step: Int
  let rounding: Rounding
  let minutesRounding: Rounding
  /// Charged in started blocks of so many minutes.
  let block: Int
  /// Points that are charged as printed, both members rising.
  let printed: [PricePoint]
  /// A shorter stay costs as much as this one.
  let minimumMinutes: Int
  let minimumCents: Int
  /// Of the whole stay, free minutes included.
  var maximumMinutes: Int?
  let maximumCents: Int?
  let free: FreeMinutes?

  /// The part of a stay before the ladder begins.
  private var offset: Int {
    guard let free, free.then == .after else { return 0 }
    return free.minutes
  }

  func cents(for minutes: Int) -> Cents? {
    if let free, minutes <= free.minutes { return .zero }
    if let maximumMinutes, minutes > maximumMinutes { return nil }
    let onLadder = max(minutes - offset, minimumMinutes)
    guard minutesRounding != .down else { return Cents(charge(onLadder)) }
    // A generous rounding of minutes sells a minute for less than its exact price.
    var amount = max(minimumCents, charge(max(onLadder - 1, minimumMinutes)))
    while minutesOnLadder(for: amount) < onLadder {
      guard let next = nextAccepted(above: amount) else { break }
      amount = next
    }
    return Cents(amount)
  }

  func minutes(for cents: Int) -> Int {
    let freeMinutes = free?.minutes ?? 0
    guard cents >= minimumCents else { return cents >= 0 ? freeMinutes : 0 }
    let bought = offset + minutesOnLadder(for: cents)
    return max(freeMinutes, min(bought, maximumMinutes ?? bought))
  }

  func acceptance(of cents: Int) -> Ladder.Acceptance {
    if cents == 0, free != nil { return .accepted }
    if cents < minimumCents { return .underMinimum(Cents(minimumCents)) }
    if let maximumCents, cents > maximumCents { return .overMaximum(Cents(maximumCents)) }
    if isAccepted(cents) { return .accepted }
    return .notOffered(
      below: previousAccepted(below: cents).map(Cents.init),
      above: nextAccepted(above: cents).map(Cents.init))
  }

  /// The charge for a stay of at least the minimum.
  private func charge(_ minutes: Int) -> Int {
    let charged = ceiledQuotient(minutes, block) * block
    var amount = rounding.multiple(
      of: step, numerator: curve.units(minutes: charged), denominator: curve.unitsPerCent)
    amount = max(amount, minimumCents)
    if let next = printed.first(where: { $0.minutes >= minutes }) {
      amount = min(amount, next.cents)
    }
    if let previous = printed.last(where: { $0.minutes <= minutes }) {
      amount = max(amount, previous.cents)
    }
    return amount
  }

  /// The minutes of the ladder that an amount of at least the minimum buys.
  private func minutesOnLadder(for cents: Int) -> Int {
    var minutes = formulaMinutes(for: cents)
    if let next = printed.first(where: { $0.cents > cents }) {
      minutes = min(minutes, next.minutes - 1)
    }
    if let previous = printed.last(where: { $0.cents <= cents }) {
      minutes = max(minutes, previous.minutes)
    }
    return max(minutes, minimumMinutes)
  }

  /// The last minute whose rounded price is not above `cents`, by the formula alone.
  private func formulaMinutes(for cents: Int) -> Int {
    let unitsPerCent = curve.unitsPerCent
    let onStep = flooredQuotient(cents, step) * step
    let reach: Int
    switch rounding {
    case .up: reach = onStep * unitsPerCent
    // The greatest number of units that still rounds to `onStep`: one less than the next half or step.
    case .nearest: reach = ceiledQuotient((2 * onStep + step) * unitsPerCent, 2) - 1
    case .down: reach = (onStep + step) * unitsPerCent - 1
    }
    guard let exact = curve.inverse(units: reach) else { return Int.max / 4 }
    var minutes = exact.minutes
    switch minutesRounding {
    case .down: break
    case .up: if exact.numerator > 0 { minutes += 1 }
    case .nearest: if exact.numerator * 2 >= exact.denominator { minutes += 1 }
    }
    return minutes / block * block
  }

  private func isAccepted(_ cents: Int) -> Bool {
    cents % step == 0 || cents == minimumCents || cents == maximumCents
      || printed.contains { $0.cents == cents }
  }

  private func nextAccepted(above cents: Int) -> Int? {
    var next = (flooredQuotient(cents, step) + 1) * step
    for point in printed where point.cents > cents { next = min(next, point.cents) }
    next = max(next, minimumCents)
    guard let maximumCents else { return next }
    return cents < maximumCents ? min(next, maximumCents) : nil
  }

  private func previousAccepted(below cents: Int) -> Int? {
    var previous = (ceiledQuotient(cents, step) - 1) * step
    for point in printed where point.cents < cents { previous = max(previous, point.cents) }
    return previous >= minimumCents ? previous : nil
  }
}
