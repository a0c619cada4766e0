import JSONText
import Sectors

/// How a town's own file says what ours say: `sectors/<town>.mapping.json`, a member of `layers` for each kind
/// (docs/sectors.md).
public struct LayerMapping: Sendable {
  /// Property or column names; what is not named is looked for under our own names.
  public var properties = PropertyMapping()
  public var sector = "sector"
  public var places = "places"
  /// CSV columns of the position: east or longitude, north or latitude.
  public var x: String?
  public var y: String?
  /// The EPSG code of the numbers, when the file does not say.
  public var epsg: Int?
  /// Features whose property has this value are taken, the rest is left out.
  public var only: [String: String] = [:]
  /// Features whose property has this value are left out.
  public var except: [String: String] = [:]
  /// Where a file that does not say is from.
  public var origin = SectorOrigin()

  public init() {}

  /// Reads the member of `layers` for a kind; the defaults where the file has none.
  public init(reading root: JSONNode, kind: LayerKind) throws(JSONShapeError) {
    self.init()
    let layers = try JSONCursor(root).member("layers")
    guard let layer = try layers.optionalMember(kind.rawValue) else { return }
    for (name, value) in try layer.members() {
      switch name {
      case "id": properties.id = try value.string()
      case "name": properties.name = try value.string()
      case "names": properties.namesByLanguage = try Self.words(value)
      case "zone": properties.zone = try value.string()
      case "zones": properties.zones = try Self.words(value)
      case "status": properties.status = try value.string()
      case "sector": sector = try value.string()
      case "places": places = try value.string()
      case "x": x = try value.string()
      case "y": y = try value.string()
      case "epsg": epsg = try value.int(in: 1...999_999)
      case "only": only = try Self.words(value)
      case "except": except = try Self.words(value)
      case "source": origin.source = try value.string()
      case "date": origin.date = try value.string()
      case "licence": origin.licence = try value.string()
      case "note": _ = try value.string()
      default: throw value.failure(.unknownMember(name, known: Self.members))
      }
    }
  }

  private static let members = [
    "id", "name", "names", "zone", "zones", "status", "sector", "places", "x", "y", "epsg", "only",
    "except",
    "source", "date", "licence", "note",
  ]

  private static func words(_ cursor: JSONCursor) throws(JSONShapeError) -> [String: String] {
    var words: [String: String] = [:]
    for (name, value) in try cursor.members() { words[name] = try value.string() }
    return words
  }
}
