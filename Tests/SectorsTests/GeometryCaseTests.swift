import Foundation
import JSONText
import Sectors
import TestSupport
import Testing

/// Every case of the table. Where its `policy` leaves a choice, ours is in docs/sectors.md and here.
struct GeometryCaseTests {
  /// Read by others, refused by us.
  private static let refusedByPolicy: [String: String] = [
    "unclosed-ring": "geojson_unclosed_ring", "unclosed-ring-beside": "geojson_unclosed_ring",
    "lone-surrogate": "json_lone_surrogate",
  ]

  /// Rings up to a latitude of 100, refused; the answers hold when all latitudes are halved, which binary
  /// numbers do exactly.
  private static let beyondThePole = [
    "concave-notch-outside", "concave-notch-tip", "concave-row-through-reflex-vertex",
  ]

  /// How the reader words each refusal.
  private static let codes: [String: String] = [
    "feature-without-geometry-member": "geojson_missing_member",
    "missing-coordinates": "geojson_missing_member",
    "unknown-type": "geojson_unexpected_type", "type-lower-case": "geojson_unexpected_type",
    "topojson": "geojson_topojson", "coordinates-depth-wrong": "geojson_wrong_nesting",
    "multipolygon-depth-wrong": "geojson_wrong_nesting", "array-at-top": "geojson_expected",
    "position-one-number": "geojson_position_too_short",
    "position-string-numbers": "geojson_expected", "position-null-number": "geojson_expected",
    "position-empty-position": "geojson_position_too_short", "nan": "json_unknown_literal",
    "infinity": "json_unknown_literal", "overflow-number": "json_number_out_of_range",
    "crs-epsg-25830": "geojson_unsupported_reference_system",
    "utm-without-crs": "geojson_out_of_range",
    "crs-web-mercator": "geojson_unsupported_reference_system",
    "longitude-over-180": "geojson_out_of_range", "latin1-bytes": "json_invalid_utf8",
    "newline-delimited": "geojson_newline_delimited", "truncated": "json_unexpected_end",
    "deep-nesting": "geojson_wrong_nesting", "empty-file": "json_unexpected_end",
  ]

  @Test(arguments: GeometryCase.all.filter { !beyondThePole.contains($0.name) })
  func answersAsTheTableSays(_ sample: GeometryCase) throws {
    var options = GeoJSONOptions()
    if let code = Self.refusedByPolicy[sample.name] {
      let error = #expect(throws: GeoJSONError.self) {
        try FeatureCollection(reading: sample.text)
      }
      #expect(error?.code == code)
      guard code == "geojson_unclosed_ring" else { return }
      // Read leniently, as for `check`, the ring is closed and the answer is the table's.
      options.closesRings = true
    }
    guard sample.expected.reads else {
      let error = #expect(throws: GeoJSONError.self) {
        try FeatureCollection(reading: sample.text)
      }
      if let code = Self.codes[sample.name] { #expect(error?.code == code) }
      return
    }
    let map = SectorMap(try FeatureCollection(reading: sample.text, options: options))
    try expectAnswers(of: map, sample)
  }

  @Test(arguments: beyondThePole)
  func latitudesBeyondThePole(_ name: String) throws {
    var sample = try #require(GeometryCase.all.first { $0.name == name })
    let error = #expect(throws: GeoJSONError.self) { try FeatureCollection(reading: sample.text) }
    #expect(error?.code == "geojson_out_of_range")
    sample = sample.halvingLatitudes()
    try expectAnswers(of: SectorMap(try FeatureCollection(reading: sample.text)), sample)
  }

  @Test func everyRefusalIsWorded() {
    let refused = GeometryCase.all.filter { !$0.expected.reads }.map(\.name)
    #expect(GeometryCase.all.count == 189 && refused.count == 26)
    #expect(Set(refused).subtracting(Self.codes.keys) == ["qgis-bad-number", "utf16"])
  }

  @Test(.enabled(if: TownGeometry.isPresent, "the towns' official files are not here"))
  func townCases() throws {
    let folder = try #require(TownGeometry.folder)
    let list = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appending(path: "geometry-cases.json")))
    var maps: [String: (SectorMap, [UInt8])] = [:]
    var count = 0
    for case let object as [String: Any] in try #require(list as? [Any]) {
      guard let file = object["geojson_file"] as? String else { continue }
      let path = file.replacing("geodata/", with: "geo/")
      if maps[path] == nil {
        let text = try TownGeometry.file(path)
        maps[path] = (SectorMap(try FeatureCollection(reading: text)), text)
      }
      let (map, text) = try #require(maps[path])
      let sample = try #require(try GeometryCase(object, text: text))
      try expectAnswers(of: map, sample)
      count += 1
    }
    #expect(count == 27)
  }

  private func expectAnswers(of map: SectorMap, _ sample: GeometryCase) throws {
    guard let point = sample.point else { return }
    let comment = Comment(rawValue: sample.name)
    guard !sample.expected.queryIsRefused else {
      #expect(throws: PositionError.self, comment) {
        try Position(longitude: point.longitude, latitude: point.latitude)
      }
      return
    }
    let position = try Position(longitude: point.longitude, latitude: point.latitude)
    let hits = map.containing(position)
    func name(_ feature: Int) -> String { sample.name(map.features[feature], feature) }
    if let covers = sample.expected.covers {
      #expect(Set(hits.map { name($0.feature) }) == Set(covers), comment)
      #expect(hits.count == covers.count, comment)
    }
    for (feature, location) in sample.expected.locations {
      let hit = hits.first { name($0.feature) == feature }?.location ?? .outside
      #expect("\(hit)" == (location == "no area" ? "outside" : location), comment)
    }
    if let order = sample.expected.smallestFirst {
      #expect(hits.map { name($0.feature) } == order, comment)
    }
    #expect(
      zip(hits, hits.dropFirst()).allSatisfy { map.areas[$0.feature] <= map.areas[$1.feature] })
    guard let nearest = sample.expected.nearest else { return }
    let found = try #require(map.nearest(to: position), comment)
    #expect(name(found.feature) == nearest, comment)
    if let metres = sample.expected.metres {
      // The kerbs' distances are planar in UTM, from a point written with 7 decimals (1 cm).
      let tolerance = sample.key == "id" ? 0.01 : 0.001
      #expect(abs(found.metres - metres) <= tolerance, "\(sample.name) \(found.metres)")
    }
    if let bearing = sample.expected.bearing {
      #expect(abs((found.bearing ?? -1) - bearing) <= 0.006, "\(sample.name) \(found)")
    }
    if let place = sample.expected.nearestPoint {
      #expect(abs(found.position.longitude - place[0]) < 2e-9, "\(sample.name) \(found)")
      #expect(abs(found.position.latitude - place[1]) < 2e-9, "\(sample.name) \(found)")
    }
  }
}
