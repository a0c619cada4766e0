import CivilTime
import Testing

@testable import OpeningHours

/// Public bug reports of other programs, by their id, and cases of our own.
@Suite struct HardScheduleCaseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let text: String
    /// Local time and what is right then: `open`, `closed`, `unknown`.
    let states: [(String, String)]
    var holidays: [CivilDate] = []
    var testDescription: String { id }
  }

  @Test(arguments: [
    Case(
      id: "S1 a holiday does not cut the evening before",
      text: "Mo-Fr 18:00-03:00, Sa,Su 19:00-02:00; PH off",
      states: [
        ("2023-05-01 01:00", "open"), ("2023-05-01 02:00", "closed"),
        ("2023-05-01 20:00", "closed"),
        ("2023-05-02 01:00", "closed"), ("2023-05-02 18:00", "open"),
      ], holidays: [date(2023, 5, 1)]),
    Case(
      id: "S2 Thursday's tail survives Friday's rule",
      text: "Mo 06:00-15:00; Tu-Th 07:00-04:00; Fr-Su 09:00-17:00",
      states: [("2026-01-09 02:00", "open"), ("2026-01-09 04:00", "closed")]),
    Case(
      id: "S2b the same from Tuesday to Wednesday",
      text: "Tu 22:00-02:00; We-Fr 05:00-08:00", states: [("2026-01-07 01:00", "open")]),
    Case(
      id: "S6 the specification's order on a holiday Friday",
      text: "Tu-Th,Su,PH 12:00-23:00, Fr,Sa 12:00-24:00",
      states: [("2026-12-25 22:59", "open"), ("2026-12-25 23:30", "open")],
      holidays: [date(2026, 12, 25)]),
    Case(
      id: "S8 a holiday first in the list", text: "PH,Mo-Su 09:00-22:00",
      states: [
        ("2026-01-07 11:37", "open"), ("2026-01-06 11:37", "open"), ("2026-01-06 22:00", "closed"),
      ],
      holidays: [date(2026, 1, 6)]),
    Case(
      id: "S8b PH after a comma and a space continues the list", text: "Mo-Su, PH 10:00-22:00",
      states: [("2026-01-07 09:00", "closed"), ("2026-01-07 10:00", "open")]),
    Case(
      id: "S14 only off rules say nothing of other days", text: "Oct-May off",
      states: [
        ("2026-06-15 12:00", "unknown"), ("2026-05-31 23:59", "closed"),
        ("2026-06-01 00:00", "unknown"),
      ]),
    Case(
      id: "S14b with an open rule the rest is closed", text: "Jul 09:00-10:00; Oct-May off",
      states: [("2026-06-15 12:00", "closed")]),
    Case(
      id: "S17 21:30-5:30", text: "21:30-5:30",
      states: [
        ("2026-01-07 21:29", "closed"), ("2026-01-07 21:30", "open"), ("2026-01-08 00:00", "open"),
        ("2026-01-08 05:29", "open"), ("2026-01-08 05:30", "closed"),
      ]),
    Case(
      id: "S18 to 24:00", text: "22:00-24:00",
      states: [("2026-01-07 23:59", "open"), ("2026-01-08 00:00", "closed")]),
    Case(
      id: "S18 to 06:00", text: "Th 22:00-06:00",
      states: [
        ("2026-01-09 05:59", "open"), ("2026-01-09 06:00", "closed"),
        ("2026-01-08 05:00", "closed"),
      ]),
    Case(
      id: "S18 to 00:00", text: "22:00-00:00",
      states: [("2026-01-07 23:59", "open"), ("2026-01-08 00:00", "closed")]),
    Case(
      id: "S19 from midnight", text: "0:00-5:00",
      states: [
        ("2026-01-08 00:00", "open"), ("2026-01-08 00:14", "open"), ("2026-01-08 05:00", "closed"),
      ]),
    Case(
      id: "S20 both sides of midnight", text: "22:00-24:00,00:00-08:00",
      states: [
        ("2021-06-23 01:00", "open"), ("2021-06-23 00:00", "open"), ("2021-06-23 08:00", "closed"),
      ]),
    Case(
      id: "S24 Monday night asked on Tuesday", text: "Mo 18:00-02:00",
      states: [
        ("2026-01-06 01:00", "open"), ("2026-01-06 02:00", "closed"),
        ("2026-01-05 01:00", "closed"),
      ]),
    Case(
      id: "27 hours is three in the morning", text: "Mo 18:00-27:00",
      states: [("2026-01-06 02:59", "open"), ("2026-01-06 03:00", "closed")]),
    Case(
      id: "off with times only cuts", text: "Mo-Fr 08:00-18:00; We 12:00-14:00 off",
      states: [
        ("2026-01-07 11:59", "open"), ("2026-01-07 12:00", "closed"), ("2026-01-07 14:00", "open"),
      ]),
    Case(
      id: "a town's text",
      text: "Mo-Fr 08:30-14:00,16:00-20:00; Sa 08:30-14:00; PH off; "
        + "Dec 24,31 Mo-Fr 08:30-14:00,16:00-18:00",
      states: [
        ("2026-12-24 18:00", "closed"), ("2026-12-23 18:00", "open"),
        ("2026-12-25 10:00", "closed"),
        ("2026-12-26 13:59", "open"), ("2026-12-31 17:59", "open"), ("2026-12-27 10:00", "closed"),
      ], holidays: [date(2026, 12, 25)]),
    Case(
      id: "leap day", text: "Feb 29-Mar 01 10:00-12:00; Feb 20-29 off",
      states: [
        ("2028-02-29 10:00", "closed"), ("2027-03-01 10:00", "open"),
        ("2027-02-28 10:00", "closed"),
      ]),
    Case(
      id: "over New Year", text: "Dec 24-Jan 06 10:00-12:00",
      states: [
        ("2026-12-31 10:00", "open"), ("2027-01-06 10:00", "open"), ("2027-01-07 10:00", "closed"),
      ]),
    Case(
      id: "years", text: "2024-2026 Dec 24-Jan 06 10:00-12:00",
      states: [
        ("2026-12-31 10:00", "open"), ("2027-01-06 10:00", "closed"), ("2024-01-06 10:00", "open"),
      ]),
    Case(
      id: "one year at a range's beginning", text: "2025 Dec 24-Jan 06 10:00-12:00",
      states: [
        ("2026-01-06 10:00", "open"), ("2025-01-06 10:00", "closed"),
        ("2026-12-24 10:00", "closed"),
      ]),
    Case(
      id: "Good Friday", text: "easter -2 days off; 10:00-12:00; easter -2 days off",
      states: [
        ("2026-04-03 10:00", "closed"), ("2026-04-02 10:00", "open"),
        ("2027-03-26 10:00", "closed"),
      ]),
  ])
  func state(_ sample: Case) throws {
    let hours = CompiledHours(try OpeningHours(parsing: sample.text))
    let holidays = HolidaySet(dates: sample.holidays, coveredYears: [2020...2030])
    for (at, expected) in sample.states {
      #expect("\(hours.state(at: time(at), holidays: holidays).kind)" == expected, "\(at)")
    }
  }

  @Test func s9SeasonalRowsAndAClosedWeek() throws {
    let hours = CompiledHours(
      try OpeningHours(
        parsing: "Mo-Fr 10:00-18:30; We 10:00-14:00; Sa 10:00-13:00; Dec-Feb Mo-Fr 11:00-17:00; "
          + "Dec-Feb We off; Dec-Feb Sa 11:00-13:00; Dec 24-Dec 31 off; PH off"))
    let holidays = HolidaySet(dates: [date(2023, 1, 1)], coveredYears: [2022...2023])
    let noon = time("2022-12-29 12:00")
    #expect(hours.nextChange(after: noon, holidays: holidays) == time("2023-01-02 11:00"))
    #expect(
      hours.nextWindow(from: noon, holidays: holidays)
        == LocalWindow(start: time("2023-01-02 11:00"), end: time("2023-01-02 17:00")))
  }

  @Test func s13NextOpeningHasNoNote() throws {
    let hours = CompiledHours(
      try OpeningHours(
        parsing: "Mo-Fr 08:00-12:30, Mo-We 12:30-16:30 \"by appointment\""))
    let sunday = time("2026-01-04 18:00")
    let change = try #require(hours.nextChange(after: sunday, holidays: .none))
    #expect(change == time("2026-01-05 08:00"))
    #expect(hours.state(at: change, holidays: .none) == HoursState(kind: .open))
    let afternoon = hours.state(at: time("2026-01-05 12:30"), holidays: .none)
    #expect(afternoon.kind == .unknown)
    #expect(afternoon.commentIndex.map { hours.comments[$0] } == "by appointment")
    #expect(hours.nextWindow(from: sunday, holidays: .none)?.end == time("2026-01-05 12:30"))
  }

  @Test func s6HolidayOverridesAreFound() throws {
    let christmas = HolidaySet(dates: [date(2026, 12, 25)], coveredYears: [2026...2026])
    let sample = CompiledHours(
      try OpeningHours(parsing: "Tu-Th,Su,PH 12:00-23:00, Fr,Sa 12:00-24:00"))
    let found = [HolidayOverride(holidayRule: 0, overridingRule: 1, date: date(2026, 12, 25))]
    #expect(sample.holidayOverrides(on: christmas) == found)
    #expect(sample.possibleHolidayOverrides.map(\.overridingRule) == [1])
    // 2027-12-25 is a Saturday, 2028-12-25 a Monday.
    let monday = HolidaySet(dates: [date(2028, 12, 25)], coveredYears: [2028...2028])
    #expect(sample.holidayOverrides(on: monday).isEmpty)
    for text in [
      "Mo-Fr 09:00-20:00; PH off", "Mo-Fr,PH 09:00-20:00; Sa 10:00-14:00; PH off",
      "PH off; Su off", "Mo-Fr 09:00-20:00; Dec 24 off", "Mo 10:00-12:00, PH 11:00-13:00",
    ] {
      let hours = CompiledHours(try OpeningHours(parsing: text))
      let expected = text.hasPrefix("Mo-Fr,PH") ? [1] : []
      #expect(hours.possibleHolidayOverrides.map(\.overridingRule) == expected, "\(text)")
    }
    let town = CompiledHours(
      try OpeningHours(parsing: "Mo-Fr 08:30-14:00; PH off; Dec 24,31 Mo-Fr 08:30-12:00"))
    #expect(town.holidayOverrides(on: christmas).isEmpty)
    #expect(town.possibleHolidayOverrides.count == 1)
    #expect(town.usesHolidays)
  }

  @Test func windowsMergeOverMidnightAndMayBeEndless() throws {
    func window(_ text: String, _ at: String) throws -> LocalWindow? {
      CompiledHours(try OpeningHours(parsing: text)).nextWindow(from: time(at), holidays: .none)
    }
    let beginning = time("1970-01-01 00:00")
    #expect(try window("24/7", "2026-05-05 10:00") == LocalWindow(start: beginning, end: nil))
    #expect(
      try window("Mo-Su open, 10:00-12:00", "2026-05-05 10:00")
        == LocalWindow(start: beginning, end: nil))
    #expect(
      try window("22:00-24:00,00:00-08:00", "2026-05-05 23:00")
        == LocalWindow(start: time("2026-05-05 22:00"), end: time("2026-05-06 08:00")))
    #expect(
      try window("Mo-Fr 08:00-18:00", "2026-05-09 12:00")
        == LocalWindow(start: time("2026-05-11 08:00"), end: time("2026-05-11 18:00")))
    #expect(
      try window("Jul-Aug", "2026-02-01 00:00")
        == LocalWindow(start: time("2026-07-01 00:00"), end: time("2026-09-01 00:00")))
    #expect(
      try window("Jul-Aug", "2026-08-20 00:00")
        == LocalWindow(start: time("2026-07-01 00:00"), end: time("2026-09-01 00:00")))
    #expect(try window("off", "2026-05-05 10:00") == nil)
    #expect(try window("2020 10:00-12:00", "2026-05-05 10:00") == nil)
    // The window's end is exclusive: on the closing minute the next one is meant.
    #expect(
      try window("10:00-12:00", "2026-05-05 12:00")
        == LocalWindow(start: time("2026-05-06 10:00"), end: time("2026-05-06 12:00")))
    let night = CompiledHours(try OpeningHours(parsing: "Mo 20:00-02:00,08:00-14:00"))
    #expect(
      night.spans(on: date(2026, 1, 5), holidays: .none).map { [$0.start, $0.end] }
        == [[480, 840], [1200, 1560]])
    #expect(night.spans(on: date(2026, 1, 6), holidays: .none).isEmpty)
  }
}
