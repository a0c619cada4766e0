import CivilTime
import Foundation
import TestSupport
import Testing

@Suite("Calendar values")
struct CalendarTests {
  @Test("Every day of 1970-2199 has Foundation's year, month, day and weekday")
  func everyDay() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let first = try #require(CivilDate(year: 1970, month: 1, day: 1))
    let last = try #require(CivilDate(year: 2199, month: 12, day: 31))
    #expect(first.daysSince1970 == 0 && last.days(since: first) == 84_005)
    #expect((last.days(since: first) + 1) * 1440 == DurationText.longestMinutes)
    for day in 0...84_005 {
      let date = first.adding(days: day)
      let theirs = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let ours = date.components
      let weekday = (date.weekday.rawValue % 7) + 1
      try #require(
        ours.year == theirs.year && ours.month == theirs.month && ours.day == theirs.day
          && weekday == theirs.weekday, "day \(day)")
      try #require(CivilDate(year: ours.year, month: ours.month, day: ours.day) == date)
    }
  }

  @Test("Days that do not exist and years that are not supported are no dates")
  func noDates() {
    let wrong = [
      (1969, 12, 31), (2200, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
      (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (.max, 1, 1), (2026, .min, 1), (2026, 1, .max),
    ]
    for (year, month, day) in wrong {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
  }

  @Test("Local times split and join, before 1970 too")
  func localTimes() {
    var generator = SeededGenerator(seed: 1970)
    for _ in 0..<5000 {
      let seconds = Int64.random(in: -200_000...7_258_118_399, using: &generator)
      let local = LocalDateTime(secondsSinceLocal1970: seconds)
      #expect(0..<86_400 ~= local.secondOfDay)
      #expect(local.secondsSinceLocal1970 == seconds)
      #expect(local.hour * 3600 + local.minute * 60 + local.second == local.secondOfDay)
      #expect(
        LocalDateTime(date: local.date, secondOfDay: local.secondOfDay - 86_400).date
          == local.date.adding(days: -1))
      let floored = Instant(secondsSince1970: seconds).flooredToMinute
      #expect(floored.secondsSince1970 % 60 == 0)
      #expect(0..<60 ~= Instant(secondsSince1970: seconds).seconds(since: floored))
    }
  }

  @Test("The moments of the local time of an instant include the instant")
  func localAndBack() throws {
    var generator = SeededGenerator(seed: 29)
    for name in Zones.names where name.contains("/") {
      let clock = try Zones.clock(name)
      let all = changes(
        clock, from: Instant(secondsSince1970: 0), to: Instant(secondsSince1970: 7_258_118_400))
      var seconds = (0..<20).map { _ in Int64.random(in: 0...7_258_118_399, using: &generator) }
      for _ in 0..<20 {
        guard let change = all.randomElement(using: &generator) else { break }
        seconds.append(Int64(change[0] + Int.random(in: -8000...8000, using: &generator)))
      }
      for second in seconds {
        let instant = Instant(secondsSince1970: second)
        let local = clock.local(instant)
        switch clock.resolve(local) {
        case .unique(let only):
          #expect(only == instant, "\(name) \(second)")
          #expect(clock.instant(of: local) == instant)
        case .repeated(let first, let second):
          #expect(first == instant || second == instant, "\(name) \(second)")
          #expect(first < second && clock.local(first) == local && clock.local(second) == local)
          #expect(clock.instant(of: local) == first)
        case .skipped: Issue.record("\(name) \(second) shows a skipped time")
        }
      }
    }
  }

  @Test("instant(of:) never goes back as local time goes on, through both changes of 2026")
  func monotone() throws {
    let madrid = try Zones.clock("Europe/Madrid")
    for date in ["2026-03-29", "2026-10-25"] {
      let midnight = try local("\(date) 00:00").date
      let moments = (0...1440).map {
        madrid.instant(of: LocalDateTime(date: midnight, minuteOfDay: $0))
      }
      #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}
