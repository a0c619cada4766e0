import CivilTime
import Testing

@Suite("Clock changes")
struct ClockChangeTests {
  @Test(
    "Windows on ordinary and change nights have the elapsed minutes between their ends",
    arguments: [
      // D14 and the measured rows for 02:30-04:00, with a date, from, to and minutes.
      ("D14", "2026-03-29", "00:30", "03:30", 120),
      ("D14", "2026-10-25", "00:30", "03:30", 240),
      ("D14", "2026-10-25", "02:30", "04:00", 150),
      ("D14", "2026-03-29", "02:30", "04:00", 60),
      ("D14", "2026-07-01", "02:30", "04:00", 90),
      ("D14", "2026-03-29", "02:00", "03:00", 0),
      ("D14", "2026-10-25", "02:00", "03:00", 120),
      ("D14", "2026-03-29", "02:15", "02:45", 0),
      ("D5", "2026-10-25", "00:00", "24:00", 1500),
      ("D5", "2026-03-29", "00:00", "24:00", 1380),
    ])
  func windows(_ row: (id: String, date: String, from: String, to: String, minutes: Int)) throws {
    let madrid = try Zones.clock("Europe/Madrid")
    let start = madrid.instant(of: try local("\(row.date) \(row.from)"))
    let end = madrid.instant(of: try local("\(row.date) \(row.to)"))
    #expect(end.seconds(since: start) == row.minutes * 60)
  }

  @Test("Each local time near a change is unique, repeated or skipped as stated")
  func resolutions() throws {
    let madrid = try Zones.clock("Europe/Madrid")
    let spring = LocalResolution.skipped(transition: try utc("2026-03-29 01:00"))
    let rows: [(String, LocalResolution)] = [
      ("2026-03-29 01:59:59", .unique(try utc("2026-03-29 00:59:59"))),
      ("2026-03-29 02:00", spring), ("2026-03-29 02:30", spring), ("2026-03-29 02:59:59", spring),
      ("2026-03-29 03:00", .unique(try utc("2026-03-29 01:00"))),
      ("2026-10-25 01:59:59", .unique(try utc("2026-10-24 23:59:59"))),
      (
        "2026-10-25 02:00",
        .repeated(first: try utc("2026-10-25 00:00"), second: try utc("2026-10-25 01:00"))
      ),
      (
        "2026-10-25 02:59:59",
        .repeated(first: try utc("2026-10-25 00:59:59"), second: try utc("2026-10-25 01:59:59"))
      ),
      ("2026-10-25 03:00", .unique(try utc("2026-10-25 02:00"))),
    ]
    for (text, expected) in rows { #expect(madrid.resolve(try local(text)) == expected, "\(text)") }
    // The stated rule: 29 March 02:30 is 01:00Z, which the wall shows as 03:00.
    let moment = madrid.instant(of: try local("2026-03-29 02:30"))
    #expect(try moment == utc("2026-03-29 01:00"))
    #expect(try madrid.local(moment) == local("2026-03-29 03:00"))
  }

  @Test("Hours and whole days in other zones: D2, D3, D7, D8, a day that Samoa skipped")
  func otherZones() throws {
    // D2: on the day Sydney's clocks go back, 18:00 is 19 hours after midnight.
    let sydney = try Zones.clock("Australia/Sydney")
    let midnight = sydney.instant(of: try local("2026-04-05 00:00"))
    #expect(try sydney.instant(of: local("2026-04-05 18:00")).seconds(since: midnight) == 19 * 3600)
    // D3: the stay that was "not covered" is from Sunday 16:08:57 to Monday 07:03:22.
    let madrid = try Zones.clock("Europe/Madrid")
    #expect(try madrid.local(utc("2025-03-30 14:08:57")) == local("2025-03-30 16:08:57"))
    #expect(try madrid.local(utc("2025-03-31 05:03:22")) == local("2025-03-31 07:03:22"))
    // D7: elapsed hours over the repeated hour show 01:00 twice and go on.
    let losAngeles = try Zones.clock("America/Los_Angeles")
    let first = losAngeles.instant(of: try local("2014-11-02 00:00"))
    let hours = (0...4).map { losAngeles.local(first.adding(minutes: 60 * $0)).hour }
    #expect(hours == [0, 1, 1, 2, 3])
    // D8: Monday 08:00 is one moment in each week, the Monday after a change too.
    for date in ["2026-03-23", "2026-03-30", "2026-10-19", "2026-10-26"] {
      guard case .unique = madrid.resolve(try local("\(date) 08:00")) else {
        Issue.record("\(date) 08:00 is not unique")
        continue
      }
    }
    let apia = try Zones.clock("Pacific/Apia")
    #expect(
      try apia.resolve(local("2011-12-30 12:00")) == .skipped(transition: utc("2011-12-30 10:00")))
  }

  @Test("A period ends where the next offset begins")
  func periods() throws {
    let madrid = try Zones.clock("Europe/Madrid")
    let summer = madrid.offsetPeriod(at: try utc("2026-06-01 00:00"))
    #expect(
      summer
        == OffsetPeriod(
          offsetSeconds: 7200, start: try utc("2026-03-29 01:00"), end: try utc("2026-10-25 01:00"))
    )
    let always = TownClock.utc.offsetPeriod(at: try utc("2026-06-01 00:00"))
    #expect(always == OffsetPeriod(offsetSeconds: 0, start: nil, end: nil))
  }
}
