import Glibc

/// The shortest line on the ellipsoid between two positions.
struct Geodesic {
  /// Metres.
  let length: Double
  /// Degrees clockwise from north at the start, 0 ..< 360; 0 when start and end are the same.
  let bearing: Double

  /// T. Vincenty, "Direct and Inverse Solutions of Geodesics on the Ellipsoid", Survey Review 23 (176),
  /// 1975: within 0.5 mm of the true length. Where his iteration does not converge (ends nearly
  /// opposite each other) the line is cut in two at the meridian plane square to the start's, at the
  /// point that makes the sum of the halves least.
  init(from start: Vertex, to end: Vertex) {
    self = Self.vincenty(start, end) ?? Self.overWaypoint(start, end)
  }

  private init(length: Double, bearing: Double) {
    self.length = length
    let degrees = bearing < 0 ? bearing + 360 : bearing
    self.bearing = degrees < 360 ? degrees : 0
  }

  private static func vincenty(_ start: Vertex, _ end: Vertex) -> Geodesic? {
    if start == end { return Geodesic(length: 0, bearing: 0) }
    let f = Ellipsoid.flattening
    let startReduced = atan((1 - f) * tan(radians(start.y)))
    let endReduced = atan((1 - f) * tan(radians(end.y)))
    let (sinU1, cosU1) = (sin(startReduced), cos(startReduced))
    let (sinU2, cosU2) = (sin(endReduced), cos(endReduced))
    var difference = radians(end.x - start.x)
    if difference > .pi { difference -= 2 * .pi }
    if difference < -.pi { difference += 2 * .pi }
    var lambda = difference
    for _ in 0..<60 {
      let (sinL, cosL) = (sin(lambda), cos(lambda))
      let across = cosU2 * sinL
      let along = cosU1 * sinU2 - sinU1 * cosU2 * cosL
      let sinSigma = (across * across + along * along).squareRoot()
      let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = sinSigma == 0 ? 0 : cosU1 * cosU2 * sinL / sinSigma
      let cosSquared = 1 - sinAlpha * sinAlpha
      // On the equator there is no middle point, and its factor below is zero.
      let cosMiddle = cosSquared < 1e-20 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSquared
      let c = f / 16 * cosSquared * (4 + f * (4 - 3 * cosSquared))
      let before = lambda
      let middleTerm = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)
      lambda = difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * middleTerm)
      if abs(lambda) > .pi { return nil }
      guard abs(lambda - before) < 1e-13 else { continue }
      let length = Self.length(
        cosSquared: cosSquared, sigma: sigma, sinSigma: sinSigma, cosSigma: cosSigma,
        cosMiddle: cosMiddle)
      return Geodesic(length: length, bearing: degrees(atan2(across, along)))
    }
    return nil
  }

  private static func length(
    cosSquared: Double, sigma: Double, sinSigma: Double, cosSigma: Double, cosMiddle: Double
  ) -> Double {
    let (a, b) = (Ellipsoid.equatorialRadius, Ellipsoid.polarRadius)
    let u2 = cosSquared * (a * a - b * b) / (b * b)
    let scale = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
    let factor = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
    let middleSquared = cosMiddle * cosMiddle
    let last =
      factor / 6 * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * middleSquared - 3)
    let correction =
      factor * sinSigma
      * (cosMiddle + factor / 4 * (cosSigma * (2 * middleSquared - 1) - last))
    return b * scale * (sigma - correction)
  }

  /// Every way to the other side of the Earth crosses the circle of the meridians 90 degrees east and
  /// west of the start; the best crossing is searched by steps, then by golden section.
  private static func overWaypoint(_ start: Vertex, _ end: Vertex) -> Geodesic {
    func halves(_ angle: Double) -> (length: Double, bearing: Double) {
      // 0 to 180: the meridian to the east from south to north; 180 to 360: the western one back.
      let turn = angle < 0 ? angle + 360 : angle >= 360 ? angle - 360 : angle
      let isEast = turn <= 180
      var longitude = start.x + (isEast ? 90 : -90)
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      let waypoint = Vertex(longitude, isEast ? turn - 90 : 270 - turn)
      guard let first = vincenty(start, waypoint), let second = vincenty(waypoint, end) else {
        return (.infinity, 0)
      }
      return (first.length + second.length, first.bearing)
    }
    let best = stride(from: 0.0, to: 360, by: 3).min { halves($0).length < halves($1).length }
    var (low, high) = ((best ?? 0) - 3, (best ?? 0) + 3)
    let golden = 0.6180339887498949
    while high - low > 1e-7 {
      let (left, right) = (high - golden * (high - low), low + golden * (high - low))
      if halves(left).length < halves(right).length { high = right } else { low = left }
    }
    let (length, bearing) = halves((low + high) / 2)
    return Geodesic(length: length, bearing: bearing)
  }
}
