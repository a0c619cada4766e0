// Times of the engine, in a release build: `make bench`. The schedule's expression and instants are those
// of scripts/bench-opening-hours.py, which times another implementation on them.

import CivilTime
import DataLibrary
import Glibc
import OpeningHours
import Tariffs

guard
  let folder = DataFolder.locate(
    option: nil, environment: [:], executable: DataFolder.runningExecutable()),
  let engine = try? TownLibrary(folder: folder).engine(town: "pamplona"),
  let orange = engine.prepared(zone: "orange")
else {
  print("aparka-bench: no data folder, or no town of Pamplona in it")
  exit(1)
}

/// The moment of a local time; the texts below are all well formed.
func moment(_ text: String) -> Instant {
  (try? LocalDateTime(iso8601: text)).map { engine.clock.instant(of: $0) }
    ?? Instant(secondsSince1970: 0)
}

var counted = 0
func report(_ name: String, _ nanoseconds: Double) {
  let text = String(Int(nanoseconds.rounded()))
  print(name + String(repeating: " ", count: max(1, 58 - name.count)) + text + " ns")
}

let cases: [(name: String, arrival: Instant, want: QuoteRequest.Want)] = [
  ("orange, money, across lunch", moment("2022-05-11T13:00"), .money(Cents(240))),
  ("orange, minutes, across lunch", moment("2022-05-11T13:00"), .minutes(180)),
  ("orange, money, across a weekend", moment("2022-05-13T18:00"), .money(Cents(435))),
  ("orange, minutes, across a weekend", moment("2022-05-13T18:00"), .minutes(570)),
]
for (name, arrival, want) in cases {
  let request = QuoteRequest(arrival: arrival, want: want)
  report(
    "quote: \(name)",
    nanosecondsEach(200_000) { _ in counted &+= orange.quote(request).countedMinutes })
}

let text = "Mo-Fr 08:30-14:00,16:00-20:00; Sa 08:30-14:00; PH off"
if let parsed = try? OpeningHours(parsing: text) {
  let hours = CompiledHours(parsed)
  let first = CivilDate(year: 2026, month: 1, day: 1) ?? CivilDate(daysSince1970: 0)
  let times = (0..<10_000).map { index in
    LocalDateTime(date: first.adding(days: index % 365), minuteOfDay: index * 37 % 1440)
  }
  report(
    "hours: state, \(text)",
    nanosecondsEach(1_000_000) { index in
      if hours.state(at: times[index % 10_000], holidays: engine.holidays).isOpen { counted &+= 1 }
    })
  report(
    "hours: next change",
    nanosecondsEach(1_000_000) { index in
      let next = hours.nextChange(after: times[index % 10_000], holidays: engine.holidays)
      counted &+= next?.minuteOfDay ?? 0
    })
}
// Printed so that no work above can be left out by the compiler.
print("(checksum \(counted))")
