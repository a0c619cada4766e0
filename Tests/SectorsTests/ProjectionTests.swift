import Foundation
import Sectors
import TestSupport
import Testing

/// UTM metres to degrees, against PROJ.
struct ProjectionTests {
  /// 3,000 places, in Spain and up to 10 degrees from the central meridian.
  @Test func agreesWithPROJ() throws {
    var generator = SeededGenerator(seed: 25_830)
    let codes = [25_828, 25_829, 25_830, 25_831, 32_630, 32_601, 32_660]
    let rows = (0..<3000).map { number -> (code: Int, east: Double, north: Double) in
      // The second half is far out.
      let reach = number < 1500 ? 300_000.0 : 700_000
      return (
        codes[number % codes.count], 500_000 + .random(in: -reach...reach, using: &generator),
        .random(in: 0...9_000_000, using: &generator)
      )
    }
    let input = rows.map { "\($0.code) \($0.east) \($0.north)\n" }.joined()
    let answers = String(
      decoding: try runOracle("sectors_projection.py", input: Data(input.utf8)), as: UTF8.self
    ).split(separator: "\n")
    #expect(answers.count == rows.count)
    var worst = 0.0
    for (row, answer) in zip(rows, answers) {
      let numbers = answer.split(separator: " ").compactMap { Double($0) }
      let zone = try #require(UTMZone(epsg: row.code))
      let position = try zone.position(easting: row.east, northing: row.north)
      let shrink = cos(position.latitude * .pi / 180)
      // Zones 1 and 60 reach across the 180th meridian.
      let turn = abs(position.longitude - numbers[0])
      let east = min(turn, abs(turn - 360)) * shrink * 111_320
      worst = max(worst, east, abs(position.latitude - numbers[1]) * 111_320)
    }
    #expect(worst < 1e-3, "\(worst) m")
  }

  @Test func otherCodesAndNumbers() throws {
    for code in [4326, 23_030, 25_827, 25_832, 32_600, 32_661, 3857] {
      #expect(UTMZone(epsg: code) == nil, "\(code)")
    }
    let zone = try #require(UTMZone(epsg: 25_830))
    #expect(zone.centralMeridian == -3)
    for (east, north) in [
      (Double.nan, 0), (0, .infinity), (1e9, 4e6), (5e5, 1e8), (-1e300, 1e300),
    ] {
      #expect(throws: PositionError.self) { try zone.position(easting: east, northing: north) }
    }
  }

  /// The two files of Madrid's neighbourhoods, in metres and in degrees of seven decimals.
  @Test(.enabled(if: TownGeometry.isPresent, "the town's file is not beside the checkout"))
  func madridInMetresAndInDegrees() throws {
    func rings(_ name: String) throws -> [[[[Double]]]] {
      let data = Data(try TownGeometry.file("geo/madrid/\(name)"))
      let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      return try #require(root["features"] as? [[String: Any]]).compactMap {
        ($0["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]]
      }
    }
    let zone = try #require(UTMZone(epsg: 25_830))
    // One of the files has its rings turned round, so places are compared as sets.
    let degrees = try rings("ser-barrios.geojson")
    let metres = try rings("ser-barrios-epsg25830.geojson")
    #expect(degrees.count == 65 && metres.count == 65)
    var known: [[Int]: [[Double]]] = [:]
    func cell(_ place: [Double]) -> [Int] { place.map { Int(($0 * 1e6).rounded()) } }
    for place in degrees.joined().joined() { known[cell(place), default: []].append(place) }
    var (missing, total) = (0, 0)
    for place in metres.joined().joined() {
      let position = try zone.position(easting: place[0], northing: place[1])
      let found = [position.longitude, position.latitude]
      let middle = cell(found)
      let near = (-1...1).flatMap { x in (-1...1).map { [middle[0] + x, middle[1] + $0] } }
        .flatMap { known[$0] ?? [] }
      // A centimetre is 1.2e-7 degrees of longitude there, and both files are rounded.
      total += 1
      if !near.contains(where: { abs($0[0] - found[0]) < 1.8e-7 && abs($0[1] - found[1]) < 1.8e-7 })
      {
        missing += 1
      }
    }
    #expect(total > 5000 && missing == 0, "\(missing) of \(total)")
  }
}
