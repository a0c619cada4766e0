import Glibc

/// The ellipsoid of WGS 84 (NGA.STND.0036, table 3.1): lengths in metres, angles in radians.
enum Ellipsoid {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257223563
  static let polarRadius = equatorialRadius * (1 - flattening)
  static let eccentricitySquared = flattening * (2 - flattening)
  /// Mean radius R1 of the IUGG.
  static let meanRadius = 6_371_008.771415

  /// The radii of curvature at a latitude.
  struct Radii {
    /// Along the meridian, M.
    let meridian: Double
    /// Across it (prime vertical), N.
    let primeVertical: Double
  }

  static func radii(sine: Double) -> Radii {
    let rest = 1 - eccentricitySquared * sine * sine
    let primeVertical = equatorialRadius / rest.squareRoot()
    return Radii(
      meridian: primeVertical * (1 - eccentricitySquared) / rest, primeVertical: primeVertical)
  }

  /// The area between the equator and a latitude, per radian of longitude (Snyder, "Map Projections: a
  /// Working Manual", USGS 1395, equation 3-12, times a²/2).
  static func zoneArea(sine: Double) -> Double {
    let e = eccentricitySquared.squareRoot()
    let rest = 1 - eccentricitySquared * sine * sine
    let logarithm = log((1 - e * sine) / (1 + e * sine)) / (2 * e)
    return equatorialRadius * equatorialRadius / 2 * (1 - eccentricitySquared)
      * (sine / rest - logarithm)
  }
}

/// Degrees to radians.
@inline(__always) func radians(_ degrees: Double) -> Double { degrees * (.pi / 180) }
/// Radians to degrees.
@inline(__always) func degrees(_ radians: Double) -> Double { radians * (180 / .pi) }
