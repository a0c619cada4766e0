// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry
import Foundation
import Sectors
import TestSupport

/// Random polygons with holes as GeoJSON, and points where it is hard.
struct RandomAreas {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A star-shaped ring round a centre, its coordinates rounded to `digits` decimals (so that vertices
  /// repeat and edges are level), closed.
  mutating func ring(
    _ centre: SIMD2<Double>, _ radii: ClosedRange<Double>, count: Int, digits: Double
  ) -> [[Double]] {
    let turns = (0..<count).map { _ in Double.random(in: 0..<2 * .pi, using: &random) }.sorted()
    var ring = turns.map { turn in
      let radius = Double.random(in: radii, using: &random)
      let (x, y) = (centre.x + radius * cos(turn), centre.y + radius * sin(turn))
      return [(x * digits).rounded() / digits, (y * digits).rounded() / digits]
    }
    ring.append(ring[0])
    return ring
  }

  /// Valid polygons as a rule: holes lie in separate cells round the centre.
  mutating func collection(features: Int) -> [UInt8] {
    var list: [Any] = []
    for _ in 0..<features {
      let centre = SIMD2(
        Double.random(in: -3...3, using: &random), Double.random(in: 40...44, using: &random))
      let digits = [1e2, 1e4, 1e7, 1e16].randomElement(using: &random)!
      let count = [3, 5, 12, 40, 400].randomElement(using: &random)!
      var rings = [ring(centre, 0.6...1.2, count: max(8, count), digits: digits)]
      for (x, y) in [(-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)]
      where Bool.random(using: &random) {
        let hole = centre + SIMD2(x, y)
        rings.append(ring(hole, 0.03...0.12, count: max(4, count / 4), digits: digits))
      }
      list.append([
        "type": "Feature", "properties": [:] as [String: Any],
        "geometry": ["type": "Polygon", "coordinates": rings] as [String: Any],
      ])
    }
    return [UInt8](
      try! JSONSerialization.data(
        withJSONObject: ["type": "FeatureCollection", "features": list] as [String: Any]))
  }

  /// Points all over the box, on vertices, on the middles of edges, within a few units in the last place
  /// and within centimetres of edges, and level with vertices.
  mutating func points(for collection: FeatureCollection, count: Int) -> [SIMD2<Double>] {
    let rings = collection.features.indices.flatMap { collection.shapes(of: $0) }
      .filter { $0.form == .shell || $0.form == .hole }.map(\.positions)
    guard !rings.isEmpty else { return [] }
    let all = rings.joined().map { SIMD2($0.longitude, $0.latitude) }
    let low = all.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) } - 0.01
    let high = all.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) } + 0.01
    return (0..<count).map { number in
      let ring = rings.randomElement(using: &random)!
      let edge = Int.random(in: 0..<ring.count - 1, using: &random)
      let (a, b) = (
        SIMD2(ring[edge].longitude, ring[edge].latitude),
        SIMD2(ring[edge + 1].longitude, ring[edge + 1].latitude)
      )
      let middle = a + (b - a) * 0.5
      switch number % 8 {
      case 0: return a
      case 1: return middle
      case 2:
        let along = a + (b - a) * Double.random(in: 0...1, using: &random)
        return SIMD2(nudged(along.x), nudged(along.y))
      case 3: return SIMD2(nudged(a.x), nudged(a.y))
      case 4:
        let along = a + (b - a) * Double.random(in: 0...1, using: &random)
        return along + SIMD2(hair(), hair())
      case 5: return SIMD2(Double.random(in: low.x...high.x, using: &random), a.y)
      default:
        return SIMD2(
          Double.random(in: low.x...high.x, using: &random),
          Double.random(in: low.y...high.y, using: &random))
      }
    }
  }

  private mutating func hair() -> Double { Double.random(in: -1e-7...1e-7, using: &random) }

  /// A few units in the last place away.
  private mutating func nudged(_ value: Double) -> Double {
    value + value.ulp * Double(Int.random(in: -3...3, using: &random))
  }
}
