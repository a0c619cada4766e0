import Phrasebook

/// What `--help` prints.
struct HelpText {
  /// Lines are broken to fit this many columns.
  private static let columns = 80

  private let phrases: Phrasebook

  init(_ phrases: Phrasebook) { self.phrases = phrases }

  /// All commands with a line each.
  func overview() -> String {
    var lines = [phrases.phrase("help.title"), "", phrases.phrase("help.usage"), ""]
    lines.append(phrases.phrase("help.commands"))
    lines += table(
      CommandLineTool.commands.map { ($0.name, phrases.phrase("help.\($0.name).summary")) })
    lines.append("")
    lines += wrapped(phrases.phrase("help.more"), columns: Self.columns)
    return lines.joined(separator: "\n") + "\n"
  }

  func command(_ command: any Command.Type) -> String {
    let options = command.options + CommandOption.everywhere
    var lines = [
      phrases.phrase("help.\(command.name).summary"), "",
      phrases.phrase("help.usage_of", ["usage": phrases.phrase("help.\(command.name).usage")]), "",
      phrases.phrase("help.options"),
    ]
    lines += table(options.map { (head(of: $0), meaning(of: $0, in: command)) })
    lines += [
      "", phrases.phrase("help.example"), "  " + phrases.phrase("help.\(command.name).example"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A command may say an option in its own words.
  func meaning(of option: CommandOption, in command: any Command.Type) -> String {
    let own = "help.\(command.name).option.\(option.name)"
    return phrases.phrase(phrases.has(own) ? own : "option.\(option.name)")
  }

  /// `--town TOWN`.
  func head(of option: CommandOption) -> String {
    "--\(option.name)" + (option.value.map { " " + phrases.phrase("option_value.\($0)") } ?? "")
  }

  /// Two columns; what does not fit in the second goes on below.
  private func table(_ rows: [(head: String, text: String)]) -> [String] {
    let width = rows.map(\.head.count).max() ?? 0
    return rows.flatMap { row in
      wrapped(row.text, columns: Self.columns - width - 4).enumerated().map { number, line in
        let head = number == 0 ? row.head : ""
        return "  " + head + String(repeating: " ", count: width - head.count + 2) + line
      }
    }
  }

  private func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
