/// One command of the program. Its words for people are phrases: `help.<name>.summary`, `.usage`,
/// `.example`, and `option.<name>` for each option.
protocol Command: Sendable {
  static var name: String { get }
  static var options: [CommandOption] { get }
  /// For the shells, which complete them.
  static var operands: CommandOperands { get }
  /// The exit status, 0 when the question was answered.
  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32
}

extension Command {
  static var operands: CommandOperands { .none }
}

/// What the words of a command are that are no options, as far as shells can complete them.
enum CommandOperands {
  case none
  /// The first one is a zone.
  case zone
  case files
}
