import JSONText
import Sectors
import Testing

/// What the reader accepts, what it refuses, and where it says the fault is.
struct GeoJSONTests {
  struct Refusal: CustomTestStringConvertible, Sendable {
    let text: String
    /// Code, path, line and column.
    let error: String
    var testDescription: String { "\(error): \(text.prefix(60))" }

    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }
  }

  static let refusals: [Refusal] = [
    Refusal("null", "geojson_expected $ 1:1"),
    Refusal("{}", "geojson_missing_member $ 1:1"),
    Refusal(#"{"type":7}"#, "geojson_expected $.type 1:9"),
    Refusal(#"{"type":"FeatureCollection"}"#, "geojson_missing_member $ 1:1"),
    Refusal(#"{"type":"FeatureCollection","features":{}}"#, "geojson_expected $.features 1:40"),
    Refusal(
      "{\"type\":\"FeatureCollection\",\n\"features\":[\n  null]}",
      "geojson_expected $.features[0] 3:3"),
    Refusal(
      #"{"type":"FeatureCollection","features":[{"type":"Point","coordinates":[0,0]}]}"#,
      "geojson_unexpected_type $.features[0].type 1:49"),
    Refusal(
      #"{"type":"Feature","properties":[],"geometry":null}"#, "geojson_expected $.properties 1:32"),
    Refusal(#"{"type":"Feature","id":true,"geometry":null}"#, "geojson_expected $.id 1:24"),
    Refusal(
      #"{"type":"Feature","geometry":{"type":"Feature","geometry":null}}"#,
      "geojson_unexpected_type $.geometry.type 1:38"),
    Refusal(
      #"{"type":"Feature","geometry":{"coordinates":[0,0]}}"#,
      "geojson_missing_member $.geometry 1:30"),
    Refusal(
      #"{"type":"GeometryCollection","coordinates":[]}"#, "geojson_missing_member $ 1:1"),
    Refusal(
      #"{"type":"Point","coordinates":[[0,0]]}"#, "geojson_wrong_nesting $.coordinates[0] 1:32"),
    Refusal(
      #"{"type":"MultiPoint","coordinates":[0,0]}"#, "geojson_wrong_nesting $.coordinates[0] 1:37"),
    Refusal(
      #"{"type":"LineString","coordinates":[[0,0]]}"#, "geojson_line_too_short $.coordinates 1:36"),
    Refusal(
      #"{"type":"MultiLineString","coordinates":[[[0,0],[1,1]],[[0,0]]]}"#,
      "geojson_line_too_short $.coordinates[1] 1:56"),
    Refusal(
      #"{"type":"Polygon","coordinates":[[]]}"#, "geojson_ring_too_short $.coordinates[0] 1:34"),
    Refusal(
      #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#,
      "geojson_ring_too_short $.coordinates[0] 1:34"),
    Refusal(
      #"{"coordinates":[[[0,0],[1,1],[1,0],[0,1]]],"type":"Polygon"}"#,
      "geojson_unclosed_ring $.coordinates[0] 1:17"),
    Refusal(
      #"{"type":"Point","coordinates":[1e308,0]}"#, "geojson_out_of_range $.coordinates 1:31"),
    Refusal(
      #"{"type":"Point","coordinates":[1e999,0]}"#, "json_number_out_of_range $.coordinates[0] 1:32"
    ),
    Refusal(
      #"{"type":"Point","coordinates":[0,0,1e400]}"#,
      "json_number_out_of_range $.coordinates[2] 1:36"),
    Refusal(
      #"{"type":"Point","coordinates":[0,-90.001]}"#, "geojson_out_of_range $.coordinates 1:31"),
    Refusal(#"{"type":"Point","coordinates":null}"#, "geojson_expected $.coordinates 1:31"),
    Refusal(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[610000,4740000]},"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25830"}}}"#,
      "geojson_unsupported_reference_system $.crs 1:84"),
    Refusal(
      #"{"type":"Point","crs":{"type":"EPSG","properties":{"code":3857}},"coordinates":[0,0]}"#,
      "geojson_unsupported_reference_system $.crs 1:23"),
    Refusal(
      #"{"type":"Point","crs":{"type":"link","properties":{"href":"http://example.com/x"}},"coordinates":[0,0]}"#,
      "geojson_unsupported_reference_system $.crs 1:23"),
    Refusal(
      #"{"type":"Point","coordinates":[0,0]} {"type":"Point"}"#, "geojson_newline_delimited $ 1:38"),
    Refusal(
      #"{"type":"Point","coordinates":[0,0],"type":"Point"}"#, "json_duplicate_key $.type 1:37"),
    Refusal("[[[[", "geojson_expected $ 1:1"),
  ]

  @Test(arguments: refusals)
  func refuses(_ refusal: Refusal) {
    let error = #expect(throws: GeoJSONError.self) {
      try FeatureCollection(reading: Array(refusal.text.utf8))
    }
    guard let error else { return }
    #expect("\(error.code) \(error.path) \(error.line):\(error.column)" == refusal.error)
  }

  @Test(arguments: [
    (610_000.0, 4_740_000.0, LikelySystem.utm), (-183_000, 5_285_000, .webMercator),
    (42.8, -98.5, .swapped), (187, 15, nil), (1e300, 0, nil),
  ])
  func guessesTheSystem(_ x: Double, _ y: Double, _ likely: LikelySystem?) {
    let text = #"{"type":"Point","coordinates":[\#(x),\#(y)]}"#
    let error = #expect(throws: GeoJSONError.self) {
      try FeatureCollection(reading: Array(text.utf8))
    }
    guard case .outOfRange(x, y, likely) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "null", #"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#,
    #"{"type":"name","properties":{"name":"OGC:CRS84"}}"#,
    #"{"type":"name","properties":{"name":"EPSG:4326"}}"#,
    #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4326"}}"#,
    #"{"type":"EPSG","properties":{"code":4326}}"#,
    #""http://www.opengis.net/def/crs/EPSG/0/4326""#,
  ])
  func acceptsReferenceSystem(_ system: String) throws {
    let text = #"{"type":"Point","crs":\#(system),"coordinates":[-1.6,42.8]}"#
    let collection = try FeatureCollection(reading: Array(text.utf8))
    #expect(collection.notes.map(\.kind) == (system == "null" ? [] : [.legacyReferenceSystem]))
  }

  @Test func readsEveryGeometry() throws {
    let texts = [
      #"{"type":"Point","coordinates":[1,2,3,4]}"#: "points 1",
      #"{"type":"Point","coordinates":[]}"#: "",
      #"{"coordinates":[[1,2],[3,4]],"type":"MultiPoint"}"#: "points 2",
      #"{"type":"LineString","coordinates":[[1,2],[3,4],[5,6]]}"#: "line 3",
      #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[],[[5,6],[7,8]]]}"#:
        "line 2,line 2",
      #"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[2,1],[3,1],[3,2],[2,1]]]}"#:
        "shell 4,hole 4",
      #"{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,0]]],[],[[[2,1],[3,1],[3,2],[2,1]]]]}"#:
        "shell 4,shell 4",
      #"{"geometries":[{"type":"Point","coordinates":[1,2]},{"type":"GeometryCollection","geometries":[]}],"type":"GeometryCollection"}"#:
        "points 1",
    ]
    for (text, shapes) in texts {
      let collection = try FeatureCollection(reading: Array(text.utf8))
      #expect(collection.features.count == 1)
      let found = collection.shapes(of: 0).map { "\($0.form) \($0.positions.count)" }
      #expect(found.joined(separator: ",") == shapes, "\(text)")
    }
  }

  @Test func readsProperties() throws {
    let text = """
      {"features": [
        {"id": 7, "type": "Feature", "geometry": {"coordinates": [1, 2], "type": "Point"},
         "properties": {"kind": "place", "name": {"es": "Estación", "eu": "Geltokia", "x": 1},
          "zone": "azul", "source": "layer", "date": "2024-01-31", "status": "approximate",
          "tags": ["a", 1.50, null, true, {"b": []}], "name_en": "Station", "empty": ""}},
        {"type": "Feature", "id": "x", "geometry": null, "properties": {"id": 8, "kind": "zoo", "name": "N"}},
        {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]},
         "properties": null}
      ], "type": "FeatureCollection"}
      """
    var mapping = PropertyMapping()
    mapping.zones = ["azul": "blue"]
    mapping.namesByLanguage = ["en": "name_en"]
    let features = try FeatureCollection(reading: Array(text.utf8), mapping: mapping).features
    #expect(features.map(\.id) == ["7", "8", nil])
    #expect(features.map(\.kind) == [.place, .sector, .kerb])
    #expect(features.map(\.statedKind) == [.place, nil, nil])
    #expect(features[0].names == ["es": "Estación", "eu": "Geltokia", "x": "1", "en": "Station"])
    #expect(features[0].zone == "blue" && features[0].source == "layer")
    #expect(features[0].date == "2024-01-31" && features[0].status == "approximate")
    #expect(
      features[0].otherProperties == [
        Property(
          name: "tags",
          value: .list([
            .text("a"), .number("1.50"), .null, .bool(true),
            .object([Property(name: "b", value: .list([]))]),
          ])), Property(name: "empty", value: .text("")),
      ])
    #expect(features[1].names == ["und": "N"])
    #expect(features[1].otherProperties == [Property(name: "kind", value: .text("zoo"))])
  }

  @Test func limits() throws {
    func code(_ text: [UInt8], _ options: GeoJSONOptions = GeoJSONOptions()) -> GeoJSONError.Kind? {
      do throws(GeoJSONError) {
        _ = try FeatureCollection(reading: text, options: options)
        return nil
      } catch { return error.kind }
    }
    let large = [UInt8](repeating: 0x20, count: 200_000_000)
    #expect(code(large) == .json(.tooLarge(bytes: 200_000_000, limit: 128 << 20)))
    let points = Array(#"{"type":"MultiPoint","coordinates":[[0,0],[1,1],[2,2]]}"#.utf8)
    #expect(code(points, GeoJSONOptions(positions: 2)) == .tooManyPositions(limit: 2))
    #expect(code(points, GeoJSONOptions(positions: 3)) == nil)
    for count in [16, 17, 100_000] {
      let text =
        String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: count)
        + String(repeating: "]}", count: count)
      #expect(code(Array(text.utf8)) == (count > 16 ? .collectionsTooDeep(limit: 16) : nil))
    }
    for start in [
      #"{"type":"Polygon","coordinates":"#, #"{"type":"Point","coordinates":[0,0],"other":"#,
      #"{"type":"Feature","geometry":null,"properties":{"a":"#, #"{"coordinates":"#, #"{"crs":"#,
    ] {
      for open in ["[", #"{"a":"#] {
        let text = start + String(repeating: open, count: 100_000)
        #expect(code(Array(text.utf8)) != nil)
      }
    }
    let nested =
      #"{"type":"Feature","geometry":null,"properties":{"a":"# + String(repeating: "[", count: 400)
      + String(repeating: "]", count: 400) + "}}"
    #expect(code(Array(nested.utf8)) == nil)
  }

  @Test(arguments: [
    (Double.nan, 0.0, "position_not_finite"), (0, .infinity, "position_not_finite"),
    (180.0000001, 0, "position_longitude_out_of_range"),
    (0, -90.0000001, "position_latitude_out_of_range"),
  ])
  func refusesPosition(_ longitude: Double, _ latitude: Double, _ code: String) {
    let error = #expect(throws: PositionError.self) {
      try Position(longitude: longitude, latitude: latitude)
    }
    #expect(error?.code == code)
  }
}
