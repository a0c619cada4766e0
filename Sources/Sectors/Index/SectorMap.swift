/// Areas, kerbs and ticket machines that answer "where am I".
///
/// Built once from a collection in O(n log n), never changed. What each answer means at borders, poles and
/// the 180th meridian: docs/sectors.md.
public struct SectorMap: Sendable {
  public let features: [Feature]
  /// Square metres of each feature on the ellipsoid, 0 for lines and points.
  public let areas: [Double]

  let parts: ContiguousArray<Part>
  let vertices: VertexStore
  let areaIndex: AreaIndex
  let outlineIndex: OutlineIndex
  /// The place of each feature when all are sorted by area, smallest first.
  private let ranks: [Int32]

  public init(_ collection: FeatureCollection) {
    features = collection.features
    parts = collection.parts
    vertices = VertexStore(collection.vertices)
    areaIndex = AreaIndex(collection, vertices)
    outlineIndex = OutlineIndex(collection, vertices)
    let areas = collection.features.map { collection.area(of: $0) }
    self.areas = areas
    let order = areas.indices.sorted { (areas[$0], $0) < (areas[$1], $1) }
    var ranks = [Int32](repeating: 0, count: order.count)
    for (rank, feature) in order.enumerated() { ranks[feature] = Int32(rank) }
    self.ranks = ranks
  }

  /// The box round all features; nil when there is no position at all.
  public var box: BoundingBox? {
    let extent = outlineIndex.tree.extent
    return extent.isEmpty ? nil : BoundingBox(extent)
  }

  /// A feature that covers a position.
  public struct Hit: Hashable, Sendable {
    /// Index in `features`.
    public let feature: Int
    /// Inside or on the border; for a feature of several polygons the better of the two.
    public let location: Location
  }

  /// Every area that covers the position, its border and its holes' borders included; smallest area first,
  /// equal areas in the order of the file.
  public func containing(_ position: Position) -> [Hit] {
    var hits: [Hit] = []
    forEachContaining(position) { feature, location in
      if let place = hits.firstIndex(where: { $0.feature == feature }) {
        hits[place] = Hit(feature: feature, location: max(location, hits[place].location))
      } else {
        hits.append(Hit(feature: feature, location: location))
      }
    }
    if hits.count > 1 { hits.sort { ranks[$0.feature] < ranks[$1.feature] } }
    return hits
  }

  /// The same without allocation, in no order: `body` gets the index of the feature, once for each of its
  /// polygons that covers the position.
  @inline(__always)
  public func forEachContaining(_ position: Position, _ body: (Int, Location) -> Void) {
    areaIndex.forEachPolygon(covering: position.vertex, body)
  }

  /// The smallest area that covers the position, without allocation; nil when there is none.
  public func smallestContaining(_ position: Position) -> Int? {
    var best = -1
    forEachContaining(position) { feature, _ in
      if best < 0 || ranks[feature] < ranks[best] { best = feature }
    }
    return best < 0 ? nil : best
  }

  /// The position with its numbers exchanged, when that lies in the neighbourhood of the features (a
  /// quarter of a degree) and the position as given does not.
  public func looksSwapped(_ position: Position) -> Position? {
    guard let box = box?.grown(by: 0.25), !box.contains(position),
      let swapped = position.swapped, box.contains(swapped)
    else { return nil }
    return swapped
  }
}
