import Foundation
import Phrasebook
import TestSupport
import Testing

/// Calls that cannot be answered: one line on standard error that says what is wrong, nothing on
/// standard output.
struct WrongCallTests {
  struct Call: Sendable, CustomTestStringConvertible {
    let words: [String]
    /// Parts of the line in English.
    let says: [String]
    let status: Int32

    init(_ words: [String], _ says: String..., status: Int32 = 2) {
      (self.words, self.says, self.status) = (words, says, status)
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  private static func quote(_ words: String...) -> [String] {
    ["quote"] + words + ["--town", "vega"]
  }

  /// Where nothing was ever parked.
  private static let home = FileManager.default.temporaryDirectory
    .appending(path: "wrong-\(UUID().uuidString)").path

  private static func park(_ words: String...) -> [String] {
    ["park", "blue", "1h", "--town", "vega"] + words
  }

  static let calls: [Call] = [
    Call(quote("blue", "-1.20"), "cannot be negative", "-1.20"),
    Call(quote("blue", "1.205"), "two decimals at most"),
    Call(quote("blue", "1,200"), "two decimals at most"),
    Call(quote("blue", "99999999999999999999.00"), "maximum"),
    Call(quote("blue", "99999999999999999999"), "over the maximum"),
    Call(quote("blue", "0"), "at least one minute"),
    Call(quote("blue", "0h"), "at least one minute"),
    Call(quote("blue", "9000h"), "over the maximum"),
    Call(quote("blue", "1h75"), "0 to 59"),
    Call(quote("blue", "PT30S"), "whole number of minutes"),
    Call(quote("blue", "money"), "neither an amount", "1h30"),
    Call(quote("blue", "1.20", "more"), "One word too many", "more"),
    Call(quote("blue", "1.20", "--until", "13:30"), "not both"),
    Call(quote("blue"), "For what amount"),
    Call(quote("blue", ""), "For what amount"),
    Call(quote(), "Which zone?"),
    Call(quote(""), "Which zone?"),
    Call(quote("bleu", "1.20"), "“blue”", "blue, orange, green, market, white"),
    Call(quote("violet", "1.20"), "no zone “violet”", "blue, orange, green, market, white"),
    Call(quote("zone", "1.20"), "no zone “zone”"),
    Call(quote("blue", "1.20", "--at", "1650-01-01T10:00"), "1970 to 2199"),
    Call(quote("blue", "1.20", "--at", "2025-02-29T10:00"), "no such date"),
    Call(quote("blue", "1.20", "--at", "25:00"), "no such time"),
    Call(quote("blue", "1.20", "--at", "noon"), "not a time", "13:30"),
    Call(quote("blue", "1.20", "--at", ""), "--at needs a value"),
    Call(quote("blue", "--until", "soon"), "not a time"),
    Call(quote("blue", "1.20", "--vehicle", "tractor"), "no vehicle class", "motorcycle"),
    Call(quote("blue", "1.20", "--signal", "no2=high"), "not a signal", "no2=75"),
    Call(quote("blue", "1.20", "--previous", "10:00"), "not a range"),
    Call(quote("blue", "1.20", "--assume", "gap=jump"), "gap=carry"),
    Call(quote("blue", "1.20", "--vehicel", "c"), "Did you mean --vehicle?"),
    Call(quote("blue", "1.20", "-e"), "Did you mean --explain?"),
    Call(quote("blue", "1.20", "--explain=yes"), "takes no value"),
    Call(quote("blue", "1.20", "--color"), "no option --color", "aparka quote --help"),
    Call(["quote", "blue", "1.20"], "Which town?", "sierra, vega"),
    Call(["quote", "blue", "1.20", "--town"], "--town needs a value"),
    Call(["quote", "blue", "1.20", "--town="], "--town needs a value"),
    Call(["zones", "--town", "vga"], "“vega”", "sierra, vega"),
    Call(["zones", "--town", "../../../../etc/passwd"], "No tariff is known", "sierra, vega"),
    Call(["zones", "--town", "Donostia"], "No tariff is known", "sierra, vega"),
    Call(["zones", "vega"], "--town vega"),
    Call(["zones", "vega", "--town", "vega"], "One word too many"),
    Call(["tariff", "a", "b", "--town", "vega"], "One word too many"),
    Call(["holidays", "--town", "vega", "--year", "26"], "1970 to 2199"),
    Call(["holidays", "--town", "vega", "--year", "two"], "not a year"),
    Call(["park"], "Which zone?"),
    Call(["park", "blue", "--town", "vega"], "For what amount"),
    Call(park("--remind", "soon"), "not a duration"),
    Call(park("--remind", "25h"), "not between", "24"),
    Call(park("--remind", "1,2,3,4,5,6,7,8,9,10,11"), "Too many lead times", "10"),
    Call(park("--walk", "5h"), "not between", "4"),
    Call(park("--walk", "7", "--walk-from", "43,-2", "--position", "43,-2"), "not both"),
    Call(park("--walk-from", "43.0,-2.0"), "--position"),
    Call(park("--walk-from", "44.0,-2.0", "--position", "43,-2"), "too far for a walk"),
    Call(park("--position", "north"), "is not a position", "42.8125"),
    Call(park("--photo", "/nonexistent.jpg"), "/nonexistent.jpg"),
    Call(park("--note", String(repeating: "n", count: 2001)), "2000 bytes"),
    Call(park("--request-id", String(repeating: "n", count: 201)), "200 bytes"),
    Call(park("--via", "cron"), "--via systemd-run"),
    // At an hour when something is sold, whenever the tests run.
    Call(park("--at", "2035-10-16T10:00", "--ics", "-", "--json"), "choose one"),
    Call(park("--explain"), "no option --explain"),
    Call(["tickets", "3"], "One word too many"),
    Call(["extend"], "For what amount or time"),
    Call(["extend", "3", "soon"], "neither an amount", "soon"),
    Call(["extend", "3", "--until", "12:00", "5"], "not both"),
    Call(["stop", "one"], "not the number of a ticket"),
    Call(["stop", "1", "2"], "One word too many"),
    Call(["stop", "7"], "no ticket 7", status: 1),
    Call(["stop"], "No ticket is running", status: 1),
    Call(["alarms", "lst"], "Did you mean “list”?"),
    Call(["alarms", "everything"], "list, add, snooze, cancel, clear, test"),
    Call(["alarms", "add"], "--lead", "--at"),
    Call(["alarms", "add", "--lead", "5", "--at", "10:00"], "one of the two"),
    Call(["alarms", "add", "--lead", "5"], "No ticket is running", status: 1),
    Call(["alarms", "add", "--at", "1999-01-01T10:00"], "has passed"),
    Call(["alarms", "add", "--at", "soon"], "not a time"),
    Call(["alarms", "snooze"], "Which alarm?"),
    Call(["alarms", "snooze", "x"], "not the number of an alarm"),
    Call(["alarms", "snooze", "1", "5h"], "not between"),
    Call(["alarms", "snooze", "1", "5"], "no alarm 1", status: 1),
    Call(["alarms", "cancel", "1"], "no alarm 1", status: 1),
    Call(["alarms", "cancel", "1", "2"], "One word too many"),
    Call(["alarms", "clear", "--lead", "5"], "--lead", "aparka alarms clear"),
    Call(["alarms", "test", "now"], "One word too many"),
    Call(["quotes"], "Did you mean “quote”?"),
    Call(["help", "zone"], "Did you mean “zones”?"),
    Call(["parking"], "no command “parking”", "quote, plan"),
    Call(["--foo"], "no option --foo", "aparka --help"),
    Call(["completions"], "bash, zsh, fish"),
    Call(["completions", "tcsh"], "tcsh"),
    Call(["manual", "quote"], "One word too many"),
  ]

  @Test(arguments: calls)
  func oneLineThatHelps(_ call: Call) throws {
    var lines: Set<String> = []
    for language in Language.allCases {
      let result = try Program.run(
        call.words + ["--lang", language.rawValue, "--data", GoldenCases.data],
        environment: ["XDG_DATA_HOME": Self.home])
      #expect(result.status == call.status)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("aparka: "))
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(!result.errors.contains("{{") && !result.errors.contains("_closest"))
      lines.insert(result.errors)
      if language == .english {
        for part in call.says { #expect(result.errors.contains(part), "\(result.errors)") }
      }
    }
    #expect(lines.count == Language.allCases.count)
  }

  /// Whatever is typed, the terminal is told one line that it does not obey.
  @Test(arguments: [
    "a\nb", "\u{1B}[31mred", "\u{7}", "\u{85}x", String(repeating: "9", count: 90_000),
  ])
  func oneHarmlessLine(_ typed: String) throws {
    for call in [
      ["quote", typed, "1h"], ["quote", "blue", typed], ["quote", "blue", "1h", typed],
    ] {
      let result = try Program.run(
        call + ["--town", "vega", "--lang", "en", "--data", GoldenCases.data])
      #expect(result.status == 2)
      #expect(result.errors.last == "\n" && result.errors.utf8.count < 2_000)
      #expect(
        result.errors.dropLast().unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control
        })
    }
  }

  /// A slip in where the car stands must not pass for a street without rules of its own.
  @Test(arguments: [
    (["--sector", "99"], "Pamplona has no sector “99”. Sectors: 1, 2, 3"),
    (["--place", "nowhere"], "Pamplona has no rules for a place “nowhere”. Places: muelle"),
  ])
  func nowhereInTown(_ words: [String], says: String) throws {
    for command in [["quote", "blue", "1h"], ["plan", "blue", "2h"], ["zones"]] {
      let result = try Program.run(command + ["--town", "pamplona", "--lang", "en"] + words)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains(says), "\(result.errors)")
    }
  }

  /// Before there is a catalogue there is one sentence.
  @Test(arguments: [
    ["zones", "--data", "/nonexistent"], ["zones", "--data="], ["--data", "Package.swift"],
    // It has tariffs, but no translations.
    ["zones", "--data", "Tests/CommandsTests/Data/incomplete"],
  ])
  func noDataFolder(_ words: [String]) throws {
    let result = try Program.run(words)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("aparka: no data folder"))
    #expect(result.errors.split(separator: "\n").count == 1)
    let byVariable = try Program.run(["zones"], environment: ["APARKA_DATA": "/nonexistent"])
    #expect(byVariable.status == 1)
    #expect(byVariable.errors == result.errors)
  }

  @Test func unknownLanguages() throws {
    for words in [["--lang", "fr"], ["zones", "--lang=fr"], ["help", "--lang", "fr"]] {
      let result = try Program.run(words)
      #expect(result.status == 2)
      #expect(result.errors == "aparka: The program does not speak “fr”: choose es, eu or en.\n")
    }
    #expect(
      try Program.run(["--lang", "fr"], environment: ["LANG": "es_ES.UTF-8"]).errors
        == "aparka: El programa no habla «fr»: elija es, eu o en.\n")
  }
}
