extension OutlineIndex.View {
  /// The nearest run of edges that is wanted; of equally near ones that of the feature that comes first in
  /// the file.
  func nearest(
    _ ruler: some Ruler, within limit: Double, kinds: FeatureKinds,
    where isWanted: (Int) -> Bool
  ) -> (feature: Int, measured: Measured)? {
    var best: (feature: Int, measured: Measured)?
    search(ruler, limit, kinds) { leaf, limit in
      let run = runs[leaf]
      let feature = Int(run.feature)
      guard isWanted(feature) else { return }
      guard let measured = measure(run, ruler, limit) else { return }
      if let found = best, found.measured.metres == measured.metres, found.feature <= feature {
        return
      }
      best = (feature, measured)
      limit = measured.metres
    }
    return best
  }

  /// The nearest place of each wanted feature within the limit, in no order.
  func all(
    _ ruler: some Ruler, within limit: Double, kinds: FeatureKinds,
    where isWanted: (Int) -> Bool
  ) -> [Int: Measured] {
    var found: [Int: Measured] = [:]
    search(ruler, limit, kinds) { leaf, limit in
      let run = runs[leaf]
      let feature = Int(run.feature)
      guard isWanted(feature) else { return }
      let known = found[feature]
      let nearer = measure(run, ruler, known?.metres ?? limit)
      if let nearer, known.map({ nearer.metres < $0.metres }) ?? true { found[feature] = nearer }
    }
    return found
  }

  /// The nearest place of a run; nil when it is beyond the limit.
  @inline(__always)
  private func measure(
    _ run: OutlineIndex.Run, _ ruler: some Ruler, _ limit: Double
  ) -> Measured? {
    let first = Int(run.firstVertex)
    if run.edgeCount == 0 {
      return ruler.nearest(on: vertices[first], vertices[first], within: limit)
    }
    var best: Measured?
    for edge in first..<first + Int(run.edgeCount) {
      let bound = best?.metres ?? limit
      if let nearer = ruler.nearest(on: vertices[edge], vertices[edge + 1], within: bound),
        best == nil || nearer.metres < bound
      {
        best = nearer
      }
    }
    return best
  }

  /// Calls `visit` with every leaf that may be within the limit, which `visit` may lower; the nearest
  /// children of a node first.
  @inline(__always)
  private func search<R: Ruler>(
    _ ruler: R, _ limit: Double, _ kinds: FeatureKinds,
    _ visit: (_ leaf: Int, _ limit: inout Double) -> Void
  ) {
    guard let root = tree.root, ruler.leastDistance(to: tree.boxes[root]) <= limit
    else { return }
    var limit = limit
    descend(root, tree.top, ruler, &limit, kinds, visit)
  }

  private func descend<R: Ruler>(
    _ node: Int, _ level: Int, _ ruler: R, _ limit: inout Double, _ kinds: FeatureKinds,
    _ visit: (_ leaf: Int, _ limit: inout Double) -> Void
  ) {
    guard level > 0 else {
      if !tree.kinds[node].isDisjoint(with: kinds) { visit(node, &limit) }
      return
    }
    let children = tree.children(of: node, level: level)
    var bounds = SIMD16<Double>(repeating: .infinity)
    for child in children where !tree.kinds[child].isDisjoint(with: kinds) {
      bounds[child - children.lowerBound] = ruler.leastDistance(to: tree.boxes[child])
    }
    for _ in children {
      var (least, place) = (Double.infinity, -1)
      for slot in 0..<children.count where bounds[slot] < least {
        (least, place) = (bounds[slot], slot)
      }
      guard place >= 0, least <= limit else { return }
      bounds[place] = .infinity
      descend(children.lowerBound + place, level - 1, ruler, &limit, kinds, visit)
    }
  }
}
