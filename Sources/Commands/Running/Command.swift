/// One command of the program. Its words for people are phrases: `help.<name>.summary`, `.usage`,
/// `.example`, and `option.<name>` for each option.
protocol Command: Sendable {
  static var name: String { get }
  static var options: [CommandOption] { get }
  /// Whether the first operand is a zone, which shells can complete.
  static var completesZones: Bool { get }
  /// The exit status, 0 when the question was answered.
  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32
}

extension Command {
  static var completesZones: Bool { false }
}
