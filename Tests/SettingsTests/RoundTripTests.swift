import JSONText
import Phrasebook
import Settings
import Tariffs
import Testing

/// Every setting through what is typed, the value, and the file's text, and back.
struct RoundTripTests {
  /// A value of each setting that is not its default, as it is typed.
  static let typed: [String: [String]] = [
    "language": ["eu"], "clock": ["12"], "date_format": ["iso"], "town": ["pamplona"],
    "zone": ["blue"], "vehicle": ["resident:3"], "sector": ["2"], "position": ["never"],
    "lead_times": ["30,7,0"], "walk_minutes": ["4"], "snooze_minutes": ["10"],
    "extend_minutes": ["45"], "channels": ["apprise,command,terminal"], "delivery": ["all"],
    "channel_timeout_seconds": ["3"], "standby_seconds": ["0"], "give_up_minutes": ["90"],
    "command": ["notify-send", "--wait", "{title}: é", "{body}"], "command_through_shell": ["on"],
    "apprise_urls": ["tgram://token/chat", "mailto://a:b@example.org"],
    "require_reminder": ["on"], "web": ["on"], "web_address": ["::1"], "web_port": ["80"],
    "tile_url": ["https://tile.example.org/{z}/{x}/{y}.png"], "tile_attribution": ["© Somebody"],
  ]

  static func set(_ names: some Sequence<String>) throws -> Settings {
    var settings = Settings()
    for setting in Setting.all where names.contains(setting.name) {
      try settings.set(
        setting, to: setting.kind.value(typed: try #require(typed[setting.name])))
    }
    return settings
  }

  static func read(_ text: String) throws -> (settings: Settings, faults: [JSONShapeError]) {
    var settings = Settings()
    let faults = settings.apply(JSONCursor(try JSONNode(parsing: text)))
    return (settings, faults)
  }

  @Test func everySettingAlone() throws {
    #expect(Set(Setting.all.map(\.name)) == Set(Self.typed.keys))
    #expect(Setting.all.count == Self.typed.count)
    for setting in Setting.all {
      let settings = try Self.set([setting.name, "town"])
      #expect(!settings.isStandard(setting), "\(setting.name)")
      let text = settings.json.text(pretty: true)
      #expect(text.contains("\"\(setting.name)\""))
      let read = try Self.read(text)
      #expect(read.settings == settings && read.faults == [], "\(text)")
      // What is shown can be typed.
      let value = settings.value(of: setting)
      #expect(try setting.kind.value(typed: value.typed) == value)
      var unset = settings
      unset.unset(setting)
      #expect(unset.isStandard(setting))
    }
  }

  @Test func allTogether() throws {
    let settings = try Self.set(Self.typed.keys)
    let read = try Self.read(settings.json.text())
    #expect(read.settings == settings && read.faults == [])
    #expect(settings.vehicle == .resident(sector: "3") && settings.language == .basque)
    #expect(settings.leadTimes == [30, 7, 0] && settings.clock == .hours12)
    #expect(settings.channels == [.apprise, .command, .terminal])
  }

  /// Every subset of the settings, at random: only what differs is written, and it reads back.
  @Test func subsets() throws {
    for mask in stride(from: 1, to: 1 << Setting.all.count, by: 65_537) {
      let names = Set(
        Setting.all.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element.name)
      ).union(["town"])
      let settings = try Self.set(names)
      let read = try Self.read(settings.json.text())
      #expect(read.settings == settings && read.faults == [])
      let node = try JSONNode(parsing: settings.json.text())
      #expect(Set(try JSONCursor(node).object().keys) == names)
    }
  }

  @Test func defaultsAreWrittenAsNothing() throws {
    #expect(Settings().json.text() == "{}")
    let nulls = Setting.all.map { "\"\($0.name)\": null" }.joined(separator: ",")
    #expect(try Self.read("{\(nulls)}").settings == Settings())
    #expect(try Self.read("{\(nulls)}").faults == [])
    // As a patch, null unsets.
    var settings = try Self.set(Self.typed.keys)
    #expect(settings.apply(JSONCursor(try JSONNode(parsing: "{\(nulls)}"))) == [])
    #expect(settings == Settings())
    // The defaults that docs/settings.md states are good values themselves.
    for setting in Setting.all {
      var settings = Settings()
      try settings.set(setting, to: setting.standard)
      #expect(settings == Settings(), "\(setting.name)")
    }
  }

  @Test(
    arguments: [
      ("lead_times", ["15", "5", "20"], ["20,15,5"]), ("lead_times", ["5, 10"], ["10,5"]),
      ("channels", ["terminal", "desktop"], ["terminal", "desktop"]), ("web", ["YES"], ["on"]),
      ("web", ["false"], ["off"]), ("tile_attribution", ["©", "Us", "all"], ["© Us all"]),
      ("tile_url", [""], []), ("command", [""], []), ("town", ["a b"], ["a b"]),
    ] as [(String, [String], [String])])
  func typing(name: String, words: [String], value: [String]) throws {
    let setting = try #require(Setting.named(name))
    var settings = Settings()
    try settings.set(setting, to: setting.kind.value(typed: words))
    #expect(settings.value(of: setting).typed == value)
  }

  /// What belongs to a town goes with it, and only then.
  @Test func anotherTown() throws {
    let town = try #require(Setting.named("town"))
    let full = try Self.set(["town", "zone", "sector", "vehicle", "clock"])
    var same = full
    try same.set(town, to: .text("pamplona"))
    #expect(same == full)
    var moved = full
    try moved.set(town, to: .text("bilbao"))
    #expect(moved.town == "bilbao" && moved.zone == nil && moved.sector == nil)
    #expect(moved.vehicle == nil && moved.clock == .hours12)
    var none = full
    none.unset(town)
    #expect(none.town == nil && none.zone == nil && none.vehicle == nil)
    var label = full
    try label.set(try #require(Setting.named("vehicle")), to: .text("eco"))
    label.unset(town)
    #expect(label.vehicle == .eco)
    // In a patch the order of the members does not matter.
    var patched = full
    let patch = try JSONNode(parsing: #"{"zone": "green", "town": "bilbao"}"#)
    #expect(patched.apply(JSONCursor(patch)) == [])
    #expect(patched.zone == "green" && patched.town == "bilbao" && patched.sector == nil)
  }

  @Test func secretsAreMasked() throws {
    let setting = try #require(Setting.named("apprise_urls"))
    #expect(Setting.all.filter(\.isSecret).map(\.name) == ["apprise_urls"])
    let settings = try Self.set(["apprise_urls"])
    #expect(settings.value(of: setting).masked.typed == ["tgram://…", "mailto://…"])
  }
}
