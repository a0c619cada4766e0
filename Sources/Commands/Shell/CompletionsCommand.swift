import Phrasebook

/// `aparka completions SHELL`: the script that completes words in a shell, made from the list of
/// commands so that it cannot drift from it. `completions towns` and `completions zones --town TOWN`
/// are what the scripts call while somebody types.
enum CompletionsCommand: Command {
  static let name = "completions"
  static let warnsOfSettings = false
  static let options: [CommandOption] = [.town]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let wanted = context.arguments.operands.first ?? ""
    if context.arguments.operands.count > 1 { throw context.tooMany(context.arguments.operands[1]) }
    switch wanted {
    case "bash": context.output.write(ShellCompletions(context.phrases).bash())
    case "zsh": context.output.write(ShellCompletions(context.phrases).zsh())
    case "fish": context.output.write(ShellCompletions(context.phrases).fish())
    case "towns": for id in try context.townIDs() { context.print(id) }
    case "zones": for id in try context.engine().zoneIDs { context.print(id) }
    default: throw .usage(context.phrase("error.unknown_generated", ["text": wanted]))
    }
    return 0
  }
}
