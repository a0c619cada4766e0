import CivilTime
import Testing

@testable import OpeningHours

@Suite struct SyntaxTests {
  /// Text and what it is printed as.
  @Test(arguments: [
    ("24/7", "24/7"), ("open", "24/7"), ("off", "off"), ("closed", "off"), ("24/7 off", "off"),
    ("unknown", "unknown"), ("Mo-Fr  08:30-14:00 , 16:00-20:00", "Mo-Fr 08:30-14:00,16:00-20:00"),
    ("Mo-Fr 8:30-14:00;PH off", "Mo-Fr 08:30-14:00; PH off"),
    ("PH,Mo-Su 09:00-22:00", "Mo-Su,PH 09:00-22:00"),
    ("Dec 24,31 10:00-12:00", "Dec 24,Dec 31 10:00-12:00"), ("Jul 5-14", "Jul 05-14"),
    ("Jul 05-14,20-25,31,Aug", "Jul 05-14,Jul 20-25,Jul 31,Aug"),
    ("2025 Dec 24,31", "2025 Dec 24,2025 Dec 31"),
    ("2025 Jun 30-2025 Aug 31", "2025 Jun 30-2025 Aug 31"),
    ("2025 Jun 30-Aug 31", "2025 Jun 30-2025 Aug 31"),
    ("2025 Dec 30-Jan 2", "2025 Dec 30-2026 Jan 02"), ("2024-2026 Jul-Aug", "2024-2026 Jul-Aug"),
    ("2024,2026-2028 Mo", "2024,2026-2028 Mo"), ("2025 Jul", "2025 Jul"),
    ("2025 10:00-12:00", "2025 10:00-12:00"),
    ("Nov-Feb: Mo 10:00-12:00", "Nov-Feb Mo 10:00-12:00"), ("Feb 17-Feb 14", "Feb 17-Feb 14"),
    ("easter -2 days off", "easter -2 days off"), ("easter+1 day", "easter +1 day"),
    ("easter -3 days-easter +1 day", "easter -3 days-easter +1 day"),
    ("2026 easter", "2026 easter"),
    ("Dec 24-easter", "Dec 24-easter"), ("18:00-27:00", "18:00-03:00"),
    ("22:00-00:00", "22:00-24:00"),
    ("10:00-34:00", "10:00-34:00"), ("Sa-Mo", "Sa-Mo"), ("Mo-Mo", "Mo"), ("Jan-Jan", "Jan"),
    ("Mo \"by appointment\"", "Mo unknown \"by appointment\""),
    ("Mo open \"a, b; c\"", "Mo open \"a, b; c\""),
    ("\"x\"", "unknown \"x\""), ("24/7 open \"x\"", "open \"x\""),
    ("Mo-Su, PH 10:00-22:00", "Mo-Su,PH 10:00-22:00"),
    ("Mo open, PH 10:00-22:00", "Mo open, PH 10:00-22:00"),
    ("Mo 10:00-12:00, 13:00-14:00", "Mo 10:00-12:00,13:00-14:00"),
    ("Mo 10:00-12:00 open, 13:00-14:00", "Mo 10:00-12:00 open, 13:00-14:00"),
    ("Mo 10:00-12:00, 24/7 off", "Mo 10:00-12:00, off"),
    ("Jul, Mo 10:00-12:00", "Jul open, Mo 10:00-12:00"),
    ("Mo 10:00-12:00, 2025 Jul 01 13:00-14:00", "Mo 10:00-12:00, 2025 Jul 01 13:00-14:00"),
    ("Jul 01, 2026 Mo 10:00-12:00", "Jul 01 open, 2026 Mo 10:00-12:00"),
    (" Mo 10:00-12:00 ", "Mo 10:00-12:00"),
  ])
  func printsCanonically(text: String, canonical: String) throws {
    let hours = try OpeningHours(parsing: text)
    #expect(hours.description == canonical)
    #expect(try OpeningHours(parsing: canonical) == hours)
  }

  @Test func treeHoldsWhatWasWritten() throws {
    let hours = try OpeningHours(
      parsing: "2024-2026 Dec 24-easter +1 day Sa-Mo,PH 20:00-02:00 open \"noche\", off")
    let rule = hours.rules[0]
    #expect(rule.years == [2024...2026] && rule.joiner == .replacing)
    #expect(
      rule.dates == [
        .days(
          first: CalendarDay(year: nil, anchor: .fixed(month: 12, day: 24)),
          last: CalendarDay(year: nil, anchor: .easter(offset: 1)))
      ])
    #expect(
      rule.weekdays == [WeekdayRange(first: .saturday, last: .monday)] && rule.includesHolidays)
    #expect(rule.spans == [TimeSpan(start: 1200, end: 1560)!] && rule.comment == "noche")
    #expect(hours.rules[1].joiner == .adding && hours.rules[1].state == .closed)
    #expect(hours.rules[1].isUnconditional && !hours.isConstant && hours.usesHolidays)
    #expect(TimeSpan(start: 1440, end: 1500) == nil && TimeSpan(start: 60, end: 1501) == nil)
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    let text: String
    let problem: OpeningHoursError.Problem
    let column: Int
    let piece: String
    init(_ text: String, _ problem: OpeningHoursError.Problem, _ column: Int, _ piece: String) {
      (self.text, self.problem, self.column, self.piece) = (text, problem, column, piece)
    }
    var testDescription: String { text }
  }

  static let bad = [
    Bad("", .empty, 1, ""), Bad("   ", .empty, 4, ""), Bad("Mo;", .emptyRule, 4, ""),
    Bad("Mo;;Tu", .emptyRule, 4, ";"), Bad("Mo 10:00-12:00,", .emptyRule, 16, ""),
    Bad("; Mo", .emptyRule, 1, ";"),
    Bad("mo 10:00-12:00", .unexpected, 1, "mo"), Bad("Mo Tu", .unexpected, 4, "Tu"),
    Bad("Mo-Fri", .unexpected, 4, "Fri"), Bad("Mo 10:00-12:00 Tu", .unexpected, 16, "Tu"),
    Bad("Mo off 10:00-12:00", .unexpected, 8, "10:00-12:00"), Bad("lunes", .unexpected, 1, "lunes"),
    Bad("Mo \"á\"; ñu", .unexpected, 9, "ñu"), Bad("Mo-PH", .unexpected, 4, "PH"),
    Bad("Jul-2026", .unexpected, 5, "2026"), Bad("2025-Jul", .unexpected, 6, "Jul"),
    Bad("123 Mo", .unexpected, 1, "123"), Bad("Mo 10:00-x", .unexpected, 10, "x"),
    Bad("easter -2", .unexpected, 8, "-2"), Bad("Mo-", .unexpected, 4, ""),
    Bad("Mo \"abc", .unterminatedComment, 4, "\"abc"), Bad("Mo \"\"", .emptyComment, 4, "\"\""),
    Bad("\"x\": Mo", .commentSelector, 1, "\"x\":"),
    Bad("Mo 25:00-26:00", .badTime, 4, "25:00"), Bad("Mo 24:00-26:00", .badTime, 4, "24:00"),
    Bad("Mo 10:60-12:00", .badTime, 4, "10:60"), Bad("Mo 10:00-48:01", .badTime, 10, "48:01"),
    Bad("Mo 10:0-12:00", .badTime, 4, "10:0-12:00"), Bad("Mo 10:00-120:00", .badTime, 10, "120:00"),
    Bad("22-24", .missingMinutes, 1, "22"), Bad("22:00-6", .missingMinutes, 7, "6"),
    Bad("Feb 30", .badDay, 1, "Feb 30"), Bad("2025 Feb 29", .badDay, 6, "Feb 29"),
    Bad("Jul 0", .badDay, 1, "Jul 0"),
    Bad("Jul 05-32", .badDay, 8, "32"), Bad("Dec 24,32", .badDay, 8, "32"),
    Bad("1969 Mo", .badYear, 1, "1969"), Bad("2025-2200", .badYear, 6, "2200"),
    Bad("2026-2025 Mo", .reversedYears, 1, "2026-2025"),
    Bad("2026-2026", .reversedYears, 1, "2026-2026"),
    Bad("2025 Aug 31-2025 Jun 30", .reversedDates, 6, "Aug 31-2025 Jun 30"),
    Bad("Feb 17-14", .reversedDates, 1, "Feb 17-14"),
    Bad("Mo 10:00-12:00 || Tu", .fallbackRule, 16, "||"), Bad("week 1-10 Mo", .week, 1, "week"),
    Bad("2025 week 10", .week, 6, "week"), Bad("sunrise-sunset", .sunEvent, 1, "sunrise-sunset"),
    Bad("Mo (sunset-01:00)-23:00", .sunEvent, 4, "(sunset-01:00)-23:00"),
    Bad("10:00-sunset", .sunEvent, 7, "sunset"),
    Bad("Mo 10:00-12:00,sunset-23:00", .sunEvent, 16, "sunset-23:00"),
    Bad("SH off", .schoolHolidays, 1, "SH"), Bad("Mo-Fr; SH,PH off", .schoolHolidays, 8, "SH"),
    Bad("Mo,SH off", .schoolHolidays, 4, "SH"), Bad("Sa[1] 10:00-12:00", .nthWeekday, 3, "[1]"),
    Bad("Jun 01-Oct Sa[-1]: Mo-Su,PH 07:00-02:00", .nthWeekday, 14, "[-1]:"),
    Bad("Oct Su[-1]-May 31: Mo-Su,PH 07:00-22:00", .nthWeekday, 7, "[-1]-May"),
    Bad("10:00+", .openEnd, 1, "10:00+"), Bad("10:00-12:00+", .openEnd, 1, "10:00-12:00+"),
    Bad("2025+ Mo", .openEnd, 1, "2025+"), Bad("Dec 24+", .openEnd, 1, "Dec 24+"),
    Bad("10:00", .pointInTime, 1, "10:00"), Bad("10:00,12:00", .pointInTime, 1, "10:00"),
    Bad("10:00-16:00/90", .step, 1, "10:00-16:00/90"), Bad("2020-2030/2", .step, 1, "2020-2030/2"),
    Bad("PH +1 day off", .dateOffset, 4, "+1 day"),
    Bad("Dec 25 -2 days", .dateOffset, 8, "-2 days"),
    Bad("Dec 25 -Su", .dateOffset, 8, "-Su"), Bad("Mo +1 day", .dateOffset, 4, "+1 day"),
    Bad("easter +61 days", .longOffset, 8, "+61 days"),
    Bad("PH Mo-Fr", .holidayBesideWeekdays, 4, "Mo-Fr"),
    Bad("Mo-Fr PH", .holidayBesideWeekdays, 7, "PH"),
    Bad("Jul 24/7", .alwaysWithSelectors, 5, "24/7"),
    Bad("Mo 24/7", .alwaysWithSelectors, 4, "24/7"),
    Bad("00:00-00:00", .equalTimes, 1, "00:00-00:00"),
    Bad("Mo 10:00-10:00", .equalTimes, 4, "10:00-10:00"),
    Bad("10:00-34:01", .spanOverOneDay, 1, "10:00-34:01"),
    Bad("Jan 31-Feb", .monthToDay, 8, "Feb"), Bad("Jan 31-Feb Mo", .monthToDay, 8, "Feb"),
    Bad("Jan-Feb 15", .monthToDay, 1, "Jan-Feb 15"),
    Bad("Dec 24-2026 Jan 06", .yearOnOneEnd, 1, "Dec 24-2026 Jan 06"),
    Bad("2025 Jul 01,Aug 01", .yearOnSomeDates, 13, "Aug"),
    Bad("Jul 01,2025 Aug 01", .yearOnSomeDates, 8, "2025"),
    Bad("2025,2026 Jul,2027 Aug", .yearTwice, 15, "2027"),
    Bad("2025 Nov-Feb", .yearOnWrappingMonths, 6, "Nov-Feb"),
    Bad("Apr 10-easter", .orderVaries, 1, "Apr 10-easter"),
    Bad("easter-Apr 01", .orderVaries, 1, "easter-Apr 01"),
    Bad(Array(repeating: "Mo", count: 64).joined(separator: ";"), .tooManyRules, 190, "Mo"),
    Bad(String(repeating: " ", count: 4097), .tooLong, 1, ""),
  ]

  @Test(arguments: bad)
  func refuses(_ bad: Bad) {
    let error = #expect(throws: OpeningHoursError.self) { try OpeningHours(parsing: bad.text) }
    #expect(
      error
        == OpeningHoursError(problem: bad.problem, column: bad.column, text: bad.piece))
  }

  @Test func everyProblemIsTested() {
    #expect(Set(Self.bad.map(\.problem)) == Set(OpeningHoursError.Problem.allCases))
    #expect(
      Set(OpeningHoursError.Problem.allCases.map(\.rawValue)).count
        == Set(Self.bad.map(\.problem)).count)
  }

  /// S3 and S21 belong here: the subset refuses them and says where.
  @Test func s3AndS21AreRefused() {
    #expect(throws: OpeningHoursError.self) {
      try OpeningHours(
        parsing: "Jun 01-Oct Sa[-1]: Mo-Su,PH 07:00-02:00; Oct Su[-1]-May 31: Mo-Su,PH 07:00-22:00")
    }
    #expect(throws: OpeningHoursError(problem: .equalTimes, column: 1, text: "00:00-00:00")) {
      try OpeningHours(parsing: "00:00-00:00")
    }
  }
}
