/// What a line ladder is put together from: the exact curve, and the rate's limits and printed
/// exceptions with the modifiers on them.
struct LadderParts {
  let rate: Rate
  /// The curve as published, and as the modifiers leave it.
  let base: PriceCurve
  let curve: PriceCurve
  let modifiers: [PriceModifier]
  /// A rounding step in place of the rate's own.
  let override: Int?
  let rounding: Rounding

  private var step: Int {
    override ?? rate.roundToCents ?? rate.coinCents ?? Rate.assumedCoinCents
  }

  /// Printed points that beat the formula, with the modifiers on them. Where rounding makes two of
  /// them cost the same, the longer one stays.
  func modified(_ table: [PricePoint]) -> [PricePoint] {
    guard !modifiers.isEmpty else { return table }
    var points: [PricePoint] = []
    for point in table {
      let cents = modified(point.cents, minutes: point.minutes)
      while let last = points.last, last.cents >= cents { points.removeLast() }
      points.append(PricePoint(minutes: point.minutes, cents: cents))
    }
    return points
  }

  /// - Parameters:
  ///   - leastMinutes: the minutes of the least payment where the rate names none.
  ///   - mostMinutes: the end of the form; nil = it has none.
  func ladder(
    printed points: [PricePoint], leastMinutes: Int, mostMinutes: Int?
  ) -> LineLadder {
    var printed = points
    var mostMinutes = mostMinutes
    let least = modified(rate.minimum)
    let most = modified(rate.maximum)
    if let minutes = least.minutes, let cents = least.cents {
      // A printed pair of its own: it beats whatever the form says of shorter or cheaper stays.
      printed.removeAll { $0.minutes <= minutes || $0.cents <= cents }
      printed.insert(PricePoint(minutes: minutes, cents: cents), at: 0)
    }
    if let minutes = most.minutes, let cents = most.cents {
      // A cap: once it is paid, the minutes up to the cap's end cost nothing more.
      printed.removeAll { $0.minutes >= minutes || $0.cents >= cents }
      printed.append(PricePoint(minutes: minutes, cents: cents))
      mostMinutes = minutes
    } else if let minutes = most.minutes {
      mostMinutes = min(minutes, mostMinutes ?? minutes)
    }
    return LineLadder(
      curve: curve, step: step, coin: override ?? rate.coinCents ?? step, rounding: rounding,
      minutesRounding: rate.minutesRounding, block: rate.startedMinutes, printed: printed,
      minimumMinutes: least.minutes ?? leastMinutes, leastCents: least.cents,
      mostMinutes: mostMinutes, mostCents: most.cents, free: rate.freeMinutes)
  }

  /// A least or greatest payment as the modifiers leave it: the price of the same minutes.
  private func modified(_ limit: Rate.Limit?) -> (cents: Int?, minutes: Int?) {
    guard let cents = limit?.cents else { return (nil, limit?.minutes) }
    let minutes =
      limit?.minutes ?? base.inverse(units: cents * base.unitsPerCent)?.minutes ?? 0
    return (modified(cents, minutes: minutes), limit?.minutes)
  }

  private func modified(_ cents: Int, minutes: Int) -> Int {
    rate.modifiedCents(
      cents, minutes: minutes, modifiers: modifiers, step: step, rounding: rounding)
  }
}
