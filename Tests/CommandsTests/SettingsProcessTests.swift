import Foundation
import JSONText
import Settings
import TestSupport
import Testing

/// Whole processes: many at once, secrets, homes that cannot be written.
struct SettingsProcessTests {
  /// Every process changes another setting; all changes must be there.
  @Test func manyWriters() throws {
    let home = try SettingsHome()
    defer { home.remove() }
    let values = [
      "walk_minutes 7", "snooze_minutes 9", "extend_minutes 60", "web_port 9000", "web on",
      "clock 12", "date_format iso", "lead_times 3,2", "delivery all", "standby_seconds 1",
      "position never", "language es", "give_up_minutes 5", "channel_timeout_seconds 2",
      "require_reminder on", "channels terminal", "tile_attribution x", "town vega",
      "web_address ::1", "command_through_shell on",
    ]
    for round in 0..<3 {
      let calls = values.map {
        "\"$APARKA\" settings set \($0) --data \(GoldenCases.data) > /dev/null &"
      }
      let result = try Program.shell(
        calls.joined(separator: "\n") + "\nwait",
        environment: ["XDG_CONFIG_HOME": home.folder.path])
      #expect(result.errors.isEmpty, "\(result.errors)")
      let cursor = JSONCursor(try JSONNode(parsing: try home.text()))
      let names = Set(values.compactMap { $0.split(separator: " ").first.map(String.init) })
      #expect(Set(try cursor.object().keys) == names, "round \(round)")
      var settings = Settings()
      #expect(settings.apply(cursor) == [])
      try FileManager.default.removeItem(at: home.file)
    }
  }

  /// By way of standard input a secret is in no list of processes and no history.
  @Test func secretsFromStandardInput() throws {
    let home = try SettingsHome()
    defer { home.remove() }
    let result = try Program.shell(
      "printf 'tgram://token/chat\\n\\nmailto://a:b@example.org' | "
        + "\"$APARKA\" settings set apprise_urls - --lang en",
      environment: ["XDG_CONFIG_HOME": home.folder.path])
    #expect(result.output == "apprise_urls: tgram://… mailto://…\n")
    #expect(result.errors.isEmpty && result.status == 0)
    let shown = try home.run(["settings", "get", "apprise_urls", "--show-secrets"])
    #expect(shown.output == "tgram://token/chat\nmailto://a:b@example.org\n")
    for call in [["settings"], ["settings", "--json"], ["settings", "get", "apprise_urls"]] {
      let text = try home.run(call).output
      #expect(text.contains("tgram://…") && !text.contains("token"), "\(text)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: home.file.path)
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let json = try home.run(["settings", "--json", "--show-secrets"]).output
    #expect(json.contains("tgram://token/chat"))
  }

  @Test func noHome() throws {
    for words in [
      ["settings", "set", "web", "on"], ["settings", "unset", "web"], ["settings", "path"],
    ] {
      let result = try Program.run(words + ["--lang", "en"])
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.contains("HOME or XDG_CONFIG_HOME"))
    }
    #expect(try Program.run(["settings"]).status == 0)
  }

  @Test func placesThatCannotBeWritten() throws {
    let home = try SettingsHome()
    defer { home.remove() }
    // A file where the folder should be: for root too.
    let file = home.folder.appending(path: "file")
    try Data().write(to: file)
    let result = try Program.run(
      ["settings", "set", "web", "on", "--lang", "en"],
      environment: ["XDG_CONFIG_HOME": file.path])
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("cannot be written"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  /// A process that stopped in the middle stops nobody for ever.
  @Test func aLockThatIsHeld() throws {
    let home = try SettingsHome()
    defer { home.remove() }
    let result = try Program.shell(
      """
      flock "$XDG_CONFIG_HOME/aparka/settings.json.lock" \
        "$APARKA" settings set web on --lang en
      """, environment: ["XDG_CONFIG_HOME": home.folder.path])
    #expect(result.status == 1 && result.errors.contains("try again"), "\(result.errors)")
  }

  /// The page of the documentation has every setting, with its default.
  @Test func documented() throws {
    let page = try String(contentsOf: Repository.file("docs/settings.md"), encoding: .utf8)
    var rows: [String: String] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      rows[cells[0].trimmingCharacters(in: ["`"])] = cells[2].trimmingCharacters(in: ["`"])
    }
    let names = Setting.all.map(\.name)
    #expect(Set(rows.keys).isSuperset(of: names))
    for setting in Setting.all {
      var standard = setting.standard.typed.joined(separator: ",")
      if standard.isEmpty { standard = "none" }
      #expect(rows[setting.name] == standard, "\(setting.name)")
    }
  }
}
