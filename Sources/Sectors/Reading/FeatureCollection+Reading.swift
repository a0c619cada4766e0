import JSONText

extension FeatureCollection {
  /// Reads a GeoJSON text: a FeatureCollection, a Feature or a bare geometry. A byte order mark is passed
  /// over (RFC 8259, section 8.1, allows that). Time and memory are linear in the text.
  public init(
    reading bytes: [UInt8], options: GeoJSONOptions = GeoJSONOptions(),
    mapping: PropertyMapping = PropertyMapping()
  ) throws(GeoJSONError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(GeoJSONError) in
      try FeatureCollection(reading: buffer, options: options, mapping: mapping)
    }
  }

  /// Reads a text that lies elsewhere in memory (a mapped file).
  public init(
    reading bytes: UnsafeBufferPointer<UInt8>, options: GeoJSONOptions = GeoJSONOptions(),
    mapping: PropertyMapping = PropertyMapping()
  ) throws(GeoJSONError) {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      var reader = GeoJSONReader(bytes, options: options, mapping: mapping)
      self = try reader.read()
      return
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[3...])
    var reader = GeoJSONReader(rest, options: options, mapping: mapping)
    reader.note(.byteOrderMark, at: 0)
    self = try reader.read()
  }
}

extension GeoJSONReader {
  /// Gives the properties their meaning and adds the feature.
  mutating func addFeature(
    offset: Int, parts: Range<Int>, id: String?, properties: [Property]
  ) {
    var fields = FeatureFields(id: id)
    for property in properties where !fields.take(property, mapping) {
      fields.others.append(property)
    }
    let form = collection.parts[parts].first?.form
    let guess: FeatureKind =
      switch form {
      case .points: .meter
      case .line: .kerb
      case .shell, .hole, nil: .sector
      }
    collection.features.append(
      Feature(
        id: fields.id, kind: fields.kind ?? mapping.defaultKind ?? guess,
        statedKind: fields.kind, names: fields.names, zone: fields.zone, source: fields.source,
        date: fields.date, status: fields.status, otherProperties: fields.others, offset: offset,
        parts: parts))
  }
}

/// A feature's properties, sorted out.
private struct FeatureFields {
  var id: String?
  var kind: FeatureKind?
  var names: [String: String] = [:]
  var zone: String?
  var source: String?
  var date: String?
  var status: String?
  var others: [Property] = []

  init(id: String?) { self.id = id }

  /// Takes a property that the mapping names; false when it does not, or when its value is of no use.
  mutating func take(_ property: Property, _ mapping: PropertyMapping) -> Bool {
    let name = property.name
    if name == mapping.name, case .object(let texts) = property.value {
      for text in texts {
        if let word = text.value.word { names[text.name] = word }
      }
      return true
    }
    guard let word = property.value.word else { return false }
    if name == mapping.id {
      id = word
    } else if name == mapping.kind {
      kind = FeatureKind(rawValue: word)
      return kind != nil
    } else if name == mapping.zone {
      zone = mapping.zones[word] ?? word
    } else if name == mapping.name {
      names["und"] = word
    } else if name == mapping.source {
      source = word
    } else if name == mapping.date {
      date = word
    } else if name == mapping.status {
      status = word
    } else if let language = mapping.namesByLanguage.first(where: { $0.value == name })?.key {
      names[language] = word
    } else {
      return false
    }
    return true
  }
}
