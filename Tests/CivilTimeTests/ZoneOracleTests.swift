import CivilTime
import Foundation
import TestSupport
import Testing

@Suite("Zones against zoneinfo, the C library and Foundation")
struct ZoneOracleTests {
  @Test("All zones of the machine have zoneinfo's changes, offsets and local times, 1970-2199")
  func allZones() throws {
    let groups = try Oracle.groups(arguments: ["system"])
    #expect(Set(groups.flatMap(\.names)) == Set(Zones.names))
    for group in groups {
      // Equal files: the others need only be equal too.
      try group.compare(with: Zones.clock(group.names[0]))
      for name in group.names.dropFirst() {
        #expect(try Zones.bytes(name) == Zones.bytes(group.names[0]))
      }
    }
    let total = groups.map(\.changes.count).reduce(0, +)
    let locals = groups.map(\.locals.count).reduce(0, +)
    // As many as tzdata 2025b has, less a margin for zones that may be retired.
    #expect(groups.count > 300 && total > 40_000 && locals > 60_000)
  }

  @Test("Rules of all forms mean what the C library takes them to mean")
  func rules() throws {
    var rules = [
      "CET-1CEST,M3.5.0,M10.5.0/3", "AEST-10AEDT,M10.1.0,M4.1.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1",
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
      "EET-2EEST,M3.4.4/50,M10.4.4/50", "<+0330>-3:30", "NST3:30:52NDT2:30:52,J60/0:01,J300/0:01",
      "AAA-1BBB,59,300", "AAA-1BBB,58/24,299/167", "AAA-1BBB,J59/-167,J365/-167",
      "AAA-1BBB,M2.5.6,M11.1.1/-3:30:15",
    ]
    var generator = SeededGenerator(seed: 331)
    for _ in 0..<30 { rules.append(Self.randomRule(&generator)) }
    let groups = try Oracle.groups(
      arguments: ["rules"], input: Data(rules.joined(separator: "\n").utf8))
    for (rule, group) in zip(rules, groups) {
      try group.compare(
        with: TownClock(tzif: TZifBuilder(rule: rule).bytes, identifier: rule))
    }
    #expect(groups.count == rules.count)
    #expect(groups.filter { $0.changes.isEmpty }.count == 1)
  }

  /// Changes in spring and autumn, on either hemisphere, in all three ways to write a date.
  private static func randomRule(_ generator: inout SeededGenerator) -> String {
    func day(_ months: ClosedRange<Int>) -> String {
      let month = Int.random(in: months, using: &generator)
      let yearDay = month * 30 - Int.random(in: 0...29, using: &generator)
      let date =
        switch Int.random(in: 0...2, using: &generator) {
        case 0: "J\(yearDay)"
        case 1: "\(yearDay)"
        default:
          "M\(month).\(Int.random(in: 1...5, using: &generator))"
            + ".\(Int.random(in: 0...6, using: &generator))"
        }
      let hours = Int.random(in: -167...167, using: &generator)
      return Bool.random(using: &generator) ? date : "\(date)/\(hours):15:30"
    }
    let days = [day(2...4), day(8...10)]
    let (start, end) = Bool.random(using: &generator) ? (days[0], days[1]) : (days[1], days[0])
    let standard = Int.random(in: -12...12, using: &generator)
    let daylight = [":30", "", ":15"].randomElement(using: &generator) ?? ""
    let shift = [-2, -1, 1].randomElement(using: &generator) ?? 1
    return "<+A1>\(standard)<-B2>\(standard + shift)\(daylight),\(start),\(end)"
  }

  @Test("Foundation's zones agree where its data is of the machine's version")
  func foundation() throws {
    var differing: [String] = []
    var generator = SeededGenerator(seed: 2025)
    for name in TimeZone.knownTimeZoneIdentifiers.sorted() where Zones.names.contains(name) {
      let zone = try #require(TimeZone(identifier: name))
      let clock = try Zones.clock(name)
      var seconds = (0..<100).map { _ in
        Int64.random(in: 0...7_258_118_399, using: &generator)
      }
      let (first, last) = (try utc("1970-01-01 00:00"), try utc("2199-12-31 00:00"))
      for change in changes(clock, from: first, to: last).prefix(120) {
        seconds += [Int64(change[0]) - 1, Int64(change[0])]
      }
      let wrong = seconds.first {
        clock.offsetSeconds(at: Instant(secondsSince1970: $0))
          != zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))
      }
      if let wrong { differing.append("\(name) at \(wrong)") }
    }
    if Zones.dataVersion == TimeZone.timeZoneDataVersion {
      #expect(differing == [])
    } else if !differing.isEmpty {
      // Other data may differ, but not unseen.
      print(
        "tzdata \(Zones.dataVersion), Foundation \(TimeZone.timeZoneDataVersion): \(differing)")
    }
    for name in ["Europe/Madrid", "Atlantic/Canary", "Africa/Ceuta", "Europe/Paris"] {
      #expect(!differing.contains { $0.hasPrefix(name) })
    }
  }
}

/// What `civil_zones.py` says of one zone.
private struct Oracle {
  let names: [String]
  let changes: [[Int]]
  let moments: [[Int]]
  let locals: [[Int]]

  static func groups(arguments: [String], input: Data = Data()) throws -> [Oracle] {
    let output = try runOracle("civil_zones.py", arguments: arguments, input: input)
    let newline = try #require(output.firstIndex(of: UInt8(ascii: "\n")))
    let names = try JSONDecoder().decode([[String]].self, from: output[..<newline])
    let numbers = output[(newline + 1)...].withUnsafeBytes { buffer in
      (0..<(buffer.count / 8)).map {
        Int(Int64(littleEndian: buffer.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self)))
      }
    }
    var position = 0
    func table(width: Int) -> [[Int]] {
      let count = numbers[position]
      defer { position += 1 + count * width }
      return (0..<count).map { row in
        Array(numbers[(position + 1 + row * width)..<(position + 1 + (row + 1) * width)])
      }
    }
    return names.map {
      Oracle(
        names: $0, changes: table(width: 3), moments: table(width: 2), locals: table(width: 4))
    }
  }

  func compare(with clock: TownClock) throws {
    let name = clock.identifier
    let (first, last) = (try utc("1970-01-01 00:00"), Instant(secondsSince1970: 7_258_118_400))
    #expect(CivilTimeTests.changes(clock, from: first, to: last) == changes, "\(name)")
    for moment in changes {
      // The change itself is in the list above; here the lookup is asked on both sides of it.
      let instant = Instant(secondsSince1970: Int64(moment[0]))
      try #require(clock.offsetSeconds(at: instant.adding(seconds: -1)) == moment[1], "\(name)")
      try #require(clock.offsetSeconds(at: instant) == moment[2], "\(name)")
    }
    for moment in moments {
      let instant = Instant(secondsSince1970: Int64(moment[0]))
      try #require(clock.offsetSeconds(at: instant) == moment[1], "\(name) at \(moment[0])")
    }
    for probe in locals {
      let local = LocalDateTime(secondsSinceLocal1970: Int64(probe[0]))
      let (one, two) = (
        Instant(secondsSince1970: Int64(probe[2])), Instant(secondsSince1970: Int64(probe[3]))
      )
      let expected: LocalResolution =
        switch probe[1] {
        case 0: .unique(one)
        case 1: .repeated(first: one, second: two)
        default: .skipped(transition: one)
        }
      try #require(clock.resolve(local) == expected, "\(name) at local \(probe[0])")
    }
  }
}
