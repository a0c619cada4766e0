import Foundation
import Phrasebook
import TestSupport
import Testing

/// `aparka settings`, call after call in one home: whole answers in the three languages.
struct SettingsGoldenTests {
  struct Story: Sendable, CustomTestStringConvertible {
    let name: String
    /// The file to begin with.
    var file: String?
    let calls: [String]
    var testDescription: String { name }
  }

  private static let tuesday = "--town vega --at 2025-10-14T10:00"

  static let stories: [Story] = [
    Story(
      name: "change",
      calls: [
        "settings set town La␣Vega", "settings set zone azul", "settings set lead-times 5 20,0",
        "settings set channels terminal,command,apprise",
        "settings set apprise_urls tgram://token/chat mailto://a:b@example.org",
        "settings set command -- notify-send --wait {title} {body}",
        "settings set tile_attribution ©␣Somebody␣else", "settings set web on",
        "settings set vehicle eco", "settings", "settings get zone", "settings get command",
        "settings get apprise_urls", "settings get apprise_urls --show-secrets",
        "settings get sector", "settings unset lead_times", "settings get lead_times",
        "settings set town sierra", "settings get zone", "settings path",
      ]),
    Story(
      name: "wrong",
      calls: [
        "settings sett town", "settings frobnicate", "settings get", "settings get zoen",
        "settings get frobnicate", "settings set", "settings set town", "settings set town veg",
        "settings set zone blue", "settings set town vega", "settings set zone bleu",
        "settings set zone violet", "settings set sector", "settings set vehicle tractor",
        "settings set vehicle resident:3", "settings set clock 13", "settings set language fr",
        "settings set lead_times 15,soon", "settings set lead_times 1441",
        "settings set lead_times 5,5", "settings set channels fax", "settings set web perhaps",
        "settings set web_address Example.org", "settings set web_port 70000",
        "settings set apprise_urls token", "settings set tile_url https://example.org/a.png",
        "settings set walk_minutes -1", "settings get town extra", "settings path extra",
        "settings unset", "settings set command ls --bad", "settings get town",
      ]),
    Story(
      name: "broken",
      file: "{\n  \"clock\": \"13\",\n  \"lead_times\": [5, 1441],\n  \"zoen\": \"blue\",\n"
        + "  \"date_format\": \"iso\"\n}\n",
      calls: [
        "quote blue 1.20 \(tuesday)", "settings get date_format", "settings set web on",
        "settings unset clock", "settings path",
      ]),
    Story(
      name: "not-json", file: "{\"clock\": \"24\",}",
      calls: ["quote blue 1.20 \(tuesday)", "settings get clock", "settings set web on"]),
    Story(
      name: "one-fault", file: "{\"tile_url\": \"https://example.org/a.png\"}",
      calls: ["zones \(tuesday)"]),
    Story(
      name: "position", file: "{\"position\": \"never\"}",
      calls: [
        "where 43.0051 -2.0062 --at 2025-10-14T10:00",
        "quote --here 43.0051,-2.0062 1.00 --at 2025-10-14T10:00",
      ]),
    Story(
      name: "data", file: "{\"town\": \"vga\", \"zone\": \"blue\"}",
      calls: ["zones", "quote 1h", "quote blue 1h --town sierra --at 2025-10-14T10:00"]),
    Story(
      name: "data-zone", file: "{\"town\": \"vega\", \"zone\": \"bleu\"}",
      calls: ["quote 1h", "plan 2h", "quote 1h more"]),
    Story(name: "explained", calls: ["settings --explain"]),
    Story(name: "help", calls: ["settings --help"]),
    // Dates and times as the settings want them, wherever they are said.
    Story(name: "short-12", file: "{\"date_format\": \"short\", \"clock\": \"12\"}", calls: said),
    Story(name: "iso-24", file: "{\"date_format\": \"iso\"}", calls: said),
    Story(name: "long-12", file: "{\"clock\": \"12\"}", calls: said),
  ]

  private static let said = [
    "quote blue 1h30 --explain --town vega --at 2025-10-14T13:20",
    "quote blue 1.00 --explain --town sierra --at 2025-10-14T19:40",
    "quote blue 1.00 --town sierra --at 2025-10-11T15:00",
    "quote blue 1.00 --town sierra --at 2025-12-31T21:00", "zones \(tuesday)",
    "plan blue 12:30-17:30 \(tuesday)", "plan orange 30h \(tuesday)",
    "holidays --town vega --year 2025", "where 43.0051 -2.0062 --at 2025-10-14T10:00",
    "fine --town vega --ended 11:50 --notice 2025-10-13T12:10 --at 2025-10-14T10:00",
  ]

  @Test(arguments: stories) func wholeStory(_ story: Story) throws {
    for language in Language.allCases {
      let home = try SettingsHome(story.file)
      defer { home.remove() }
      var transcript = ""
      for call in story.calls {
        let result = try home.run(SettingsHome.words(call), lang: language.rawValue)
        let text = result.output + result.errors
        #expect(!text.contains("{{") && !text.contains(/«[a-z_]+\.[a-z_.]+»/), "\(text)")
        let errors = result.errors.isEmpty ? "" : "--- standard error\n" + result.errors
        transcript +=
          "$ aparka \(call)\n\(result.output)\(errors)--- exit status \(result.status)\n"
      }
      transcript = transcript.replacing(home.folder.path, with: "HOME")
      let name = "\(story.name).\(language.rawValue).txt"
      let file = GoldenFile("Tests/CommandsTests/SettingsGolden/\(name)")
      if let difference = try file.difference(transcript) { Issue.record("\(difference)") }
    }
  }

  @Test(.disabled(if: GoldenFile.isRecording)) func everyGoldenFileHasAStory() throws {
    let folder = Repository.file("Tests/CommandsTests/SettingsGolden").path
    let known = Self.stories.flatMap { story in
      Language.allCases.map { "\(story.name).\($0.rawValue).txt" }
    }
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == Set(known))
  }
}
