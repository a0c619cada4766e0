import Sectors

/// The sectors, places, kerbs and meters of a town, and the questions that they answer.
public struct TownSectors: Sendable {
  public let town: String
  public let layers: [LayerKind: SectorLayer]

  public init(town: String, layers: [LayerKind: SectorLayer]) {
    self.town = town
    self.layers = layers
  }

  public var isEmpty: Bool { layers.isEmpty }

  /// A sector, a place or a machine as seen from a position.
  public struct Sight: Hashable, Sendable {
    public let id: String?
    public let names: [String: String]
    public let zone: String?
    /// To its border, its line or its point; 0 in an area.
    public let metres: Double
    /// Degrees clockwise from north; nil when the distance is 0.
    public let bearing: Double?
    public let isApproximate: Bool
    /// For kerbs and machines: the sector written on them.
    public let sector: String?
    /// For kerbs: parking places, if the file says.
    public let places: Int?
  }

  // MARK: Areas

  /// The sectors that cover a position, border included; smallest first, each once.
  public func sectors(covering position: Position) -> [Sight] {
    areas(.sectors, covering: position)
  }

  /// The places with rules of their own that cover a position.
  public func places(covering position: Position) -> [Sight] {
    areas(.places, covering: position)
  }

  private func areas(_ kind: LayerKind, covering position: Position) -> [Sight] {
    guard let layer = layers[kind] else { return [] }
    var seen: Set<String?> = []
    return layer.map.containing(position).compactMap { hit in
      let feature = layer.map.features[hit.feature]
      guard feature.kind == kind.feature, seen.insert(feature.id).inserted else { return nil }
      return sight(hit.feature, metres: 0, bearing: nil, in: layer)
    }
  }

  public func nearestSector(to position: Position) -> Sight? {
    nearest(.sectors, to: position)
  }

  /// The sectors within a distance that do not cover the position, nearest first, each once.
  public func sectors(near position: Position, within metres: Double) -> [Sight] {
    guard let layer = layers[.sectors] else { return [] }
    var seen = Set(sectors(covering: position).map(\.id))
    return layer.map.nearby(position, within: metres, kinds: .sector).compactMap { found in
      guard seen.insert(layer.map.features[found.feature].id).inserted else { return nil }
      return sight(found, in: layer)
    }
  }

  /// How far it is to the nearest border of a sector that has the id: where the answer may change.
  public func metresToBorder(of id: String?, from position: Position) -> Double? {
    guard let map = layers[.sectors]?.map else { return nil }
    return map.nearestOutline(to: position, kinds: .sector) { map.features[$0].id == id }?.metres
  }

  // MARK: Kerbs and machines

  public func nearestKerb(to position: Position) -> Sight? { nearest(.kerbs, to: position) }

  /// The nearest kerb of each zone in each sector within a distance, nearest first.
  public func kerbs(near position: Position, within metres: Double) -> [Sight] {
    guard let layer = layers[.kerbs] else { return [] }
    // The same colour in another sector may have another price: it is not the same answer.
    var seen: Set<[String?]> = []
    return layer.map.nearby(position, within: metres, kinds: .kerb).compactMap { found in
      let feature = layer.map.features[found.feature]
      guard seen.insert([feature.zone, feature.word("sector")]).inserted else { return nil }
      return sight(found, in: layer)
    }
  }

  public func nearestMeter(to position: Position) -> Sight? { nearest(.meters, to: position) }

  /// The zones of the kerbs that say they are in a sector, sorted; empty when none does.
  public func kerbZones(inSector id: String) -> [String] {
    guard let map = layers[.kerbs]?.map else { return [] }
    return Set(
      map.features.filter { $0.kind == .kerb && $0.word("sector") == id }.compactMap(\.zone)
    ).sorted()
  }

  // MARK: All

  /// The position with its numbers exchanged, when that lies in the town and the position as given does not.
  public func looksSwapped(_ position: Position) -> Position? {
    layers[.sectors]?.map.looksSwapped(position)
  }

  private func nearest(_ kind: LayerKind, to position: Position) -> Sight? {
    guard let layer = layers[kind] else { return nil }
    return layer.map.nearest(to: position, kinds: FeatureKinds(kind.feature)).map {
      sight($0, in: layer)
    }
  }

  private func sight(_ found: Nearest, in layer: SectorLayer) -> Sight {
    sight(found.feature, metres: found.metres, bearing: found.bearing, in: layer)
  }

  private func sight(
    _ number: Int, metres: Double, bearing: Double?, in layer: SectorLayer
  ) -> Sight {
    let feature = layer.map.features[number]
    return Sight(
      id: feature.id, names: feature.names, zone: feature.zone, metres: metres, bearing: bearing,
      isApproximate: layer.isApproximate(number), sector: feature.word("sector"),
      places: feature.word("places").flatMap { Int($0) })
  }
}

extension Feature {
  /// A further property of ours.
  public func word(_ name: String) -> String? {
    otherProperties.first { $0.name == name }?.value.word
  }
}
