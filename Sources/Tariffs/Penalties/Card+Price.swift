import CivilTime

extension Card {
  /// What a yearly card costs when it is bought on a date, for the rest of that year; other cards cost
  /// the same on every day.
  ///
  /// - Parameters:
  ///   - vehicle: 1 for the first vehicle of a household; the last price holds for any further.
  /// - Returns: nil when the card has no price, or nothing is published about part of a year and the
  ///   date is not its first day.
  public func price(from date: CivilDate, vehicle: Int = 1) -> Cents? {
    guard !cents.isEmpty, vehicle >= 1 else { return nil }
    let full = cents[min(vehicle, cents.count) - 1]
    let (_, month, day) = date.components
    guard per == "year" else { return Cents(full) }
    switch proration {
    case nil: return month == 1 && day == 1 ? Cents(full) : nil
    case .some(.none), .unusedPart: return Cents(full)
    case .quarter: return part(full, left: 4 - (month - 1) / 3, of: 4)
    case .month: return part(full, left: 13 - month, of: 12)
    case .day:
      guard let first = CivilDate(year: date.year, month: 1, day: 1),
        let next = CivilDate(year: date.year + 1, month: 1, day: 1)
      else { return nil }
      return part(
        full, left: Int(next.daysSince1970 - date.daysSince1970),
        of: Int(next.daysSince1970 - first.daysSince1970))
    }
  }

  /// Rounded to the nearest cent.
  private func part(_ full: Int, left: Int, of all: Int) -> Cents {
    Cents(Rounding.nearest.multiple(of: 1, numerator: full * left, denominator: all))
  }
}
