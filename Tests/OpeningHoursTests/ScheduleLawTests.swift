import CivilTime
import TestSupport
import Testing

@testable import OpeningHours

func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
  guard let date = CivilDate(year: year, month: month, day: day) else {
    preconditionFailure("no date \(year)-\(month)-\(day)")
  }
  return date
}

/// `2026-12-25 11:30`.
func time(_ text: String) -> LocalDateTime {
  let parts = text.split(whereSeparator: { "- :".contains($0) }).compactMap { Int($0) }
  return LocalDateTime(
    date: date(parts[0], parts[1], parts[2]), minuteOfDay: parts[3] * 60 + parts[4])
}

extension LocalDateTime {
  func adding(minutes: Int) -> LocalDateTime {
    LocalDateTime(secondsSinceLocal1970: secondsSinceLocal1970 + Int64(minutes) * 60)
  }
}

extension CompiledHours {
  func plain(_ state: HoursState) -> PlainEvaluator.State {
    .init(kind: state.kind, comment: state.commentIndex.map { comments[$0] })
  }
}

/// The national holidays of Spain that fall on the same day every year, and Good Friday.
let someHolidays: HolidaySet = {
  var dates: [CivilDate] = []
  for year in 2019...2031 {
    for (month, day) in [
      (1, 1), (1, 6), (5, 1), (8, 15), (10, 12), (11, 1), (12, 6), (12, 8), (12, 25),
    ] {
      dates.append(date(year, month, day))
    }
    dates.append(CivilDate(daysSince1970: PlainEvaluator.easter(year) - 2))
  }
  return HolidaySet(dates: dates, coveredYears: [2019...2031])
}()

@Suite struct ScheduleLawTests {
  /// `#expect` costs some ten microseconds even when it holds; these loops ask a million times.
  private func holds(
    _ condition: Bool, _ text: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if !condition { Issue.record("\(text())", sourceLocation: sourceLocation) }
  }

  @Test(arguments: 0..<4) func randomSchedulesObeyTheLaws(part: Int) throws {
    var schedules = RandomSchedules(SeededGenerator(seed: UInt64(1000 + part)))
    var changes = 0
    var windows = 0
    for _ in 0..<600 {
      let text = schedules.schedule()
      let hours = try OpeningHours(parsing: text)
      holds(try OpeningHours(parsing: hours.description) == hours, "\(text)")
      let compiled = CompiledHours(hours)
      let plain = PlainEvaluator(hours, someHolidays)
      for _ in 0..<6 {
        let day = date(2020, 1, 1).adding(days: schedules.number(0...4017))
        let at = LocalDateTime(date: day, minuteOfDay: schedules.number(0...1439))
        let state = compiled.state(at: at, holidays: someHolidays)
        holds(compiled.plain(state) == plain.state(at: at), "\(text) at \(at)")
        let change = compiled.nextChange(after: at, holidays: someHolidays)
        if let change {
          changes += 1
          check(change, after: at, state, compiled, plain, &schedules)
        } else {
          // Never: then not at any sampled later time either.
          let later = at.adding(minutes: schedules.number(1...3_000_000))
          holds(plain.state(at: later) == compiled.plain(state), "\(text) after \(at)")
        }
        if let window = compiled.nextWindow(from: at, holidays: someHolidays) {
          windows += 1
          check(window, from: at, state, compiled, plain, &schedules)
        } else {
          holds(!state.isOpen, "\(text) at \(at)")
        }
        let spans = compiled.spans(on: day, holidays: someHolidays)
        for (span, next) in zip(spans, spans.dropFirst()) {
          holds(
            span.end < next.start || span.end == next.start && span.state != next.state, text)
        }
      }
    }
    // The laws were not vacuous.
    holds(changes > 2000 && windows > 1500, "\(changes) changes, \(windows) windows")
  }

  private func check(
    _ change: LocalDateTime, after at: LocalDateTime, _ state: HoursState,
    _ compiled: CompiledHours,
    _ plain: PlainEvaluator, _ schedules: inout RandomSchedules<SeededGenerator>
  ) {
    let text = compiled.hours.description
    holds(change > at, "\(text)")
    holds(plain.state(at: change) != compiled.plain(state), "\(text) from \(at) to \(change)")
    let minutes = Int(change.secondsSinceLocal1970 - at.secondsSinceLocal1970) / 60
    for probe in [minutes - 1] + (0..<4).map({ _ in schedules.number(0...minutes - 1) }) {
      let between = at.adding(minutes: probe)
      holds(plain.state(at: between) == compiled.plain(state), "\(text) at \(between)")
    }
  }

  private func check(
    _ window: LocalWindow, from at: LocalDateTime, _ state: HoursState, _ compiled: CompiledHours,
    _ plain: PlainEvaluator, _ schedules: inout RandomSchedules<SeededGenerator>
  ) {
    let text = compiled.hours.description
    holds(window.contains(at) == state.isOpen, "\(text) at \(at): \(window)")
    holds(plain.state(at: window.start).kind == .open, "\(text) at \(at): \(window)")
    if window.start > time("1970-01-01 00:00") {
      holds(plain.state(at: window.start.adding(minutes: -1)).kind != .open, "\(text) \(window)")
    }
    if !state.isOpen {
      let wait = Int(window.start.secondsSinceLocal1970 - at.secondsSinceLocal1970) / 60
      let before = at.adding(minutes: schedules.number(0...wait - 1))
      holds(plain.state(at: before).kind != .open, "\(text) at \(before)")
    }
    guard let end = window.end else { return }
    holds(plain.state(at: end).kind != .open, "\(text) at \(at): \(window)")
    let minutes = Int(end.secondsSinceLocal1970 - window.start.secondsSinceLocal1970) / 60
    for _ in 0..<3 {
      let inside = window.start.adding(minutes: schedules.number(0...minutes - 1))
      holds(plain.state(at: inside).kind == .open, "\(text) at \(inside)")
    }
  }

  /// Sets of adding rules too many to prepare are painted when asked for.
  @Test func manyDatedAdditionsAgreeToo() throws {
    let months = [
      "Jan-Mar", "Feb-Apr", "Mar-May", "Apr-Jul", "Jan-Aug", "Feb-Dec", "Mar", "Nov-Feb",
    ]
    let text =
      "09:00-10:00" + months.indices.map { ", \(months[$0]) \(10 + $0):30-\(20 + $0):00" }.joined()
    let hours = try OpeningHours(parsing: text + ", Mar Mo 11:00-11:15 off")
    let compiled = CompiledHours(hours)
    let plain = PlainEvaluator(hours, .none)
    #expect(compiled.shapes.shape(~0) == nil)
    for step in 0..<4000 {
      let at = LocalDateTime(date: date(2026, 1, 1), minuteOfDay: step * 331)
      holds(compiled.plain(compiled.state(at: at, holidays: .none)) == plain.state(at: at), "\(at)")
    }
  }

  @Test func theLastDayEndsTheSearch() throws {
    let hours = CompiledHours(try OpeningHours(parsing: "10:00-12:00"))
    let evening = time("2199-12-31 12:00")
    #expect(hours.nextChange(after: evening, holidays: .none) == nil)
    #expect(hours.nextWindow(from: evening, holidays: .none) == nil)
    #expect(hours.nextChange(after: time("2199-12-31 11:59"), holidays: .none) == evening)
    let always = CompiledHours(try OpeningHours(parsing: "24/7; 2199 Dec 31 unknown"))
    #expect(
      always.nextChange(after: time("2026-01-01 00:00"), holidays: .none)
        == time("2199-12-31 00:00"))
  }

  @Test func easterAgreesWithGauss() {
    for year in 1970...2199 {
      #expect(easterDayNumber(year) == PlainEvaluator.easter(year), "\(year)")
    }
    #expect(easterDayNumber(2026) == Int(date(2026, 4, 5).daysSince1970))
  }

  @Test func holidaySetFindsItsDates() {
    let dates = [date(2026, 1, 1), date(2026, 12, 25), date(2024, 2, 29), date(2026, 1, 1)]
    let set = HolidaySet(dates: dates, coveredYears: [2027...2027, 2024...2024, 2026...2026])
    for day in date(2023, 6, 1).daysSince1970...date(2027, 6, 1).daysSince1970 {
      let probe = CivilDate(daysSince1970: Int(day))
      #expect(set.contains(probe) == dates.contains(probe))
      #expect(set.next(onOrAfter: probe) == dates.filter { $0 >= probe }.min())
      #expect(set.previous(onOrBefore: probe) == dates.filter { $0 <= probe }.max())
    }
    #expect(set.coveredYears == [2024...2024, 2026...2027])
    #expect(set.covers(year: 2026) && !set.covers(year: 2025))
    #expect(!HolidaySet.none.contains(date(2026, 1, 1)))
    #expect(HolidaySet.none.next(onOrAfter: date(2026, 1, 1)) == nil)
    #expect(HolidaySet.none.previous(onOrBefore: date(2026, 1, 1)) == nil)
  }
}
