/// Rings cut into stripes of equal height: a point is compared only with the edges in its stripe, and with most
/// of them by two pairs of small numbers that lie side by side.
///
/// The number of stripes follows from the ring: with n edges whose heights add up to k times the ring's,
/// 2n/k stripes, so that all stripes together list at most 3n edges, whatever the ring looks like.
struct RingBuilder {
  private(set) var rings: ContiguousArray<StripedRing> = []
  /// Where each stripe's list of edges starts; the next number is where it ends.
  private(set) var stripes: ContiguousArray<Int32> = []
  private(set) var edges: ContiguousArray<BoxedEdge> = []

  /// Rings shorter than this are looked through.
  private static let leastEdges = 12

  /// Adds the ring of the given vertices, closed.
  mutating func add(_ range: Range<Int>, of vertices: ContiguousArray<Vertex>) {
    let box = Corners(of: vertices[range])
    let edges = range.dropLast()
    let climbed = edges.reduce(0) { $0 + abs(vertices[$1 + 1].y - vertices[$1].y) }
    let size = Vertex(-box.z - box.x, -box.w - box.y)
    let scale = Vertex(65536 / size.x, 65536 / size.y)
    var count = 0
    if edges.count >= Self.leastEdges, scale.x.isFinite, scale.y.isFinite {
      // More stripes than steps of the grid would be of no use.
      count = min(65536, max(1, Int(2 * Double(edges.count) * (size.y / climbed))))
    }
    let ring = StripedRing(
      box: box, scale: scale, firstEdge: Int32(range.lowerBound), edgeCount: Int32(edges.count),
      firstStripe: Int32(stripes.count), stripeCount: Int32(count))
    rings.append(ring)
    if count > 0 { fill(ring, vertices) }
  }

  /// Counts the edges of each stripe, then lists them.
  private mutating func fill(_ ring: StripedRing, _ vertices: ContiguousArray<Vertex>) {
    let (first, count) = (Int(ring.firstStripe), Int(ring.stripeCount))
    stripes.append(contentsOf: repeatElement(0, count: count + 1))
    let boxed = (Int(ring.firstEdge)..<Int(ring.firstEdge + ring.edgeCount)).map { edge in
      BoxedEdge(edge, ring.cell(of: vertices[edge]), ring.cell(of: vertices[edge + 1]))
    }
    for edge in boxed {
      for stripe in ring.stripe(edge.south)...ring.stripe(edge.north) {
        stripes[first + stripe + 1] += 1
      }
    }
    stripes[first] = Int32(edges.count)
    for stripe in first..<first + count { stripes[stripe + 1] += stripes[stripe] }
    let end = Int(stripes[first + count])
    edges.append(contentsOf: repeatElement(boxed[0], count: end - edges.count))
    var next = ContiguousArray(stripes[first..<first + count])
    for edge in boxed {
      for stripe in ring.stripe(edge.south)...ring.stripe(edge.north) {
        edges[Int(next[stripe])] = edge
        next[stripe] += 1
      }
    }
  }
}

/// A ring, and the grid of 65,536 by 65,536 cells over its box.
///
/// The cell of a coordinate never falls as the coordinate rises. So a lower cell means a lower coordinate,
/// for certain; only within a cell the numbers themselves must be looked at. A stripe is a run of rows.
struct StripedRing {
  let box: Corners
  /// Cells per degree.
  let scale: Vertex
  /// An edge is the number of the vertex that it starts at; the next vertex is its end.
  let firstEdge: Int32
  let edgeCount: Int32
  /// Index of the ring's first stripe.
  let firstStripe: Int32
  /// 0: no stripes, all edges are looked at.
  let stripeCount: Int32

  /// The cell of a point of the box.
  @inline(__always) func cell(of point: Vertex) -> SIMD2<UInt16> {
    let place = (point - Vertex(box.x, box.y)) * scale
    return SIMD2(UInt16(min(place.x, 65535)), UInt16(min(place.y, 65535)))
  }

  @inline(__always) func stripe(_ row: UInt16) -> Int { (Int(row) &* Int(stripeCount)) >> 16 }
}

/// An edge and the cells that its box reaches to.
struct BoxedEdge {
  let south: UInt16
  let north: UInt16
  let west: UInt16
  let east: UInt16
  let edge: Int32

  init(_ edge: Int, _ a: SIMD2<UInt16>, _ b: SIMD2<UInt16>) {
    self.edge = Int32(edge)
    (south, north) = (min(a.y, b.y), max(a.y, b.y))
    (west, east) = (min(a.x, b.x), max(a.x, b.x))
  }
}
