import Sectors
import Testing

@testable import Commands

/// Positions as people and programs write them.
struct PositionTextTests {
  private static let same = [
    "42.8125 -1.6458", "42.8125,-1.6458", "42.8125, -1.6458", "42.8125 , -1.6458",
    "42,8125 -1,6458", "42,8125;-1,6458", "42,8125, -1,6458", "42,8125,-1,6458", "+42.8125 -1.6458",
    "  42.8125\t-1.6458 ", "42.8125 −1.6458", "geo:42.8125,-1.6458", "GEO:42.8125,-1.6458,450",
    "geo:42.8125,-1.6458;crs=wgs84", "geo:42.8125,-1.6458;crs=WGS84;u=35;x=1",
    "42°48'45\"N 1°38'44.88\"W", "42º 48′ 45″ N, 1º 38′ 44,88″ O", "42° 48.75' N 1° 38.748' W",
    "N 42 48.75 W 1 38.748", "N42°48'45\" W1°38'44.88\"", "42°48'45\" -1°38'44.88\"",
    "1°38'44.88\"W 42°48'45\"N", "42.8125N 1.6458W", "N42.8125, O1.6458", "42.8125° -1.6458°",
    "42.8125°N;1.6458°O", "42°48'45''N 1°38'44.88''W", "I 42.8125 M 1.6458",
    "42.8125 n 1.6458 w",
  ]

  @Test func theSamePlaceInManyWays() throws {
    for text in Self.same {
      do {
        let read = try PositionText(text)
        #expect(abs(read.position.latitude - 42.8125) < 1e-9, "\(text)")
        #expect(abs(read.position.longitude - -1.6458) < 1e-9, "\(text)")
      } catch { Issue.record("\(text): \(error)") }
    }
    #expect(try PositionText("geo:42.8,-1.6;u=35").uncertainty == 35)
    #expect(try PositionText("33°30'S 70°40'W").position.latitude == -33.5)
    #expect(try PositionText("33.5H 70E").position == Position(longitude: 70, latitude: -33.5))
    #expect(try PositionText("-0.5 0").position.latitude == -0.5)
    #expect(try PositionText("-0°30' 0°").position.latitude == -0.5)
  }

  private static let wrong: [(String, String)] = [
    ("", "empty"), (" ", "empty"), ("42.8125", "one_number"), ("42°48'N", "one_number"),
    ("42.8 -1.6 3", "unreadable"), ("here there", "unreadable"), ("42.8 x1.6", "unreadable"),
    ("1e2 3", "unreadable"), ("0x1 2", "unreadable"), ("nan nan", "unreadable"),
    ("42,8125,-1", "unreadable"), ("91 91", "out_of_range"), ("-1.6 181", "out_of_range"),
    ("-1.6 91 ", "ok"), ("100.5 42.8", "swapped"), ("42°60'N 1°W", "sixty_or_more"),
    ("42°48'75\"N 1°W", "sixty_or_more"), ("42°N 43°S", "same_axis"), ("1°W 2°E", "same_axis"),
    ("42.5°30'N 1°W", "unreadable"), ("-42°S 1°W", "unreadable"), ("42'48°N 1°W", "unreadable"),
    ("42°48'45\"30N 1°W", "unreadable"), ("geo:", "unreadable"), ("geo:42.8", "unreadable"),
    ("geo:42.8,-1.6,", "unreadable"), ("geo:42.8,-1.6;u=-1", "unreadable"),
    ("geo:42.8, -1.6", "unreadable"), ("geo:0,0?q=42.8,-1.6", "unreadable"),
    ("geo:610000,4740000;crs=epsg25830", "other_system"),
    ("geo:42.8,-1.6;u=3;crs=wgs84", "other_system"),
    ("42.8 N", "one_number"), ("N", "unreadable"), ("°", "unreadable"), ("1-2 3", "unreadable"),
    ("99999999999999999999999999999999999999999 1", "unreadable"),
  ]

  @Test func whatIsNoPosition() {
    for (text, code) in Self.wrong {
      do throws(PositionTextError) {
        _ = try PositionText(text)
        #expect(code == "ok", "\(text)")
      } catch { #expect(error.code == code, "\(text)") }
    }
  }

  @Test func pointsOfTheCompass() {
    let rows: [(Double, String)] = [
      (0, "n"), (22.4, "n"), (22.6, "ne"), (90, "e"), (135, "se"), (180, "s"), (225, "sw"),
      (270, "w"), (315, "nw"), (337.6, "n"), (359.9, "n"),
    ]
    for (bearing, point) in rows { #expect(Compass.point(bearing) == point, "\(bearing)") }
  }
}
