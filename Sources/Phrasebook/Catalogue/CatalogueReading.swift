import JSONText

/// Why a text is not a catalogue.
public enum CatalogueError: Error, Hashable, Sendable {
  /// Not JSON, or a value that is neither an object nor a string; with line, column and path.
  case json(JSONTextError)
  /// The same dotted key twice: once nested and once spelled with a dot.
  case keyTwice(String)

  /// Stable, for programs.
  public var code: String {
    switch self {
    case .json(let error): error.code
    case .keyTwice: "catalogue_key_twice"
    }
  }
}

extension Catalogue {
  /// Reads the UTF-8 text of a catalogue file.
  ///
  /// The texts themselves (placeholders, completeness) are checked by `CatalogueFinding`, so that a
  /// slip in one text never stops the program.
  public init(language: Language, json bytes: [UInt8]) throws(CatalogueError) {
    var texts: [String: String] = [:]
    texts.reserveCapacity(512)
    var twice: String?
    do {
      try JSONReader.read(bytes) { (reader) throws(JSONTextError) in
        try Self.readGroup(&reader, prefix: "", into: &texts, twice: &twice)
      }
    } catch {
      throw .json(error)
    }
    if let twice { throw .keyTwice(twice) }
    self.init(language: language, texts: texts)
  }

  private static func readGroup(
    _ reader: inout JSONReader, prefix: String, into texts: inout [String: String],
    twice: inout String?
  ) throws(JSONTextError) {
    try reader.beginObject()
    while let name = try reader.nextMember() {
      let key = prefix + name
      if try reader.nextKind() == .object {
        try readGroup(&reader, prefix: key + ".", into: &texts, twice: &twice)
      } else if texts.updateValue(try reader.readString(), forKey: key) != nil {
        twice = twice ?? key
      }
    }
  }
}
