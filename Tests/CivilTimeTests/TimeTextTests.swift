import CivilTime
import TestSupport
import Testing

@Suite("ISO 8601 text")
struct TimeTextTests {
  @Test("Moments and durations are read as written")
  func reading() throws {
    #expect(try CivilDate(iso8601: "2026-01-13") == CivilDate(year: 2026, month: 1, day: 13))
    for text in [
      "2025-10-14T12:50", "2025-10-14 12:50", "2025-10-14t12:50:00", "2025-10-14T12:50:00.999",
    ] {
      #expect(try LocalDateTime(iso8601: text) == local("2025-10-14 12:50"), "\(text)")
      #expect(try WrittenMoment(iso8601: text) == .local(local("2025-10-14 12:50")), "\(text)")
      for offset in ["+02:00", "+02:00:00"] {
        #expect(try Instant(iso8601: text + offset) == utc("2025-10-14 10:50"))
        #expect(try WrittenMoment(iso8601: text + offset) == .instant(utc("2025-10-14 10:50")))
      }
    }
    #expect(try Instant(iso8601: "2025-10-14T10:50:07Z") == utc("2025-10-14 10:50:07"))
    #expect(try Instant(iso8601: "2025-10-14T10:50-00:00") == utc("2025-10-14 10:50"))
    #expect(try Instant(iso8601: "1970-01-01T00:00+00:14:44").secondsSince1970 == -884)
    let madrid = try Zones.clock("Europe/Madrid")
    let written = try WrittenMoment(iso8601: "2026-03-29T02:30")
    #expect(try written.instant(in: madrid) == utc("2026-03-29 01:00"))
    let durations = [
      "PT1H30M": 90, "PT90M": 90, "PT0M": 0, "PT25H": 1500, "PT5400S": 90, "PT1H59M60S": 120,
      "PT007M": 7, "PT2016144H": 120_968_640,
    ]
    for (text, minutes) in durations {
      #expect(try DurationText.minutes(iso8601: text) == minutes, "\(text)")
    }
  }

  @Test("Values are printed as the profile says")
  func printing() throws {
    #expect(try CivilDate(iso8601: "2026-01-03").iso8601 == "2026-01-03")
    #expect(try local("2025-10-04 02:05:09").iso8601(.minutes) == "2025-10-04T02:05")
    #expect(try local("2025-10-04 02:05:09").iso8601(.seconds) == "2025-10-04T02:05:09")
    let madrid = try Zones.clock("Europe/Madrid")
    #expect(try madrid.iso8601(utc("2026-01-13 09:00")) == "2026-01-13T10:00:00+01:00")
    #expect(try TownClock.utc.iso8601(utc("2026-01-13 09:00")) == "2026-01-13T09:00:00+00:00")
    #expect(try utc("2026-01-13 09:00").iso8601 == "2026-01-13T09:00:00Z")
    // Liberia kept 44 minutes and 30 seconds until 1972.
    let monrovia = try Zones.clock("Africa/Monrovia")
    #expect(try monrovia.iso8601(utc("1971-01-01 12:00")) == "1971-01-01T11:15:30-00:44:30")
    #expect(
      [0, 45, 60, 90, 1500].map(DurationText.iso8601) == [
        "PT0M", "PT45M", "PT1H", "PT1H30M", "PT25H",
      ])
    #expect(DurationText.iso8601(minutes: -5) == "-PT5M")
    // Outside the supported years a text is long, and no crash.
    #expect(CivilDate(daysSince1970: Int(Int32.max)).iso8601 == "5881580-07-11")
    #expect(CivilDate(daysSince1970: Int(Int32.min)).iso8601 == "-5877641-06-23")
  }

  @Test("What is printed is read back as the same value")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 8601)
    let clocks = try ["Europe/Madrid", "Atlantic/Canary", "Africa/Monrovia", "Pacific/Apia"].map(
      Zones.clock)
    for _ in 0..<2000 {
      let second = Int64.random(in: 100_000...7_258_000_000, using: &generator)
      let instant = Instant(secondsSince1970: second)
      #expect(try Instant(iso8601: instant.iso8601) == instant)
      for clock in clocks { #expect(try Instant(iso8601: clock.iso8601(instant)) == instant) }
      let local = LocalDateTime(secondsSinceLocal1970: second)
      #expect(try LocalDateTime(iso8601: local.iso8601(.seconds)) == local)
      #expect(try LocalDateTime(iso8601: local.iso8601(.minutes)).minuteOfDay == local.minuteOfDay)
      #expect(try CivilDate(iso8601: local.date.iso8601) == local.date)
      let minutes = Int.random(in: 0...DurationText.longestMinutes, using: &generator)
      #expect(try DurationText.minutes(iso8601: DurationText.iso8601(minutes: minutes)) == minutes)
    }
  }

  static let wrongMoments: [(String, TimeTextError.Reason, column: Int)] = [
    ("", .expected(.year), 1), ("26-01-13T10:00Z", .expected(.year), 3),
    ("2026/01/13", .expected(.dateHyphen), 5), ("2026-1-13", .expected(.month), 7),
    ("2026-13-01", .outOfRange(.month, value: 13, allowed: 1...12), 6),
    ("2026-02-30", .outOfRange(.day, value: 30, allowed: 1...28), 9),
    ("2024-02-30", .outOfRange(.day, value: 30, allowed: 1...29), 9),
    ("2026-04-00", .outOfRange(.day, value: 0, allowed: 1...30), 9),
    ("1969-12-31", .unsupportedYear(1969, supported: 1970...2199), 1),
    ("2200-01-01", .unsupportedYear(2200, supported: 1970...2199), 1),
    ("2026-01-13", .expected(.timeSeparator), 11),
    ("2026-01-13T", .expected(.hour), 12),
    ("2026-01-13T24:00Z", .outOfRange(.hour, value: 24, allowed: 0...23), 12),
    ("2026-01-13T10.00Z", .expected(.timeColon), 14),
    ("2026-01-13T10:60Z", .outOfRange(.minute, value: 60, allowed: 0...59), 15),
    ("2016-12-31T23:59:60Z", .outOfRange(.second, value: 60, allowed: 0...59), 18),
    ("2026-01-13T10:00:00.Z", .expected(.fraction), 21),
    ("2026-01-13T10:00", .expected(.offset), 17), ("2026-01-13T10:00 Z", .expected(.offset), 17),
    ("2026-01-13T10:00+2:00", .expected(.offsetHour), 19),
    ("2026-01-13T10:00+24:00", .outOfRange(.offsetHour, value: 24, allowed: 0...23), 18),
    ("2026-01-13T10:00+0200", .expected(.timeColon), 20),
    ("2026-01-13T10:00+02:60", .outOfRange(.offsetMinute, value: 60, allowed: 0...59), 21),
    ("2026-01-13T10:00Z ", .trailingText, 18), ("２026-01-13", .expected(.year), 1),
  ]

  @Test("A wrong moment is an error that says what and where")
  func wrongMoment() {
    for (text, reason, column) in Self.wrongMoments {
      #expect(throws: TimeTextError(reason: reason, column: column), "\(text)") {
        try Instant(iso8601: text)
      }
    }
    #expect(throws: TimeTextError(reason: .offsetNotAllowed, column: 17)) {
      try LocalDateTime(iso8601: "2026-01-13T10:00Z")
    }
    #expect(throws: TimeTextError(reason: .trailingText, column: 11)) {
      try CivilDate(iso8601: "2026-01-13T10:00")
    }
  }

  static let wrongDurations: [(String, TimeTextError.Reason, column: Int)] = [
    ("", .expected(.durationStart), 1), ("1H", .expected(.durationStart), 1),
    ("P", .expected(.durationTime), 2), ("PT", .expected(.durationNumber), 3),
    ("P1D", .unitOfNoFixedLength(unit: UInt8(ascii: "D")), 3),
    ("P1M", .unitOfNoFixedLength(unit: UInt8(ascii: "M")), 3),
    ("P2W", .unitOfNoFixedLength(unit: UInt8(ascii: "W")), 3),
    ("P1DT1H", .unitOfNoFixedLength(unit: UInt8(ascii: "D")), 3),
    ("P1H", .expected(.durationUnit), 3), ("PT1", .expected(.durationUnit), 4),
    ("PT1h", .expected(.durationUnit), 4), ("PTH", .expected(.durationNumber), 3),
    ("PT-5M", .expected(.durationNumber), 3), ("-PT5M", .expected(.durationStart), 1),
    ("PT1.5H", .fractionNotAllowed, 4), ("PT1,5H", .fractionNotAllowed, 4),
    ("PT30M1H", .unitOutOfOrder(unit: UInt8(ascii: "H")), 7),
    ("PT1M2M", .unitOutOfOrder(unit: UInt8(ascii: "M")), 6),
    ("PT90S", .notWholeMinutes(seconds: 30), 5), ("PT2016145H", .tooLong, 3),
    ("PT99999999999999999999M", .tooLong, 3), ("PT1H ", .expected(.durationNumber), 5),
  ]

  @Test("A wrong duration is an error that says what and where")
  func wrongDuration() {
    for (text, reason, column) in Self.wrongDurations {
      #expect(throws: TimeTextError(reason: reason, column: column), "\(text)") {
        try DurationText.minutes(iso8601: text)
      }
    }
  }
}
