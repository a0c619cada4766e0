import JSONText
import Sectors

/// What an imported file of a town holds; each kind is a file of its own.
public enum LayerKind: String, Hashable, Sendable, CaseIterable {
  case sectors, places, kerbs, meters

  /// What its features are.
  public var feature: FeatureKind {
    switch self {
    case .sectors: .sector
    case .places: .place
    case .kerbs: .kerb
    case .meters: .meter
    }
  }
}

/// A file of sectors, places, kerbs or meters, ready to be asked.
public struct SectorLayer: Sendable {
  public let map: SectorMap
  public let origin: SectorOrigin
  public let path: String
  /// From the user's own folder.
  public let isImported: Bool

  /// The features of one kind, by their place in `map.features`.
  public func features(_ kind: FeatureKind) -> [Int] {
    map.features.indices.filter { map.features[$0].kind == kind }
  }

  public func isApproximate(_ feature: Int) -> Bool {
    map.features[feature].status == "approximate"
  }

  /// Whether any feature of the kind was drawn by hand.
  public func isApproximate(_ kind: FeatureKind) -> Bool {
    features(kind).contains { isApproximate($0) }
  }
}

/// Where a file is from, as its top-level members say.
public struct SectorOrigin: Hashable, Sendable {
  public var source: String?
  public var date: String?
  public var licence: String?

  public init(source: String? = nil, date: String? = nil, licence: String? = nil) {
    self.source = source
    self.date = date
    self.licence = licence
  }

  /// `source`, `date`, `licence` (or `license`) beside `features`; nothing when the text is no object.
  public init(geoJSON bytes: [UInt8]) {
    self.init()
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? Array(bytes.dropFirst(3)) : bytes
    var found = SectorOrigin()
    let limits = JSONLimits(depth: 512, bytes: GeoJSONOptions().bytes)
    try? JSONReader.read(text, limits: limits) { (reader) throws(JSONTextError) in
      guard try reader.nextKind() == .object else { return reader.abandon() }
      try reader.beginObject()
      while let name = try reader.nextMember() {
        guard try reader.nextKind() == .string else {
          try reader.skipValue()
          continue
        }
        let value = try reader.readString()
        switch name {
        case "source": found.source = value
        case "date": found.date = value
        case "licence", "license": found.licence = value
        default: continue
        }
      }
    }
    self = found
  }

  /// What is missing is taken from another.
  public func completed(by other: SectorOrigin) -> SectorOrigin {
    SectorOrigin(
      source: source ?? other.source, date: date ?? other.date, licence: licence ?? other.licence)
  }
}
