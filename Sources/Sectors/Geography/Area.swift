import Glibc

extension FeatureCollection {
  /// Square metres on the ellipsoid, edges straight in longitude and latitude; 0 for lines and points.
  /// Polygons of a feature are added up, even where they overlap.
  func area(of feature: Feature) -> Double {
    var total = 0.0
    for part in parts[feature.parts] {
      switch part.form {
      case .shell: total += abs(signedArea(of: part))
      case .hole: total -= abs(signedArea(of: part))
      case .points, .line: continue
      }
    }
    return max(0, total)
  }

  /// Positive for a ring that runs counter-clockwise.
  ///
  /// Up to one degree of height: the area in degrees times the scale at the centroid, where the change of
  /// scale with the latitude cancels to the first order (relative error under 1e-4, and under 1e-6 for a
  /// town). Beyond: each edge's strip down to the ring's southern end with Simpson's rule.
  func signedArea(of part: Part) -> Double {
    let ring = vertices[part.vertices]
    guard let origin = ring.first else { return 0 }
    var (twice, moment, low, high) = (0.0, 0.0, origin.y, origin.y)
    for edge in ring.indices.dropLast() {
      let (a, b) = (ring[edge] - origin, ring[edge + 1] - origin)
      let cross = a.x * b.y - b.x * a.y
      twice += cross
      moment += cross * (a.y + b.y)
      (low, high) = (min(low, ring[edge].y), max(high, ring[edge].y))
    }
    guard high - low <= 1 else { return stripArea(ring, from: low) }
    guard twice != 0 else { return 0 }
    let centroid = min(max(origin.y + moment / (3 * twice), low), high)
    let (sine, cosine) = (sin(radians(centroid)), cos(radians(centroid)))
    let radii = Ellipsoid.radii(sine: sine)
    let scale = radii.meridian * radii.primeVertical * cosine
    return radians(radians(twice / 2 * scale))
  }

  private func stripArea(_ ring: ArraySlice<Vertex>, from low: Double) -> Double {
    let base = Ellipsoid.zoneArea(sine: sin(radians(low)))
    func height(_ latitude: Double) -> Double {
      Ellipsoid.zoneArea(sine: sin(radians(latitude))) - base
    }
    var total = 0.0
    for edge in ring.indices.dropLast() {
      let (a, b) = (ring[edge], ring[edge + 1])
      let mean = (height(a.y) + 4 * height((a.y + b.y) / 2) + height(b.y)) / 6
      total -= radians(b.x - a.x) * mean
    }
    return total
  }
}
