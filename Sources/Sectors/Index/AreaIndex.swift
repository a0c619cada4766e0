/// The polygons of a collection, findable by point.
final class AreaIndex: Sendable {
  private struct Polygon {
    let feature: Int32
    /// Number of the shell in `rings`; the holes follow.
    let shell: Int32
    let end: Int32
  }

  private let polygons: FixedBuffer<Polygon>
  private let rings: RingIndex
  private let tree: BoxTree
  private let view: View

  /// The index without its memory, for the time of a lookup.
  private struct View: Sendable {
    let polygons: FixedView<Polygon>
    let rings: RingIndex.View
    let tree: BoxTree.View
  }

  init(_ collection: FeatureCollection, _ vertices: VertexStore) {
    var rings = RingBuilder()
    var found: ContiguousArray<Polygon> = []
    for (number, feature) in collection.features.enumerated() {
      var place = feature.parts.lowerBound
      while place < feature.parts.upperBound {
        let shell = rings.rings.count
        guard collection.parts[place].form == .shell else {
          place += 1
          continue
        }
        repeat {
          rings.add(collection.parts[place].vertices, of: collection.vertices)
          place += 1
        } while place < feature.parts.upperBound && collection.parts[place].form == .hole
        found.append(
          Polygon(feature: Int32(number), shell: Int32(shell), end: Int32(rings.rings.count)))
      }
    }
    tree = BoxTree(ContiguousArray(found.map { rings.rings[Int($0.shell)].box }))
    // In the order of the leaves, so that neighbours lie together.
    polygons = FixedBuffer(tree.order.map { found[Int($0)] })
    self.rings = RingIndex(rings, vertices)
    view = View(polygons: polygons.view, rings: self.rings.view, tree: tree.view)
  }

  /// Calls `body` with the feature of each polygon that the point is in or on the border of.
  @inline(__always)
  func forEachPolygon(
    covering point: Vertex, _ body: (Int, Location) -> Void
  ) {
    let view = view
    view.tree.forEachLeaf(meeting: Corners(point)) { leaf in
      let polygon = view.polygons[leaf]
      let location = Self.locate(point, polygon, view.rings)
      if location != .outside { body(Int(polygon.feature), location) }
    }
  }

  /// In the shell and in none of the holes. A hole that is (partly) outside the shell takes nothing away
  /// from the outside.
  @inline(__always)
  private static func locate(
    _ point: Vertex, _ polygon: Polygon, _ rings: RingIndex.View
  ) -> Location {
    let location = rings.locate(point, in: Int(polygon.shell))
    guard location == .inside else { return location }
    for hole in Int(polygon.shell) + 1..<max(Int(polygon.shell) + 1, Int(polygon.end)) {
      switch rings.locate(point, in: hole) {
      case .inside: return .outside
      case .boundary: return .boundary
      case .outside: continue
      }
    }
    return .inside
  }
}
