import Foundation
import Sectors
import TestSupport
import Testing

/// The same answer as GEOS at every point: `covers` and `contains_properly`, on polygons with holes. 200,000 points
/// without the towns' official files, 360,000 with them.
struct AgreementTests {
  @Test func randomPolygons() throws {
    var areas = RandomAreas(seed: 20)
    let compared = try compare(areas.collection(features: 60), points: 120_000, seed: 21)
    #expect(compared.points == 120_000 && compared.features >= 40, "\(compared)")
    #expect(compared.boundary > 1000 && compared.inside > 5000, "\(compared)")
  }

  @Test func shippedSectors() throws {
    let text = [UInt8](try Data(contentsOf: Repository.file("sectors/pamplona.geojson")))
    let compared = try compare(text, points: 80_000, seed: 22)
    #expect(compared.features == 10 && compared.boundary > 10_000, "\(compared)")
  }

  @Test(
    .enabled(if: TownGeometry.isPresent, "the towns' official files are not here"),
    arguments: [
      ("pamplona/sectors", 11), ("pamplona/barrios", 14), ("madrid/ser-barrios", 65),
      ("madrid/ser-limit", 1),
    ])
  func officialFiles(_ file: String, _ features: Int) throws {
    let compared = try compare(
      TownGeometry.file("geo/\(file).geojson"), points: 40_000, seed: 23)
    #expect(compared.features == features, "\(compared)")
  }

  private struct Compared {
    var points = 0
    var features = 0
    var boundary = 0
    var inside = 0
  }

  private func compare(_ text: [UInt8], points count: Int, seed: UInt64) throws -> Compared {
    let collection = try FeatureCollection(reading: text)
    let map = SectorMap(collection)
    var random = RandomAreas(seed: seed)
    let points = random.points(for: collection, count: count)
    let answers = try askGEOS(text, points)
    var compared = Compared(points: points.count)
    var mine = [UInt8](repeating: 0, count: map.features.count * points.count)
    for (number, point) in points.enumerated() {
      let hits = map.containing(try Position(longitude: point.x, latitude: point.y))
      for hit in hits { mine[hit.feature * points.count + number] = UInt8(hit.location.rawValue) }
    }
    var differences = 0
    for feature in map.features.indices {
      let range = feature * points.count..<(feature + 1) * points.count
      guard answers[range.lowerBound] != 255 else { continue }
      compared.features += 1
      for place in range {
        if mine[place] == 1 { compared.boundary += 1 }
        if mine[place] == 2 { compared.inside += 1 }
        if mine[place] != answers[place] {
          differences += 1
          if differences < 5 {
            Issue.record(
              "feature \(feature), \(points[place - range.lowerBound]): \(mine[place]), GEOS \(answers[place])"
            )
          }
        }
      }
    }
    #expect(differences == 0)
    return compared
  }

  private func askGEOS(_ text: [UInt8], _ points: [SIMD2<Double>]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "geos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["text", "points", "answers"].map { folder.appending(path: $0) }
    try Data(text).write(to: files[0])
    try points.withUnsafeBytes { try Data($0).write(to: files[1]) }
    _ = try runOracle("sectors_geos.py", arguments: files.map(\.path))
    return [UInt8](try Data(contentsOf: files[2]))
  }
}
