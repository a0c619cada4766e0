import DataLibrary
import JSONText
import Phrasebook
import Settings

/// `aparka settings`: what the user has chosen, listed, asked for, changed.
enum SettingsCommand: Command {
  static let name = "settings"
  static let operands = CommandOperands.words([
    Action.allCases.map(\.rawValue), Setting.all.map(\.name),
  ])
  static let options: [CommandOption] = [showSecrets, explain]
  private static let showSecrets = CommandOption.flag("show-secrets")
  private static let explain = CommandOption.flag("explain")
  /// It says itself what is wrong with them.
  static let warnsOfSettings = false

  private enum Action: String, CaseIterable { case list, get, set, unset, path }

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let operands = context.arguments.operands
    guard let action = Action(rawValue: operands.first ?? "list") else {
      throw unknownAction(operands[0], context)
    }
    switch action {
    case .list:
      try context.requireOperands(0...1, missing: "")
      return list(Setting.all, context)
    case .path:
      try context.requireOperands(1...1, missing: "")
      guard let path = context.settingsLibrary.path else { throw noFolder(context) }
      context.print(context.wantsJSON ? .object([("path", .string(path))]) : .string(path), path)
      return 0
    case .get:
      try context.requireOperands(2...2, missing: "settings.needs_name")
      return get(try setting(operands[1], context), context)
    case .set:
      try context.requireOperands(2...Int.max, missing: "settings.needs_name")
      return try SettingsChange(context).set(
        try setting(operands[1], context), to: Array(operands[2...]))
    case .unset:
      try context.requireOperands(2...2, missing: "settings.needs_name")
      return try SettingsChange(context).unset(try setting(operands[1], context))
    }
  }

  // MARK: Answers

  private static func get(_ setting: Setting, _ context: CommandContext) -> Int32 {
    if context.wantsJSON { return list([setting], context) }
    let status = warn(context)
    let value = context.settings.value(of: setting)
    let words = SettingWords(context)
    for line in words.lines(of: setting, isHidden(setting, context) ? value.masked : value) {
      context.print(line)
    }
    return status
  }

  private static func list(_ settings: [Setting], _ context: CommandContext) -> Int32 {
    let status = warn(context)
    if context.wantsJSON {
      context.print(json(settings, context))
      return status
    }
    let words = SettingWords(context)
    context.print(context.settingsLibrary.path ?? context.phrase("settings.no_folder"))
    let width = settings.map(\.name.count).max() ?? 0
    for setting in settings {
      let mark = context.settings.isStandard(setting) ? "  " : "* "
      let gap = String(repeating: " ", count: width - setting.name.count + 2)
      let value = context.settings.value(of: setting)
      context.print(
        mark + setting.name + gap
          + words.shown(setting, isHidden(setting, context) ? value.masked : value))
      guard context.arguments.has(explain) else { continue }
      for line in words.explanation(setting) { context.print("      " + line) }
    }
    context.print(context.phrase("settings.legend"))
    return status
  }

  /// Whether what stands there may not be shown.
  static func isHidden(_ setting: Setting, _ context: CommandContext) -> Bool {
    setting.isSecret && !context.arguments.has(showSecrets)
  }

  static func json(_ settings: [Setting], _ context: CommandContext) -> JSONOutput {
    .object([
      ("path", .optional(context.settingsLibrary.path)),
      (
        "faults",
        .array(
          context.loadedSettings.problem.map { context.faults($0).map(\.json) } ?? [])
      ),
      (
        "settings",
        .array(
          settings.map { setting in
            let value = context.settings.value(of: setting)
            return setting.json(
              isHidden(setting, context) ? value.masked : value,
              isChanged: !context.settings.isStandard(setting))
          })
      ),
    ])
  }

  /// All that is wrong with the file, a line each.
  private static func warn(_ context: CommandContext) -> Int32 {
    guard let problem = context.loadedSettings.problem else { return 0 }
    for fault in context.faults(problem) {
      context.output.writeError("aparka: \(fault.text(path: problem.path))\n")
    }
    return CommandFailure.Status.failure.rawValue
  }

  // MARK: Words that are wrong

  private static func setting(
    _ typed: String, _ context: CommandContext
  ) throws(CommandFailure) -> Setting {
    let wanted = Naming.folded(typed)
    if let setting = Setting.all.first(where: { Naming.folded($0.name) == wanted }) {
      return setting
    }
    let known = Setting.all.map(\.name)
    let values = ["text": typed, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: typed, among: known) else {
      throw .usage(context.phrase("settings.unknown", values))
    }
    throw .usage(
      context.phrase("settings.unknown_closest", ["text": typed, "closest": closest]))
  }

  private static func unknownAction(
    _ typed: String, _ context: CommandContext
  ) -> CommandFailure {
    let known = Action.allCases.map(\.rawValue)
    let values = ["text": typed, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: typed, among: known) else {
      return .usage(context.phrase("settings.unknown_action", values))
    }
    return .usage(
      context.phrase(
        "settings.unknown_action_closest", values.merging(["closest": closest]) { $1 }))
  }

  static func noFolder(_ context: CommandContext) -> CommandFailure {
    .failure(context.phrase("settings.no_folder"))
  }
}

extension CommandContext {
  /// One answer, for programs or for people.
  fileprivate func print(_ json: JSONOutput, _ text: String) {
    if wantsJSON { print(json) } else { print(text) }
  }
}

extension Setting {
  /// The members that describe it to a program.
  func json(_ value: SettingValue, isChanged: Bool) -> JSONOutput {
    var allowed: [String]?
    var range: ClosedRange<Int>?
    switch kind {
    case .word(let words), .words(let words): allowed = words
    case .number(let numbers), .numbers(let numbers): range = numbers
    case .flag, .text, .texts: break
    }
    return .object([
      ("name", .string(name)), ("kind", .string(kind.name)), ("value", value.json),
      ("default", standard.json), ("changed", .bool(isChanged)), ("secret", .bool(isSecret)),
      ("allowed", allowed.map { .array($0.map { .string($0) }) } ?? .null),
      ("least", .optional(range?.lowerBound)), ("most", .optional(range?.upperBound)),
    ])
  }
}
