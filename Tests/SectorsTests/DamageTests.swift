// swift-format-ignore-file: NeverForceUnwrap
import Sectors
import TestSupport
import Testing

/// Damaged texts never crash reader, index or check, and every error points into the text.
struct DamageTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func flipsAndCuts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let texts = GeometryCase.all.map(\.text).filter { $0.count < 700 }
    var (read, refused) = (0, 0)
    for number in 0..<26_000 {
      var text = texts[Int.random(in: 0..<texts.count, using: &random)]
      damage(&text, &random)
      do throws(GeoJSONError) {
        let options = GeoJSONOptions(closesRings: number % 4 != 0)
        let map = SectorMap(try FeatureCollection(reading: text, options: options))
        read += 1
        if number % 4 == 0 { use(map, &random) }
        if number % 16 == 0 { _ = SectorCheck.findings(in: text) }
      } catch {
        refused += 1
        #expect(0...text.count ~= error.offset && error.line > 0 && error.column > 0)
      }
    }
    // Both ways must be frequent for the test to mean anything.
    #expect(read > 5_000 && refused > 10_000, "\(read) \(refused)")
  }

  private func damage(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    let interesting = Array(#"0123456789-+.eE[]{},:" \nt"#.utf8)
    for _ in 0..<Int.random(in: 1...2, using: &random) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: text.removeSubrange(place...)
      case 1: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: text.remove(at: place)
      case 3:
        let end = min(text.count, place + Int.random(in: 1...20, using: &random))
        text.insert(contentsOf: text[place..<end], at: place)
      case 4: text[place] = interesting.randomElement(using: &random)!
      default:
        let digits = text.indices.filter { 0x30...0x39 ~= text[$0] }
        if let digit = digits.randomElement(using: &random) {
          text[digit] = UInt8.random(in: 0x30...0x39, using: &random)
        }
      }
    }
  }

  private func use(_ map: SectorMap, _ random: inout SeededGenerator) {
    guard
      let position = try? Position(
        longitude: Double.random(in: -180...180, using: &random),
        latitude: Double.random(in: -90...90, using: &random))
    else { return }
    let hits = map.containing(position)
    let nearest = map.nearest(to: position)
    #expect((nearest == nil) == (map.box == nil))
    if !hits.isEmpty { #expect(nearest?.metres == 0) }
    if let nearest { #expect(nearest.metres.isFinite && nearest.metres >= 0) }
  }
}
