/// Rings by themselves, and the rings of a polygon among each other.
extension CheckDraft {
  /// Findings of one kind in one ring beyond which nobody reads on.
  private static let mostPlaces = 20

  mutating func checkRings(of feature: Int) {
    var shell: Part?
    for part in collection.parts[collection.features[feature].parts] {
      guard part.form == .shell || part.form == .hole else { continue }
      let ring = distinctVertices(of: part, feature)
      guard checkSize(of: part, ring, feature) else {
        if part.form == .shell { shell = nil }
        continue
      }
      checkEdges(ring, part, feature)
      if part.form == .shell {
        shell = part
      } else if let shell {
        checkHole(part, in: shell, feature)
      }
    }
  }

  /// The ring without repeated positions; the last one is the first.
  private mutating func distinctVertices(of part: Part, _ feature: Int) -> [Vertex] {
    var ring: [Vertex] = []
    var (repeated, place) = (0, Vertex?.none)
    for vertex in collection.vertices[part.vertices] {
      if ring.last == vertex {
        repeated += 1
        place = place ?? vertex
      } else {
        ring.append(vertex)
      }
    }
    // A ring of one position over and over is told as having no area.
    if repeated > 0, ring.count > 1 {
      add(.duplicateVertices(count: repeated), feature: feature, at: place, offset: part.offset)
    }
    return ring
  }

  /// Area, winding and width; false when all is on one line.
  private mutating func checkSize(of part: Part, _ ring: [Vertex], _ feature: Int) -> Bool {
    let area = collection.signedArea(of: part)
    let isOnOneLine = ring.allSatisfy {
      orientation(ring[0], ring[min(1, ring.count - 1)], $0) == 0
    }
    guard !isOnOneLine, area != 0 else {
      add(.zeroArea, feature: feature, at: ring.first, offset: part.offset)
      return !isOnOneLine
    }
    if (area > 0) != (part.form == .shell) {
      add(.winding(isHole: part.form == .hole), feature: feature, offset: part.offset)
    }
    var length = 0.0
    let plane = LocalPlane(at: ring[0])
    for edge in ring.indices.dropLast() {
      let step = (ring[edge + 1] - ring[edge]) * plane.perDegree
      length += (step * step).sum().squareRoot()
    }
    if 2 * abs(area) < 0.1 * length {
      add(.sliver(squareMetres: abs(area)), feature: feature, at: ring.first, offset: part.offset)
    }
    return true
  }

  private mutating func checkEdges(_ ring: [Vertex], _ part: Part, _ feature: Int) {
    let edges = EdgeTree(ring)
    let count = ring.count - 1
    var told: [SectorFinding.Kind: Int] = [:]
    // A ring that meets itself everywhere would take the square of its length.
    for first in 0..<count where told.values.allSatisfy({ $0 <= Self.mostPlaces }) {
      edges.forEachEdge(meeting: ring[first], ring[first + 1]) { second in
        guard second > first else { return }
        let kind: SectorFinding.Kind
        let isNext = second == first + 1
        let isLast = first == 0 && second == count - 1
        let meeting = EdgeMeeting(
          ring[first], ring[first + 1], ring[second], ring[second + 1])
        switch meeting {
        case .none: return
        case .along: kind = .spike
        case .crossing: kind = .selfIntersection
        case .touching where isNext || isLast: return
        case .touching: kind = .selfTouch
        }
        told[kind, default: 0] += 1
        guard told[kind, default: 0] <= Self.mostPlaces else { return }
        let place = meeting.place(
          ring[first], ring[first + 1], ring[second], ring[second + 1])
        // A vertex where the ring meets itself belongs to up to four pairs of edges.
        let isTold = items.contains {
          $0.kind == kind && $0.offset == part.offset && $0.place == place
        }
        if !isTold { add(kind, feature: feature, at: place, offset: part.offset) }
      }
    }
  }

  private mutating func checkHole(_ hole: Part, in shell: Part, _ feature: Int) {
    let shellVertices = ContiguousArray(collection.vertices[shell.vertices])
    var builder = RingBuilder()
    builder.add(shellVertices.indices, of: shellVertices)
    let index = RingIndex(builder, VertexStore(shellVertices))
    let ring = Array(collection.vertices[hole.vertices])
    let locations = ring.map { index.view.locate($0, in: 0) }
    if let outside = locations.firstIndex(of: .outside) {
      add(.holeOutsideShell, feature: feature, at: ring[outside], offset: hole.offset)
      return
    }
    let shellRing = Array(collection.vertices[shell.vertices])
    let edges = EdgeTree(shellRing)
    for edge in ring.indices.dropLast() {
      var crossing: Vertex?
      edges.forEachEdge(meeting: ring[edge], ring[edge + 1]) { other in
        let meeting = EdgeMeeting(
          ring[edge], ring[edge + 1], shellRing[other], shellRing[other + 1])
        if meeting == .crossing || meeting == .along {
          crossing = meeting.place(
            ring[edge], ring[edge + 1], shellRing[other], shellRing[other + 1])
        }
      }
      if let crossing {
        return add(.ringsCross, feature: feature, at: crossing, offset: hole.offset)
      }
    }
  }
}
