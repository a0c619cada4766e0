import Foundation
import JSONText
import Settings
import TestSupport
import Testing

@testable import Commands

/// Where a call says nothing, the settings do; where it says something, that counts.
struct SettingsDefaultsTests {
  private static let vega = #""town": "vega", "zone": "blue""#
  private static let at = "--at 2025-10-14T10:00"

  struct Row: Sendable, CustomTestStringConvertible {
    let settings: String
    let call: String
    /// The call that means the same without settings; nil = it is told that something is missing.
    let meant: String?

    init(_ settings: String, _ call: String, _ meant: String?) {
      (self.settings, self.call, self.meant) = (settings, call, meant)
    }

    var testDescription: String { "{\(settings)}: \(call)" }
  }

  static let rows: [Row] = [
    Row(vega, "quote 1.20 \(at)", "quote blue 1.20 --town vega \(at)"),
    Row(vega, "quote 90 \(at)", "quote blue 90 --town vega \(at)"),
    Row(vega, "quote 2 euros \(at)", "quote blue 2 euros --town vega \(at)"),
    Row(vega, "quote 1 h 30 min \(at)", "quote blue 1 h 30 min --town vega \(at)"),
    Row(vega, "quote --until 11:00 \(at)", "quote blue --until 11:00 --town vega \(at)"),
    Row(vega, "quote -1.20 \(at)", "quote blue -1.20 --town vega \(at)"),
    Row(vega, "quote orange 4.00 \(at)", "quote orange 4.00 --town vega \(at)"),
    Row(vega, "quote orange --until 11:00 \(at)", "quote orange --until 11:00 --town vega \(at)"),
    Row(vega, "quote azul 1h \(at)", "quote blue 1h --town vega \(at)"),
    Row(vega, "quote 1h --town Vega \(at)", "quote blue 1h --town vega \(at)"),
    Row(vega, "quote 1h --town la␣vega \(at)", "quote blue 1h --town vega \(at)"),
    Row(vega, "quote blue 1h --town sierra \(at)", "quote blue 1h --town sierra \(at)"),
    // The zone is one of the settings' town.
    Row(vega, "quote 1h --town sierra \(at)", "quote 1h --town sierra \(at)"),
    Row(vega, "quote \(at)", nil), Row(#""town": "vega""#, "quote 1h \(at)", nil),
    Row(#""town": "La Vega""#, "zones \(at)", "zones --town vega \(at)"),
    Row(
      #""town": "La Vega", "zone": "azul""#, "quote 1h --town vega \(at)",
      "quote blue 1h --town vega \(at)"),
    Row(vega, "plan 10:00-11:30 \(at)", "plan blue 10:00-11:30 --town vega \(at)"),
    Row(vega, "plan 2h \(at)", "plan blue 2h --town vega \(at)"),
    Row(vega, "plan --until 11:00 \(at)", "plan blue --until 11:00 --town vega \(at)"),
    Row(vega, "plan orange 2h \(at)", "plan orange 2h --town vega \(at)"),
    Row(vega, "plan orange --until 11:00 \(at)", "plan orange --until 11:00 --town vega \(at)"),
    Row(vega, "plan \(at)", "plan blue --town vega \(at)"),
    Row(vega, "plan orange \(at)", "plan orange --town vega \(at)"),
    Row(vega, "zones \(at)", "zones --town vega \(at)"),
    Row(vega, "zones --town sierra \(at)", "zones --town sierra \(at)"),
    // A table of one zone alone would hide the others: the zone must be typed.
    Row(vega, "tariff \(at)", "tariff --town vega \(at)"),
    Row(vega, "hours \(at)", "hours --town vega \(at)"),
    Row(vega, "holidays --year 2025", "holidays --town vega --year 2025"),
    Row(vega, "compare 2h \(at)", "compare 2h --town vega \(at)"),
    Row(vega, "compare 2h --towns \(at)", "compare 2h --towns \(at)"),
    Row(vega, "sectors", "sectors"), Row(vega, "export --as osm \(at)", "export --as osm \(at)"),
    Row(
      vega, "fine --ended 9:30 --notice 9:50 \(at)",
      "fine --zone blue --town vega --ended 9:30 --notice 9:50 \(at)"),
    Row(
      vega + #", "vehicle": "zero""#, "quote 1.00 \(at)",
      "quote blue 1.00 --town vega --vehicle zero \(at)"),
    Row(
      vega + #", "vehicle": "zero""#, "quote 1.00 --vehicle c \(at)",
      "quote blue 1.00 --town vega --vehicle c \(at)"),
    Row(
      #""vehicle": "zero""#, "zones --town vega \(at)", "zones --town vega --vehicle zero \(at)"),
    Row(
      #""vehicle": "zero""#, "where 43.0051 -2.0062 \(at)",
      "where 43.0051 -2.0062 --vehicle zero \(at)"),
    Row(
      #""vehicle": "zero""#, "quote --here 43.0051,-2.0062 1h \(at)",
      "quote --here 43.0051,-2.0062 1h --vehicle zero \(at)"),
    // The position says town, zone and sector.
    Row(
      #""town": "sierra", "zone": "blue", "sector": "9""#, "where 43.0051 -2.0062 \(at)",
      "where 43.0051 -2.0062 \(at)"),
    Row(
      #""town": "sierra", "zone": "old-town", "sector": "9""#,
      "quote --here 43.0051,-2.0062 1h \(at)", "quote --here 43.0051,-2.0062 1h \(at)"),
    Row(
      vega + #", "vehicle": "resident:1""#, "quote 1h \(at)",
      "quote blue 1h --town vega --vehicle resident:1 \(at)"),
    Row(
      vega + #", "vehicle": "resident:1""#, "compare 1h --town sierra \(at)",
      "compare 1h --town sierra \(at)"),
    Row(vega + #", "clock": "12""#, "quote 1h --no-settings --town vega \(at)", nil),
    Row(vega, "zones --no-settings \(at)", nil),
  ]

  @Test(arguments: rows) func sameAnswer(_ row: Row) throws {
    let home = try SettingsHome("{\(row.settings)}")
    defer { home.remove() }
    for json in [[], ["--json"]] {
      let answer = try home.run(SettingsHome.words(row.call) + json)
      guard let meant = row.meant else {
        #expect(answer.status == 2 && answer.output.isEmpty, "\(answer.output)")
        continue
      }
      let expected = try Program.run(
        SettingsHome.words(meant) + ["--data", GoldenCases.data] + json)
      #expect(answer.output == expected.output && answer.status == expected.status)
      #expect(answer.errors == expected.errors)
    }
  }

  /// Where sectors matter: only in their own town.
  @Test func sectors() throws {
    let home = try SettingsHome(#"{"town": "pamplona", "zone": "blue", "sector": "1"}"#)
    defer { home.remove() }
    let july = ["--at", "2023-07-10T10:00"]
    for (call, meant) in [
      (["quote", "1h"], ["quote", "blue", "1h", "--town", "pamplona", "--sector", "1"]),
      (
        ["quote", "1h", "--sector", "2"],
        ["quote", "blue", "1h", "--town", "pamplona", "--sector", "2"]
      ),
      (["plan", "2h"], ["plan", "blue", "2h", "--town", "pamplona", "--sector", "1"]),
      (["zones"], ["zones", "--town", "pamplona", "--sector", "1"]),
      (["compare", "2h"], ["compare", "2h", "--town", "pamplona", "--sector", "1"]),
      (["zones", "--town", "calatayud"], ["zones", "--town", "calatayud"]),
      (["quote", "blue", "1h", "--town", "bilbao"], ["quote", "blue", "1h", "--town", "bilbao"]),
    ] {
      let answer = try home.run(call + july, data: ".")
      #expect(try answer.output == Program.run(meant + july).output, "\(call)")
    }
    // A sector of the settings that the town does not have is named as such.
    let wrong = try SettingsHome(#"{"town": "pamplona", "sector": "99"}"#)
    defer { wrong.remove() }
    let answer = try wrong.run(["zones"], data: ".")
    #expect(answer.status == 2)
    #expect(answer.errors.contains("The setting sector cannot be used: Pamplona has no sector"))
  }

  /// A batch means the same whoever runs it; only what is said to people follows the settings.
  @Test func batches() throws {
    let home = try SettingsHome("{\(Self.vega), \"vehicle\": \"zero\", \"language\": \"eu\"}")
    defer { home.remove() }
    let result = try Program.shell(
      """
      printf '%s\\n' '{"zone":"blue","minutes":60}' \
        '{"town":"vega","zone":"blue","minutes":60,"at":"2025-10-14T10:00"}' '{"town":"vega"}' |
      "$APARKA" quote --batch --data \(GoldenCases.data)
      """, environment: ["XDG_CONFIG_HOME": home.folder.path])
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && result.errors.isEmpty)
    #expect(lines[0].contains("\"no_town\"") && lines[0].contains("Zein udalerri?"))
    #expect(lines[1].contains("\"vehicle\":null"))
    #expect(lines[2].contains("\"no_zone\"") || lines[2].contains("\"no_want\""))
  }

  /// `--lang`, then the setting, then the environment.
  @Test func languages() throws {
    let home = try SettingsHome(#"{"language": "eu"}"#)
    defer { home.remove() }
    func says(_ words: [String], _ lang: String) throws -> String {
      try Program.run(
        words, environment: ["XDG_CONFIG_HOME": home.folder.path, "LC_ALL": lang]
      ).output
    }
    #expect(try says(["--help"], "es_ES").contains("Erabilera:"))
    #expect(try says(["--help", "--lang", "en"], "es_ES").contains("Usage:"))
    #expect(try says(["--help", "--no-settings"], "es_ES").contains("Uso:"))
    #expect(try home.run(["settings", "set", "language", "auto"]).status == 0)
    #expect(try says(["--help"], "es_ES").contains("Uso:"))
  }

  /// Nothing of the settings reaches a JSON answer but what was asked with their help.
  @Test func jsonKnowsNoFormats() throws {
    let home = try SettingsHome(#"{"language": "eu", "clock": "12", "date_format": "short"}"#)
    defer { home.remove() }
    for call in ["quote blue 1h --town vega \(Self.at)", "zones --town vega \(Self.at)"] {
      let words = SettingsHome.words(call) + ["--json"]
      #expect(
        try home.run(words).output
          == Program.run(words + ["--data", GoldenCases.data]).output)
    }
  }

  /// Scripts that complete words know the town of the settings.
  @Test func completions() throws {
    let home = try SettingsHome(#"{"town": "sierra", "oops": 1}"#)
    defer { home.remove() }
    let zones = try home.run(["completions", "zones"])
    #expect(zones.output == "blue\nold-town\n" && zones.errors.isEmpty)
  }
}
