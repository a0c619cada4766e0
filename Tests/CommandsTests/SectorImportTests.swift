import DataLibrary
import Foundation
import Sectors
import TestSupport
import Testing

/// Imports of small files: tables, and what is refused.
struct SectorImportTests {
  private static func text(_ text: String, latin1: Bool = false) throws -> Data {
    try #require(text.data(using: latin1 ? .isoLatin1 : .utf8))
  }

  private static let mapping = """
    {"layers": {"kerbs": {"x": "gis_x", "y": "gis_y", "epsg": 25830, "zone": "color",
      "zones": {"Azul": "blue", "Señal": "green"}, "places": "plazas", "source": "mapped"}}}
    """

  private static func folder(_ user: UserFolder) throws {
    let folder = user.data.appending(path: "aparka/sectors")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(mapping.utf8).write(to: folder.appending(path: "pamplona.mapping.json"))
  }

  private static func layer(_ user: UserFolder) throws -> SectorLayer {
    let library = SectorLibrary(
      folder: DataFolder(path: Repository.root.path),
      userFolder: user.data.path + "/aparka/sectors")
    return try #require(try library.town("pamplona", kinds: [.kerbs]).layers[.kerbs])
  }

  /// Semicolons, decimal commas, thousands points, ISO 8859-1 and metres; the same with commas in UTF-8.
  @Test(arguments: [false, true])
  func table(isLatin1: Bool) throws {
    let user = try UserFolder()
    defer { user.remove() }
    try Self.folder(user)
    let rows =
      isLatin1
      ? "color;gis_x;gis_y;plazas\r\nAzul;610.000,00;4740000,5;7\r\nSeñal;610010;4740000;\r\n;;;\r\n"
      : "\u{feff}color,gis_x,gis_y,plazas\nAzul,\"610000,00\",4740000.5,7\n\"Señal\",610010,4740000,\n"
    let file = try user.file("kerbs.csv", Self.text(rows, latin1: isLatin1))
    let result = try user.run([
      "sectors", "import", file, "--town", "pamplona", "--as", "kerbs", "--date", "2026-01",
      "--licence", "CC BY 4.0",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let layer = try Self.layer(user)
    #expect(layer.map.features.map(\.zone) == ["blue", "green"])
    #expect(layer.map.features[0].word("places") == "7")
    #expect(
      layer.origin == SectorOrigin(source: "mapped", date: "2026-01", licence: "CC BY 4.0"))
    let place = try #require(layer.map.shapes(of: 0).first?.positions.first)
    // By PROJ, and half a metre north of it.
    #expect(abs(place.longitude - -1.654708657629) < 1e-7)
    #expect(abs(place.latitude - 42.804654816224 - 0.5 / 111_100) < 1e-7)
  }

  /// Name of the file, its text, further words, and what standard error must contain.
  private static let bad:
    [(name: String, text: String, words: [String], status: Int32, says: String)] =
      [
        ("empty.geojson", "", [], 1, "the file is empty"),
        ("a.csv", "a;b\n1;2\n", [], 1, "which columns hold the position"),
        ("b.csv", "x;y\n1;2;3\n", [], 1, ":2: the row has 3 cells, not 2"),
        ("c.csv", "x;y\n1;\"2\n", [], 1, ":2: a quotation mark is not closed"),
        ("d.csv", "x;y\n1;north\n", [], 1, "“north” in column y"),
        ("e.csv", "lon;lat\n610000;4740000\n", [], 1, "look like UTM metres"),
        ("f.geojson", "{\"type\":\"FeatureCollection\"", [], 1, "ends too early"),
        (
          "g.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}", [], 1,
          "nothing to import"
        ),
        (
          "h.geojson", "{\"type\":\"Topology\",\"objects\":{}}", [], 1, "this is TopoJSON"
        ),
        (
          "i.geojson",
          "{\"type\":\"Feature\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:23030\"}},"
            + "\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[610000,4740000]}}",
          [], 1, "EPSG:23030 is not converted"
        ),
        (
          "j.geojson",
          "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}", [], 1,
          "crosses itself"
        ),
        (
          "exchanged.geojson",
          "{\"type\":\"Polygon\",\"coordinates\":[[[42.8,-1.6],[42.9,-1.7],[42.9,-1.6],[42.8,-1.6]]]}",
          [],
          1, "exchanged"
        ),
        ("exchanged.csv", "lon;lat\n42.81;-1.64\n", ["--as", "kerbs"], 1, "exchanged"),
        (
          "degrees.csv", "lon;lat\n-1,64;42,81\n", ["--as", "kerbs", "--epsg", "25830"], 1,
          "“-1,64 42,81”"
        ),
        ("k.csv", "x;y\n1;2\n", ["--as", "towers"], 2, "not a kind of data"),
        ("l.csv", "x;y\n1;2\n", ["--epsg", "23030"], 2, "23030 is not converted"),
        ("m.csv", "x;y\n1;2\0\n", [], 1, "this is not text"),
      ]

  @Test func badFilesAreRefusedAndNothingIsWritten() throws {
    for row in Self.bad {
      let user = try UserFolder()
      defer { user.remove() }
      let file = try user.file(row.name, Data(row.text.utf8))
      let before = try user.contents()
      let result = try user.run(["sectors", "import", file, "--town", "pamplona"] + row.words)
      #expect(result.status == row.status, "\(row.name): \(result.errors)")
      #expect(result.errors.contains(row.says), "\(row.name): \(result.errors)")
      #expect(result.output.isEmpty)
      #expect(try user.contents() == before, "\(row.name)")
    }
  }

  @Test func badCalls() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let file = try user.file("a.csv", Data("x;y\n-1.65;42.81\n".utf8))
    let rows: [([String], Int32)] = [
      (["sectors", "import"], 2), (["sectors", "import", file], 2),
      (["sectors", "import", file, "--town", "nowhere"], 2),
      (["sectors", "import", user.data.path + "/none", "--town", "pamplona"], 1),
      (["sectors", "import", user.data.path, "--town", "pamplona"], 1),
      (["sectors", "pamplona", "--source", "x"], 2), (["sectors", "--map"], 2),
      (["sectors", "pamplona", "madrid"], 2), (["sectors", "nowhere"], 2),
      (["sectors", "pamplona", "--map", user.data.path + "/nowhere/a.svg"], 1),
    ]
    for (words, status) in rows {
      let result = try user.run(words)
      #expect(result.status == status, "\(words): \(result.output)\(result.errors)")
    }
    // No home at all.
    let homeless = try Program.run([
      "sectors", "import", file, "--town", "pamplona", "--as", "kerbs",
    ])
    #expect(homeless.status == 1 && homeless.errors.contains("XDG_DATA_HOME"))
  }

  /// Another town's file is taken, but told: Madrid's kerbs beside Pamplona's own sectors.
  @Test func anotherTownsFile() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let file = try user.file("a.csv", Data("x;y;zone\n-3.70;40.42;azul\n-1.64;42.81;azul\n".utf8))
    let call = ["sectors", "import", file, "--town", "pamplona", "--as", "kerbs"]
    let result = try user.run(call)
    #expect(result.output.contains("1 feature lies far from the sectors of Pamplona"))
    #expect(try user.run(call + ["--json"]).output.contains("\"far_away\": 1"))
  }

  /// A file over the limit is refused by its size, unread.
  @Test func tooLargeAFile() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let path = try user.file("large.geojson", Data())
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 200 << 20)
    try handle.close()
    let result = try user.run(["sectors", "import", path, "--town", "pamplona"])
    #expect(result.status == 1 && result.errors.contains("128 MiB"), "\(result.errors)")
  }
}
