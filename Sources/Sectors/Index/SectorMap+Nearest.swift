/// A feature's place next to a position.
public struct Nearest: Hashable, Sendable {
  /// Index in `SectorMap.features`.
  public let feature: Int
  /// Length of the geodesic to `position`; 0 in and on the border of an area.
  public let metres: Double
  /// The direction to go, degrees clockwise from north; nil when the distance is 0.
  public let bearing: Double?
  /// The feature's place that is nearest.
  public let position: Position
}

extension SectorMap {
  /// The nearest feature of the given kinds; an area that covers the position is at distance 0, and of
  /// several the smallest is taken.
  ///
  /// Within 20 km, up to 80 degrees of latitude: the place is exact to d³/R² (`LocalPlane`: 16 mm at 10 km),
  /// the distance to it is Vincenty's, within 0.5 mm. Farther, and across the 180th meridian, the place is
  /// found on a sphere, the distance to it is Vincenty's too.
  ///
  /// - Parameter isWanted: Further condition, by the index in `features`.
  public func nearest(
    to position: Position, kinds: FeatureKinds = .all,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> Nearest? {
    var covering = -1
    if !kinds.isDisjoint(with: [.sector, .place]) {
      forEachContaining(position) { feature, _ in
        guard kinds.contains(FeatureKinds(features[feature].kind)), isWanted(feature) else {
          return
        }
        if covering < 0 || (areas[feature], feature) < (areas[covering], covering) {
          covering = feature
        }
      }
    }
    if covering >= 0 {
      return Nearest(feature: covering, metres: 0, bearing: nil, position: position)
    }
    return nearestOutline(to: position, kinds: kinds, where: isWanted)
  }

  /// The nearest point, line or border, from inside an area too: how far is it to where the answer changes?
  public func nearestOutline(
    to position: Position, kinds: FeatureKinds = .all,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> Nearest? {
    let vertex = position.vertex
    if isPlane(at: vertex, within: LocalPlane.reach),
      let found = outlineIndex.view.nearest(
        LocalPlane(at: vertex), within: LocalPlane.reach, kinds: kinds,
        where: isWanted)
    {
      return answer(position, found.feature, found.measured)
    }
    return outlineIndex.view.nearest(
      Globe(at: vertex), within: .infinity, kinds: kinds, where: isWanted
    ).map { answer(position, $0.feature, $0.measured) }
  }

  /// Every feature of the given kinds within `metres`, nearest first (equally near: in the order of the
  /// file). Areas that cover the position are at distance 0.
  public func nearby(
    _ position: Position, within metres: Double, kinds: FeatureKinds = .all,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> [Nearest] {
    let vertex = position.vertex
    var found =
      isPlane(at: vertex, within: metres)
      ? outlineIndex.view.all(
        LocalPlane(at: vertex), within: metres, kinds: kinds, where: isWanted)
      : outlineIndex.view.all(
        Globe(at: vertex), within: metres, kinds: kinds, where: isWanted)
    forEachContaining(position) { feature, _ in
      if kinds.contains(FeatureKinds(features[feature].kind)), isWanted(feature) {
        found[feature] = Measured(metres: 0, vertex: vertex)
      }
    }
    return found.map { answer(position, $0.key, $0.value) }
      .sorted { ($0.metres, $0.feature) < ($1.metres, $1.feature) }
  }

  /// Whether the surroundings are a plane: not at a pole, not across the 180th meridian.
  private func isPlane(at vertex: Vertex, within metres: Double) -> Bool {
    // 20 km are 1.04 degrees of longitude at latitude 80.
    metres <= LocalPlane.reach && abs(vertex.y) <= LocalPlane.greatestLatitude
      && abs(vertex.x) <= 178.9
  }

  private func answer(_ position: Position, _ feature: Int, _ measured: Measured) -> Nearest {
    let geodesic = Geodesic(from: position.vertex, to: measured.vertex)
    return Nearest(
      feature: feature, metres: geodesic.length,
      bearing: geodesic.length > 0 ? geodesic.bearing : nil,
      position: Position(measured.vertex))
  }
}
