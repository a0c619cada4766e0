/// A packed R-tree: boxes in the order of a Hilbert curve, sixteen under each node, every level full. It is
/// built once and never changed (I. Kamel, C. Faloutsos, "On Packing R-trees", CIKM 1993).
final class BoxTree: Sendable {
  /// The item of each leaf.
  let order: ContiguousArray<Int32>
  let view: View
  private let boxes: FixedBuffer<Corners>
  private let kinds: FixedBuffer<FeatureKinds>
  private let levels: FixedBuffer<Int>

  init(_ items: ContiguousArray<Corners>, kinds itemKinds: ContiguousArray<FeatureKinds>? = nil) {
    order = Self.hilbertOrder(items)
    var boxes = ContiguousArray(order.map { items[Int($0)] })
    var kinds = ContiguousArray(order.map { itemKinds?[Int($0)] ?? .all })
    var levels = items.isEmpty ? [0] : [0, boxes.count]
    while let end = levels.last, levels.count > 1, end - levels[levels.count - 2] > 1 {
      let level = levels[levels.count - 2]..<end
      for start in stride(from: level.lowerBound, to: level.upperBound, by: View.fanout) {
        let children = start..<min(start + View.fanout, level.upperBound)
        boxes.append(children.reduce(Corners.nothing) { $0.union(boxes[$1]) })
        kinds.append(children.reduce(FeatureKinds()) { $0.union(kinds[$1]) })
      }
      levels.append(boxes.count)
    }
    self.boxes = FixedBuffer(boxes)
    self.kinds = FixedBuffer(kinds)
    self.levels = FixedBuffer(levels)
    view = View(boxes: self.boxes.view, kinds: self.kinds.view, levels: self.levels.view)
  }

  /// The box of everything.
  var extent: Corners { view.root.map { view.boxes[$0] } ?? .nothing }

  /// The tree without its memory, for the time of a lookup.
  struct View: Sendable {
    static let fanout = 16

    /// All levels, the leaves first.
    let boxes: FixedView<Corners>
    /// Kinds of what is under a node.
    let kinds: FixedView<FeatureKinds>
    /// Where each level starts in `boxes`, and where the last one ends.
    let levels: FixedView<Int>

    var root: Int? { boxes.count > 0 ? boxes.count - 1 : nil }
    /// The level of the root; leaves are level 0.
    var top: Int { levels.count - 2 }

    /// The children of a node of a level above 0.
    @inline(__always) func children(of node: Int, level: Int) -> Range<Int> {
      let first = levels[level - 1] + (node - levels[level]) * Self.fanout
      return first..<min(first + Self.fanout, levels[level])
    }

    /// Calls `body` with each leaf whose box meets the one of which `probe` is given.
    @inline(__always)
    func forEachLeaf(meeting probe: Corners, _ body: (Int) -> Void) {
      guard let root, boxes[root].meets(probe) else { return }
      descend(root, level: top, probe, body)
    }

    private func descend(_ node: Int, level: Int, _ probe: Corners, _ body: (Int) -> Void) {
      guard level > 0 else { return body(node) }
      for child in children(of: node, level: level) where boxes[child].meets(probe) {
        if level == 1 { body(child) } else { descend(child, level: level - 1, probe, body) }
      }
    }
  }

  // MARK: Order

  private static func hilbertOrder(_ items: ContiguousArray<Corners>) -> ContiguousArray<Int32> {
    let extent = items.reduce(Corners.nothing) { $0.union($1) }
    let (width, height) = (-extent.z - extent.x, -extent.w - extent.y)
    let (scaleX, scaleY) = (width > 0 ? 65535 / width : 0, height > 0 ? 65535 / height : 0)
    var keys: ContiguousArray<UInt64> = []
    keys.reserveCapacity(items.count)
    for (index, box) in items.enumerated() {
      // Empty boxes go anywhere: nothing meets them.
      let (x, y) = ((box.x - box.z) / 2 - extent.x, (box.y - box.w) / 2 - extent.y)
      let key = hilbertKey(cell(x * scaleX), cell(y * scaleY))
      keys.append(UInt64(key) << 32 | UInt64(index))
    }
    keys.sort()
    return ContiguousArray(keys.map { Int32($0 & 0xFFFF_FFFF) })
  }

  private static func cell(_ value: Double) -> UInt32 {
    value > 0 ? UInt32(min(value, 65535)) : 0
  }

  /// The place of a cell of a grid of 65,536 by 65,536 on the Hilbert curve.
  private static func hilbertKey(_ cellX: UInt32, _ cellY: UInt32) -> UInt32 {
    var (x, y, key) = (cellX, cellY, UInt32(0))
    var size: UInt32 = 1 << 15
    while size > 0 {
      let (right, upper): (UInt32, UInt32) = (x & size > 0 ? 1 : 0, y & size > 0 ? 1 : 0)
      key &+= size &* size &* ((3 &* right) ^ upper)
      if upper == 0 {
        if right == 1 { (x, y) = (65535 &- x, 65535 &- y) }
        swap(&x, &y)
      }
      size >>= 1
    }
    return key
  }
}
