/// The exact price of a stay by its counted minutes: straight pieces end to end, never going down.
///
/// Prices are whole numbers of a unit of `1 / unitsPerCent` cent, chosen so that the price of every
/// minute is a whole number of units: nothing is rounded inside the curve.
struct PriceCurve: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    /// The minute at which the piece begins; it runs to the next piece's beginning.
    let fromMinute: Int
    /// The price at `fromMinute`, in units.
    let units: Int
    /// 0 or more.
    let unitsPerMinute: Int
  }

  /// 1 or more.
  let unitsPerCent: Int
  /// At least one, by rising `fromMinute`; the first begins at minute 0.
  let pieces: [Piece]

  /// The price of the first `minutes` minutes, in units. `minutes` is 0 or more.
  func units(minutes: Int) -> Int {
    let piece = pieces[pieceIndex { $0.fromMinute <= minutes }]
    return piece.units + piece.unitsPerMinute * (minutes - piece.fromMinute)
  }

  /// The last minute whose price is not above `units` (0 or more), and whether its price is just that
  /// on a rising piece; nil when the curve ends flat and never goes above.
  func inverse(units: Int) -> (minutes: Int, isOnStep: Bool)? {
    let index = pieceIndex { $0.units <= units }
    let piece = pieces[index]
    // A flat piece that is not the last one ends where a piece of the same price begins.
    guard piece.unitsPerMinute > 0 else { return nil }
    let above = units - piece.units
    return (piece.fromMinute + above / piece.unitsPerMinute, above % piece.unitsPerMinute == 0)
  }

  /// The last piece that satisfies `condition`, which holds for the first ones only. Curves have a
  /// handful of pieces: a walk from the end is quicker than a search.
  private func pieceIndex(_ condition: (Piece) -> Bool) -> Int {
    var index = pieces.count - 1
    while index > 0, !condition(pieces[index]) { index -= 1 }
    return index
  }

  /// Largest number of units that a curve may hold at its last minute; above it figures are refused
  /// when the file is read, so that no arithmetic here can overflow.
  static let unitLimit = 1 << 52

  /// The curve with every price changed to `percent` hundredths of itself (75 means three quarters).
  func scaled(percent: Int) -> PriceCurve {
    PriceCurve(
      unitsPerCent: unitsPerCent * 100,
      pieces: pieces.map {
        Piece(
          fromMinute: $0.fromMinute, units: $0.units * percent,
          unitsPerMinute: $0.unitsPerMinute * percent)
      }
    ).reduced
  }

  /// The curve with so many cents an hour on top, or off where the number is below 0.
  func adding(centsPerHour: Int) -> PriceCurve {
    combined(unitsPerCent: unitsPerCent * 60, start: pieces[0].units * 60) {
      pieces[$0].unitsPerMinute * 60 + centsPerHour * unitsPerCent
    }
  }

  /// The sum of two curves that have the same pieces.
  func adding(_ other: PriceCurve) -> PriceCurve {
    combined(
      unitsPerCent: unitsPerCent * other.unitsPerCent,
      start: max(0, pieces[0].units * other.unitsPerCent + other.pieces[0].units * unitsPerCent)
    ) {
      pieces[$0].unitsPerMinute * other.unitsPerCent
        + other.pieces[$0].unitsPerMinute * unitsPerCent
    }
  }

  /// A curve over the same stretches with other prices a minute; where something is taken off, no
  /// stretch becomes cheaper than nothing.
  private func combined(
    unitsPerCent: Int, start: Int, unitsPerMinute: (Int) -> Int
  ) -> PriceCurve {
    var combined: [Piece] = []
    combined.reserveCapacity(pieces.count)
    var units = start
    for (index, piece) in pieces.enumerated() {
      if let last = combined.last {
        units += last.unitsPerMinute * (piece.fromMinute - last.fromMinute)
      }
      combined.append(
        Piece(
          fromMinute: piece.fromMinute, units: units,
          unitsPerMinute: max(0, unitsPerMinute(index))))
    }
    return PriceCurve(unitsPerCent: unitsPerCent, pieces: combined).reduced
  }

  /// The same curve in the largest unit that keeps every number whole.
  private var reduced: PriceCurve {
    var divisor = unitsPerCent
    for piece in pieces {
      divisor = greatestCommonDivisor(divisor, piece.units)
      divisor = greatestCommonDivisor(divisor, piece.unitsPerMinute)
    }
    guard divisor > 1 else { return self }
    return PriceCurve(
      unitsPerCent: unitsPerCent / divisor,
      pieces: pieces.map {
        Piece(
          fromMinute: $0.fromMinute, units: $0.units / divisor,
          unitsPerMinute: $0.unitsPerMinute / divisor)
      })
  }
}

func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
  var (larger, smaller) = (abs(first), abs(second))
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}
