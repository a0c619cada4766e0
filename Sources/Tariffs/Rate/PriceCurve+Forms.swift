extension Rate {
  /// Straight lines through the points, and from zero to the first one (where no amount is accepted,
  /// unless the first point is minute 0). Nil when the figures are too large to be exact.
  static func curve(through points: [PricePoint]) -> PriceCurve? {
    var stops = points
    if stops.first?.minutes != 0 { stops.insert(PricePoint(minutes: 0, cents: 0), at: 0) }
    var unitsPerCent = 1
    for (start, end) in zip(stops, stops.dropFirst()) {
      guard let next = PriceCurve.denominator(unitsPerCent, end.minutes - start.minutes) else {
        return nil
      }
      unitsPerCent = next
    }
    var pieces = zip(stops, stops.dropFirst()).map { start, end in
      PriceCurve.Piece(
        fromMinute: start.minutes, units: start.cents * unitsPerCent,
        unitsPerMinute: (end.cents - start.cents) * unitsPerCent / (end.minutes - start.minutes))
    }
    if pieces.isEmpty {
      // The point zero alone: nothing is sold.
      pieces.append(.init(fromMinute: 0, units: 0, unitsPerMinute: 0))
    }
    return PriceCurve(unitsPerCent: unitsPerCent, pieces: pieces)
  }

  /// Band after band; nil when the figures are too large to be exact.
  static func curve(of bands: [Band]) -> PriceCurve? {
    var unitsPerCent = 1
    for band in bands {
      guard let next = PriceCurve.denominator(unitsPerCent, band.perMinutes) else { return nil }
      unitsPerCent = next
    }
    var pieces: [PriceCurve.Piece] = []
    var start = 0
    var units = 0
    for band in bands {
      let unitsPerMinute = band.cents * unitsPerCent / band.perMinutes
      pieces.append(.init(fromMinute: start, units: units, unitsPerMinute: unitsPerMinute))
      guard let end = band.upToMinutes else { break }
      let (more, overflow) = unitsPerMinute.multipliedReportingOverflow(by: end - start)
      guard !overflow, more <= PriceCurve.unitLimit, units <= PriceCurve.unitLimit else {
        return nil
      }
      units += more
      start = end
    }
    return PriceCurve(unitsPerCent: unitsPerCent, pieces: pieces)
  }
}

extension PriceCurve {
  /// The most units that a cent may have before modifiers.
  static let denominatorLimit = 1_000_000

  /// A number of units per cent that two prices a minute can both be whole in; nil above the limit.
  static func denominator(_ first: Int, _ second: Int) -> Int? {
    let factor = second / greatestCommonDivisor(first, second)
    let (multiple, overflow) = first.multipliedReportingOverflow(by: factor)
    return overflow || multiple > denominatorLimit ? nil : multiple
  }
}
