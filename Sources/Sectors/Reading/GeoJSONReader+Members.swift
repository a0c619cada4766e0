import JSONText

/// Members beside the geometry: `crs`, `bbox`, properties, foreign members.
extension GeoJSONReader {
  /// Passes a member that is not one of the object's own.
  mutating func passMember(_ name: String, _ reader: inout JSONReader) throws(JSONTextError) {
    switch name {
    case "crs": try readReferenceSystem(&reader)
    case "bbox": try passBoundingBox(&reader)
    default: try reader.skipValue()
    }
  }

  /// A `bbox` is never trusted (it may be wrong, or span the 180th meridian: RFC 7946, section 5.2).
  private mutating func passBoundingBox(_ reader: inout JSONReader) throws(JSONTextError) {
    let offset = reader.offset
    guard try reader.nextKind() == .array else {
      note(.badBoundingBox, at: offset)
      return try reader.skipValue()
    }
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      if try reader.nextKind() == .number { count += 1 }
      try reader.skipValue()
    }
    if count != 4, count != 6 { note(.badBoundingBox, at: offset) }
  }

  // MARK: crs

  /// The `crs` member of GeoJSON 2008. RFC 7946 (section 4) removed it: coordinates are WGS 84. One that
  /// says just that, or nothing, is accepted.
  private mutating func readReferenceSystem(_ reader: inout JSONReader) throws(JSONTextError) {
    let offset = reader.offset
    guard try reader.nextKind() != .null else { return try reader.readNull() }
    let system = try Self.referenceSystem(&reader)
    guard system.isWGS84 else {
      throw failure(
        .unsupportedReferenceSystem(name: system.name, epsg: system.epsg), &reader, at: offset)
    }
    note(.legacyReferenceSystem, at: offset)
  }

  private struct ReferenceSystem {
    var name = ""

    /// The code of `EPSG:25830`, `urn:ogc:def:crs:EPSG::25830` or an address that ends so.
    var epsg: Int? {
      guard name.lowercased().contains("epsg") else { return nil }
      let digits = name.utf8.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return digits.count > 7 ? nil : Int(String(decoding: digits.reversed(), as: UTF8.self))
    }

    /// EPSG:4326 as well: files say it and mean longitude, latitude.
    var isWGS84: Bool { epsg == 4326 || name.hasSuffix("CRS84") }
  }

  private static func referenceSystem(
    _ reader: inout JSONReader
  ) throws(JSONTextError) -> ReferenceSystem {
    var system = ReferenceSystem()
    switch try reader.nextKind() {
    case .string: system.name = try reader.readString()
    case .object:
      try reader.beginObject()
      while let name = try reader.nextMember() {
        let kind = try reader.nextKind()
        switch (name, kind) {
        case ("name", .string), ("href", .string): system.name = try reader.readString()
        case ("code", .number): system.name = "EPSG:" + (try reader.readNumber().text)
        case ("properties", .object): system = try referenceSystem(&reader)
        default: try reader.skipValue()
        }
      }
    default: try reader.skipValue()
    }
    return system
  }

  /// The `crs` may stand after the coordinates that it explains: numbers out of range are blamed on it.
  func referenceSystemFault(behind fault: GeoJSONError?) -> GeoJSONError? {
    guard case .outOfRange? = fault?.kind else { return nil }
    let found = memberAhead("crs", 0) { (reader) throws(JSONTextError) in
      let offset = reader.offset
      let (position, path) = (reader.position(of: offset), reader.path)
      return (system: try Self.referenceSystem(&reader), offset, position, path)
    }
    guard let found, !found.system.isWGS84, !found.system.name.isEmpty else { return nil }
    return GeoJSONError(
      kind: .unsupportedReferenceSystem(name: found.system.name, epsg: found.system.epsg),
      offset: found.1, position: found.2, path: found.3)
  }

  // MARK: Properties

  mutating func readProperties(_ reader: inout JSONReader) throws(JSONTextError) -> [Property] {
    if try reader.nextKind() == .null {
      try reader.readNull()
      return []
    }
    try expect(.object, &reader)
    return try Self.members(&reader, depth: 0)
  }

  private static func members(
    _ reader: inout JSONReader, depth: Int
  ) throws(JSONTextError) -> [Property] {
    var result: [Property] = []
    try reader.beginObject()
    while let name = try reader.nextMember() {
      result.append(Property(name: name, value: try value(&reader, depth: depth + 1)))
    }
    return result
  }

  private static func value(
    _ reader: inout JSONReader, depth: Int
  ) throws(JSONTextError) -> PropertyValue {
    switch try reader.nextKind() {
    case .null:
      try reader.readNull()
      return .null
    case .bool: return .bool(try reader.readBool())
    case .number: return .number(try reader.readNumber().text)
    case .string: return .text(try reader.readString())
    case .object where depth < 16: return .object(try members(&reader, depth: depth))
    case .array where depth < 16:
      var elements: [PropertyValue] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try value(&reader, depth: depth + 1)) }
      return .list(elements)
    case .object, .array:
      try reader.skipValue()
      return .tooDeep
    }
  }
}
