/// How an exact price becomes one that can be charged.
public enum Rounding: String, CaseIterable, Sendable, Hashable {
  /// To the nearest step, halves away from zero, so that a refund mirrors its charge.
  case nearest
  /// To the next step away from zero.
  case up
  /// To the next step towards zero.
  case down

  /// `numerator / denominator` as a multiple of `step`, rounded once.
  ///
  /// - Parameters:
  ///   - denominator: above 0.
  ///   - step: above 0, in the unit of the result.
  public func multiple(of step: Int, numerator: Int, denominator: Int) -> Int {
    let divisor = step * denominator
    let magnitude = abs(numerator)
    var steps = magnitude / divisor
    let remainder = magnitude % divisor
    switch self {
    case .down: break
    case .up: if remainder > 0 { steps += 1 }
    case .nearest: if remainder * 2 >= divisor { steps += 1 }
    }
    return numerator < 0 ? -steps * step : steps * step
  }
}

/// The greatest whole number not above `numerator / denominator`; `denominator` is above 0.
func flooredQuotient(_ numerator: Int, _ denominator: Int) -> Int {
  let quotient = numerator / denominator
  return numerator % denominator < 0 ? quotient - 1 : quotient
}

/// The least whole number not below `numerator / denominator`; `denominator` is above 0.
func ceiledQuotient(_ numerator: Int, _ denominator: Int) -> Int {
  -flooredQuotient(-numerator, denominator)
}
