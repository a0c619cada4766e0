import Glibc

/// A northern UTM zone: metres east and north, as Spanish towns publish them.
///
/// Krüger's series for the transverse Mercator projection to the sixth order of the third flattening, in the
/// form of C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers", Journal of Geodesy 85
/// (2011), 475-485: equations 11, 36 and, for the latitude, Newton's method of equations 19 to 21. Its error
/// within 10 degrees of the central meridian is below 1 micrometre.
///
/// ETRS89 is taken for WGS 84, as EPSG does: Europe has moved by about 0.8 m since 1989, which maps and phones
/// leave out. Its ellipsoid, GRS 80, differs from that of WGS 84 by less than 0.1 mm.
public struct UTMZone: Hashable, Sendable {
  /// 1 to 60.
  public let number: Int

  /// The zone of an EPSG code: 25828 to 25831 (ETRS89), 32601 to 32660 (WGS 84, northern); nil for any other.
  public init?(epsg: Int) {
    switch epsg {
    case 25828...25831: number = epsg - 25800
    case 32601...32660: number = epsg - 32600
    default: return nil
    }
  }

  /// Degrees east.
  public var centralMeridian: Double { Double(number * 6 - 183) }

  /// The position of an easting and a northing, in metres.
  public func position(easting: Double, northing: Double) throws(PositionError) -> Position {
    guard easting.isFinite, northing.isFinite else { throw .notFinite }
    let xi = northing / Self.scaledRadius
    let eta = (easting - 500_000) / Self.scaledRadius
    // Farther out the series means nothing.
    guard abs(eta) < 1 else { throw .longitudeOutOfRange(easting) }
    guard abs(xi) <= .pi / 2 else { throw .latitudeOutOfRange(northing) }
    var (x, y) = (xi, eta)
    for (index, coefficient) in Self.coefficients.enumerated() {
      let factor = Double(2 * (index + 1))
      x -= coefficient * sin(factor * xi) * cosh(factor * eta)
      y -= coefficient * cos(factor * xi) * sinh(factor * eta)
    }
    let (stretch, side) = (sinh(y), cos(x))
    var longitude = centralMeridian + degrees(atan2(stretch, side))
    // The outermost zones reach across the 180th meridian.
    if abs(longitude) > 180 { longitude -= longitude > 0 ? 360 : -360 }
    let conformal = sin(x) / (stretch * stretch + side * side).squareRoot()
    return try Position(
      longitude: longitude, latitude: degrees(atan(Self.tangent(conformal: conformal))))
  }

  /// Scale on the central meridian, 0.9996, times the radius of the rectifying sphere.
  private static let scaledRadius: Double = {
    let n = thirdFlattening
    let series = 1 + n * n / 4 + n * n * n * n / 64 + n * n * n * n * n * n / 256
    return 0.9996 * Ellipsoid.equatorialRadius / (1 + n) * series
  }()

  private static let thirdFlattening = Ellipsoid.flattening / (2 - Ellipsoid.flattening)

  /// Karney's beta of equation 36.
  private static let coefficients: [Double] = {
    let rows: [[Double]] = [
      [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96_199 / 604_800],
      [0, 1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1_118_711 / 3_870_720],
      [0, 0, 17 / 480, -37 / 840, -209 / 4480, 5569 / 90_720],
      [0, 0, 0, 4397 / 161_280, -11 / 504, -830_251 / 7_257_600],
      [0, 0, 0, 0, 4583 / 161_280, -108_847 / 3_991_680],
      [0, 0, 0, 0, 0, 20_648_693 / 638_668_800],
    ]
    return rows.map { row in
      row.reversed().reduce(0) { ($0 + $1) * thirdFlattening }
    }
  }()

  /// The tangent of the latitude from that of the conformal latitude.
  private static func tangent(conformal: Double) -> Double {
    let e = Ellipsoid.eccentricitySquared.squareRoot()
    let rest = 1 - Ellipsoid.eccentricitySquared
    var tangent = conformal / rest
    for _ in 0..<6 {
      let secant = (1 + tangent * tangent).squareRoot()
      let sigma = sinh(e * atanh(e * tangent / secant))
      let reached = tangent * (1 + sigma * sigma).squareRoot() - sigma * secant
      let step =
        (conformal - reached) / (1 + reached * reached).squareRoot()
        * (1 + rest * tangent * tangent) / (rest * secant)
      tangent += step
      if abs(step) <= 1e-16 * max(1, abs(tangent)) { break }
    }
    return tangent
  }
}
