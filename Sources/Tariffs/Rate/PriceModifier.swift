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

  /// A price that does not depend on the minutes.
  static func flat(cents: Int) -> PriceCurve {
    PriceCurve(unitsPerCent: 1, pieces: [.init(fromMinute: 0, units: cents, unitsPerMinute: 0)])
  }

  /// Whether no number overflows while the modifiers act, up to so many minutes. The estimate leaves out
  /// that common factors are taken out in between, so that it does not depend on the figures' luck.
  func staysExact(under modifiers: [PriceModifier], upTo minutes: Int) -> Bool {
    // Doubles are exact enough for limits far below that of whole numbers; the room above `top` is for
    // a whole block more and for twice a sum, that above `denominator` for the amounts.
    let base = Double(unitsPerCent)
    let baseTop =
      pieces.map { Double($0.units) + Double($0.unitsPerMinute) * Double(minutes) }.max() ?? 0
    var (denominator, top) = (base, baseTop)
    for modifier in modifiers {
      switch modifier {
      case .percent(let percent):
        top *= Double(100 + max(0, percent))
        denominator *= 100
      case .percentOfBase(let percent):
        top = top * base * 100 + baseTop * Double(abs(percent)) * denominator
        denominator *= base * 100
      case .centsPerHour(let cents):
        top = top * 60 + Double(abs(cents)) * denominator * Double(minutes)
        denominator *= 60
      }
    }
    return top < 2e17 && denominator < 1e13
  }
}
