/// The polygons of a collection, findable by point.
struct AreaIndex: Sendable {
  private struct Polygon {
    let feature: Int32
    /// Number of the shell in `rings`; the holes follow.
    let shell: Int32
    let end: Int32
  }

  private let polygons: ContiguousArray<Polygon>
  private let rings: RingIndex
  private let tree: BoxTree

  init(_ collection: FeatureCollection) {
    var rings = RingIndex()
    var found: ContiguousArray<Polygon> = []
    for (number, feature) in collection.features.enumerated() {
      var place = feature.parts.lowerBound
      while place < feature.parts.upperBound {
        let shell = rings.count
        guard collection.parts[place].form == .shell else {
          place += 1
          continue
        }
        repeat {
          rings.add(collection.parts[place].vertices, of: collection.vertices)
          place += 1
        } while place < feature.parts.upperBound && collection.parts[place].form == .hole
        found.append(
          Polygon(feature: Int32(number), shell: Int32(shell), end: Int32(rings.count)))
      }
    }
    tree = BoxTree(ContiguousArray(found.map { rings.box(of: Int($0.shell)) }))
    // In the order of the leaves, so that neighbours lie together.
    polygons = ContiguousArray(tree.order.map { found[Int($0)] })
    self.rings = rings
  }

  var extent: Corners { tree.extent }

  /// Calls `body` with the feature of each polygon that the point is in or on the border of.
  @inline(__always)
  func forEachPolygon(
    covering point: Vertex, _ vertices: ContiguousArray<Vertex>, _ body: (Int, Location) -> Void
  ) {
    tree.forEachLeaf(meeting: Corners(point)) { leaf in
      let polygon = polygons[leaf]
      let location = locate(point, polygon, vertices)
      if location != .outside { body(Int(polygon.feature), location) }
    }
  }

  /// In the shell and in none of the holes. A hole that is (partly) outside the shell takes nothing away
  /// from the outside.
  @inline(__always)
  private func locate(
    _ point: Vertex, _ polygon: Polygon, _ vertices: ContiguousArray<Vertex>
  ) -> Location {
    let location = rings.locate(point, in: Int(polygon.shell), vertices)
    guard location == .inside else { return location }
    for hole in Int(polygon.shell) + 1..<max(Int(polygon.shell) + 1, Int(polygon.end)) {
      switch rings.locate(point, in: hole, vertices) {
      case .inside: return .outside
      case .boundary: return .boundary
      case .outside: continue
      }
    }
    return .inside
  }
}
