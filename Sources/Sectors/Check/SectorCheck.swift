import JSONText

/// Looks a sector file over, for `aparka check FILE.geojson`.
public enum SectorCheck {
  /// Findings in the order of the text; empty when all is well.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - region: The box where the file's positions should lie; nil when nothing is known.
  public static func findings(
    in bytes: [UInt8], region: BoundingBox? = nil,
    options: GeoJSONOptions = GeoJSONOptions(), mapping: PropertyMapping = PropertyMapping()
  ) -> [SectorFinding] {
    var options = options
    options.closesRings = true
    let collection: FeatureCollection
    do throws(GeoJSONError) {
      collection = try FeatureCollection(reading: bytes, options: options, mapping: mapping)
    } catch {
      return [
        SectorFinding(
          kind: .unreadable(error.kind), feature: nil, id: nil, place: nil, offset: error.offset,
          position: error.position, path: error.path)
      ]
    }
    var draft = CheckDraft(collection)
    draft.checkNotes()
    for feature in collection.features.indices {
      draft.checkFeature(feature, mapping, region)
      draft.checkRings(of: feature)
    }
    draft.checkIDs()
    draft.checkOverlaps()
    return draft.located(in: bytes)
  }
}

/// Findings before their place in the text is known as line, column and path.
struct CheckDraft {
  struct Item {
    let kind: SectorFinding.Kind
    let feature: Int?
    let place: Vertex?
    let offset: Int
  }

  let collection: FeatureCollection
  var items: [Item] = []

  init(_ collection: FeatureCollection) { self.collection = collection }

  mutating func add(
    _ kind: SectorFinding.Kind, feature: Int? = nil, at place: Vertex? = nil, offset: Int
  ) {
    items.append(Item(kind: kind, feature: feature, place: place, offset: offset))
  }

  func located(in bytes: [UInt8]) -> [SectorFinding] {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? Array(bytes.dropFirst(3)) : bytes
    let lines = LineIndex(text)
    let sorted = items.enumerated().sorted { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }
    let paths = PathsOfOffsets.find(Set(items.map(\.offset)), in: text)
    return sorted.map { _, item in
      SectorFinding(
        kind: item.kind, feature: item.feature,
        id: item.feature.flatMap { collection.features[$0].id },
        place: item.place.map { Position($0) }, offset: item.offset,
        position: lines.position(of: item.offset), path: paths[item.offset] ?? .root)
    }
  }
}

/// Finds the paths of values by their offsets, in one pass over the text.
private struct PathsOfOffsets {
  let wanted: Set<Int>
  var found: [Int: JSONPath] = [:]

  static func find(_ wanted: Set<Int>, in text: [UInt8]) -> [Int: JSONPath] {
    guard !wanted.isEmpty else { return [:] }
    var walk = PathsOfOffsets(wanted: wanted)
    try? JSONReader.read(text) { (reader) throws(JSONTextError) in
      try walk.pass(&reader)
    }
    return walk.found
  }

  /// Not deeper than the reader went: rings are arrays of arrays of numbers.
  private mutating func pass(_ reader: inout JSONReader) throws(JSONTextError) {
    if wanted.contains(reader.offset) { found[reader.offset] = reader.path }
    guard found.count < wanted.count else { return try reader.skipValue() }
    switch try reader.nextKind() {
    case .array where reader.depth < 64:
      try reader.beginArray()
      while try reader.nextElement() { try pass(&reader) }
    case .object where reader.depth < 64:
      try reader.beginObject()
      while try reader.nextMember() != nil { try pass(&reader) }
    default: try reader.skipValue()
    }
  }
}
