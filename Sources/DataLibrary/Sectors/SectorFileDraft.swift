import JSONText
import Sectors

/// The GeoJSON of an imported layer, feature by feature.
struct SectorFileDraft {
  private var features: [JSONOutput] = []

  mutating func add(
    _ feature: Feature, shapes: [Shape], kind: LayerKind, mapping: LayerMapping, id: String?
  ) {
    var properties: [(String, JSONOutput)] = [("kind", .string(kind.feature.rawValue))]
    if let id { properties.insert(("id", .string(id)), at: 0) }
    if !feature.names.isEmpty {
      let names = feature.names.sorted { $0.key < $1.key }.map {
        ($0.key, JSONOutput.string($0.value))
      }
      properties.append(("name", .object(names)))
    }
    func add(_ name: String, _ value: String?) {
      if let value { properties.append((name, .string(value))) }
    }
    add("zone", feature.zone)
    add("sector", feature.word(mapping.sector))
    add("places", feature.word(mapping.places))
    add("source", feature.source)
    add("date", feature.date)
    add("status", feature.status)
    features.append(
      .object([
        ("type", "Feature"), ("properties", .object(properties)),
        ("geometry", Self.geometry(shapes)),
      ]))
  }

  /// The whole file, a feature to a line.
  func text(town: String, origin: SectorOrigin) -> [UInt8] {
    var head: [(String, JSONOutput)] = [("type", "FeatureCollection"), ("name", .string(town))]
    for (name, value) in [
      ("source", origin.source), ("date", origin.date), ("licence", origin.licence),
    ] {
      if let value { head.append((name, .string(value))) }
    }
    var text = JSONOutput.object(head).text()
    text.removeLast()
    text += ",\"features\":[\n" + features.map { $0.text() }.joined(separator: ",\n") + "\n]}\n"
    return Array(text.utf8)
  }

  // MARK: Geometry

  /// The simplest geometry that says the same; a collection only when forms are mixed.
  private static func geometry(_ shapes: [Shape]) -> JSONOutput {
    var (points, lines): ([JSONOutput], [JSONOutput]) = ([], [])
    var polygons: [[JSONOutput]] = []
    for shape in shapes {
      let positions = shape.positions.map { place -> JSONOutput in
        .array([.double(place.longitude), .double(place.latitude)])
      }
      switch shape.form {
      case .points: points += positions
      case .line: lines.append(.array(positions))
      case .shell: polygons.append([.array(positions)])
      case .hole:
        if !polygons.isEmpty { polygons[polygons.count - 1].append(.array(positions)) }
      }
    }
    let geometries = [
      simple("Point", points), simple("LineString", lines),
      simple("Polygon", polygons.map { .array($0) }),
    ].compactMap { $0 }
    return geometries.count == 1
      ? geometries[0]
      : .object([("type", "GeometryCollection"), ("geometries", .array(geometries))])
  }

  private static func simple(_ type: String, _ parts: [JSONOutput]) -> JSONOutput? {
    guard let first = parts.first else { return nil }
    return parts.count == 1
      ? .object([("type", .string(type)), ("coordinates", first)])
      : .object([("type", .string("Multi" + type)), ("coordinates", .array(parts))])
  }
}
