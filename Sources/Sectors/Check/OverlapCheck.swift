import Glibc

/// Sectors that share an area.
extension CheckDraft {
  private struct Area {
    let feature: Int
    let shell: Part
    let rings: [[Vertex]]
    let box: Corners
  }

  mutating func checkOverlaps() {
    let areas = sectorAreas()
    let tree = BoxTree(ContiguousArray(areas.map(\.box)))
    for (number, area) in areas.enumerated() {
      var others: [Int] = []
      tree.view.forEachLeaf(meeting: area.box.probe) { others.append(Int(tree.order[$0])) }
      for other in others.sorted() where other > number {
        let second = areas[other]
        let (first, id) = (
          collection.features[area.feature], collection.features[second.feature].id
        )
        // The parts of one sector may lie as they like.
        if area.feature == second.feature || (id != nil && id == first.id) { continue }
        let overlap = Overlap(area.rings, second.rings)
        guard overlap.squareMetres >= 0.01 else { continue }
        let isSeam = overlap.squareMetres < 1 || overlap.meanWidth < 0.1
        add(
          .overlap(
            with: id ?? "#\(second.feature)", squareMetres: overlap.squareMetres, isSeam: isSeam),
          feature: area.feature, at: overlap.place, offset: area.shell.offset)
      }
    }
  }

  private func sectorAreas() -> [Area] {
    var areas: [Area] = []
    for (number, feature) in collection.features.enumerated() where feature.kind == .sector {
      var place = feature.parts.lowerBound
      while place < feature.parts.upperBound {
        let shell = collection.parts[place]
        place += 1
        guard shell.form == .shell else { continue }
        var rings = [Array(collection.vertices[shell.vertices])]
        while place < feature.parts.upperBound, collection.parts[place].form == .hole {
          rings.append(Array(collection.vertices[collection.parts[place].vertices]))
          place += 1
        }
        areas.append(
          Area(
            feature: number, shell: shell, rings: rings,
            box: Corners(of: collection.vertices[shell.vertices])))
      }
    }
    return areas
  }
}

/// The area that two polygons share, by strips: between two neighbouring latitudes of a vertex or a
/// crossing no edges cross, so that the width in common in the middle times the height is the strip's area.
/// A wrong order of edges that nearly coincide costs no more than the hair between them.
struct Overlap {
  private(set) var squareMetres = 0.0
  /// The area by the diagonal of its box: metres.
  private(set) var meanWidth = 0.0
  /// Inside the widest strip.
  private(set) var place: Vertex?

  private struct Edge {
    let low: Vertex
    let high: Vertex
    let isFirst: Bool

    func x(at y: Double) -> Double {
      low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y))
    }
  }

  init(_ first: [[Vertex]], _ second: [[Vertex]]) {
    func box(_ rings: [[Vertex]]) -> Corners {
      rings.reduce(Corners.nothing) { $0.union(Corners(of: $1[...])) }
    }
    let (a, b) = (box(first), box(second))
    let common = pointwiseMax(a, b)
    let (south, north) = (common.y, -common.w)
    guard common.x < -common.z, south < north else { return }
    let edges =
      Self.edges(first, south, north, isFirst: true)
      + Self.edges(second, south, north, isFirst: false)
    measure(
      edges.sorted { $0.low.y < $1.low.y },
      Self.levels(edges, south, north, crossings: Self.crossings(first, second)))
  }

  private static func edges(
    _ rings: [[Vertex]], _ south: Double, _ north: Double, isFirst: Bool
  ) -> [Edge] {
    var result: [Edge] = []
    for ring in rings {
      for edge in ring.indices.dropLast() {
        let (a, b) = (ring[edge], ring[edge + 1])
        let (low, high) = a.y < b.y ? (a, b) : (b, a)
        guard low.y < high.y, high.y > south, low.y < north else { continue }
        result.append(Edge(low: low, high: high, isFirst: isFirst))
      }
    }
    return result
  }

  private static func crossings(_ first: [[Vertex]], _ second: [[Vertex]]) -> [Double] {
    var result: [Double] = []
    for other in second {
      let tree = EdgeTree(other)
      for ring in first {
        for edge in ring.indices.dropLast() {
          let (a, b) = (ring[edge], ring[edge + 1])
          tree.forEachEdge(meeting: a, b) { place in
            let (c, d) = (other[place], other[place + 1])
            if EdgeMeeting(a, b, c, d) == .crossing {
              result.append(EdgeMeeting.crossing(a, b, c, d).y)
            }
          }
        }
      }
    }
    return result
  }

  private static func levels(
    _ edges: [Edge], _ south: Double, _ north: Double, crossings: [Double]
  ) -> [Double] {
    var levels = crossings + [south, north]
    for edge in edges { levels += [edge.low.y, edge.high.y] }
    levels = levels.filter { south <= $0 && $0 <= north }.sorted()
    var distinct: [Double] = []
    for level in levels where distinct.last != level { distinct.append(level) }
    return distinct
  }

  private mutating func measure(_ edges: [Edge], _ levels: [Double]) {
    var (active, next): ([Edge], Int) = ([], 0)
    var (box, widest) = (Corners.nothing, 0.0)
    for (low, high) in zip(levels, levels.dropFirst()) {
      let middle = low + (high - low) / 2
      while next < edges.count, edges[next].low.y < high {
        active.append(edges[next])
        next += 1
      }
      active.removeAll { $0.high.y <= low }
      let crossings = active.map { (x: $0.x(at: middle), isFirst: $0.isFirst) }
        .sorted { $0.x < $1.x }
      let (sine, cosine) = (sin(radians(middle)), cos(radians(middle)))
      let radii = Ellipsoid.radii(sine: sine)
      let east = radians(radii.primeVertical * cosine)
      let height = radians(radii.meridian * (high - low))
      var (inFirst, inSecond) = (false, false)
      for (index, crossing) in crossings.enumerated() {
        if crossing.isFirst { inFirst.toggle() } else { inSecond.toggle() }
        guard inFirst, inSecond, index + 1 < crossings.count else { continue }
        let degrees = crossings[index + 1].x - crossing.x
        let width = degrees * east
        guard width > 0 else { continue }
        squareMetres += width * height
        box = box.union(Corners(Vertex(crossing.x, low)))
        box = box.union(Corners(Vertex(crossing.x + degrees, high)))
        if width * height > widest {
          widest = width * height
          place = Vertex(crossing.x + degrees / 2, middle)
        }
      }
    }
    guard !box.isEmpty else { return }
    let (southwest, northeast) = (Vertex(box.x, box.y), Vertex(-box.z, -box.w))
    let diagonal = (northeast - southwest) * LocalPlane(at: southwest).perDegree
    meanWidth = squareMetres / (diagonal * diagonal).sum().squareRoot()
  }
}
