import DataLibrary
import Foundation
import Sectors
import TestSupport
import Testing

/// Pamplona's and Madrid's own files, imported by the program and looked up through the data library.
@Suite(.enabled(if: UserFolder.geography != nil, "the towns' files are not beside the checkout"))
struct SectorLookupTests {
  private func imported(
    _ user: UserFolder, _ files: [String], town: String, as kind: String = "sectors"
  ) throws -> Program.Result {
    let geography = try #require(UserFolder.geography)
    let paths = files.map { geography.appending(path: $0).path }
    return try user.run(["sectors", "import"] + paths + ["--town", town, "--as", kind])
  }

  private func sectors(_ user: UserFolder, _ town: String) throws -> TownSectors {
    try SectorLibrary(
      folder: DataFolder(path: Repository.root.path),
      userFolder: user.data.path + "/aparka/sectors"
    ).town(town)
  }

  /// Every row of the vectors that GEOS computed: zone, covering sectors, nearest sector and its distance.
  @Test func everyLookupVectorOfPamplona() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let first = try imported(user, ["pamplona/sectors.geojson"], town: "pamplona")
    #expect(first.status == 0, "\(first.errors)")
    // Reported, not mended.
    #expect(first.output.contains("sectors 2 and 3 share 822\u{a0}m²"), "\(first.output)")
    #expect(first.output.contains("sectors 8 and 9 share 311\u{a0}m²"))
    let second = try imported(user, ["pamplona/kerb-zones.geojson"], town: "pamplona", as: "kerbs")
    #expect(second.status == 0, "\(second.errors)")
    let town = try sectors(user, "pamplona")
    #expect(town.layers[.sectors]?.isImported == true && town.layers[.kerbs]?.isImported == true)
    let zones = ["azul": "blue", "naranja": "orange", "roja": "red", "verde": "green"]
    let file = try #require(UserFolder.geography).appending(path: "pamplona/lookup-vectors.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
      .dropFirst()
    #expect(rows.count == 2676)
    var (wrong, worst): ([String], Double) = ([], 0)
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let position = try Position(
        longitude: #require(Double(cells[1])), latitude: #require(Double(cells[2])))
      let kerb = town.nearestKerb(to: position)
      let covering = town.sectors(covering: position).compactMap { $0.id.flatMap { Int($0) } }
      let expected = cells[5].split { " ;|".contains($0) }.compactMap { Int($0) }
      let nearest = town.nearestSector(to: position)
      let distance = abs((nearest?.metres ?? .infinity) - (Double(cells[7]) ?? 0))
      worst = max(worst, distance)
      let isRight =
        kerb?.zone == zones[cells[3]] && kerb?.sector == cells[4]
        && covering.sorted() == expected.sorted() && distance <= 0.5
        && (expected.count > 1
          ? expected.contains(Int(nearest?.id ?? "") ?? 0) : nearest?.id == cells[6])
      if !isRight { wrong.append(String(row)) }
    }
    #expect(wrong == [], "\(wrong.count) of \(rows.count)")
    #expect(worst <= 0.5, "\(worst)")
  }

  @Test func machinesOutOfServiceAreLeftOut() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let result = try imported(user, ["pamplona/meters.geojson"], town: "pamplona", as: "meters")
    #expect(result.status == 0)
    let layer = try #require(try sectors(user, "pamplona").layers[.meters])
    #expect(layer.features(.meter).count == 871)
    #expect(Set(layer.map.features.compactMap(\.zone)) == ["blue", "orange", "red"])
    // The sectors that come with the program stay.
    #expect(try sectors(user, "pamplona").layers[.sectors]?.isImported == false)
  }

  /// The file in metres and the one in degrees make the same neighbourhoods.
  @Test func madridInMetres() throws {
    let (metres, degrees) = (try UserFolder(), try UserFolder())
    defer {
      metres.remove()
      degrees.remove()
    }
    #expect(
      try imported(metres, ["madrid/ser-barrios-epsg25830.geojson"], town: "madrid").status == 0)
    #expect(try imported(degrees, ["madrid/ser-barrios.geojson"], town: "madrid").status == 0)
    func areas(_ user: UserFolder) throws -> [String: Double] {
      let layer = try #require(try sectors(user, "madrid").layers[.sectors])
      return Dictionary(
        uniqueKeysWithValues: zip(layer.map.features, layer.map.areas).map { ($0.0.id ?? "", $0.1) }
      )
    }
    let (first, second) = (try areas(metres), try areas(degrees))
    #expect(first.count == 64 && first["-"] == nil && Set(first.keys) == Set(second.keys))
    // Both files are rounded to a centimetre.
    for (id, area) in first { #expect(abs(area - (second[id] ?? 0)) < 5e-5 * area, "\(id)") }
  }

  @Test func severalFilesAreOneLayer() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let result = try imported(
      user, ["madrid/ser-bands-not-green-2023.geojson", "madrid/ser-bands-not-green-2023.geojson"],
      town: "madrid", as: "kerbs")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("no zone “alta rotación” (144 features)"), "\(result.output)")
    let layer = try #require(try sectors(user, "madrid").layers[.kerbs])
    #expect(layer.features(.kerb).count == 2 * 4198)
  }

  /// Nothing is written by a question, and no file ever holds the position.
  @Test func noPositionIsKept() throws {
    let user = try UserFolder()
    defer { user.remove() }
    _ = try imported(user, ["pamplona/sectors.geojson"], town: "pamplona")
    let before = try user.contents()
    #expect(!before.isEmpty)
    for words in [
      ["where", "42.81234567", "-1.64234567"], ["where", "42.81234567", "-1.64234567", "--json"],
      ["quote", "blue", "1h", "--here", "42.81234567,-1.64234567"],
    ] { _ = try user.run(words) }
    #expect(try user.contents() == before)
  }
}
