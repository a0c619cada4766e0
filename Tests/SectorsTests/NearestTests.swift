// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Sectors
import TestSupport
import Testing

/// Distances, bearings, and which feature is the nearest.
struct NearestTests {
  /// Every length and bearing of `nearest`, walked back by the oracle, ends at the feature.
  @Test func geodesicsArriveWhereTheyShould() throws {
    var random = SeededGenerator(seed: 5)
    var lines: [String] = []
    var goals: [Position] = []
    for number in 0..<240 {
      let reach = [1e-5, 0.001, 0.1, 5, 60, 178][number % 6]
      let start = try Position(
        longitude: Double.random(in: -179...179, using: &random),
        latitude: Double.random(in: -85...85, using: &random))
      let goal = try Position(
        longitude: max(
          -180, min(180, start.longitude + Double.random(in: -reach...reach, using: &random))),
        latitude: max(
          -85, min(85, start.latitude + Double.random(in: -reach / 2...reach / 2, using: &random))))
      let text = #"{"type":"Point","coordinates":[\#(goal.longitude),\#(goal.latitude)]}"#
      let map = SectorMap(try FeatureCollection(reading: Array(text.utf8)))
      let nearest = try #require(map.nearest(to: start))
      #expect(nearest.position == goal)
      lines.append(
        "\(start.longitude) \(start.latitude) \(nearest.bearing ?? 0) \(nearest.metres)")
      goals.append(goal)
    }
    let answer = try runOracle(
      "sectors_distances.py", input: Data(lines.joined(separator: "\n").utf8))
    let ends = String(decoding: answer, as: UTF8.self).split(separator: "\n")
    #expect(ends.count == goals.count)
    for ((end, goal), line) in zip(zip(ends, goals), lines) {
      let numbers = end.split(separator: " ").compactMap { Double($0) }
      let turn = (numbers[0] - goal.longitude).remainder(dividingBy: 360)
      let east = turn * 111_320 * cos(goal.latitude * .pi / 180)
      let north = (numbers[1] - goal.latitude) * 110_574
      #expect((east * east + north * north).squareRoot() < 0.002, "\(line) -> \(end)")
    }
  }

  /// The index finds what looking at everything finds, near and far, by kind and condition.
  @Test func sameAsLookingAtEverything() throws {
    var random = SeededGenerator(seed: 6)
    let text = Self.scattered(&random, count: 300)
    let map = SectorMap(try FeatureCollection(reading: text))
    let singles = try map.features.indices.map { try Self.alone(map, $0) }
    for number in 0..<300 {
      let spread = [0.05, 0.05, 2, 90][number % 4]
      let position = try Position(
        longitude: -1.6 + Double.random(in: -spread...spread, using: &random),
        latitude: 42.8 + Double.random(in: -spread...spread, using: &random) / 2)
      let kinds = [FeatureKinds.all, .kerb, .meter, [.sector, .place]][number / 4 % 4]
      let parity = number % 3
      func isWanted(_ feature: Int) -> Bool { parity == 2 || feature % 2 == parity }
      let found = try #require(map.nearest(to: position, kinds: kinds, where: isWanted))
      let distances = map.features.indices.compactMap { feature -> Double? in
        guard kinds.contains(FeatureKinds(map.features[feature].kind)), isWanted(feature) else {
          return nil
        }
        return singles[feature].nearest(to: position)?.metres
      }
      let least = try #require(distances.min())
      #expect(abs(found.metres - least) < 0.002 + least * 1e-6, "\(position) \(found) \(least)")
      let around = map.nearby(position, within: least + 200, kinds: kinds, where: isWanted)
      #expect(around.first?.metres == found.metres || least > 20_000)
      #expect(around.count == distances.count { $0 <= least + 200 }, "\(position)")
      #expect(zip(around, around.dropFirst()).allSatisfy { $0.metres <= $1.metres })
    }
  }

  @Test func acrossThe180thMeridianAndThePoles() throws {
    let text =
      #"{"type":"Polygon","coordinates":[[[-180,10],[-179,10],[-179,11],[-180,11],[-180,10]]]}"#
    let map = SectorMap(try FeatureCollection(reading: Array(text.utf8)))
    let west = try #require(map.nearest(to: Position(longitude: 179.99, latitude: 10.5)))
    #expect(abs(west.metres - 1094.6) < 0.2 && abs((west.bearing ?? 0) - 90) < 0.01, "\(west)")
    let point = #"{"type":"Point","coordinates":[170,89.999]}"#
    let pole = SectorMap(try FeatureCollection(reading: Array(point.utf8)))
    let over = try #require(pole.nearest(to: Position(longitude: -10, latitude: 89.999)))
    #expect(abs(over.metres - 223.388) < 0.001, "\(over)")
    #expect(abs((over.bearing ?? 9).remainder(dividingBy: 360)) < 1e-9, "\(over)")
    #expect(try pole.nearby(Position(longitude: -10, latitude: 90), within: 200).count == 1)
    #expect(try pole.nearby(Position(longitude: -10, latitude: 90), within: 100).isEmpty)
  }

  /// The town's own answers: 2,676 points in the middle of a kerb.
  @Test(.enabled(if: TownGeometry.isPresent, "the towns' official files are not here"))
  func lookupVectors() throws {
    let sectors = SectorMap(
      try FeatureCollection(
        reading: TownGeometry.file("geo/pamplona/sectors.geojson"),
        mapping: TownGeometry.pamplonaSectors))
    let kerbs = SectorMap(
      try FeatureCollection(
        reading: TownGeometry.file("geo/pamplona/kerb-zones.geojson"),
        mapping: TownGeometry.pamplonaKerbs))
    let table = String(
      decoding: try TownGeometry.file("geo/pamplona/lookup-vectors.csv"), as: UTF8.self)
    var (rows, worst, farthestKerb, otherKerb) = (0, 0.0, 0.0, 0)
    for row in table.split(whereSeparator: \.isNewline).dropFirst() {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let position = try Position(longitude: Double(cells[1])!, latitude: Double(cells[2])!)
      let covers = cells[5].split(separator: ";").map(String.init)
      let hits = sectors.containing(position).compactMap { sectors.features[$0.feature].id }
      #expect(Set(hits) == Set(covers), "\(row)")
      let nearest = try #require(sectors.nearest(to: position, kinds: .sector))
      #expect(sectors.features[nearest.feature].id == cells[6], "\(row)")
      worst = max(worst, abs(nearest.metres - Double(cells[7])!))
      // The kerb that the point was taken from is at hand, with its colour.
      let kerb = try #require(kerbs.nearest(to: position, kinds: .kerb))
      farthestKerb = max(farthestKerb, kerb.metres)
      if kerbs.features[kerb.feature].id != cells[0] { otherKerb += 1 }
      let zone = TownGeometry.pamplonaKerbs.zones[cells[3]]
      let here = kerbs.nearby(position, within: 0.5, kinds: .kerb)
      #expect(
        here.contains {
          kerbs.features[$0.feature].id == cells[0] && kerbs.features[$0.feature].zone == zone
        },
        "\(row)")
      rows += 1
    }
    #expect(rows == 2676)
    print("lookup vectors: worst distance", worst, "farthest kerb", farthestKerb, otherKerb)
    #expect(worst < 0.5 && farthestKerb < 0.5, "\(worst) \(farthestKerb)")
  }

  // MARK: Material

  private static func scattered(_ random: inout SeededGenerator, count: Int) -> [UInt8] {
    let features = (0..<count).map { number -> String in
      let (x, y) = (
        -1.6 + Double.random(in: -0.06...0.06, using: &random),
        42.8 + Double.random(in: -0.04...0.04, using: &random)
      )
      let size = number % 30 == 0 ? 0.02 : 0.001
      func corner() -> String {
        let east = x + Double.random(in: 0...size, using: &random)
        return "[\(east),\(y + Double.random(in: 0...size, using: &random))]"
      }
      let first = corner()
      let geometry = [
        #"{"type":"Point","coordinates":\#(first)}"#,
        #"{"type":"LineString","coordinates":[\#(first),\#(corner()),\#(corner())]}"#,
        #"{"type":"Polygon","coordinates":[[\#(first),\#(corner()),\#(corner()),\#(first)]]}"#,
      ][number % 3]
      return #"{"type":"Feature","properties":{},"geometry":\#(geometry)}"#
    }
    return Array(
      (#"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}").utf8)
  }

  /// A map of one feature of another map.
  private static func alone(_ map: SectorMap, _ feature: Int) throws -> SectorMap {
    let shape = map.shapes(of: feature)[0]
    let list = shape.positions.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
    let geometry =
      switch shape.form {
      case .points: #"{"type":"Point","coordinates":\#(list)}"#
      case .line: #"{"type":"LineString","coordinates":[\#(list)]}"#
      case .shell, .hole: #"{"type":"Polygon","coordinates":[[\#(list)]]}"#
      }
    return SectorMap(try FeatureCollection(reading: Array(geometry.utf8)))
  }
}
