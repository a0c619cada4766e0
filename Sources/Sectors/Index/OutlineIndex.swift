/// The points, lines and borders of a collection, findable by distance: runs of at most sixteen edges in a
/// tree.
final class OutlineIndex: Sendable {
  struct Run {
    let feature: Int32
    let firstVertex: Int32
    /// 0: a point.
    let edgeCount: Int32
  }

  static let runLength = 16

  let tree: BoxTree
  let view: View
  private let runs: FixedBuffer<Run>
  private let vertices: VertexStore

  /// The index without its memory, for the time of a lookup.
  struct View: Sendable {
    /// In the order of the tree's leaves.
    let runs: FixedView<Run>
    let tree: BoxTree.View
    let vertices: FixedView<Vertex>
  }

  init(_ collection: FeatureCollection, _ vertices: VertexStore) {
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
    runs = FixedBuffer(tree.order.map { found[Int($0)] })
    self.vertices = vertices
    view = View(runs: runs.view, tree: tree.view, vertices: vertices.view)
  }
}
