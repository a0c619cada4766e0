/// One member of a feature's `properties`.
public struct Property: Hashable, Sendable {
  public let name: String
  public let value: PropertyValue

  public init(name: String, value: PropertyValue) {
    self.name = name
    self.value = value
  }
}

/// A value as the file has it.
public enum PropertyValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// As written: `8`, `2013.50`.
  case number(String)
  case text(String)
  case object([Property])
  case list([PropertyValue])
  /// Deeper than anybody looks (16 levels): checked, not kept.
  case tooDeep

  /// The text of a text or a number, so that sector `8` and sector `"8"` are the same; nil for the rest
  /// and for empty text.
  public var word: String? {
    switch self {
    case .text(let text), .number(let text): text.isEmpty ? nil : text
    default: nil
    }
  }
}

/// Which properties of a file mean what to us. Town halls each have their own words; the default is the
/// words of our own files (docs/sectors.md).
public struct PropertyMapping: Hashable, Sendable {
  /// Property names. `id` falls back on the feature's own `id` member.
  public var id = "id"
  public var kind = "kind"
  /// A text, or an object of texts by language.
  public var name = "name"
  public var zone = "zone"
  public var source = "source"
  public var date = "date"
  public var status = "status"
  /// Further properties that hold a name, by language code.
  public var namesByLanguage: [String: String] = [:]
  /// The town's words for zones, and our zone ids.
  public var zones: [String: String] = [:]
  /// The kind of features that do not say; by the form of their geometry when nil.
  public var defaultKind: FeatureKind?

  public init() {}
}
