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
  /// - Returns: nil when no price is published and no minute is free.
  public func ladder(
    modifiers: [PriceModifier] = [], roundToCents: Int? = nil, rounding: Rounding? = nil
  ) -> Ladder? {
    let step = roundToCents ?? self.roundToCents ?? coinCents ?? Self.assumedCoinCents
    switch form {
    case .points(let points, .linear):
      return .line(
        lineLadder(points: points, step: step, rounding: rounding ?? .up, modifiers: modifiers))
    case .bands(let bands):
      return .line(
        lineLadder(
          bands: bands, step: step, rounding: rounding ?? self.rounding, modifiers: modifiers))
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
    let curve = PriceCurve(
      unitsPerCent: 1,
      pieces: [.init(fromMinute: 0, units: cents, unitsPerMinute: 0)]
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

  private func lineLadder(
    points: [PricePoint], step: Int, rounding: Rounding, modifiers: [PriceModifier]
  ) -> LineLadder {
    let curve = Self.curve(through: points).modified(by: modifiers)
    // A printed point stays an accepted amount as long as it is a whole number of cents.
    let printed = points.filter { $0.minutes > 0 }.compactMap { point -> PricePoint? in
      let units = curve.units(minutes: point.minutes)
      guard units % curve.unitsPerCent == 0 else { return nil }
      return PricePoint(minutes: point.minutes, cents: units / curve.unitsPerCent)
    }
    return lineLadder(
      curve: curve, step: step, rounding: rounding, printed: printed,
      leastMinutes: minimum?.minutes ?? points.first?.minutes ?? 0,
      mostMinutes: points.last?.minutes)
  }

  private func lineLadder(
    bands: [Band], step: Int, rounding: Rounding, modifiers: [PriceModifier]
  ) -> LineLadder {
    lineLadder(
      curve: Self.curve(of: bands).modified(by: modifiers), step: step, rounding: rounding,
      printed: modifiers.isEmpty ? table : [], leastMinutes: minimum?.minutes ?? 0,
      mostMinutes: bands.last?.upToMinutes)
  }

  private func lineLadder(
    curve: PriceCurve, step: Int, rounding: Rounding, printed: [PricePoint], leastMinutes: Int,
    mostMinutes: Int?
  ) -> LineLadder {
    func charge(_ minutes: Int) -> Int {
      printed.first { $0.minutes == minutes }?.cents
        ?? rounding.multiple(
          of: step, numerator: curve.units(minutes: minutes), denominator: curve.unitsPerCent)
    }
    var printed = printed
    var mostMinutes = mostMinutes
    if let minutes = maximum?.minutes, let cents = maximum?.cents {
      // A cap: once it is paid, the minutes up to the cap's end cost nothing more.
      printed.removeAll { $0.minutes >= minutes || $0.cents >= cents }
      printed.append(PricePoint(minutes: minutes, cents: cents))
      mostMinutes = minutes
    } else if let minutes = maximum?.minutes {
      mostMinutes = min(minutes, mostMinutes ?? minutes)
    }
    let least = minimum?.cents ?? (leastMinutes > 0 ? max(charge(leastMinutes), 1) : step)
    let most = maximum?.cents ?? mostMinutes.map(charge)
    let offset = freeMinutes.map { $0.then == .after ? $0.minutes : 0 } ?? 0
    var ladder = LineLadder(
      curve: curve, step: step, rounding: rounding, minutesRounding: minutesRounding,
      block: startedMinutes, printed: printed, minimumMinutes: leastMinutes, minimumCents: least,
      maximumMinutes: mostMinutes.map { $0 + offset }, maximumCents: most, free: freeMinutes)
    if mostMinutes == nil, let most {
      ladder.maximumMinutes = ladder.minutes(for: most)
    }
    return ladder
  }

  /// Straight lines through the points, and from zero to the first one (where no amount is accepted,
  /// unless the first point is minute 0).
  static func curve(through points: [PricePoint]) -> PriceCurve {
    var stops = points
    if stops.first?.minutes != 0 { stops.insert(PricePoint(minutes: 0, cents: 0), at: 0) }
    var unitsPerCent = 1
    for (start, end) in zip(stops, stops.dropFirst()) {
      unitsPerCent = leastCommonMultiple(unitsPerCent, end.minutes - start.minutes)
    }
    let pieces = zip(stops, stops.dropFirst()).map { start, end in
      PriceCurve.Piece(
        fromMinute: start.minutes, units: start.cents * unitsPerCent,
        unitsPerMinute: (end.cents - start.cents) * unitsPerCent / (end.minutes - start.minutes))
    }
    return PriceCurve(unitsPerCent: unitsPerCent, pieces: pieces)
  }

  static func curve(of bands: [Band]) -> PriceCurve {
    let unitsPerCent = bands.reduce(1) { leastCommonMultiple($0, $1.perMinutes) }
    var pieces: [PriceCurve.Piece] = []
    var start = 0
    var units = 0
    for band in bands {
      let unitsPerMinute = band.cents * unitsPerCent / band.perMinutes
      pieces.append(.init(fromMinute: start, units: units, unitsPerMinute: unitsPerMinute))
      if let end = band.upToMinutes {
        units += unitsPerMinute * (end - start)
        start = end
      }
    }
    return PriceCurve(unitsPerCent: unitsPerCent, pieces: pieces)
  }
}
