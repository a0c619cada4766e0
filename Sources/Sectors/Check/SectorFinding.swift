import JSONText

/// Something about a sector file that its author should know.
public struct SectorFinding: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// The file cannot be used, or answers would be wrong.
    case error
    /// Answers are as defined, but hardly as meant.
    case warning
    /// Accepted; nothing to do.
    case note
  }

  public enum Kind: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable(GeoJSONError.Kind)
    case unclosedRing
    case closingHeightDiffers
    case legacyReferenceSystem
    case badBoundingBox
    case byteOrderMark
    /// A shell that runs clockwise or a hole that runs counter-clockwise (RFC 7946, section 3.1.6, asks
    /// for the opposite): accepted.
    case winding(isHole: Bool)
    /// Two edges of a ring cross.
    case selfIntersection
    /// A ring meets itself in a point without crossing.
    case selfTouch
    /// An edge runs back over another one: a spike, or a stretch drawn twice.
    case spike
    /// The same position several times in a row.
    case duplicateVertices(count: Int)
    case zeroArea
    /// A ring narrower than 10 cm on the average (twice its area by its length).
    case sliver(squareMetres: Double)
    /// A hole that is not inside its shell.
    case holeOutsideShell
    /// Rings of the same polygon cross.
    case ringsCross
    /// Two sectors share an area. Less than a square metre, or narrower than 10 cm on the average, is a
    /// seam (`isSeam`), as rounding coordinates makes it.
    case overlap(with: String, squareMetres: Double, isSeam: Bool)
    /// The town's box contains the position when its numbers are exchanged, not as it is.
    case looksSwapped
    /// Outside the box where the file should lie.
    case outsideRegion
    case missingID
    /// Several features have the id: fine for a sector of several parts.
    case repeatedID(count: Int)
    case missingKind
    /// A `kind` that is none of ours.
    case unknownKind(String)
    case noGeometry

    /// Stable, for `--json` answers and translation catalogues.
    public var code: String {
      switch self {
      case .unreadable(let kind): kind.code
      case .unclosedRing: "sectors_unclosed_ring"
      case .closingHeightDiffers: "sectors_closing_height_differs"
      case .legacyReferenceSystem: "sectors_legacy_reference_system"
      case .badBoundingBox: "sectors_bad_bounding_box"
      case .byteOrderMark: "sectors_byte_order_mark"
      case .winding: "sectors_winding"
      case .selfIntersection: "sectors_self_intersection"
      case .selfTouch: "sectors_self_touch"
      case .spike: "sectors_spike"
      case .duplicateVertices: "sectors_duplicate_vertices"
      case .zeroArea: "sectors_zero_area"
      case .sliver: "sectors_sliver"
      case .holeOutsideShell: "sectors_hole_outside_shell"
      case .ringsCross: "sectors_rings_cross"
      case .overlap: "sectors_overlap"
      case .looksSwapped: "sectors_looks_swapped"
      case .outsideRegion: "sectors_outside_region"
      case .missingID: "sectors_missing_id"
      case .repeatedID: "sectors_repeated_id"
      case .missingKind: "sectors_missing_kind"
      case .unknownKind: "sectors_unknown_kind"
      case .noGeometry: "sectors_no_geometry"
      }
    }

    public var severity: Severity {
      switch self {
      case .unreadable, .unclosedRing, .selfIntersection, .ringsCross, .holeOutsideShell,
        .looksSwapped:
        .error
      case .selfTouch, .spike, .zeroArea, .sliver, .outsideRegion, .missingID, .unknownKind,
        .noGeometry, .closingHeightDiffers, .badBoundingBox:
        .warning
      case .overlap(_, _, let isSeam): isSeam ? .note : .warning
      case .legacyReferenceSystem, .byteOrderMark, .winding, .duplicateVertices, .repeatedID,
        .missingKind:
        .note
      }
    }
  }

  public let kind: Kind
  /// Index of the feature in the collection; nil for the file as a whole.
  public let feature: Int?
  /// The feature's id.
  public let id: String?
  /// Where on Earth, when the finding has a place.
  public let place: Position?
  /// Where in the text, and by which path.
  public let offset: Int
  public let position: TextPosition
  public let path: JSONPath

  public var code: String { kind.code }
  public var severity: Severity { kind.severity }
  public var line: Int { position.line }
  public var column: Int { position.column }
}
