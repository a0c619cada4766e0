/// What a vehicle class or a signal from outside does to a rate. Modifiers act one after the other on the
/// exact price; the result is rounded once, at the end.
public enum PriceModifier: Hashable, Sendable {
  /// So many hundredths more (or, below 0, less) of the price so far; -100 or more.
  case percent(Int)
  /// So many hundredths of the price before any modifier, on top of the price so far.
  case percentOfBase(Int)
  /// So many cents an hour on top.
  case centsPerHour(Int)
}

extension PriceCurve {
  func modified(by modifiers: [PriceModifier]) -> PriceCurve {
    var curve = self
    for modifier in modifiers {
      switch modifier {
      case .percent(let percent): curve = curve.scaled(percent: 100 + percent)
      case .percentOfBase(let percent): curve = curve.adding(self.scaled(percent: percent))
      case .centsPerHour(let cents): curve = curve.adding(centsPerHour: cents)
      }
    }
    return curve
  }
}
