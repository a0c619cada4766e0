import CivilTime
import DataLibrary
import JSONText
import OpeningHours
import TestSupport
import Testing

@testable import Tariffs

/// Engines to ask: those of the shipped towns, and towns made of a few lines of JSON.
enum TestTown {
  static let library = TownLibrary(folder: DataFolder(path: Repository.root.path))
  static let clock = (try? library.clock("Europe/Madrid")) ?? .utc
  static let shippedIDs = (try? library.townIDs()) ?? []
  static let shipped: [String: TariffEngine] = Dictionary(
    uniqueKeysWithValues: shippedIDs.compactMap { id in
      (try? library.engine(town: id)).map { (id, $0) }
    })

  /// One zone `street` with one rate `only`.
  ///
  /// - Parameters:
  ///   - zone: members of the zone beside name, hours and rate, each followed by a comma.
  ///   - more: members of the edition, each followed by a comma.
  static func text(
    hours: String = "24/7", rate: String, zone: String = "", more: String = ""
  ) -> String {
    """
    {
      "town": "testing", "name": { "en": "Testing" }, "time_zone": "Europe/Madrid",
      "holidays": [], "sources": { "X-1": { "title": "Made up" } },
      "editions": {
        "current": {
          "source": "X-1", "status": "official", \(more)
          "zones": {
            "street": { \(zone)
              "name": { "en": "street" }, "hours": "\(hours)", "rate": "only"
            }
          },
          "rates": { "only": \(rate) }
        }
      }
    }
    """
  }

  static func engine(
    _ text: String, clock: TownClock = clock, holidays: HolidaySet = .none
  ) throws -> TariffEngine {
    TariffEngine(
      town: try TownFile.read(JSONNode(parsing: text)), clock: clock, holidays: holidays)
  }

  /// A date of which the test is sure; 1970 if it is not one.
  static func date(_ text: String) -> CivilDate {
    (try? CivilDate(iso8601: text)) ?? CivilDate(daysSince1970: 0)
  }

  /// The same for a local time.
  static func local(_ text: String) -> LocalDateTime {
    (try? LocalDateTime(iso8601: text))
      ?? LocalDateTime(date: CivilDate(daysSince1970: 0), minuteOfDay: 0)
  }

  static func rate(_ text: String) throws -> Rate {
    let town = try TownFile.read(JSONNode(parsing: Self.text(rate: text)))
    return try #require(town.editions[0].rates["only"])
  }
}

/// One question to a shipped or made-up town, in the town's own time.
struct Asked {
  let engine: TariffEngine
  var zone = "street"
  var vehicle: VehicleClass?
  var sector: String?
  var place: String?
  var gap: GapPolicy?
  var prepay: Bool?
  var previous: [(String, String)] = []

  func time(_ text: String) -> Instant {
    engine.clock.instant(of: TestTown.local(text))
  }

  func local(_ instant: Instant?) -> String? {
    instant.map { engine.clock.local($0).iso8601(.minutes) }
  }

  /// An answer without anything in it where the town does not have the zone.
  func quote(at: String, _ want: QuoteRequest.Want) -> Quote {
    let zone = engine.prepared(
      zone: zone, vehicle: vehicle, sector: sector, place: place,
      assuming: Assumptions(gap: gap, prepayAllowed: prepay))
    let request = QuoteRequest(
      arrival: time(at), want: want,
      previous: previous.map { PreviousTicket(from: time($0.0), until: time($0.1)) })
    return zone?.quote(request)
      ?? Quote(zoneID: self.zone, arrival: time(at), outcome: .refused)
  }

  func pay(_ cents: Int, at: String) -> Quote { quote(at: at, .money(Cents(cents))) }
  func stay(_ minutes: Int, at: String) -> Quote { quote(at: at, .minutes(minutes)) }
  func stay(until: String, at: String) -> Quote { quote(at: at, .until(time(until))) }
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}
