import Glibc

/// Measures from one position.
protocol Ruler {
  /// Metres that nothing in the box falls short of.
  func leastDistance(to box: Corners) -> Double

  /// The nearest position of the edge; nil when it is not nearer than `limit`.
  func nearest(on a: Vertex, _ b: Vertex, within limit: Double) -> Measured?
}

struct Measured {
  let metres: Double
  let vertex: Vertex
}

extension LocalPlane: Ruler {
  /// The rough plane is wrong by d tan φ / R in d: at latitude 80 by less than 2 % within reach.
  private static let roughness = 0.97

  @inline(__always)
  func nearest(on a: Vertex, _ b: Vertex, within limit: Double) -> Measured? {
    let (start, edge) = (roughly(a), (b - a) * perDegree)
    let square = (edge * edge).sum()
    var along = square > 0 ? min(max(-(start * edge).sum() / square, 0), 1) : 0
    let rough = start + along * edge
    let bound = limit / Self.roughness
    guard (rough * rough).sum() <= bound * bound else { return nil }
    // An edge is straight in degrees and bent in the plane: two steps of Newton to where the way to it
    // is square to it.
    for _ in 0..<2 where square > 0 {
      let vertex = a + along * (b - a)
      let (place, direction) = (project(vertex), derivative(at: vertex, of: b - a))
      let step = (place * direction).sum() / (direction * direction).sum()
      along = min(max(along - step, 0), 1)
    }
    let vertex = along == 1 ? b : a + along * (b - a)
    let place = project(vertex)
    let metres = (place * place).sum().squareRoot()
    return metres <= limit ? Measured(metres: metres, vertex: vertex) : nil
  }
}

/// Measures over the whole Earth, across the 180th meridian and the poles: finds the place on a sphere,
/// then takes the length of the geodesic. Slower than a plane by far; asked when nothing is near.
struct Globe: Ruler {
  private let origin: Vertex
  private let unit: SIMD3<Double>
  private let sine: Double
  private let cosine: Double

  /// Latitude taken as if on a sphere of the mean radius, lengths are wrong by less than 0.6 %.
  private static let roughness = 0.99

  init(at origin: Vertex) {
    self.origin = origin
    unit = Self.unit(origin)
    sine = sin(radians(origin.y))
    cosine = cos(radians(origin.y))
  }

  private static func unit(_ vertex: Vertex) -> SIMD3<Double> {
    let (longitude, latitude) = (radians(vertex.x), radians(vertex.y))
    return SIMD3(
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  func leastDistance(to box: Corners) -> Double {
    let (west, south, east, north) = (box.x, box.y, -box.z, -box.w)
    let latitude = origin.y
    let angle: Double
    if west <= origin.x, origin.x <= east {
      angle = radians(max(0, max(south - latitude, latitude - north)))
    } else {
      // Of two meridians the nearer one is nearer at every latitude.
      let turn = radians(
        min(Self.wrapped(west - origin.x), Self.wrapped(origin.x - east)))
      let foot = degrees(atan2(sine, cosine * cos(turn)))
      if south <= foot, foot <= north {
        angle = asin(min(1, cosine * sin(turn)))
      } else {
        angle = min(self.angle(turn, south), self.angle(turn, north))
      }
    }
    return angle * Ellipsoid.meanRadius * Self.roughness
  }

  private static func wrapped(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }

  /// The angle to the latitude on the meridian `turn` away.
  private func angle(_ turn: Double, _ latitude: Double) -> Double {
    let (half, halfTurn) = (sin(radians(latitude - origin.y) / 2), sin(turn / 2))
    let haversine = half * half + cosine * cos(radians(latitude)) * halfTurn * halfTurn
    return 2 * asin(min(1, haversine.squareRoot()))
  }

  func nearest(on a: Vertex, _ b: Vertex, within limit: Double) -> Measured? {
    var best: Measured?
    func consider(_ vertex: Vertex) {
      let chord = Self.unit(vertex) - unit
      let angle = 2 * asin(min(1, (chord * chord).sum().squareRoot() / 2))
      let bound = best?.metres ?? limit
      guard angle * Ellipsoid.meanRadius * Self.roughness <= bound else { return }
      let metres = Geodesic(from: origin, to: vertex).length
      if metres < bound || (best == nil && metres == bound) {
        best = Measured(metres: metres, vertex: vertex)
      }
    }
    consider(a)
    consider(b)
    let step = b - a
    // In pieces short enough to be straight in space.
    let count = max(1, Int((max(abs(step.x), abs(step.y)) * 2).rounded(.up)))
    var start = Self.unit(a)
    for piece in 0..<count where a != b {
      let end = Self.unit(a + step * (Double(piece + 1) / Double(count)))
      let chord = end - start
      let along = ((unit - start) * chord).sum() / max((chord * chord).sum(), 1e-300)
      let share = (Double(piece) + min(max(along, 0), 1)) / Double(count)
      consider(a + step * share)
      start = end
    }
    return best
  }
}
