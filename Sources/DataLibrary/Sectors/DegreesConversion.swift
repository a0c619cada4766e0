import JSONText
import Sectors

/// Turns what towns publish into GeoJSON in degrees.
enum DegreesConversion {
  /// A table's rows as points, all cells as texts.
  static func geoJSON(
    _ table: CSVTable, mapping: LayerMapping
  ) throws(SectorImportError) -> [UInt8] {
    let zone = try zone(mapping.epsg)
    do throws(CSVError) {
      let (x, y) = try positionColumns(table, mapping)
      var writer = JSONWriter()
      begin(&writer)
      for row in table.rows {
        // A row without a place says nothing about where.
        if row.cells[x].isEmpty, row.cells[y].isEmpty { continue }
        let numbers = try (
          number(row.cells[x], row.line, table.columns[x]),
          number(row.cells[y], row.line, table.columns[y])
        )
        guard let place = degrees(numbers.0, numbers.1, zone) else {
          throw .badNumber(
            line: row.line, column: table.columns[x], text: "\(row.cells[x]) \(row.cells[y])")
        }
        let properties = zip(table.columns, row.cells).enumerated().filter { item in
          !table.columns[..<item.offset].contains(item.element.0)
        }.map { ($0.element.0, JSONOutput.string($0.element.1)) }
        writer.write(
          .object([
            ("type", "Feature"), ("properties", .object(properties)),
            (
              "geometry",
              .object([
                ("type", "Point"),
                ("coordinates", .array([.double(place.x), .double(place.y)])),
              ])
            ),
          ]))
      }
      end(&writer)
      return writer.bytes
    } catch { throw .csv(error) }
  }

  /// A GeoJSON text whose numbers are metres of a UTM zone, in degrees; its `crs` is taken out.
  static func geoJSON(_ bytes: [UInt8], epsg: Int) throws(SectorImportError) -> [UInt8] {
    guard let zone = try zone(epsg) else { return bytes }
    let root: JSONNode
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    do {
      root = try JSONNode(
        parsing: hasMark ? Array(bytes.dropFirst(3)) : bytes,
        limits: JSONLimits(depth: GeoJSONOptions().depth, bytes: GeoJSONOptions().bytes))
    } catch {
      throw .text(error)
    }
    var writer = JSONWriter()
    writer.write(converted(root, zone))
    return writer.bytes
  }

  private static func converted(_ node: JSONNode, _ zone: UTMZone) -> JSONOutput {
    switch node.value {
    case .array(let elements): .array(elements.map { converted($0, zone) })
    case .object(let object):
      .object(
        object.members.filter { $0.key != "crs" && $0.key != "bbox" }.map { member in
          switch member.key {
          case "coordinates": (member.key, positions(member.node, zone))
          case "properties": (member.key, JSONOutput(member.node))
          default: (member.key, converted(member.node, zone))
          }
        })
    default: JSONOutput(node)
    }
  }

  private static func positions(_ node: JSONNode, _ zone: UTMZone) -> JSONOutput {
    guard case .array(let elements) = node.value else { return JSONOutput(node) }
    guard elements.count >= 2, case .number(let x) = elements[0].value,
      case .number(let y) = elements[1].value
    else { return .array(elements.map { positions($0, zone) }) }
    // What cannot be converted stays as it is, and the reader names its place.
    guard let east = x.double, let north = y.double, let place = degrees(east, north, zone) else {
      return JSONOutput(node)
    }
    return .array([.double(place.x), .double(place.y)])
  }

  // MARK: Numbers

  /// Degrees to nine decimals, a tenth of a millimetre.
  private static func degrees(
    _ x: Double, _ y: Double, _ zone: UTMZone?
  ) -> (x: Double, y: Double)? {
    guard let zone else { return (x, y) }
    // UTM metres are never so small: these are degrees, and would land beside Africa.
    if abs(x) <= 180, abs(y) <= 180 { return nil }
    guard let position = try? zone.position(easting: x, northing: y) else { return nil }
    return (
      (position.longitude * 1e9).rounded() / 1e9, (position.latitude * 1e9).rounded() / 1e9
    )
  }

  /// The UTM zone of a code; nil for degrees.
  private static func zone(_ epsg: Int?) throws(SectorImportError) -> UTMZone? {
    guard let epsg, epsg != 4326 else { return nil }
    guard let zone = UTMZone(epsg: epsg) else {
      throw .unsupportedSystem(name: "EPSG:\(epsg)", epsg: epsg)
    }
    return zone
  }

  private static func number(
    _ text: String, _ line: Int, _ column: String
  ) throws(CSVError) -> Double {
    guard let number = CSVTable.number(text) else {
      throw .badNumber(line: line, column: column, text: text)
    }
    return number
  }

  private static let usualColumns = [
    ("longitude", "latitude"), ("lon", "lat"), ("longitud", "latitud"), ("x", "y"),
  ]

  private static func positionColumns(
    _ table: CSVTable, _ mapping: LayerMapping
  ) throws(CSVError) -> (Int, Int) {
    if let x = mapping.x, let y = mapping.y { return (try table.column(x), try table.column(y)) }
    let names = table.columns.map { $0.lowercased() }
    for (x, y) in usualColumns {
      if let east = names.firstIndex(of: x), let north = names.firstIndex(of: y) {
        return (east, north)
      }
    }
    throw .noPositionColumns(known: table.columns)
  }

  private static func begin(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.write("FeatureCollection")
    writer.key("features")
    writer.beginArray()
  }

  private static func end(_ writer: inout JSONWriter) {
    writer.endArray()
    writer.endObject()
  }
}
