import Foundation
import TestSupport

/// The string literals of the program's sources.
struct SourceLiteral: Hashable, Sendable {
  let file: String
  let line: Int
  /// The pieces between interpolations: `"limit.\(name)_x"` is `["limit.", "_x"]`.
  let pieces: [String]

  /// Nil when something is interpolated.
  var plain: String? { pieces.count == 1 ? pieces[0] : nil }

  /// Of all files below `folder`, comments left out.
  static func all(in folder: String) throws -> [SourceLiteral] {
    let root = Repository.file(folder)
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().flatMap { name in
      let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      var scanner = LiteralScanner(text: Array(text), file: "\(folder)/\(name)")
      scanner.scanCode(untilParenthesis: false)
      return scanner.found
    }
  }
}

/// Knows as much of Swift's grammar as finding string literals needs.
private struct LiteralScanner {
  let text: [Character]
  let file: String
  var place = 0
  var line = 1
  var found: [SourceLiteral] = []

  init(text: [Character], file: String) { (self.text, self.file) = (text, file) }

  private func looks(at mark: String) -> Bool { text[place...].starts(with: mark) }

  private mutating func step() {
    if text[place] == "\n" { line += 1 }
    place += 1
  }

  mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while place < text.count {
      if looks(at: "//") {
        while place < text.count, text[place] != "\n" { place += 1 }
        continue
      }
      if text[place] == "\"" {
        scanLiteral()
        continue
      }
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" {
        if untilParenthesis, depth == 0 { return }
        depth -= 1
      }
      step()
    }
  }

  private mutating func scanLiteral() {
    let start = line
    let mark = looks(at: "\"\"\"") ? "\"\"\"" : "\""
    place += mark.count
    var pieces = [""]
    while place < text.count, !looks(at: mark) {
      if looks(at: "\\(") {
        place += 2
        scanCode(untilParenthesis: true)
        pieces.append("")
      } else if text[place] == "\\" {
        pieces[pieces.count - 1].append(text[place])
        step()
        pieces[pieces.count - 1].append(text[place])
      } else {
        pieces[pieces.count - 1].append(text[place])
      }
      step()
    }
    place += mark.count
    found.append(SourceLiteral(file: file, line: start, pieces: pieces))
  }
}
