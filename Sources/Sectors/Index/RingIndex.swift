/// Where a point lies with regard to an area.
public enum Location: Int, Hashable, Sendable, Comparable {
  case outside
  /// On an edge or a vertex, exactly; of a hole too.
  case boundary
  case inside

  public static func < (left: Location, right: Location) -> Bool { left.rawValue < right.rawValue }
}

/// Rings that tell where a point lies (`RingBuilder` says how they are stored).
final class RingIndex: Sendable {
  let view: View
  private let rings: FixedBuffer<StripedRing>
  private let stripes: FixedBuffer<Int32>
  private let edges: FixedBuffer<BoxedEdge>
  private let vertices: VertexStore

  init(_ builder: RingBuilder, _ vertices: VertexStore) {
    rings = FixedBuffer(builder.rings)
    stripes = FixedBuffer(builder.stripes)
    edges = FixedBuffer(builder.edges)
    self.vertices = vertices
    view = View(
      rings: rings.view, stripes: stripes.view, edges: edges.view, vertices: vertices.view)
  }

  /// The rings without their memory, for the time of a lookup.
  struct View: Sendable {
    fileprivate let rings: FixedView<StripedRing>
    fileprivate let stripes: FixedView<Int32>
    fileprivate let edges: FixedView<BoxedEdge>
    fileprivate let vertices: FixedView<Vertex>
  }
}

extension RingIndex.View {
  /// Where the point lies, counting the edges to the east of it that cross its parallel: odd is inside
  /// (even-odd rule), as in GEOS.
  @inline(__always)
  func locate(_ point: Vertex, in number: Int) -> Location {
    let ring = rings[number]
    guard ring.box.meets(Corners(point)) else { return .outside }
    var isInside = false
    if ring.stripeCount == 0 {
      let first = Int(ring.firstEdge)
      for edge in first..<first + Int(ring.edgeCount) where meets(edge, point, &isInside) {
        return .boundary
      }
      return isInside ? .inside : .outside
    }
    let cell = ring.cell(of: point)
    let stripe = Int(ring.firstStripe) + ring.stripe(cell.y)
    for place in Int(stripes[stripe])..<Int(stripes[stripe + 1]) {
      let edge = edges[place]
      if cell.y < edge.south || cell.y > edge.north || cell.x > edge.east { continue }
      if cell.x < edge.west, edge.south < cell.y, cell.y < edge.north {
        isInside.toggle()
      } else if meets(Int(edge.edge), point, &isInside) {
        return .boundary
      }
    }
    return isInside ? .inside : .outside
  }

  /// Whether the point is on the edge; turns `isInside` when the edge crosses the point's parallel east of
  /// it. An edge owns its lower end and not its upper one, so that a vertex counts once.
  @inline(__always)
  private func meets(_ edge: Int, _ point: Vertex, _ isInside: inout Bool) -> Bool {
    let (a, b) = (vertices[edge], vertices[edge + 1])
    let (aAbove, bAbove) = (a.y > point.y, b.y > point.y)
    if aAbove == bAbove {
      // No crossing; the point can only be the edge's upper end, or on a level edge.
      guard max(a.y, b.y) == point.y else { return false }
      if a.y == b.y { return min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) }
      return a.y == point.y ? a.x == point.x : b.x == point.x
    }
    if point.x > max(a.x, b.x) { return false }
    if point.x < min(a.x, b.x) {
      isInside.toggle()
      return false
    }
    let side = orientation(a, b, point)
    if side == 0 { return true }
    if (side > 0) == bAbove { isInside.toggle() }
    return false
  }
}
