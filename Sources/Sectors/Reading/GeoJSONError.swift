import JSONText

/// Why a text is not the GeoJSON (RFC 7946) that was asked for: the first fault, and where it is.
public struct GeoJSONError: Error, Hashable, Sendable {
  public let kind: Kind
  /// The byte offset of the fault in the text; a byte order mark does not count.
  public let offset: Int
  /// The same place as line and column.
  public let position: TextPosition
  public let path: JSONPath

  /// The stable name of the kind of fault.
  public var code: String { kind.code }
  public var line: Int { position.line }
  public var column: Int { position.column }

  public enum Kind: Hashable, Sendable {
    /// Not JSON at all, or a limit of the JSON reader.
    case json(JSONTextError.Kind)
    /// One JSON text after the other (RFC 8142, newline-delimited GeoJSON): another format.
    case newlineDelimited
    /// TopoJSON: another format.
    case topoJSON
    case missingMember(String)
    /// A `type` that is none of the nine, or none that may stand here.
    case unexpectedType(String)
    case expected(JSONKind, found: JSONKind)
    /// Too many or too few arrays inside each other for the geometry's type.
    case wrongNesting(GeometryType)
    /// A position of fewer than two numbers.
    case positionTooShort(count: Int)
    /// Outside -180...180 and -90...90.
    case outOfRange(longitude: Double, latitude: Double, likely: LikelySystem?)
    /// The last position of a ring is not its first.
    case unclosedRing
    /// A ring of fewer than four positions.
    case ringTooShort(count: Int)
    /// A line of one position.
    case lineTooShort(count: Int)
    /// A `crs` member that is not WGS 84: reproject the file to EPSG:4326 first. `epsg` is nil when the
    /// member names no EPSG code.
    case unsupportedReferenceSystem(name: String, epsg: Int?)
    case tooManyPositions(limit: Int)
    /// More geometry collections inside each other than `limit`.
    case collectionsTooDeep(limit: Int)

    /// Stable, for `--json` answers and translation catalogues.
    public var code: String {
      switch self {
      case .json(let kind): kind.code
      case .newlineDelimited: "geojson_newline_delimited"
      case .topoJSON: "geojson_topojson"
      case .missingMember: "geojson_missing_member"
      case .unexpectedType: "geojson_unexpected_type"
      case .expected: "geojson_expected"
      case .wrongNesting: "geojson_wrong_nesting"
      case .positionTooShort: "geojson_position_too_short"
      case .outOfRange: "geojson_out_of_range"
      case .unclosedRing: "geojson_unclosed_ring"
      case .ringTooShort: "geojson_ring_too_short"
      case .lineTooShort: "geojson_line_too_short"
      case .unsupportedReferenceSystem: "geojson_unsupported_reference_system"
      case .tooManyPositions: "geojson_too_many_positions"
      case .collectionsTooDeep: "geojson_collections_too_deep"
      }
    }
  }
}

/// What numbers that are no degrees probably are.
public enum LikelySystem: String, Hashable, Sendable {
  /// Metres of a northern UTM zone: in Spain EPSG:25829, 25830, 25831 (ETRS89) or 32628 (Canaries).
  case utm
  /// Metres of Web Mercator, EPSG:3857.
  case webMercator = "web_mercator"
  /// Degrees with the latitude first.
  case swapped

  init?(x: Double, y: Double) {
    if abs(x) <= 90, abs(y) > 90, abs(y) <= 180 {
      self = .swapped
    } else if 100_000...900_000 ~= x, 1_000_000...9_400_000 ~= y {
      self = .utm
    } else if abs(x) <= 20_037_509, abs(y) <= 20_048_967, abs(x) > 1_000 || abs(y) > 1_000 {
      self = .webMercator
    } else {
      return nil
    }
  }
}

/// The seven geometry types, spelled as in RFC 7946.
public enum GeometryType: String, Hashable, Sendable {
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case geometryCollection = "GeometryCollection"
}
