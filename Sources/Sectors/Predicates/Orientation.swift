/// On which side of a line a point lies, decided exactly for the numbers as they are.
///
/// J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
/// Discrete & Computational Geometry 18:305-363, 1997: the determinant is evaluated in plain arithmetic
/// with his bound on its error (`ccwerrboundA`, section 4.1); when it is within the bound, in exact
/// expansion arithmetic (two-product, section 2.5; grow-expansion, section 2.4).
///
/// Exact as long as no product over- or underflows: coordinates are within 180 and either zero or
/// beyond 1e-100 (`Vertex.withoutUnderflow`).
///
/// - Returns: Positive when `c` lies to the left of the way from `a` to `b`, negative to the right, zero
///   when the three are on one line.
@inline(__always)
func orientation(_ a: Vertex, _ b: Vertex, _ c: Vertex) -> Double {
  let left = (a.x - c.x) * (b.y - c.y)
  let right = (a.y - c.y) * (b.x - c.x)
  let determinant = left - right
  // (3 + 16 u) u with u = 2^-53.
  let bound = 3.3306690738754716e-16 * (abs(left) + abs(right))
  if abs(determinant) > bound || bound == 0 { return determinant }
  return exactOrientation(a, b, c)
}

/// The sign of ax·by - ay·bx + ay·cx - ax·cy + bx·cy - by·cx as an expansion: a sum of numbers that do not
/// overlap, the greatest last, whose sign is therefore the sum's.
@inline(never)
private func exactOrientation(_ a: Vertex, _ b: Vertex, _ c: Vertex) -> Double {
  var sum = Expansion()
  sum.add(product: a.x, b.y)
  sum.add(product: -a.y, b.x)
  sum.add(product: a.y, c.x)
  sum.add(product: -a.x, c.y)
  sum.add(product: b.x, c.y)
  sum.add(product: -b.y, c.x)
  return sum.leading
}

/// At most twelve components, in order of magnitude.
private struct Expansion {
  private var components = SIMD16<Double>()
  private var count = 0

  var leading: Double { count == 0 ? 0 : components[count - 1] }

  mutating func add(product left: Double, _ right: Double) {
    let product = left * right
    let error = (-product).addingProduct(left, right)
    add(error)
    add(product)
  }

  /// Grow-expansion with elimination of zeros.
  private mutating func add(_ value: Double) {
    var carried = value
    var kept = 0
    for place in 0..<count {
      let (sum, error) = Self.twoSum(carried, components[place])
      carried = sum
      if error != 0 {
        components[kept] = error
        kept += 1
      }
    }
    if carried != 0 {
      components[kept] = carried
      kept += 1
    }
    count = kept
  }

  private static func twoSum(_ a: Double, _ b: Double) -> (sum: Double, error: Double) {
    let sum = a + b
    let virtual = sum - a
    return (sum, (a - (sum - virtual)) + (b - virtual))
  }
}
