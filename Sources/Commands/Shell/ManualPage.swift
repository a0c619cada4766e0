import Phrasebook
import Settings

/// The manual page in the language of roff's man macros (man(7)).
struct ManualPage {
  private let phrases: Phrasebook
  private let help: HelpText

  init(_ phrases: Phrasebook) {
    self.phrases = phrases
    help = HelpText(phrases)
  }

  func text() -> String {
    var lines = [
      ".\\\" aparka manual --lang \(phrases.language.rawValue)",
      ".TH APARKA 1 \"\" \"aparka \(CommandLineTool.version)\" \"\(words("title"))\"",
      // groff would break Spanish and Basque words by English rules.
      ".nh", ".ad l",
    ]
    lines += [heading("name"), "aparka \\- \(words("summary"))", heading("synopsis")]
    for command in CommandLineTool.commands {
      lines += [bold(phrases.phrase("help.\(command.name).usage")), ".br"]
    }
    lines.removeLast()
    lines += [heading("description"), words("about"), heading("commands")]
    for command in CommandLineTool.commands {
      lines.append(".SS \(command.name)")
      lines.append(escaped(phrases.phrase("help.\(command.name).summary")))
      lines += options(command.options)
      lines += [
        ".PP", escaped(phrases.phrase("help.example")), ".PP", ".RS",
        bold(phrases.phrase("help.\(command.name).example")), ".RE",
      ]
    }
    lines.append(heading("options"))
    lines += options(CommandOption.everywhere + [.version])
    lines += [heading("settings"), words("about_settings")]
    for setting in Setting.all {
      lines += [".TP", ".B \(escaped(setting.name))"]
      lines.append(escaped(phrases.phrase("setting.\(setting.name)")))
    }
    lines.append(heading("typing"))
    for name in ["amounts", "durations", "moments", "names"] { lines += [".PP", words(name)] }
    lines.append(heading("exit"))
    for (status, name) in [("0", "answered"), ("1", "failure"), ("2", "usage")] {
      lines += [".TP", ".B \(status)", words("exit_\(name)")]
    }
    lines.append(heading("environment"))
    lines += [".TP", ".B APARKA_DATA", words("variable_data")]
    lines += [".TP", ".BR LC_ALL \", \" LC_MESSAGES \", \" LANG", words("variable_language")]
    lines += [".TP", ".BR XDG_CONFIG_HOME \", \" HOME", words("variable_settings")]
    return lines.joined(separator: "\n") + "\n"
  }

  private func options(_ options: [CommandOption]) -> [String] {
    options.flatMap { option in
      [".TP", bold(help.head(of: option)), escaped(phrases.phrase("option.\(option.name)"))]
    }
  }

  private func heading(_ name: String) -> String { ".SH \"\(words(name))\"" }

  private func words(_ name: String) -> String { escaped(phrases.phrase("manual.\(name)")) }

  private func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// A hyphen is a minus sign, so that what is shown can be copied and typed.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\u{A0}": escaped += "\\ "
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
