import JSONText

/// Geometries: arrays of positions of the depth that the type asks for.
extension GeoJSONReader {
  mutating func readGeometry(_ reader: inout JSONReader) throws(JSONTextError) {
    try expect(.object, &reader)
    let start = reader.offset
    var type: GeometryType?
    var isRead = false
    try reader.beginObject()
    while let name = try reader.nextMember() {
      if name == "type" {
        type = GeometryType(
          rawValue: try readType(&reader) { GeometryType(rawValue: $0) != nil })
        continue
      }
      guard name == "coordinates" || name == "geometries" else {
        try passMember(name, &reader)
        continue
      }
      // The type may come after what it explains.
      if type == nil { type = typeAhead(start).flatMap(GeometryType.init) }
      switch (type, name) {
      case (.geometryCollection, "geometries"):
        isRead = true
        try readGeometries(&reader)
      case (.geometryCollection, _), (_, "geometries"), (nil, _):
        // Foreign members here (or the missing type is complained about below).
        try reader.skipValue()
      case (.some(let type), _):
        isRead = true
        try readCoordinates(of: type, &reader)
      }
    }
    guard let type else { throw failure(.missingMember("type"), &reader, at: start) }
    guard isRead else {
      let member = type == .geometryCollection ? "geometries" : "coordinates"
      throw failure(.missingMember(member), &reader, at: start)
    }
  }

  private mutating func readGeometries(_ reader: inout JSONReader) throws(JSONTextError) {
    try expect(.array, &reader)
    guard openCollections < options.collections else {
      throw failure(.collectionsTooDeep(limit: options.collections), &reader)
    }
    openCollections += 1
    try reader.beginArray()
    while try reader.nextElement() { try readGeometry(&reader) }
    openCollections -= 1
  }

  private mutating func readCoordinates(
    of type: GeometryType, _ reader: inout JSONReader
  ) throws(JSONTextError) {
    switch type {
    case .point:
      let (start, offset) = (collection.vertices.count, reader.offset)
      if try readPosition(of: type, &reader, mayBeEmpty: true) {
        addPart(.points, from: start, offset: offset)
      }
    case .multiPoint: try readRun(.points, of: type, &reader)
    case .lineString: try readRun(.line, of: type, &reader)
    case .multiLineString:
      try openArray(of: type, &reader)
      while try reader.nextElement() { try readRun(.line, of: type, &reader) }
    case .polygon: try readPolygon(of: type, &reader)
    case .multiPolygon:
      try openArray(of: type, &reader)
      while try reader.nextElement() { try readPolygon(of: type, &reader) }
    case .geometryCollection: try reader.skipValue()
    }
  }

  private mutating func readPolygon(
    of type: GeometryType, _ reader: inout JSONReader
  ) throws(JSONTextError) {
    try openArray(of: type, &reader)
    var form = Part.Form.shell
    while try reader.nextElement() {
      try readRing(form, of: type, &reader)
      form = .hole
    }
  }

  /// A line or the points of a MultiPoint. Without positions it is nothing (RFC 7946, section 3.1).
  private mutating func readRun(
    _ form: Part.Form, of type: GeometryType, _ reader: inout JSONReader
  ) throws(JSONTextError) {
    let (start, offset) = (collection.vertices.count, reader.offset)
    try openArray(of: type, &reader)
    while try reader.nextElement() { _ = try readPosition(of: type, &reader) }
    let count = collection.vertices.count - start
    guard count > 0 else { return }
    guard form == .points || count > 1 else {
      throw failure(.lineTooShort(count: count), &reader, at: offset)
    }
    addPart(form, from: start, offset: offset)
  }

  private mutating func readRing(
    _ form: Part.Form, of type: GeometryType, _ reader: inout JSONReader
  ) throws(JSONTextError) {
    let (start, offset) = (collection.vertices.count, reader.offset)
    try openArray(of: type, &reader)
    var firstHeight: Double?
    while try reader.nextElement() {
      _ = try readPosition(of: type, &reader)
      if collection.vertices.count == start + 1 { firstHeight = height }
    }
    let count = collection.vertices.count - start
    guard count > 2 else { throw failure(.ringTooShort(count: count), &reader, at: offset) }
    if collection.vertices[start] != collection.vertices[start + count - 1] {
      guard options.closesRings else { throw failure(.unclosedRing, &reader, at: offset) }
      note(.unclosedRing, at: offset)
      collection.vertices.append(collection.vertices[start])
    } else if count < 4 {
      throw failure(.ringTooShort(count: count), &reader, at: offset)
    } else if firstHeight != height {
      note(.closingHeightDiffers, at: offset)
    }
    addPart(form, from: start, offset: offset)
  }

  private mutating func openArray(
    of type: GeometryType, _ reader: inout JSONReader
  ) throws(JSONTextError) {
    let found = try reader.nextKind()
    if found == .array { return try reader.beginArray() }
    throw failure(
      found == .number ? .wrongNesting(type) : .expected(.array, found: found), &reader)
  }

  /// Reads one position: longitude, latitude, a height that is dropped, and whatever follows (RFC 7946,
  /// section 3.1.1, lets parsers ignore it).
  ///
  /// - Returns: Whether there was one; false only for `[]` where that is allowed.
  private mutating func readPosition(
    of type: GeometryType, _ reader: inout JSONReader, mayBeEmpty: Bool = false
  ) throws(JSONTextError) -> Bool {
    let start = reader.offset
    try openArray(of: type, &reader)
    var vertex = Vertex()
    var count = 0
    height = nil
    while try reader.nextElement() {
      let found = try reader.nextKind()
      guard found == .number else {
        throw failure(
          found == .array ? .wrongNesting(type) : .expected(.number, found: found), &reader)
      }
      let number = try reader.readDouble()
      switch count {
      case 0: vertex.x = Vertex.withoutUnderflow(number)
      case 1: vertex.y = Vertex.withoutUnderflow(number)
      case 2: height = number
      default: break
      }
      count += 1
    }
    if count == 0, mayBeEmpty { return false }
    guard count > 1 else { throw failure(.positionTooShort(count: count), &reader, at: start) }
    guard abs(vertex.x) <= 180, abs(vertex.y) <= 90 else {
      let likely = LikelySystem(x: vertex.x, y: vertex.y)
      throw failure(
        .outOfRange(longitude: vertex.x, latitude: vertex.y, likely: likely), &reader, at: start)
    }
    guard collection.vertices.count < options.positions else {
      throw failure(.tooManyPositions(limit: options.positions), &reader, at: start)
    }
    collection.vertices.append(vertex)
    return true
  }

  private mutating func addPart(_ form: Part.Form, from start: Int, offset: Int) {
    let count = collection.vertices.count - start
    collection.parts.append(
      Part(form: form, start: Int32(start), count: Int32(count), offset: offset))
  }
}
