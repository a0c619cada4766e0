import Foundation
import TestSupport
import Testing

/// Where two answers may hold, `where` and `quote --here` give both, and what they rest on. During San Fermín
/// sector 1 of Pamplona keeps its blue zone and sector 2 has the rules of the orange one.
struct WhereDoubtTests {
  private static let fiestas = ["--at", "2023-07-10T10:00"]

  private static func area(_ id: String, _ west: Double) -> String {
    let east = west + 0.01
    return #"{"type":"Feature","id":"\#(id)","properties":{"sector":"\#(id)"},"geometry":{"#
      + #""type":"Polygon","coordinates":[[[\#(west),42.81],[\#(east),42.81],[\#(east),42.82],"#
      + #"[\#(west),42.82],[\#(west),42.81]]]}}"#
  }

  /// Along a meridian, so that its distance is that of the longitudes.
  private static func kerb(_ zone: String, sector: String, at longitude: Double) -> String {
    #"{"type":"Feature","properties":{"zone":"\#(zone)","sector":"\#(sector)"},"geometry":{"#
      + #""type":"LineString","coordinates":[[\#(longitude),42.814],[\#(longitude),42.816]]}}"#
  }

  private func town(
    _ kerbs: [String], date: String? = nil
  ) throws -> (user: UserFolder, said: String) {
    let user = try UserFolder()
    var said = ""
    let layers = [
      ("sectors", [Self.area("1", -1.65), Self.area("2", -1.64)]), ("kerbs", kerbs),
    ]
    for (kind, features) in layers {
      let text =
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
      let file = try user.file("\(kind).geojson", Data(text.utf8))
      let dated = date.map { ["--date", $0] } ?? []
      let result = try user.run(
        ["sectors", "import", file, "--town", "pamplona", "--as", kind] + dated)
      #expect(result.status == 0, "\(result.errors)")
      said += result.output
    }
    return (user, said)
  }

  /// One colour on both sides of a street that is the border of two sectors with different rules.
  @Test func oneColourOfTwoSectors() throws {
    let (user, _) = try town([
      Self.kerb("azul", sector: "1", at: -1.64004), Self.kerb("azul", sector: "2", at: -1.63998),
    ])
    defer { user.remove() }
    let place = "42.815,-1.64002"
    let words = try user.run(["where", place] + Self.fiestas).output
    #expect(words.contains("In sector 1:") && words.contains("In sector 2:"), "\(words)")
    #expect(!words.contains("more than one colour"), "\(words)")
    let quote = try user.run(["quote", "1h", "--here", place] + Self.fiestas)
    #expect(quote.status == 2 && quote.errors.contains("sector 1 or 2"), "\(quote.errors)")
    // On the first of August both sectors have the same rules.
    let august = try user.run(["where", place, "--at", "2023-08-01T10:00"]).output
    #expect(!august.contains("In sector"), "\(august)")
    let same = try user.run(["quote", "1h", "--here", place, "--at", "2023-08-01T10:00"])
    #expect(!same.errors.contains("sector 1 or 2") && same.output.contains("blue"), "\(same)")
    #expect(same.output.contains("the sign in the street"), "\(same)")
  }

  /// A kerb in sector 1 whose file says sector 2, as a dozen of Pamplona's own.
  @Test func kerbOfAnotherSectorThanTheMap() throws {
    let (user, _) = try town([Self.kerb("azul", sector: "2", at: -1.645)])
    defer { user.remove() }
    let place = "42.815,-1.645"
    let words = try user.run(["where", place] + Self.fiestas).output
    #expect(words.contains("gives this kerb to sector 2"), "\(words)")
    #expect(words.contains("In sector 1:") && words.contains("In sector 2:"), "\(words)")
    let quote = try user.run(["quote", "1h", "--here", place] + Self.fiestas)
    #expect(quote.status == 2 && quote.errors.contains("sector 2 or 1"), "\(quote.errors)")
  }

  /// The only kerb near is of sector 1, but the position may be across the border.
  @Test func vaguePosition() throws {
    let (user, _) = try town([Self.kerb("azul", sector: "1", at: -1.6405)])
    defer { user.remove() }
    let sharp = try user.run(["where", "geo:42.815,-1.6403;u=5"] + Self.fiestas).output
    #expect(!sharp.contains("In sector"), "\(sharp)")
    let place = "geo:42.815,-1.6403;u=60"
    let words = try user.run(["where", place] + Self.fiestas).output
    #expect(words.contains("In sector 1:") && words.contains("In sector 2:"), "\(words)")
    let quote = try user.run(["quote", "1h", "--here", place] + Self.fiestas)
    #expect(quote.status == 2 && quote.errors.contains("sector 1 or 2"), "\(quote.errors)")
  }

  /// Exchanged numbers are degrees all the same: `check` sees that they are not of Spain.
  @Test func checkOfExchangedNumbers() throws {
    let user = try UserFolder()
    defer { user.remove() }
    let file = try user.file(
      "a.geojson",
      Data(
        #"{"type":"Polygon","coordinates":[[[42.8,-1.6],[42.9,-1.7],[42.9,-1.6],[42.8,-1.6]]]}"#
          .utf8))
    let result = try user.run(["check", file])
    #expect(result.status == 1 && (result.output + result.errors).contains("exchanged"))
  }

  /// An answer says that its tariff is old and that holidays are unknown, and how old its map is.
  @Test func whatItRestsOn() throws {
    let kerbs = [Self.kerb("azul", sector: "1", at: -1.645)]
    let (user, said) = try town(kerbs)
    defer { user.remove() }
    #expect(said.contains("does not state its date"))
    let words = try user.run(["where", "42.815,-1.645", "--at", "2029-03-01T10:00"]).output
    for note in ["last checked against its sources", "not all holidays", "No date is stated"] {
      #expect(words.contains(note), "\(words)")
    }
    #expect(words.contains("which may be old: sectors and kerbs."), "\(words)")
    let (other, dated) = try town(kerbs, date: "2024")
    defer { other.remove() }
    #expect(!dated.contains("does not state its date"))
    let known = try other.run(["where", "42.815,-1.645"]).output
    #expect(known.contains("Data of 2024: kerbs.") && !known.contains("No date"), "\(known)")
  }
}
