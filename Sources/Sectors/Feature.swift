/// What a feature is for.
public enum FeatureKind: String, Hashable, Sendable, CaseIterable {
  /// A residents' area of the town.
  case sector
  /// A smaller area with rules of its own: a station, a cemetery.
  case place
  /// A stretch of kerb with the colour of its parking.
  case kerb
  /// A ticket machine.
  case meter
}

/// A set of kinds.
public struct FeatureKinds: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let sector = FeatureKinds(rawValue: 1)
  public static let place = FeatureKinds(rawValue: 2)
  public static let kerb = FeatureKinds(rawValue: 4)
  public static let meter = FeatureKinds(rawValue: 8)
  public static let all: FeatureKinds = [.sector, .place, .kerb, .meter]

  public init(_ kind: FeatureKind) {
    switch kind {
    case .sector: self = .sector
    case .place: self = .place
    case .kerb: self = .kerb
    case .meter: self = .meter
    }
  }
}

/// One feature of a file: what it is, and where in the collection's memory its geometry lies.
public struct Feature: Sendable {
  /// From the properties, else the feature's `id` member; a number as it is written.
  public let id: String?
  public let kind: FeatureKind
  /// The kind that the file states, as far as we know it; `kind` is a guess by the geometry else.
  public let statedKind: FeatureKind?
  /// By language code; a name without a language is under `und` (BCP 47).
  public let names: [String: String]
  public let zone: String?
  public let source: String?
  public let date: String?
  /// `approximate` when the area was drawn by hand; as the file has it.
  public let status: String?
  /// The properties that the mapping does not name.
  public let otherProperties: [Property]
  /// The byte offset of the feature in the text.
  public let offset: Int

  let parts: Range<Int>
}

/// A run of positions in the collection's memory.
struct Part: Sendable {
  enum Form: UInt8, Sendable {
    /// Each position a point of its own.
    case points
    case line
    /// The outer ring of a polygon; its holes follow.
    case shell
    case hole
  }

  let form: Form
  let start: Int32
  let count: Int32
  /// The byte offset of the part in the text.
  let offset: Int

  var vertices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// The features of a text, their positions side by side in memory.
public struct FeatureCollection: Sendable {
  public internal(set) var features: [Feature] = []
  /// What was put up with, in the order of the text.
  public internal(set) var notes: [GeoJSONNote] = []
  var vertices: ContiguousArray<Vertex> = []
  var parts: ContiguousArray<Part> = []

  public var positionCount: Int { vertices.count }
}

/// Something that the reader put up with.
public struct GeoJSONNote: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The ring was closed (`GeoJSONOptions.closesRings`).
    case unclosedRing = "unclosed_ring"
    /// First and last position of a ring differ in height alone.
    case closingHeightDiffers = "closing_height_differs"
    /// A `crs` member that means WGS 84, which RFC 7946 has removed.
    case legacyReferenceSystem = "legacy_reference_system"
    /// A `bbox` member of the wrong length or kind; no `bbox` is ever used.
    case badBoundingBox = "bad_bounding_box"
    case byteOrderMark = "byte_order_mark"
  }

  public let kind: Kind
  /// The byte offset in the text.
  public let offset: Int
}
