import Foundation
import TestSupport

extension SourceLiteral {
  /// The keys of phrases in the page's files (`web/*.js`, `web/*.html`): a quoted text in the form of a
  /// key, `${...}` in a template being what is filled in.
  static func keysOfThePage() throws -> [SourceLiteral] {
    let folder = Repository.file("web")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let keys = try Regex(#"["`]([a-z_]+\.(?:[A-Za-z0-9_.]|\$\{[^{}`]*\})+)["`]"#)
    let filledIn = try Regex(#"\$\{[^}]*\}"#)
    return try names.filter { $0.hasSuffix(".js") || $0.hasSuffix(".html") }.flatMap { name in
      let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().flatMap { number, line in
        line.matches(of: keys).compactMap { match in
          match.output[1].substring.map { key in
            SourceLiteral(
              file: "web/\(name)", line: number + 1,
              pieces: key.split(separator: filledIn, omittingEmptySubsequences: false)
                .map(String.init))
          }
        }
      }
    }
  }
}
