import Sectors
import Testing

/// Public bug reports of libraries that do this job, by the letter they have in our list of hard cases.
struct HardCaseTests {
  private func map(_ features: [(id: String, rings: String)]) throws -> SectorMap {
    let list = features.map { id, rings in
      #"{"type":"Feature","id":"\#(id)","properties":{},"geometry":{"type":"Polygon","coordinates":[\#(rings)]}}"#
    }
    let text = #"{"type":"FeatureCollection","features":["# + list.joined(separator: ",") + "]}"
    return SectorMap(try FeatureCollection(reading: Array(text.utf8)))
  }

  private func square(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
    "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
  }

  private func ids(_ map: SectorMap, _ longitude: Double, _ latitude: Double) throws -> [String] {
    let hits = map.containing(try Position(longitude: longitude, latitude: latitude))
    return hits.map { map.features[$0.feature].id ?? "" }
  }

  /// ringsaturn/tzf-rs#207 and the same with two squares: a point on a shared border is in both.
  @Test func sharedBorderG1G3() throws {
    for (west, point) in [(0.0, 7.5), (-30, -22.5)] {
      let zones = try map([
        ("west", square(west, 50, point, 55)), ("east", square(point, 50, west + 15, 55)),
      ])
      #expect(try ids(zones, point, 54.5) == ["west", "east"])
    }
    let squares = try map([("a", square(0, 0, 1, 1)), ("b", square(1, 0, 2, 1))])
    #expect(try ids(squares, 1, 0.5) == ["a", "b"])
  }

  /// Turfjs/turf#2839, a policy: the answer is exact for the numbers as they are, without a tolerance, and
  /// the caller asks how far the border is. Here 5 nanometres.
  @Test func withinFloatErrorOfAnEdgeG4() throws {
    let ring = "[[-47.16,52.39],[-51.33,28.7],[-27.6,28.7],[-30.76,54.58],[-47.16,52.39]]"
    let area = try map([("a", ring)])
    let position = try Position(longitude: -29.804634123970356, latitude: 46.75567440770657)
    let border = try #require(area.nearestOutline(to: position))
    #expect(border.metres < 1e-6, "\(border)")
    #expect(area.nearby(position, within: 1).map(\.feature) == [0])
    #expect(area.containing(position).allSatisfy { $0.location != .boundary })
  }

  /// pegler/pytzwhere#34: a polygon in a hole of a polygon in a hole of a polygon.
  @Test func nestedHolesG6() throws {
    let nested = try map([
      ("denver", square(-114, 33, -104, 40) + "," + square(-113, 34, -109, 37)),
      ("navajo", square(-113, 34, -109, 37) + "," + square(-111.2, 35, -110, 36)),
      ("phoenix", square(-111.2, 35, -110, 36)),
    ])
    #expect(try ids(nested, -110.58195555806134, 35.53178795327783) == ["phoenix"])
    #expect(try ids(nested, -110.41118747093144, 35.76969036563554) == ["phoenix"])
    #expect(try ids(nested, -112, 34.5) == ["navajo"])
    #expect(try ids(nested, -105, 39) == ["denver"])
  }

  /// RomanIakovlev/timeshape#120: in a gap of a few centimetres between neighbours nothing covers the point,
  /// but the neighbours are at hand.
  @Test func gapAtTheBorderG9() throws {
    let zones = try map([
      ("bucharest", square(20.7152405, 46, 21, 46.5)),
      ("budapest", square(20, 46, 20.7152399, 46.5)),
    ])
    let position = try Position(longitude: 20.71524, latitude: 46.16799)
    #expect(zones.containing(position).isEmpty)
    let near = zones.nearby(position, within: 1)
    #expect(near.map { zones.features[$0.feature].id } == ["budapest", "bucharest"])
    #expect(near.allSatisfy { $0.metres < 0.05 })
    #expect(zones.nearest(to: position)?.feature == 1)
  }

  /// uwaterloo/OpenData#207 and others: latitude and longitude exchanged.
  @Test func swappedG10() throws {
    let pamplona = try map([("1", square(-1.7, 42.78, -1.6, 42.85))])
    let swapped = try Position(longitude: 42.8125, latitude: -1.6458)
    let meant = try Position(longitude: -1.6458, latitude: 42.8125)
    #expect(pamplona.looksSwapped(swapped) == meant)
    #expect(pamplona.looksSwapped(meant) == nil)
    #expect(try pamplona.looksSwapped(Position(longitude: 2.17, latitude: 41.39)) == nil)
    #expect(throws: PositionError.latitudeOutOfRange(-98.5)) {
      try Position(longitude: 42.8, latitude: -98.5)
    }
  }

  /// Turfjs/turf#2577 and #3050: a hole is outside; parts of a MultiPolygon that overlap do not cancel out.
  @Test func holeAndOverlappingPartsG11G13() throws {
    let holed = try map([("a", square(0, 0, 10, 10) + "," + square(4, 4, 6, 6))])
    #expect(try ids(holed, 5, 5).isEmpty)
    let text =
      #"{"type":"MultiPolygon","coordinates":[[\#(square(0, 0, 10, 10))],[\#(square(5, 5, 15, 15))]]}"#
    let parts = SectorMap(try FeatureCollection(reading: Array(text.utf8)))
    let hits = parts.containing(try Position(longitude: 7, latitude: 7))
    #expect(hits.map(\.feature) == [0] && hits.map(\.location) == [.inside])
  }

  /// Turfjs/turf#2287: on the line through an edge, half a degree beyond its end.
  @Test func beyondTheEndOfAnEdgeX4() throws {
    let rhombus = try map([("a", "[[0,0],[1,0],[2,1],[1,1],[0,0]]")])
    #expect(try ids(rhombus, 1.5, 1.5).isEmpty)
    #expect(try ids(rhombus, 1.5, 0.5) == ["a"])
  }

  /// Areas against figures of other origin: a zone of one degree at the equator and at 42 N (the
  /// `geod_polygonarea` of PROJ differs in the sixth digit: its edges are geodesics), and all the Earth.
  @Test func areasOnTheEllipsoid() throws {
    let areas = try map([
      ("earth", square(-180, -90, 180, 90)), ("half", square(-180, 0, 180, 90)),
      ("cell", square(-1.65, 42.81, -1.64, 42.82)),
      ("holed", square(0, 0, 2, 2) + "," + square(0.5, 0.5, 1, 1)),
      ("whole", square(0, 0, 2, 2)), ("hole", square(0.5, 0.5, 1, 1)),
    ]).areas
    #expect(abs(areas[0] / 510_065_621_724_088 - 1) < 1e-9, "\(areas[0])")
    #expect(abs(areas[1] * 2 / areas[0] - 1) < 1e-12)
    #expect(abs(areas[2] / (817.861 * 1110.892) - 1) < 1e-4, "\(areas[2])")
    #expect(abs(areas[3] - (areas[4] - areas[5])) < 1)
  }
}
