import Phrasebook
import Tariffs

extension Setting {
  /// All of them, in the order in which they are shown. What belongs to a town comes after the town.
  public static let all: [Setting] = words + reminders + page

  private static let words: [Setting] = [
    choice(
      "language", \.language, [("auto", nil)] + Language.allCases.map { ($0.rawValue, $0) }),
    choice("clock", \.clock, [("24", .hours24), ("12", .hours12)]),
    choice("date_format", \.dateFormat),
    Setting(
      name: "town", kind: .text, read: { .init($0.town) },
      write: { (settings, value) throws(SettingError) in settings.move(to: try optional(value)) }),
    text("zone", \.zone, needsTown: true),
    Setting(name: "vehicle", kind: .text, read: { .init($0.vehicle?.id) }, write: putVehicle),
    text("sector", \.sector, needsTown: true),
    choice("position", \.position),
  ]

  private static let reminders: [Setting] = [
    Setting(
      name: "lead_times", kind: .numbers(0...1440), read: { .numbers($0.leadTimes) },
      write: { (settings, value) throws(SettingError) in
        settings.leadTimes = try numbers(value, in: 0...1440, most: 10).sorted(by: >)
      }),
    number("walk_minutes", \.walkMinutes, 0...240),
    number("snooze_minutes", \.snoozeMinutes, 1...240),
    number("extend_minutes", \.extendMinutes, 1...1440),
    Setting(
      name: "channels", kind: .words(ReminderChannel.allCases.map(\.rawValue)),
      read: { .texts($0.channels.map(\.rawValue)) },
      write: { (settings, value) throws(SettingError) in settings.channels = try channels(value) }),
    choice("delivery", \.delivery),
    number("channel_timeout_seconds", \.channelTimeoutSeconds, 1...300),
    number("standby_seconds", \.standbySeconds, 0...3600),
    number("give_up_minutes", \.giveUpMinutes, 1...1440),
    texts("command", \.command) { _ throws(SettingError) in },
    flag("command_through_shell", \.commandThroughShell),
    texts("apprise_urls", \.appriseURLs, isSecret: true, each: checkAppriseURL),
    flag("require_reminder", \.requireReminder),
  ]

  private static let page: [Setting] = [
    flag("web", \.web),
    Setting(
      name: "web_address", kind: .text, read: { .text($0.webAddress) },
      write: { (settings, value) throws(SettingError) in
        guard let text = try optional(value) else { throw SettingError(.badText) }
        guard NetworkAddress.isOne(text) else { throw SettingError(.badAddress, text) }
        settings.webAddress = text
      }),
    number("web_port", \.webPort, 1...65535),
    text("tile_url", \.tileURL, check: checkTileURL), text("tile_attribution", \.tileAttribution),
  ]

  // MARK: Rules of single settings

  private static func putVehicle(
    _ settings: inout Settings, _ value: SettingValue
  ) throws(SettingError) {
    guard let text = try optional(value) else {
      settings.vehicle = nil
      return
    }
    guard let vehicle = VehicleClass(id: text) else {
      throw SettingError(.unknownVehicle, text)
    }
    if case .resident = vehicle, settings.town == nil { throw SettingError(.needsTown) }
    settings.vehicle = vehicle
  }

  private static func channels(
    _ value: SettingValue
  ) throws(SettingError) -> [ReminderChannel] {
    var channels: [ReminderChannel] = []
    for (place, text) in try list(value, most: ReminderChannel.allCases.count).enumerated() {
      guard let channel = ReminderChannel(rawValue: text) else {
        throw SettingError(
          .unknownWord(text, allowed: ReminderChannel.allCases.map(\.rawValue)), element: place)
      }
      if channels.contains(channel) { throw SettingError(.twice, text, element: place) }
      channels.append(channel)
    }
    if channels.isEmpty { throw SettingError(.emptyList) }
    return channels
  }

  /// `tgram://token/chat`: a scheme of letters, digits, `+`, `-` and `.` (RFC 3986, section 3.1), then
  /// something without spaces.
  private static func checkAppriseURL(_ text: String) throws(SettingError) {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.utf8.dropFirst(scheme.count)
    guard scheme.first.map(isLetter) == true, scheme.allSatisfy(isSchemeByte), rest.count > 3,
      rest.starts(with: "://".utf8), !rest.contains(UInt8(ascii: " "))
    else { throw SettingError(.badAppriseURL) }
  }

  private static func checkTileURL(_ text: String) throws(SettingError) {
    let isWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
    guard isWeb, !text.contains(" "), ["{z}", "{x}", "{y}"].allSatisfy({ text.contains($0) })
    else { throw SettingError(.badTileURL, text) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "+-.".utf8.contains(byte)
  }
}
