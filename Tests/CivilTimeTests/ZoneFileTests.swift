import CivilTime
import TestSupport
import Testing

@Suite("Zone files")
struct ZoneFileTests {
  @Test("The example files of RFC 9636 appendix B")
  func examples() throws {
    // B.1: version 1, UTC with 27 leap seconds.
    var universal = TZifBuilder()
    (universal.version, universal.designations) = (0, "UTC\0")
    (universal.standardFlags, universal.universalFlags) = ([0], [0])
    let days = [
      912, 1096, 1461, 1826, 2191, 2557, 2922, 3287, 3652, 4199, 4564, 4929, 5660, 6574, 7305, 7670,
      8217, 8582, 8947, 9496, 10043, 10592, 13149, 14245, 15522, 16617, 17167,
    ]
    universal.leapSeconds = days.enumerated().map {
      (Int64($0.element * 86_400 + $0.offset), Int32($0.offset + 1))
    }
    #expect(universal.bytes.count == 272)
    let clock = try TownClock(tzif: universal.bytes, identifier: "UTC")
    #expect(clock == .utc)

    // B.2: version 2, Pacific/Honolulu, whose changes are all before 1970.
    var honolulu = TZifBuilder(rule: "HST10")
    honolulu.types = [(-37_886, 0), (-37_800, 4), (-34_200, 8), (-34_200, 12), (-34_200, 16)]
      .map { .init(offset: $0.0, daylight: $0.0 == -34_200 ? 1 : 0, name: $0.1) }
    honolulu.types.append(.init(offset: -36_000, name: 4))
    honolulu.designations = "LMT\0HST\0HDT\0HWT\0HPT\0"
    honolulu.standardFlags = [0, 0, 0, 0, 1, 0]
    honolulu.universalFlags = [0, 0, 0, 0, 1, 0]
    let seconds: [Int64] = [
      -2_334_101_314, -1_157_283_000, -1_155_436_200, -880_198_200, -769_395_600, -765_376_200,
      -712_150_200,
    ]
    honolulu.transitions = Array(zip(seconds, [1, 2, 1, 3, 4, 1, 5]))
    let hawaii = try TownClock(tzif: honolulu.bytes, identifier: "Pacific/Honolulu")
    #expect(
      try hawaii.offsetPeriod(at: utc("2026-07-01 00:00"))
        == OffsetPeriod(offsetSeconds: -36_000, start: nil, end: nil))

    // B.3: version 3, Asia/Jerusalem from 2038 on, with an hour past 24 in its rule.
    var jerusalem = TZifBuilder(rule: "IST-2IDT,M3.4.4/26,M10.5.0")
    jerusalem.version = UInt8(ascii: "3")
    jerusalem.types = [.init(offset: 0), .init(offset: 7200, name: 4)]
    jerusalem.designations = "-00\0IST\0"
    jerusalem.transitions = [(2_145_916_800, 1)]
    let israel = try TownClock(tzif: jerusalem.bytes, identifier: "Asia/Jerusalem")
    #expect(try israel.offsetSeconds(at: utc("2037-12-31 23:59:59")) == 0)
    #expect(try israel.offsetSeconds(at: utc("2038-01-01 00:00")) == 7200)
    // The fourth Thursday of March 2038 is the 25th; 26 hours later is Friday 02:00.
    #expect(
      try israel.offsetPeriod(at: utc("2038-06-01 00:00"))
        == OffsetPeriod(
          offsetSeconds: 10_800, start: utc("2038-03-26 00:00"), end: utc("2038-10-30 23:00")))
  }

  @Test("Version 4: a leap second table cut at both ends moves transitions into POSIX time")
  func leapSeconds() throws {
    var builder = TZifBuilder(rule: "CET-1")
    builder.version = UInt8(ascii: "4")
    builder.types = [.init(offset: 0), .init(offset: 3600)]
    // 2015-06-30T23:59:60Z and 2016-12-31T23:59:60Z, then the table's expiry.
    builder.leapSeconds = [(1_435_708_825, 26), (1_483_228_826, 27), (1_700_000_000, 27)]
    builder.transitions = [(1_483_228_827, 1)]
    let clock = try TownClock(tzif: builder.bytes, identifier: "X")
    let change = try utc("2017-01-01 00:00")
    #expect(clock.offsetSeconds(at: change.adding(seconds: -1)) == 0)
    #expect(clock.offsetSeconds(at: change) == 3600)
  }

  @Test("Daylight saving time all year has no changes (the C library has some at New Year)")
  func allYear() throws {
    for (rule, offset) in [("EST5EDT,0/0,J365/25", -14_400), ("XXX3EDT4,0/0,J365/23", -14_400)] {
      let clock = try TownClock(tzif: TZifBuilder(rule: rule).bytes, identifier: rule)
      let period = clock.offsetPeriod(at: try utc("2026-01-01 00:00"))
      #expect(period == OffsetPeriod(offsetSeconds: offset, start: nil, end: nil))
    }
  }

  @Test("Every file of the machine can be read, those with leap seconds have the same changes")
  func everyFile() throws {
    var leapFiles = 0
    let (start, end) = (try utc("1970-01-01 00:00"), try utc("2037-01-01 00:00"))
    let leapSecondsKnownUntil = Int(try utc("2025-01-01 00:00").secondsSince1970)
    for name in Zones.names {
      let plain = try Zones.clock(name)
      guard let bytes = try? Zones.bytes("right/\(name)") else { continue }
      let counted = try TownClock(tzif: bytes, identifier: name)
      leapFiles += 1
      // These files have no rule and end when their table of leap seconds does.
      let known = changes(counted, from: start, to: end)
      let all = changes(plain, from: start, to: end)
      #expect(known.elementsEqual(all.prefix(known.count)), "\(name)")
      #expect(all.dropFirst(known.count).allSatisfy { $0[0] > leapSecondsKnownUntil }, "\(name)")
    }
    #expect(Zones.names.count > 400)
    #expect(leapFiles == 0 || leapFiles > 400)
  }

  static let wrongFiles: [(String, TZifError.Reason, offset: Int, [UInt8])] = {
    func file(_ change: (inout TZifBuilder) -> Void) -> [UInt8] {
      var builder = TZifBuilder(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
      builder.types = [.init(offset: 0), .init(offset: 3600)]
      builder.transitions = [(1_000_000_000, 0), (1_700_000_000, 1)]
      change(&builder)
      return builder.bytes
    }
    // The block that counts begins at 98: two times, two indices at 114, types at 116, "-00" at 128.
    return [
      ("empty", .truncated(section: .header, missingBytes: 44), 0, []),
      ("magic", .wrongMagic, 2, Array("TZxf".utf8) + [UInt8](repeating: 0, count: 40)),
      ("version", .unknownVersion(0x39), 4, file { $0.version = UInt8(ascii: "9") }),
      ("isutcnt", .wrongCount(field: .isutcnt, value: 1), 74, file { $0.universalFlags = [0] }),
      (
        "isstdcnt", .wrongCount(field: .isstdcnt, value: 3), 78,
        file { $0.standardFlags = [0, 0, 0] }
      ),
      ("typecnt", .wrongCount(field: .typecnt, value: 0), 90, file { $0.types = [] }),
      ("charcnt", .wrongCount(field: .charcnt, value: 0), 94, file { $0.designations = "" }),
      (
        "equal times", .transitionsNotAscending, 106,
        file { $0.transitions[0].second = 1_700_000_000 }
      ),
      ("type index", .noSuchTimeType(2), 115, file { $0.transitions[1].type = 2 }),
      ("offset", .offsetOutOfRange(seconds: 93_600), 122, file { $0.types[1].offset = 93_600 }),
      ("daylight flag", .wrongFlag(2), 126, file { $0.types[1].daylight = 2 }),
      ("designation place", .wrongDesignation(index: 4), 127, file { $0.types[1].name = 4 }),
      ("designation end", .wrongDesignation(index: 0), 121, file { $0.designations = "CET" }),
      ("flag", .wrongFlag(3), 133, file { $0.standardFlags = [0, 3] }),
      (
        "UT, not standard", .wrongFlag(1), 135,
        file { ($0.standardFlags, $0.universalFlags) = ([1, 0], [0, 1]) }
      ),
      ("leap jump", .wrongLeapSeconds, 144, file { $0.leapSeconds = [(5, 1), (9, 3)] }),
      ("leap order", .wrongLeapSeconds, 144, file { $0.leapSeconds = [(5, 1), (5, 2)] }),
      ("no footer", .truncated(section: .footer, missingBytes: 2), 132, file { $0.footer = "" }),
      ("no newline", .wrongFooter(.newlineMissing), 132, file { $0.footer = "CET-1\n" }),
      ("open footer", .wrongFooter(.newlineMissing), 138, file { $0.footer = "\nCET-1" }),
      ("short name", .wrongFooter(.nameExpected), 133, file { $0.footer = "\nCE-1\n" }),
      ("open quote", .wrongFooter(.nameExpected), 137, file { $0.footer = "\n<CET\n" }),
      ("no offset", .wrongFooter(.offsetExpected), 136, file { $0.footer = "\nCET\n" }),
      ("offset range", .wrongFooter(.numberOutOfRange), 137, file { $0.footer = "\nCET-25\n" }),
      ("no rule", .wrongFooter(.commaExpected), 142, file { $0.footer = "\nCET-1CEST\n" }),
      ("one rule", .wrongFooter(.commaExpected), 149, file { $0.footer = "\nCET-1CEST,M3.5.0\n" }),
      (
        "month", .wrongFooter(.numberOutOfRange), 144,
        file { $0.footer = "\nCET-1CEST,M13.5.0,J1\n" }
      ),
      (
        "day of the year", .wrongFooter(.numberOutOfRange), 144,
        file { $0.footer = "\nCET-1CEST,J0,J1\n" }
      ),
      ("dot", .wrongFooter(.dateExpected), 147, file { $0.footer = "\nCET-1CEST,M3.5,J1\n" }),
      (
        "hours", .wrongFooter(.numberOutOfRange), 146,
        file { $0.footer = "\nCET-1CEST,J1/168,J9\n" }
      ),
      ("rest", .wrongFooter(.trailingText), 148, file { $0.footer = "\nCET-1CEST,J1,J9,J9\n" }),
      (
        "disagreement", .footerDisagrees(footerSeconds: 7200, transitionSeconds: 3600), 133,
        file { $0.footer = "\nEET-2\n" }
      ),
    ]
  }()

  @Test("A wrong file is an error that says what and where")
  func wrong() {
    for (name, reason, offset, bytes) in Self.wrongFiles {
      #expect(throws: TZifError(reason: reason, byteOffset: offset), "\(name)") {
        try TownClock(tzif: bytes, identifier: name)
      }
    }
  }

  @Test("A file cut short is always an error; a damaged one is an error or a clock that works")
  func damage() throws {
    var generator = SeededGenerator(seed: 9636)
    var (accepted, refused) = (0, 0)
    for name in [
      "Europe/Madrid", "America/Nuuk", "Africa/Casablanca", "right/Europe/Madrid", "Etc/UTC",
    ] {
      guard let whole = try? Zones.bytes(name) else { continue }
      for length in whole.indices {
        do throws(TZifError) {
          _ = try TownClock(tzif: Array(whole[..<length]), identifier: name)
          Issue.record("\(name) is read although cut at \(length)")
        } catch {
          #expect(0...length ~= error.byteOffset)
        }
      }
      for _ in 0..<400 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          // Half of the damage is where counts and the rule are.
          let places = Bool.random(using: &generator) ? bytes.count : min(60, bytes.count)
          let place = Int.random(in: 0..<places, using: &generator)
          bytes[Bool.random(using: &generator) ? place : bytes.count - 1 - place] =
            UInt8.random(in: 0...255, using: &generator)
        }
        do throws(TZifError) {
          exercise(try TownClock(tzif: bytes, identifier: name), &generator)
          accepted += 1
        } catch {
          refused += 1
          #expect(0...bytes.count ~= error.byteOffset)
        }
      }
    }
    #expect(accepted > 100 && refused > 100)
  }

  private func exercise(_ clock: TownClock, _ generator: inout SeededGenerator) {
    for _ in 0..<4 {
      let second = Int64.random(in: -9_000_000_000...9_000_000_000, using: &generator)
      let instant = Instant(secondsSince1970: second)
      let period = clock.offsetPeriod(at: instant)
      #expect(period.start.map { $0 <= instant } ?? true)
      #expect(period.end.map { instant < $0 } ?? true)
      _ = clock.instant(of: clock.local(instant))
    }
  }
}

/// All changes of the offset after `start` and before `end`, each with the offset after it.
func changes(_ clock: TownClock, from start: Instant, to end: Instant) -> [[Int]] {
  var changes: [[Int]] = []
  var period = clock.offsetPeriod(at: start)
  while let next = period.end, next < end {
    let before = period.offsetSeconds
    period = clock.offsetPeriod(at: next)
    changes.append([Int(next.secondsSince1970), before, period.offsetSeconds])
  }
  return changes
}
