/// The points, lines and borders of a collection, findable by distance: runs of at most sixteen edges in a
/// tree.
struct OutlineIndex: Sendable {
  struct Run {
    let feature: Int32
    let firstVertex: Int32
    /// 0: a point.
    let edgeCount: Int32
  }

  static let runLength = 16

  /// In the order of the tree's leaves.
  let runs: ContiguousArray<Run>
  let tree: BoxTree

  init(_ collection: FeatureCollection) {
    var found: ContiguousArray<Run> = []
    var boxes: ContiguousArray<Corners> = []
    var kinds: ContiguousArray<FeatureKinds> = []
    for (number, feature) in collection.features.enumerated() {
      for part in collection.parts[feature.parts] {
        let isPoints = part.form == .points
        let step = isPoints ? 1 : Self.runLength
        let end = isPoints ? part.vertices.upperBound : part.vertices.upperBound - 1
        for first in stride(from: part.vertices.lowerBound, to: end, by: step) {
          let edgeCount = isPoints ? 0 : min(step, end - first)
          found.append(
            Run(
              feature: Int32(number), firstVertex: Int32(first), edgeCount: Int32(edgeCount)))
          boxes.append(Corners(of: collection.vertices[first...first + edgeCount]))
          kinds.append(FeatureKinds(feature.kind))
        }
      }
    }
    tree = BoxTree(boxes, kinds: kinds)
    runs = ContiguousArray(tree.order.map { found[Int($0)] })
  }
}
