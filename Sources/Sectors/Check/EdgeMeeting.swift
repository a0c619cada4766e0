/// The edges of a ring, findable by box.
struct EdgeTree {
  private let tree: BoxTree

  init(_ ring: [Vertex]) {
    tree = BoxTree(
      ContiguousArray(
        ring.indices.dropLast().map { Corners(ring[$0]).union(Corners(ring[$0 + 1])) }))
  }

  /// Calls `body` with each edge whose box meets the box of the edge from `a` to `b`.
  func forEachEdge(meeting a: Vertex, _ b: Vertex, _ body: (Int) -> Void) {
    let probe = Corners(a).union(Corners(b)).probe
    tree.view.forEachLeaf(meeting: probe) { body(Int(tree.order[$0])) }
  }
}

/// How two edges meet, decided exactly.
enum EdgeMeeting {
  case none
  /// In one point inside both.
  case crossing
  /// In one point that is an end of one of them.
  case touching
  /// In a stretch of more than a point.
  case along

  init(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) {
    let (sideC, sideD) = (Self.sign(orientation(a, b, c)), Self.sign(orientation(a, b, d)))
    let (sideA, sideB) = (Self.sign(orientation(c, d, a)), Self.sign(orientation(c, d, b)))
    if sideC == 0, sideD == 0 {
      self = Self.onOneLine(a, b, c, d)
    } else if sideC * sideD < 0, sideA * sideB < 0 {
      self = .crossing
    } else if sideC * sideD <= 0, sideA * sideB <= 0 {
      self = .touching
    } else {
      self = .none
    }
  }

  private static func sign(_ value: Double) -> Int { value > 0 ? 1 : value < 0 ? -1 : 0 }

  private static func onOneLine(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) -> EdgeMeeting {
    // By the coordinate that tells them apart.
    let byX = a.x != b.x || c.x != d.x
    let (low1, high1) = byX ? (min(a.x, b.x), max(a.x, b.x)) : (min(a.y, b.y), max(a.y, b.y))
    let (low2, high2) = byX ? (min(c.x, d.x), max(c.x, d.x)) : (min(c.y, d.y), max(c.y, d.y))
    let (low, high) = (max(low1, low2), min(high1, high2))
    return low > high ? .none : low == high ? .touching : .along
  }

  /// A point where they meet, to the accuracy of a number.
  func place(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) -> Vertex {
    if self == .crossing { return EdgeMeeting.crossing(a, b, c, d) }
    for end in [a, b] where end == c || end == d { return end }
    let ends = [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
    for (end, from, to) in ends where orientation(from, to, end) == 0 {
      let box = Corners(from).union(Corners(to))
      if box.meets(Corners(end)) { return end }
    }
    return a
  }

  /// Where two edges that cross do so.
  static func crossing(_ a: Vertex, _ b: Vertex, _ c: Vertex, _ d: Vertex) -> Vertex {
    let (one, other, between) = (b - a, d - c, c - a)
    let denominator = one.x * other.y - one.y * other.x
    guard denominator != 0 else { return a }
    let along = (between.x * other.y - between.y * other.x) / denominator
    return a + min(max(along, 0), 1) * one
  }
}
