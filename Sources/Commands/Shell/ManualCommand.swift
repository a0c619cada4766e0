import Phrasebook

/// `aparka manual`: the manual page, made from the help so that it cannot drift from it.
enum ManualCommand: Command {
  static let name = "manual"
  static let warnsOfSettings = false
  static let options: [CommandOption] = []

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    context.output.write(ManualPage(context.phrases).text())
    return 0
  }
}
