import Phrasebook
import Settings

/// A setting and its value in words.
struct SettingWords {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// A value as it is typed, on one line; `-` for nothing.
  func shown(_ setting: Setting, _ value: SettingValue) -> String {
    let lines = lines(of: setting, value)
    guard case .texts = setting.kind else { return lines.first ?? "-" }
    return lines.isEmpty ? "-" : lines.map(quoted).joined(separator: " ")
  }

  /// A value for scripts: a list of texts has a line each, anything else one, nothing none.
  func lines(of setting: Setting, _ value: SettingValue) -> [String] {
    if case .words = setting.kind { return [value.typed.joined(separator: ",")] }
    return value.typed
  }

  /// What it means and what it may be.
  func explanation(_ setting: Setting) -> [String] {
    var lines = [context.phrase("setting.\(setting.name)")]
    switch setting.kind {
    case .word(let words):
      lines.append(
        context.phrase("settings.allowed_words", ["words": words.joined(separator: ", ")]))
    case .words(let words):
      lines.append(
        context.phrase("settings.allowed_list", ["words": words.joined(separator: ", ")]))
    case .flag:
      lines.append(
        context.phrase(
          "settings.allowed_words", ["words": ["on", "off"].joined(separator: ", ")]))
    case .number(let range), .numbers(let range):
      lines.append(
        context.phrase(
          "settings.allowed_numbers",
          ["least": "\(range.lowerBound)", "most": "\(range.upperBound)"]))
    case .text, .texts: break
    }
    let standard = shown(setting, setting.standard)
    if standard != "-" { lines.append(context.phrase("settings.default", ["value": standard])) }
    return lines
  }

  /// As a POSIX shell wants a word, so that what is shown can be typed.
  private func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "+")...UInt8(ascii: ":")).contains(byte)
        || "_=@%{}".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
  }
}
