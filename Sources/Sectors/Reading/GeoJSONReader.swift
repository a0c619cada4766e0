import JSONText

/// Reads GeoJSON texts (RFC 7946) in one pass, straight into contiguous memory.
///
/// The functions throw `JSONTextError` all through, as the pull reader does; a fault of our own is noted in
/// `fault` and thrown as a stand-in that `read` replaces.
struct GeoJSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let options: GeoJSONOptions
  let mapping: PropertyMapping
  var collection = FeatureCollection()
  var fault: GeoJSONError?
  var openCollections = 0
  /// Height of the position read last.
  var height: Double?

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, options: GeoJSONOptions, mapping: PropertyMapping
  ) {
    self.bytes = bytes
    self.options = options
    self.mapping = mapping
  }

  mutating func read() throws(GeoJSONError) -> FeatureCollection {
    do throws(JSONTextError) {
      let limits = JSONLimits(depth: options.depth, bytes: options.bytes)
      try JSONReader.read(bytes, limits: limits) { (reader) throws(JSONTextError) in
        try readDocument(&reader)
      }
    } catch {
      throw referenceSystemFault(behind: fault) ?? fault ?? ours(error)
    }
    return collection
  }

  private func ours(_ error: JSONTextError) -> GeoJSONError {
    var kind = GeoJSONError.Kind.json(error.kind)
    if error.kind == .trailingText, bytes[error.offset] == UInt8(ascii: "{") {
      kind = .newlineDelimited
    }
    return GeoJSONError(
      kind: kind, offset: error.offset, position: error.position, path: error.path)
  }

  /// Notes a fault at the next value, or at `offset`; what to throw.
  mutating func failure(
    _ kind: GeoJSONError.Kind, _ reader: inout JSONReader, at offset: Int? = nil
  ) -> JSONTextError {
    let place = offset ?? reader.offset
    let position = reader.position(of: place)
    fault = GeoJSONError(kind: kind, offset: place, position: position, path: reader.path)
    return JSONTextError(
      kind: .unexpectedKind(expected: .null, found: .null), offset: place, position: position,
      path: reader.path)
  }

  mutating func note(_ kind: GeoJSONNote.Kind, at offset: Int) {
    collection.notes.append(GeoJSONNote(kind: kind, offset: offset))
  }

  /// Makes sure of the kind of the next value.
  mutating func expect(_ kind: JSONKind, _ reader: inout JSONReader) throws(JSONTextError) {
    let found = try reader.nextKind()
    guard found == kind else { throw failure(.expected(kind, found: found), &reader) }
  }

  // MARK: The whole text

  private mutating func readDocument(_ reader: inout JSONReader) throws(JSONTextError) {
    try expect(.object, &reader)
    let type = typeAhead(reader.offset)
    switch type {
    case "FeatureCollection": try readCollection(&reader)
    case "Feature": try readFeature(&reader)
    case .some(let name) where GeometryType(rawValue: name) != nil:
      let start = reader.offset
      let first = collection.parts.count
      try readGeometry(&reader)
      addFeature(
        offset: start, parts: first..<collection.parts.count, id: nil, properties: [])
    default: try refuse(&reader, at: reader.offset)
    }
  }

  private mutating func readCollection(_ reader: inout JSONReader) throws(JSONTextError) {
    let start = reader.offset
    var hasFeatures = false
    try reader.beginObject()
    while let name = try reader.nextMember() {
      guard name == "features" else {
        try passMember(name, &reader)
        continue
      }
      hasFeatures = true
      try expect(.array, &reader)
      try reader.beginArray()
      while try reader.nextElement() { try readFeature(&reader) }
    }
    guard hasFeatures else { throw failure(.missingMember("features"), &reader, at: start) }
  }

  mutating func readFeature(_ reader: inout JSONReader) throws(JSONTextError) {
    try expect(.object, &reader)
    let start = reader.offset
    let first = collection.parts.count
    var (hasType, hasGeometry) = (false, false)
    var id: String?
    var properties: [Property] = []
    try reader.beginObject()
    while let name = try reader.nextMember() {
      switch name {
      case "type":
        try readType(&reader) { $0 == "Feature" }
        hasType = true
      case "geometry":
        hasGeometry = true
        if try reader.nextKind() == .null {
          try reader.readNull()
        } else {
          try readGeometry(&reader)
        }
      case "properties": properties = try readProperties(&reader)
      case "id":
        let found = try reader.nextKind()
        guard found == .string || found == .number else {
          throw failure(.expected(.string, found: found), &reader)
        }
        id = found == .string ? try reader.readString() : try reader.readNumber().text
      default: try passMember(name, &reader)
      }
    }
    guard hasType else { throw failure(.missingMember("type"), &reader, at: start) }
    guard hasGeometry else { throw failure(.missingMember("geometry"), &reader, at: start) }
    addFeature(
      offset: start, parts: first..<collection.parts.count, id: id, properties: properties)
  }

  /// Reads a `type` member and refuses one that may not stand here.
  @discardableResult
  mutating func readType(
    _ reader: inout JSONReader, accepts: (String) -> Bool
  ) throws(JSONTextError) -> String {
    try expect(.string, &reader)
    let place = reader.offset
    let type = try reader.readString()
    guard accepts(type) else {
      throw failure(type == "Topology" ? .topoJSON : .unexpectedType(type), &reader, at: place)
    }
    return type
  }

  /// For an object without a type of ours: finds the place to complain about.
  private mutating func refuse(
    _ reader: inout JSONReader, at start: Int
  ) throws(JSONTextError) {
    try reader.beginObject()
    while let name = try reader.nextMember() {
      if name == "type" {
        try readType(&reader) { _ in false }
      } else {
        try reader.skipValue()
      }
    }
    throw failure(.missingMember("type"), &reader, at: start)
  }

  /// The `type` of the object at `offset`, wherever among the members it stands; nil when there is none
  /// before a fault of the text (which reading on will find).
  func typeAhead(_ offset: Int) -> String? {
    memberAhead("type", offset) { (reader) throws(JSONTextError) in
      try reader.nextKind() == .string ? try reader.readString() : nil
    }
  }

  func memberAhead<Value>(
    _ wanted: String, _ offset: Int,
    _ read: (inout JSONReader) throws(JSONTextError) -> Value?
  ) -> Value? {
    let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
    let limits = JSONLimits(depth: options.depth, bytes: options.bytes)
    return try? JSONReader.read(rest, limits: limits) { (reader) throws(JSONTextError) in
      try reader.beginObject()
      while let name = try reader.nextMember() {
        if name == wanted {
          let value = try read(&reader)
          reader.abandon()
          return value
        }
        try reader.skipValue()
      }
      reader.abandon()
      return nil
    }
  }
}
