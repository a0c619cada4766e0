import Foundation
import TestSupport
import Testing

/// `aparka check` between town files and sector files, both ways.
struct SectorReferenceTests {
  /// A data folder with the invented town of Vega, whose rules name the place `market`, and this sector file.
  private static func check(_ features: String) throws -> Program.Result {
    let user = try UserFolder()
    defer { user.remove() }
    let files = FileManager.default
    try files.createDirectory(
      at: user.data.appending(path: "tariffs/holidays"), withIntermediateDirectories: true)
    try files.createDirectory(
      at: user.data.appending(path: "sectors"), withIntermediateDirectories: true)
    for (from, to) in [
      ("translations", "translations"),
      ("Tests/CommandsTests/Data/tariffs/vega.json", "tariffs/vega.json"),
      ("Tests/CommandsTests/Data/tariffs/holidays/vega.json", "tariffs/holidays/vega.json"),
    ] {
      try files.createSymbolicLink(
        at: user.data.appending(path: to), withDestinationURL: Repository.file(from))
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"
    _ = try user.file("sectors/vega.geojson", Data(text.utf8))
    return try user.run(["check", "--data", user.data.path])
  }

  private static func area(_ properties: String) -> String {
    "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\","
      + "\"coordinates\":[[[-2,43],[-1.99,43],[-1.99,43.01],[-2,43.01],[-2,43]]]}}"
  }

  @Test func bothWays() throws {
    let sector = "\"kind\":\"sector\",\"id\":\"1\",\"status\":\"official\""
    let rows: [(features: [String], status: Int32, says: [String])] = [
      ([sector, "\"kind\":\"place\",\"id\":\"market\""], 0, []),
      // The place has no area: a slip where there are places, and a note where there are none.
      (
        [sector, "\"kind\":\"place\",\"id\":\"park\""], 1,
        ["the place market has no polygon", "does not name the place park"]
      ),
      ([sector], 0, ["Note: ", "the place market has no polygon"]),
      (
        [
          sector.replacing("official", with: "approximate"),
          "\"kind\":\"place\",\"id\":\"market\",\"zone\":\"pink\"",
        ],
        1, ["has no zone pink"]
      ),
      (
        [
          sector, "\"kind\":\"place\",\"id\":\"market\"",
          "\"kind\":\"kerb\",\"id\":\"k\",\"sector\":\"9\"",
        ],
        1, ["kerbs of the sector 9"]
      ),
    ]
    for row in rows {
      let result = try Self.check(row.features.map(Self.area).joined(separator: ","))
      let text = result.output + result.errors
      #expect(result.status == row.status, "\(text)")
      for says in row.says { #expect(text.contains(says), "\(text)") }
      if row.says.isEmpty { #expect(!text.contains("Note") && result.errors.isEmpty, "\(text)") }
    }
  }
}
