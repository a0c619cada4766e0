import CivilTime
import DataLibrary
import Foundation
import JSONText
import OpeningHours
import Phrasebook
import Tariffs
import TestSupport
import Testing

@testable import Commands

struct ExportTests {
  private static let towns: [TariffEngine] = {
    let library = TownLibrary(folder: DataFolder(path: Repository.root.path))
    return ((try? library.townIDs()) ?? []).compactMap { try? library.engine(town: $0) }
  }()

  private static func edition(
    _ town: String, _ date: String
  ) throws -> (engine: TariffEngine, edition: Edition, moment: Instant) {
    let engine = try #require(towns.first { $0.town.id == town })
    let day = try CivilDate(iso8601: date)
    let edition = try #require(engine.town.edition(on: day))
    return (
      engine, edition, engine.clock.instant(of: LocalDateTime(date: day, minuteOfDay: 720))
    )
  }

  /// What is written for two towns, and what is said not to be. Made anew with, for example,
  /// `aparka export --as cds --town calatayud --at 2026-11-30T12:00 --lang en`.
  @Test(arguments: ["cds", "osm"], [("calatayud", "2026-11-30"), ("pamplona", "2022-05-11")])
  func golden(format: String, town: (String, String)) throws {
    let run = BatchTool([
      "export", "--as", format, "--town", town.0, "--at", town.1 + "T12:00",
    ])
    #expect(run.status == 0)
    let path = "Tests/golden/export/\(town.0).\(format)"
    let wanted = try ["json", "txt"].map {
      try String(contentsOf: Repository.file("\(path).\($0)"), encoding: .utf8)
    }
    #expect(run.output == wanted[0])
    #expect(run.errors == wanted[1])
  }

  /// Every town, against the specification's required members and another reader of opening_hours.
  @Test(arguments: ["cds", "osm"], ["2026-11-30", "2022-05-11"])
  func othersReadIt(format: String, date: String) throws {
    let run = BatchTool(["export", "--as", format, "--at", date + "T12:00"])
    #expect(run.status == 0)
    let report = try runOracle(
      "export_check.py", arguments: [format], input: Data(run.output.utf8))
    let lines = String(decoding: report, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1, "\(lines)")
    #expect(Int(lines.last ?? "") ?? 0 > 20)
  }

  /// The oracle is not one that finds all well.
  @Test func theCheckCanFail() throws {
    let run = BatchTool([
      "export", "--as", "osm", "--town", "calatayud", "--at", "2026-11-30T12:00",
    ])
    let broken = run.output.replacing("Mo-Fr 09:30", with: "Mo-Xx 09:30")
    let report = try runOracle("export_check.py", arguments: ["osm"], input: Data(broken.utf8))
    #expect(String(decoding: report, as: UTF8.self).split(separator: "\n").count > 1)
  }

  /// Time spans, read by a plain reader of the specification, are the zone's hours at every half hour of a
  /// year, wherever no rule was left out.
  @Test func timeSpansAreTheHours() throws {
    var compared = 0
    var seen: Set<String> = []
    for engine in Self.towns {
      for zone in engine.town.editions.flatMap(\.zones) {
        guard case .published(let hours) = zone.hours,
          seen.insert("\(engine.town.id) \(hours)").inserted
        else { continue }
        let spans = CDSTimeSpans(hours, from: 2026)
        guard spans.leftOut.isEmpty else { continue }
        let plain = try spans.json.map { try PlainTimeSpan($0) }
        let compiled = CompiledHours(hours)
        var date = try CivilDate(iso8601: "2026-01-01")
        while date.components.year == 2026 {
          let isHoliday = engine.holidays.contains(date)
          for minute in stride(from: 0, to: 1440, by: 30) {
            let time = LocalDateTime(date: date, minuteOfDay: minute)
            let said = spans.isAlways || plain.contains { $0.holds(time, isHoliday: isHoliday) }
            let isOpen = compiled.state(at: time, holidays: engine.holidays).isOpen
            if said != isOpen { Issue.record("\(engine.town.id) \(hours) at \(time)") }
            compared += 1
          }
          date = date.adding(days: 1)
        }
      }
    }
    #expect(compared > 400_000)
  }

  /// Rates, read by a plain reader of the specification, are the price at every minute, or off by just what is said.
  @Test func ratesAreThePriceOrSaidNotToBe() throws {
    var (exact, inexact) = (0, 0)
    for engine in Self.towns {
      for edition in engine.town.editions {
        let moment = engine.clock.instant(
          of: LocalDateTime(date: CivilDate(daysSince1970: 20_000), minuteOfDay: 0))
        let export = CDSExport(engine, edition: edition, at: moment)
        let data = try JSONCursor(JSONNode(parsing: Array(export.json.text().utf8))).member("data")
        let policies = try data.member("policies").array()
        for zone in edition.zones {
          guard let price = ExportPrice(zone, rule: nil, in: edition),
            !export.unsayable.items.contains(where: {
              $0.zone == zone.id && $0.topic == .zoneLeftOut
            })
          else { continue }
          let ids = try data.member("zones").array().first {
            try $0.member("user_zone_id").string() == zone.id
          }?.member("curb_policy_ids").array().map { try $0.string() }
          let paying = try policies.first {
            let rule = try $0.member("rules").array()[0]
            return try ids?.contains($0.member("curb_policy_id").string()) == true
              && rule.optionalMember("user_classes") == nil
              && rule.member("rate").array().isEmpty == false
          }
          let rates = try PlainRates(#require(paying))
          let most = (1...price.lastMinute).map {
            abs(rates.cents($0, step: price.stepCents ?? 1) - price.cents($0))
          }.max()
          let said = export.unsayable.items.filter { $0.zone == zone.id && $0.topic == .price }
          if most == 0 { exact += 1 } else { inexact += 1 }
          #expect(
            most == 0 || said.contains { $0.detail.hasSuffix("<= \(most ?? 0) cents") },
            "\(engine.town.id) \(edition.id) \(zone.id)")
        }
      }
    }
    #expect(exact > 0 && inexact > 0)
  }

  /// Whatever is added to a town is in the output or in the list.
  @Test func whatCannotBeSaidIsListed() throws {
    let changes: [(topic: Unsayable.Topic, formats: String, change: (inout Zone) -> Void)] = [
      (.zoneLeftOut, "cds osm", { $0.hours = .unpublished }),
      (.zoneLeftOut, "cds", { $0.rateID = nil }), (.price, "osm", { $0.rateID = nil }),
      (.maximumPerDay, "cds osm", { $0.maximumPerDayMinutes = 77 }),
      (.gap, "cds osm", { $0.gap = Gap(policy: .cut) }),
      (.gap, "cds osm", { $0.gap = Gap(policy: .carry, overnight: .newTicket) }),
      (.prepay, "cds osm", { $0.prepay = Prepay(allowed: true) }),
      (
        .returnBan, "cds osm",
        { $0.returnBan = ReturnBan(minutes: 60, after: .maximum, from: .end, within: .zone) }
      ),
      (
        .returnBan, "osm",
        { $0.returnBan = ReturnBan(minutes: 60, after: .anyTicket, from: .end, within: .zone) }
      ),
      (.extensionRule, "cds osm", { $0.extensionRule = ExtensionRule(ladderContinues: false) }),
      (.ignoredMinutes, "cds osm", { $0.ignoredMinutes = 3 }),
      (.refund, "cds osm", { $0.refundedWith = ["app"] }),
      (.place, "cds osm", { $0.area = .init(sectors: ["9"]) }),
      (
        .classRule, "cds osm",
        {
          var rule = ClassRule()
          rule.change.maximumStay = .minutes(5)
          $0.classRules["eco"] = rule
        }
      ),
      (
        .hoursRule, "cds",
        {
          $0.hours =
            (try? .published(.init(parsing: "Mo-Fr 09:00-20:00; 2027 Jan 05 off"))) ?? .unpublished
        }
      ),
      (
        .tagTooLong, "osm",
        {
          let days = (1...28).map { "Mar \($0 < 10 ? "0" : "")\($0) off" }.joined(separator: "; ")
          $0.hours = (try? .published(.init(parsing: "Mo-Fr 09:00-20:00; \(days)"))) ?? .unpublished
        }
      ),
    ]
    let (engine, edition, moment) = try Self.edition("calatayud", "2026-11-30")
    func topics(_ edition: Edition, _ format: String) -> Set<Unsayable> {
      Set(
        format == "cds"
          ? CDSExport(engine, edition: edition, at: moment).unsayable.items
          : OSMExport(engine, edition: edition).unsayable.items)
    }
    for (topic, formats, change) in changes {
      var changed = edition
      change(&changed.zones[0])
      for format in ["cds", "osm"] {
        let new = topics(changed, format).subtracting(topics(edition, format))
        #expect(
          new.contains { $0.topic == topic && $0.zone == "blue" } == formats.contains(format),
          "\(topic) \(format)")
      }
    }
  }

  @Test func everyTopicHasWords() {
    for language in ["es", "eu", "en"] {
      let phrases = PhraseLibrary(folder: DataFolder(path: Repository.root.path))
        .phrasebook(.init(tag: language) ?? .english)
      for topic in Unsayable.Topic.allCases {
        #expect(phrases.has("export.unsayable.\(topic.rawValue)"))
      }
    }
  }

  @Test(arguments: [
    (["export"], 2, "--as"), (["export", "--as", "gtfs"], 2, "gtfs"),
    (["export", "--as", "osm", "--town", "calatayu"], 2, "calatayud"),
    (["export", "--as", "osm", "--town", "pamplona", "--at", "1975-01-01T10:00"], 1, "No tariff"),
    (["export", "--as", "osm", "x"], 2, "One word too many"),
  ])
  func refused(arguments: [String], status: Int, word: String) {
    let run = BatchTool(arguments)
    #expect(Int(run.status) == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(word))
  }

  /// RFC 3174's test, and a name-based UUID of RFC 4122's DNS namespace as Python's uuid gives it.
  @Test func hashes() {
    func hex(_ text: String) -> String {
      SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(NameBasedUUID.text("calatayud/blue") == "c797b690-3598-5ee3-9b90-ef69f1dc6234")
  }
}
