/// A place on Earth in WGS 84 degrees, in range by construction.
public struct Position: Hashable, Sendable {
  /// Degrees east, -180 to 180.
  public let longitude: Double
  /// Degrees north, -90 to 90.
  public let latitude: Double

  /// - Throws: `PositionError` for NaN, infinity and degrees out of range.
  public init(longitude: Double, latitude: Double) throws(PositionError) {
    guard longitude.isFinite, latitude.isFinite else { throw .notFinite }
    guard abs(longitude) <= 180 else { throw .longitudeOutOfRange(longitude) }
    guard abs(latitude) <= 90 else { throw .latitudeOutOfRange(latitude) }
    self.longitude = Vertex.withoutUnderflow(longitude)
    self.latitude = Vertex.withoutUnderflow(latitude)
  }

  init(_ vertex: Vertex) {
    longitude = vertex.x
    latitude = vertex.y
  }

  var vertex: Vertex { Vertex(longitude, latitude) }

  /// The position with its two numbers exchanged; nil when that is none.
  public var swapped: Position? {
    try? Position(longitude: latitude, latitude: longitude)
  }
}

/// Why two numbers are not a position.
public enum PositionError: Error, Hashable, Sendable {
  case notFinite
  case longitudeOutOfRange(Double)
  case latitudeOutOfRange(Double)

  /// Stable, for `--json` answers and translation catalogues.
  public var code: String {
    switch self {
    case .notFinite: "position_not_finite"
    case .longitudeOutOfRange: "position_longitude_out_of_range"
    case .latitudeOutOfRange: "position_latitude_out_of_range"
    }
  }
}

/// A position as it is stored: x is the longitude, y the latitude.
typealias Vertex = SIMD2<Double>

extension SIMD2<Double> {
  /// Numbers closer to zero than 1e-100 degrees become zero, so that no product of the exact sign test
  /// underflows. A degree is 111 km: nothing on Earth is lost.
  @inline(__always) static func withoutUnderflow(_ degrees: Double) -> Double {
    abs(degrees) < 1e-100 ? 0 : degrees
  }
}
