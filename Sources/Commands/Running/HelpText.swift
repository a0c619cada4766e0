import Phrasebook

/// What `--help` prints.
struct HelpText {
  private let phrases: Phrasebook

  init(_ phrases: Phrasebook) { self.phrases = phrases }

  /// All commands with a line each.
  func overview() -> String {
    let width = CommandLineTool.commands.map { $0.name.count }.max() ?? 0
    var lines = [phrases.phrase("help.title"), "", phrases.phrase("help.usage"), ""]
    lines.append(phrases.phrase("help.commands"))
    for command in CommandLineTool.commands {
      lines.append(
        "  " + padded(command.name, width) + "  " + phrases.phrase("help.\(command.name).summary"))
    }
    lines += ["", phrases.phrase("help.more"), ""]
    return lines.joined(separator: "\n")
  }

  func command(_ command: any Command.Type) -> String {
    let options = command.options + CommandOption.everywhere
    let heads = options.map { option in
      "--\(option.name)" + (option.value.map { " " + phrases.phrase("option_value.\($0)") } ?? "")
    }
    let width = heads.map(\.count).max() ?? 0
    var lines = [
      phrases.phrase("help.\(command.name).summary"), "",
      phrases.phrase("help.usage_of", ["usage": phrases.phrase("help.\(command.name).usage")]), "",
      phrases.phrase("help.options"),
    ]
    for (option, head) in zip(options, heads) {
      // A command may say it in its own words.
      let own = "help.\(command.name).option.\(option.name)"
      let key = phrases.has(own) ? own : "option.\(option.name)"
      lines.append("  " + padded(head, width) + "  " + phrases.phrase(key))
    }
    lines += [
      "", phrases.phrase("help.example"), "  " + phrases.phrase("help.\(command.name).example"), "",
    ]
    return lines.joined(separator: "\n")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
