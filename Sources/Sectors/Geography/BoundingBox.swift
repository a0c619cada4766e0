/// The smallest box of meridians and parallels round something, borders included. It never crosses the
/// 180th meridian: what does is as wide as the world.
public struct BoundingBox: Hashable, Sendable {
  public let west: Double
  public let south: Double
  public let east: Double
  public let north: Double

  public init(west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  public func contains(_ position: Position) -> Bool {
    west <= position.longitude && position.longitude <= east && south <= position.latitude
      && position.latitude <= north
  }

  /// The box grown by `degrees` on each side.
  public func grown(by degrees: Double) -> BoundingBox {
    BoundingBox(
      west: west - degrees, south: south - degrees, east: east + degrees, north: north + degrees)
  }

  init(_ corners: Corners) {
    self.init(
      west: corners.x, south: corners.y, east: 0 - corners.z, north: 0 - corners.w)
  }
}

/// A box as the index stores it: its least x and y, then its greatest x and y with the sign changed. So
/// the union of boxes is one minimum, and "does it meet" one comparison of four numbers.
typealias Corners = SIMD4<Double>

extension SIMD4<Double> {
  static var nothing: Corners { Corners(repeating: .infinity) }

  @inline(__always) init(_ vertex: Vertex) {
    self.init(vertex.x, vertex.y, -vertex.x, -vertex.y)
  }

  @inline(__always) func union(_ other: Corners) -> Corners { pointwiseMin(self, other) }

  /// What to compare with `meets`: the box seen from the other side.
  var probe: Corners { Corners(-z, -w, -x, -y) }

  /// Whether the box has a point in common with the one whose `probe` is given. The probe of a point is
  /// the `Corners` of the point.
  @inline(__always) func meets(_ probe: Corners) -> Bool { all(self .<= probe) }

  init(of vertices: ArraySlice<Vertex>) {
    self = .nothing
    for vertex in vertices { self = union(Corners(vertex)) }
  }

  var isEmpty: Bool { x > -z }
}
