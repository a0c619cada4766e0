import Foundation
import Phrasebook
import TestSupport
import Testing

/// Whole days of a driver, in three languages: what each call prints.
struct TicketGoldenTests {
  struct Day: Sendable, CustomTestStringConvertible {
    let name: String
    /// `10:00 park blue 1h`; `10:00 ! ` is not a call but all alarms that are due ring.
    let steps: [String]

    var testDescription: String { name }
  }

  private static let vega = "--town vega"

  static let days: [Day] = [
    Day(
      name: "a-day",
      steps: [
        "10:00 tickets", "10:00 alarms",
        "10:00 park blue 1.00 \(vega) --remind 15,5 --note at␣the␣baker's",
        "10:20 tickets", "10:20 alarms", "10:46 !", "10:47 alarms --all", "10:47 alarms snooze 1 3",
        "10:52 extend 30", "10:53 tickets", "10:53 alarms", "11:10 stop", "11:11 tickets",
        "11:11 tickets --all", "11:11 alarms --all",
      ]),
    Day(
      name: "nothing-to-park",
      steps: [
        "10:00 park blue 3h \(vega)", "21:00 park blue 1.00 --town sierra",
        "10:00 park green 1.00 \(vega)", "10:00 park blue --until 9:00 \(vega)",
        "12:30 park blue 1.00 \(vega) --at 10:00",
        "12:30 park blue 1.00 \(vega) --vehicle motorcycle",
        "12:30 tickets --all",
      ]),
    Day(
      name: "twice",
      steps: [
        "10:00 park blue 1.00 \(vega) --request-id 7f",
        "10:00 park blue 1.00 \(vega) --request-id 7f",
        "12:30 park blue 1.00 \(vega) --request-id 7f", "10:01 park blue 1.00 \(vega)",
        "10:01 park blue 1.00 \(vega) --yes", "10:01 park orange 4.00 \(vega) --request-id 7f",
        "10:02 extend 30", "10:02 stop",
      ]),
    Day(
      name: "alarms",
      steps: [
        "10:00 park blue 1.00 \(vega) --remind none", "10:01 alarms add --lead 12",
        "10:01 alarms add 1 --at 10:30 --text call␣home", "10:01 alarms add --at 11:45",
        "10:01 alarms", "10:02 alarms cancel 3", "10:02 alarms snooze 1", "10:02 alarms cancel 3",
        "10:31 !", "10:32 alarms snooze 2", "10:32 alarms", "10:33 alarms clear", "10:33 alarms",
        "10:33 alarms --all", "10:33 alarms add 1 --lead 20", "10:42 alarms", "10:42 tickets",
      ]),
    Day(
      name: "short-of-time",
      steps: [
        "10:00 park blue 20 \(vega) --walk 12 --remind 15,10,5",
        "10:00 park white --until 11:00 --town vega",
        "10:00 park orange 4.00 --at 9:00 \(vega) --position 43.0051,-2.0062 --walk-from 43.0085,-2.006",
        "13:00 tickets --all",
      ]),
    Day(
      name: "extending",
      steps: [
        "10:00 park blue 1h \(vega)", "10:05 extend --until 10:30",
        "10:30 extend 1 2.00", "10:30 extend 0.60",
        "10:31 extend 1h30",
        "10:32 extend --until 12:30", "10:33 extend 1 --until 12:00", "12:00 extend 10",
        "12:01 extend 1 10",
        "12:02 extend 2 10",
      ]),
  ]

  @Test(arguments: days)
  func transcript(_ day: Day) throws {
    for language in Language.allCases {
      let home = try ParkingHome()
      defer { home.remove() }
      var transcript = ""
      for step in day.steps {
        let time = step.prefix(5)
        let call = String(step.dropFirst(6))
        let moment = "2025-10-14T\(time):00"
        if call == "!" {
          try home.ring(at: moment)
          continue
        }
        let result = try home.run(call, at: moment, lang: language.rawValue)
        let text = result.output + result.errors
        #expect(!text.contains("{{") && !text.contains(/«[a-z_]+\.[a-z_.]+»/), "\(text)")
        transcript += "\(time) $ aparka \(call)\n\(result.output)"
        if !result.errors.isEmpty { transcript += "--- standard error\n\(result.errors)" }
        if result.status != 0 { transcript += "--- exit status \(result.status)\n" }
        transcript += "\n"
      }
      let file = GoldenFile(
        "Tests/CommandsTests/TicketGolden/\(day.name).\(language.rawValue).txt")
      if let difference = try file.difference(transcript) { Issue.record("\(difference)") }
    }
  }

  @Test func everyGoldenFileHasADay() throws {
    let folder = Repository.file("Tests/CommandsTests/TicketGolden")
    let known = Language.allCases.flatMap { language in
      Self.days.map { "\($0.name).\(language.rawValue).txt" }
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(found).subtracting(known).sorted() == [])
  }
}
