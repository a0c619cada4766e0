/// One command of the program. Its words for people are phrases: `help.<name>.summary`, `.usage`,
/// `.example`, and `option.<name>` for each option.
protocol Command: Sendable {
  static var name: String { get }
  static var options: [CommandOption] { get }
  /// For the shells, which complete them.
  static var operands: CommandOperands { get }
  /// Whether a line on standard error says that settings are faulty and do not act.
  static var warnsOfSettings: Bool { get }
  /// The exit status, 0 when the question was answered.
  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32
}

extension Command {
  static var operands: CommandOperands { .none }
  static var warnsOfSettings: Bool { true }
}

/// What the words of a command are that are no options, as far as shells can complete them.
enum CommandOperands: Equatable {
  case none
  /// The first one is a zone.
  case zone
  case files
  /// The first is one of the first list, the second one of the second.
  case words([[String]])
}
