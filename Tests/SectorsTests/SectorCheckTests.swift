import Foundation
import Sectors
import TestSupport
import Testing

/// What `aparka check` says about a file.
struct SectorCheckTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let geometry: String
    let findings: [String]
    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    Sample(name: "good", geometry: polygon("[[0,0],[10,0],[10,10],[0,10],[0,0]]"), findings: []),
    Sample(
      name: "unclosed ring", geometry: polygon("[[0,0],[10,0],[10,10],[0,10]]"),
      findings: ["sectors_unclosed_ring $.geometry.coordinates[0]"]),
    Sample(
      name: "clockwise shell", geometry: polygon("[[0,0],[0,10],[10,10],[10,0],[0,0]]"),
      findings: ["sectors_winding $.geometry.coordinates[0]"]),
    Sample(
      name: "counter-clockwise hole",
      geometry: polygon(
        "[[0,0],[20,0],[20,20],[0,20],[0,0]],[[5,5],[15,5],[15,15],[5,15],[5,5]]"),
      findings: ["sectors_winding $.geometry.coordinates[1]"]),
    Sample(
      name: "figure of eight", geometry: polygon("[[0,0],[10,10],[10,0],[0,12],[0,0]]"),
      findings: ["sectors_self_intersection $.geometry.coordinates[0]"]),
    Sample(
      name: "balanced figure of eight", geometry: polygon("[[0,0],[10,10],[10,0],[0,10],[0,0]]"),
      findings: [
        "sectors_zero_area $.geometry.coordinates[0]",
        "sectors_self_intersection $.geometry.coordinates[0]",
      ]),
    Sample(
      name: "self-touching ring",
      geometry: polygon(
        "[[0,0],[10,0],[10,10],[5,10],[7,6],[3,6],[5,10],[0,10],[0,0]]"),
      findings: ["sectors_self_touch $.geometry.coordinates[0]"]),
    Sample(
      name: "spike",
      geometry: polygon("[[0,0],[10,0],[10,5],[15,5],[10,5],[10,10],[0,10],[0,0]]"),
      findings: [
        "sectors_self_touch $.geometry.coordinates[0]",
        "sectors_spike $.geometry.coordinates[0]",
      ]),
    Sample(
      name: "repeated vertices",
      geometry: polygon("[[0,0],[10,0],[10,0],[10,0],[10,10],[0,10],[0,0]]"),
      findings: ["sectors_duplicate_vertices $.geometry.coordinates[0]"]),
    Sample(
      name: "all on a line", geometry: polygon("[[0,0],[10,0],[5,0],[0,0]]"),
      findings: ["sectors_zero_area $.geometry.coordinates[0]"]),
    Sample(
      name: "one position", geometry: polygon("[[2,1],[2,1],[2,1],[2,1]]"),
      findings: ["sectors_zero_area $.geometry.coordinates[0]"]),
    Sample(
      name: "sliver of 5 cm",
      geometry: polygon(
        "[[-1.65,42.81],[-1.64,42.81],[-1.64,42.81000045],[-1.65,42.81000045],[-1.65,42.81]]"),
      findings: ["sectors_sliver $.geometry.coordinates[0]"]),
    Sample(
      name: "hole outside",
      geometry: polygon(
        "[[0,0],[10,0],[10,10],[0,10],[0,0]],[[20,20],[20,30],[30,30],[30,20],[20,20]]"),
      findings: ["sectors_hole_outside_shell $.geometry.coordinates[1]"]),
    Sample(
      name: "hole across the border of a bay",
      geometry: polygon(
        "[[0,0],[10,0],[10,10],[6,10],[5,5],[4,10],[0,10],[0,0]],[[2,8],[8,8],[5,2],[2,8]]"),
      findings: ["sectors_rings_cross $.geometry.coordinates[1]"]),
    Sample(
      name: "height of the last position",
      geometry: polygon("[[0,0,1],[10,0,1],[10,10,1],[0,0,2]]"),
      findings: ["sectors_closing_height_differs $.geometry.coordinates[0]"]),
    Sample(name: "no geometry", geometry: "null", findings: ["sectors_no_geometry $"]),
    Sample(
      name: "metres", geometry: polygon("[[610000,4740000],[611000,4740000]]"),
      findings: ["geojson_out_of_range $.geometry.coordinates[0][0]"]),
  ]

  static func polygon(_ rings: String) -> String {
    #"{"type":"Polygon","coordinates":[\#(rings)]}"#
  }

  static func feature(_ geometry: String, id: String = "1") -> String {
    #"{"type":"Feature","properties":{"id":"\#(id)","kind":"sector"},"geometry":\#(geometry)}"#
  }

  @Test(arguments: samples)
  func findsWhatIsWrong(_ sample: Sample) {
    let found = SectorCheck.findings(in: Array(Self.feature(sample.geometry).utf8))
    #expect(found.map { "\($0.code) \($0.path)" } == sample.findings)
  }

  @Test func overlapsAreMeasured() throws {
    // 0.001 degrees of longitude by 0.01 of latitude at 42.815: 81.785 m by 1,110.87 m.
    let left = Self.polygon(
      "[[-1.66,42.81],[-1.65,42.81],[-1.65,42.82],[-1.66,42.82],[-1.66,42.81]]")
    let right = Self.polygon(
      "[[-1.651,42.81],[-1.64,42.81],[-1.64,42.82],[-1.651,42.82],[-1.651,42.81]]")
    let seam = Self.polygon(
      "[[-1.66,42.80],[-1.64,42.80],[-1.64,42.8100001],[-1.66,42.8100001],[-1.66,42.80]]")
    let text =
      #"{"type":"FeatureCollection","features":["#
      + [("a", left), ("b", right), ("c", seam)].map { Self.feature($0.1, id: $0.0) }
      .joined(separator: ",\n") + "]}"
    let overlaps = SectorCheck.findings(in: Array(text.utf8))
    #expect(overlaps.map(\.line) == [1, 1, 2])
    #expect(overlaps.map(\.id) == ["a", "a", "b"])
    guard case .overlap("b", let area, isSeam: false) = overlaps[0].kind,
      case .overlap("c", let seamArea, isSeam: true) = overlaps[1].kind,
      case .overlap("c", _, isSeam: true) = overlaps[2].kind
    else {
      Issue.record("\(overlaps)")
      return
    }
    #expect(abs(area - 81.785 * 1110.87) < 30, "\(area)")
    #expect(abs(seamArea - 817.85 * 0.0111) < 0.1, "\(seamArea)")
    #expect(overlaps[0].severity == .warning && overlaps[1].severity == .note)
  }

  @Test func wholeFile() {
    let far = Self.polygon("[[42.81,-1.65],[42.81,-1.64],[42.82,-1.64],[42.81,-1.65]]")
    let region = BoundingBox(west: -1.8, south: 42.7, east: -1.5, north: 42.9)
    let text =
      "\u{FEFF}"
      + #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"#
      + #""features":[{"type":"Feature","properties":{"kind":"zoo"},"bbox":[1],"geometry":\#(far)},"#
      + "\n\(Self.feature("null")),\n\(Self.feature("null"))]}"
    let found = SectorCheck.findings(in: Array(text.utf8), region: region)
    #expect(
      found.map { "\($0.line) \($0.code) \($0.path)" } == [
        "1 sectors_byte_order_mark $", "1 sectors_legacy_reference_system $.crs",
        "1 sectors_missing_id $.features[0]", "1 sectors_unknown_kind $.features[0]",
        "1 sectors_bad_bounding_box $.features[0].bbox",
        "1 sectors_looks_swapped $.features[0].geometry.coordinates[0]",
        "1 sectors_winding $.features[0].geometry.coordinates[0]",
        "2 sectors_no_geometry $.features[1]", "3 sectors_no_geometry $.features[2]",
        "3 sectors_repeated_id $.features[2]",
      ])
  }

  @Test func shippedSectors() throws {
    let region = BoundingBox(west: -1.72, south: 42.77, east: -1.59, north: 42.86)
    let found = SectorCheck.findings(in: try shipped(), region: region)
    #expect(found.filter { $0.severity == .error }.isEmpty, "\(found)")
    let map = SectorMap(try FeatureCollection(reading: shipped()))
    #expect(map.features.map(\.id) == (1...10).map(String.init))
    #expect(map.features.allSatisfy { $0.status == "approximate" && $0.statedKind == .sector })
    #expect(map.features.allSatisfy { Set($0.names.keys) == ["es", "eu"] && $0.source != nil })
    let square = try Position(longitude: -1.6432, latitude: 42.8169)
    #expect(map.smallestContaining(square) == 0, "Plaza del Castillo is in the Casco Antiguo")
  }

  @Test(.enabled(if: TownGeometry.isPresent, "the towns' official files are not here"))
  func officialSectorsOverlap() throws {
    let text = try TownGeometry.file("geo/pamplona/sectors.geojson")
    let found = SectorCheck.findings(in: text, mapping: TownGeometry.pamplonaSectors)
    var overlaps: [String: Double] = [:]
    for finding in found {
      if case .overlap(let other, let area, _) = finding.kind {
        overlaps[[finding.id ?? "", other].sorted().joined(separator: "/")] = area
      }
    }
    // As GEOS measured them in EPSG:25830, whose scale here is 0.99965: 0.07 % of the area.
    #expect(abs((overlaps["2/3"] ?? 0) - 822) < 2, "\(overlaps)")
    #expect(abs((overlaps["8/9"] ?? 0) - 310) < 1, "\(overlaps)")
    let madrid = SectorCheck.findings(
      in: try TownGeometry.file("geo/madrid/ser-barrios-epsg25830.geojson"))
    #expect(madrid.map(\.code) == ["geojson_unsupported_reference_system"])
    guard case .unreadable(.unsupportedReferenceSystem(_, 25830)) = madrid[0].kind else {
      Issue.record("\(madrid)")
      return
    }
    let barrios = SectorCheck.findings(in: try TownGeometry.file("geo/madrid/ser-barrios.geojson"))
    #expect(barrios.allSatisfy { $0.severity != .error }, "\(barrios)")
  }

  private func shipped() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Repository.file("sectors/pamplona.geojson")))
  }
}
