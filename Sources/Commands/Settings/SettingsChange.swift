import DataLibrary
import JSONText
import Phrasebook
import Settings
import Tariffs

/// `aparka settings set` and `unset`.
struct SettingsChange {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// - Parameter words: the value as it was typed; for a secret `-` stands for the lines of standard input.
  func set(_ setting: Setting, to words: [String]) throws(CommandFailure) -> Int32 {
    guard !words.isEmpty else {
      throw .usage(context.phrase("settings.needs_value", ["name": setting.name]))
    }
    let typed = setting.isSecret && words == ["-"] ? try linesOfInput() : words
    let value: SettingValue
    do throws(SettingError) { value = try setting.kind.value(typed: typed) } catch {
      throw refusal(error, setting)
    }
    return try change(setting) { (settings) throws(CommandFailure) in
      let value = try known(value, setting, settings)
      do throws(SettingError) { try settings.set(setting, to: value) } catch {
        throw refusal(error, setting)
      }
    }
  }

  func unset(_ setting: Setting) throws(CommandFailure) -> Int32 {
    try change(setting) { (settings) throws(CommandFailure) in settings.unset(setting) }
  }

  private func change(
    _ setting: Setting, _ change: (inout Settings) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int32 {
    var before = Settings()
    let after: Settings
    do throws(SettingsUpdateError<CommandFailure>) {
      after = try context.settingsLibrary.update { (settings) throws(CommandFailure) in
        before = settings
        try change(&settings)
      }
    } catch { throw failure(error) }
    var context = context
    context.loadedSettings = LoadedSettings(settings: after)
    if context.wantsJSON {
      context.print(SettingsCommand.json([setting], context))
      return 0
    }
    let value = after.value(of: setting)
    let shown = SettingsCommand.isHidden(setting, context) ? value.masked : value
    context.print("\(setting.name): " + SettingWords(context).shown(setting, shown))
    for line in consequences(setting, before, after) { context.print(line) }
    return 0
  }

  // MARK: Values

  /// The ids of what people call by name. The data must have them.
  private func known(
    _ value: SettingValue, _ setting: Setting, _ settings: Settings
  ) throws(CommandFailure) -> SettingValue {
    guard case .text(let text) = value, !text.isEmpty else { return value }
    switch setting.name {
    case "town":
      do throws(LibraryError) {
        return .text(
          try context.library.engine(
            town: context.townID(named: text) ?? text, withPublishedCases: false
          ).town.id)
      } catch { throw context.failure(error) }
    case "zone", "sector":
      // Without a town the setting itself refuses.
      guard let town = settings.town else { return value }
      let engine: TariffEngine
      do throws(LibraryError) {
        engine = try context.library.engine(town: town, withPublishedCases: false)
      } catch { throw context.failure(error) }
      if setting.name == "sector" {
        do throws(QuestionFault) {
          try engine.town.requireKnown(sector: text, place: nil)
        } catch { throw context.failure(error) }
        return value
      }
      guard let zone = engine.zoneID(named: text) else {
        throw context.failure(.unknownZone(text, town: engine.town, known: engine.zoneIDs))
      }
      return .text(zone)
    case "vehicle":
      guard VehicleClass(id: text) != nil else { throw context.failure(.unknownVehicle(text)) }
      return value
    default: return value
    }
  }

  private func linesOfInput() throws(CommandFailure) -> [String] {
    let lines = LineReader(context.input, limitBytes: 1 << 16)
    var found: [String] = []
    while true {
      while let line = lines.nextInMemory() {
        guard case .bytes(let bytes) = line, bytes.count <= 1 << 12, found.count < 1_000 else {
          throw .usage(context.phrase("fault.\(SettingFault.badText.rawValue)"))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if !text.isEmpty { found.append(text) }
      }
      do throws(InputFault) {
        guard try lines.readMore() else { return found }
      } catch {
        throw .failure(
          context.phrase(
            "batch.input_unreadable", ["reason": context.phrases.reason(error.errorNumber)]))
      }
    }
  }

  // MARK: What follows

  private func consequences(
    _ setting: Setting, _ before: Settings, _ after: Settings
  ) -> [String] {
    var lines: [String] = []
    let dropped = Setting.all.filter { other in
      other.name != setting.name && before.value(of: other) != after.value(of: other)
    }
    if !dropped.isEmpty {
      lines.append(
        context.phrase("settings.dropped", ["names": context.phrases.list(dropped.map(\.name))]))
    }
    if setting.name == "channels" {
      if after.channels.contains(.command), after.command.isEmpty {
        lines.append(context.phrase("settings.channel_without", ["name": "command"]))
      }
      if after.channels.contains(.apprise), after.appriseURLs.isEmpty {
        lines.append(context.phrase("settings.channel_without", ["name": "apprise_urls"]))
      }
    }
    return lines
  }

  // MARK: What went wrong

  private func refusal(_ error: SettingError, _ setting: Setting) -> CommandFailure {
    let fault = JSONShapeError(path: .root, offset: 0, kind: error.kind)
    return .usage("\(setting.name): " + context.phrases.message(fault))
  }

  private func failure(_ error: SettingsUpdateError<CommandFailure>) -> CommandFailure {
    switch error {
    case .refused(let failure): return failure
    case .noFolder: return SettingsCommand.noFolder(context)
    case .busy(let path):
      return .failure(context.phrase("settings.busy", ["path": path])).coded("settings_busy")
    case .unwritable(let error):
      return .failure(
        context.phrase(
          "sectors.cannot_write",
          ["path": error.path, "reason": context.phrases.reason(error.errorNumber)]))
    case .unreadable(let problem):
      let faults = context.faults(problem).map { $0.text(path: problem.path) }
      return .failure(
        (faults + [context.phrase("settings.mend_first")]).joined(separator: "\n"))
    }
  }
}
