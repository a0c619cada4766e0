extension Rate {
  /// Amounts are multiples of five cents where a town published no coin step: the smallest coin that
  /// meters take. Answers that depend on it carry the caveat `coin_step_assumed`.
  public static let assumedCoinCents = 5

  /// The rate ready to answer, for a vehicle and signals that change its prices.
  ///
  /// - Parameters:
  ///   - modifiers: in the order in which they act.
  ///   - roundToCents: replaces the rate's own rounding step.
  ///   - rounding: replaces the rate's own rounding rule.
  ///   - products: tickets of a fixed length that are sold beside this rate, in counted minutes. A
  ///     rate of the form `products` has its own already resolved to minutes here.
  /// - Returns: nil when no price is published and no minute is free (or when the figures are so large
  ///   that the reader refuses them).
  public func ladder(
    modifiers: [PriceModifier] = [], roundToCents: Int? = nil, rounding: Rounding? = nil
  ) -> Ladder? {
    let step = roundToCents ?? self.roundToCents ?? coinCents ?? Self.assumedCoinCents
    switch form {
    case .points(let points, .linear):
      return lineLadder(
        points: points, override: roundToCents, rounding: rounding ?? .up, modifiers: modifiers
      ).map { .line($0) }
    case .bands(let bands):
      return lineLadder(
        bands: bands, override: roundToCents, rounding: rounding ?? self.rounding,
        modifiers: modifiers
      ).map { .line($0) }
    case .points(let points, .steps):
      return .list(listLadder(points, step: step, rounding: rounding, modifiers: modifiers))
    case .products(let products):
      let points = products.compactMap { product -> PricePoint? in
        guard case .minutes(let minutes) = product.duration else { return nil }
        return PricePoint(minutes: minutes, cents: product.cents)
      }
      return .list(listLadder(points, step: step, rounding: rounding, modifiers: modifiers))
    case .unpublished:
      guard let freeMinutes else { return nil }
      return .list(ListLadder(offered: [], freeMinutes: freeMinutes.minutes))
    }
  }

  /// Whether amounts are taken to be multiples of `assumedCoinCents` because nothing is published.
  var assumesCoinStep: Bool {
    guard coinCents == nil, roundToCents == nil else { return false }
    switch form {
    case .points(_, .linear), .bands: return true
    default: return false
    }
  }

  /// A product's price for a vehicle class and signals. An hourly surcharge counts the product's
  /// minutes; for one of no fixed length there is nothing to count.
  func modifiedCents(_ product: Product, modifiers: [PriceModifier], rule: ClassRule?) -> Int {
    var minutes = 0
    if case .minutes(let fixed) = product.duration { minutes = fixed }
    return modifiedCents(
      product.cents, minutes: minutes, modifiers: modifiers, step: rule?.roundToCents,
      rounding: rule?.rounding)
  }

  /// A fixed price after the modifiers. Without any it is charged as printed.
  public func modifiedCents(
    _ cents: Int, minutes: Int, modifiers: [PriceModifier], step: Int? = nil,
    rounding: Rounding? = nil
  ) -> Int {
    guard !modifiers.isEmpty else { return cents }
    // As a line through its end, so that an hourly amount off does not go below nothing.
    let curve = PriceCurve(
      unitsPerCent: max(1, minutes),
      pieces: [
        .init(
          fromMinute: 0, units: minutes > 0 ? 0 : cents, unitsPerMinute: minutes > 0 ? cents : 0)
      ]
    ).modified(by: modifiers)
    return (rounding ?? self.rounding).multiple(
      of: step ?? roundToCents ?? coinCents ?? 1, numerator: curve.units(minutes: minutes),
      denominator: curve.unitsPerCent)
  }

  private func listLadder(
    _ points: [PricePoint], step: Int, rounding: Rounding?, modifiers: [PriceModifier]
  ) -> ListLadder {
    ListLadder(
      offered: points.map {
        PricePoint(
          minutes: $0.minutes,
          cents: modifiedCents(
            $0.cents, minutes: $0.minutes, modifiers: modifiers, step: step, rounding: rounding))
      }, freeMinutes: freeMinutes?.minutes ?? 0)
  }

  /// - Parameter override: a rounding step in place of the rate's own.
  private func lineLadder(
    points: [PricePoint], override: Int?, rounding: Rounding, modifiers: [PriceModifier]
  ) -> LineLadder? {
    guard let base = Self.curve(through: points) else { return nil }
    let curve = base.modified(by: modifiers)
    // A printed point stays an accepted amount as long as it is a whole number of cents.
    var printed: [PricePoint] = []
    for point in points where point.minutes > 0 {
      let units = curve.units(minutes: point.minutes)
      guard units % curve.unitsPerCent == 0 else { continue }
      let cents = units / curve.unitsPerCent
      // An hourly amount off may make a stretch free: the longer stay is the one that counts.
      if printed.last?.cents == cents { printed.removeLast() }
      printed.append(PricePoint(minutes: point.minutes, cents: cents))
    }
    var leastMinutes = points.first?.minutes ?? 0
    // A least payment under the first point buys its part of the line from zero to that point.
    if let cents = minimum?.cents, cents < points.first?.cents ?? 0 { leastMinutes = 0 }
    return LadderParts(
      rate: self, base: base, curve: curve, modifiers: modifiers, override: override,
      rounding: rounding
    ).ladder(printed: printed, leastMinutes: leastMinutes, mostMinutes: points.last?.minutes)
  }

  private func lineLadder(
    bands: [Band], override: Int?, rounding: Rounding, modifiers: [PriceModifier]
  ) -> LineLadder? {
    guard let base = Self.curve(of: bands) else { return nil }
    let parts = LadderParts(
      rate: self, base: base, curve: base.modified(by: modifiers), modifiers: modifiers,
      override: override, rounding: rounding)
    return parts.ladder(
      printed: parts.modified(table), leastMinutes: 0, mostMinutes: bands.last?.upToMinutes)
  }

}
