/// Where a point lies with regard to an area.
public enum Location: Int, Hashable, Sendable, Comparable {
  case outside
  /// On an edge or a vertex, exactly; of a hole too.
  case boundary
  case inside

  public static func < (left: Location, right: Location) -> Bool { left.rawValue < right.rawValue }
}

/// Rings cut into stripes of equal height: a point is compared only with the edges in its stripe.
///
/// The number of stripes follows from the ring: with n edges whose heights add up to k times the ring's,
/// 2n/k stripes, so that all stripes together list at most 3n edges, whatever the ring looks like.
struct RingBuilder {
  /// An edge is the number of the vertex that it starts at; the next vertex is its end.
  struct Ring {
    let box: Corners
    let firstEdge: Int32
    let edgeCount: Int32
    /// Stripes per degree of latitude.
    let scale: Double
    /// Index of the ring's first stripe in `stripes`; one stripe alone has no list.
    let firstStripe: Int32
    let lastStripe: Int32
  }

  private(set) var rings: ContiguousArray<Ring> = []
  /// Where each stripe's list of edges starts; the next number is where it ends.
  private(set) var stripes: ContiguousArray<Int32> = []
  private(set) var edges: ContiguousArray<Int32> = []

  /// Rings shorter than this are looked through.
  private static let leastEdges = 12

  var count: Int { rings.count }
  func box(of ring: Int) -> Corners { rings[ring].box }

  /// Adds the ring of the given vertices, closed.
  mutating func add(_ range: Range<Int>, of vertices: ContiguousArray<Vertex>) {
    let box = Corners(of: vertices[range])
    let south = box.y
    let height = -box.w - south
    let edgeRange = range.dropLast()
    let climbed = edgeRange.reduce(0) { $0 + abs(vertices[$1 + 1].y - vertices[$1].y) }
    var stripeCount = 1
    if edgeRange.count >= Self.leastEdges, height > 0 {
      stripeCount = max(1, Int(2 * Double(edgeRange.count) * (height / climbed)))
    }
    let scale = Double(stripeCount) / height
    if stripeCount == 1 || !scale.isFinite {
      rings.append(
        Ring(
          box: box, firstEdge: Int32(range.lowerBound), edgeCount: Int32(edgeRange.count),
          scale: 0, firstStripe: 0, lastStripe: 0))
      return
    }
    let ring = Ring(
      box: box, firstEdge: Int32(range.lowerBound), edgeCount: Int32(edgeRange.count),
      scale: scale, firstStripe: Int32(stripes.count), lastStripe: Int32(stripeCount - 1))
    rings.append(ring)
    fill(ring, vertices)
  }

  /// Counts the edges of each stripe, then lists them.
  private mutating func fill(_ ring: Ring, _ vertices: ContiguousArray<Vertex>) {
    let (first, last) = (Int(ring.firstStripe), Int(ring.lastStripe))
    stripes.append(contentsOf: repeatElement(0, count: last + 2))
    let ringEdges = Int(ring.firstEdge)..<Int(ring.firstEdge + ring.edgeCount)
    for edge in ringEdges {
      let span = Self.span(ring, vertices[edge].y, vertices[edge + 1].y)
      for stripe in span { stripes[first + stripe + 1] += 1 }
    }
    stripes[first] = Int32(edges.count)
    for stripe in first...first + last { stripes[stripe + 1] += stripes[stripe] }
    edges.append(contentsOf: repeatElement(0, count: Int(stripes[first + last + 1]) - edges.count))
    // From the end, so that the starts are right again when all is placed.
    var next = ContiguousArray(stripes[first...first + last])
    for edge in ringEdges {
      let span = Self.span(ring, vertices[edge].y, vertices[edge + 1].y)
      for stripe in span {
        edges[Int(next[stripe])] = Int32(edge)
        next[stripe] += 1
      }
    }
  }

  /// The stripe of a latitude. It never falls as the latitude rises, so an edge is listed in the stripe of
  /// every latitude it has.
  @inline(__always) static func stripe(_ ring: Ring, _ latitude: Double) -> Int {
    min(Int((latitude - ring.box.y) * ring.scale), Int(ring.lastStripe))
  }

  private static func span(_ ring: Ring, _ from: Double, _ to: Double) -> ClosedRange<Int> {
    stripe(ring, min(from, to))...stripe(ring, max(from, to))
  }
}

/// The rings when all are added.
final class RingIndex: Sendable {
  let view: View
  private let rings: FixedBuffer<RingBuilder.Ring>
  private let stripes: FixedBuffer<Int32>
  private let edges: FixedBuffer<Int32>
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
    fileprivate let rings: FixedView<RingBuilder.Ring>
    fileprivate let stripes: FixedView<Int32>
    fileprivate let edges: FixedView<Int32>
    fileprivate let vertices: FixedView<Vertex>
  }
}

extension RingIndex.View {

  /// Where the point lies, counting the edges to the east of it that cross its parallel: odd is inside
  /// (even-odd rule), as in GEOS.
  @inline(__always)
  func locate(_ point: Vertex, in ring: Int) -> Location {
    let ring = rings[ring]
    guard ring.box.meets(Corners(point)) else { return .outside }
    var isInside = false
    if ring.scale == 0 {
      let first = Int(ring.firstEdge)
      for edge in first..<first + Int(ring.edgeCount)
      where Self.meets(vertices[edge], vertices[edge + 1], point, &isInside) {
        return .boundary
      }
    } else {
      let stripe = Int(ring.firstStripe) + RingBuilder.stripe(ring, point.y)
      for place in Int(stripes[stripe])..<Int(stripes[stripe + 1]) {
        let edge = Int(edges[place])
        if Self.meets(vertices[edge], vertices[edge + 1], point, &isInside) { return .boundary }
      }
    }
    return isInside ? .inside : .outside
  }

  /// Whether the point is on the edge; turns `isInside` when the edge crosses the point's parallel east of
  /// it. An edge owns its lower end and not its upper one, so that a vertex counts once.
  @inline(__always)
  private static func meets(
    _ a: Vertex, _ b: Vertex, _ point: Vertex, _ isInside: inout Bool
  ) -> Bool {
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
