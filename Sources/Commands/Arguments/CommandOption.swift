/// An option of a command, `--name` or `--name VALUE`.
struct CommandOption: Hashable, Sendable {
  let name: String
  /// Phrase key of the value's placeholder (`option_value.<this>`); nil for a flag.
  let value: String?

  static func flag(_ name: String) -> CommandOption { CommandOption(name: name, value: nil) }
  static func value(_ name: String, _ value: String) -> CommandOption {
    CommandOption(name: name, value: value)
  }

  // Options that several commands have.
  static let town = value("town", "town")
  static let at = value("at", "moment")
  static let vehicle = value("vehicle", "vehicle")
  static let sector = value("sector", "sector")
  static let place = value("place", "place")
  static let signal = value("signal", "signal")
  static let until = value("until", "moment")
  static let assume = value("assume", "policies")
  static let json = flag("json")
  static let language = value("lang", "language")
  static let data = value("data", "folder")
  static let help = flag("help")
  static let noSettings = flag("no-settings")
  /// Only without a command.
  static let version = flag("version")

  /// Every command has these.
  static let everywhere: [CommandOption] = [.json, .language, .data, .noSettings, .help]
}
