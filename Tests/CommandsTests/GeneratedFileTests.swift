import Foundation
import Phrasebook
import TestSupport
import Testing

@testable import Commands

/// Completions and manual pages are made by the program; the files of the checkout must be current.
/// `APARKA_RECORD=1 swift test --filter GeneratedFileTests` makes them again.
@Suite(.serialized)
struct GeneratedFileTests {
  @Test(arguments: [
    ("completions/aparka.bash", ["completions", "bash"]),
    ("completions/_aparka", ["completions", "zsh"]),
    ("completions/aparka.fish", ["completions", "fish"]),
    ("man/aparka.1", ["manual"]), ("man/es/aparka.1", ["manual", "--lang", "es"]),
    ("man/eu/aparka.1", ["manual", "--lang", "eu"]),
  ])
  func current(path: String, call: [String]) throws {
    let result = try Program.run(call)
    #expect(result.status == 0 && result.errors.isEmpty)
    if let difference = try GoldenFile(path).difference(result.output) {
      Issue.record("\(difference)")
    }
  }

  /// bash itself completes.
  @Test(
    arguments: [
      ("aparka qu", ["quote"]), ("aparka h", ["holidays", "hours", "help"]),
      ("aparka quote --v", ["--vehicle"]), ("aparka holidays --y", ["--year"]),
      ("aparka zones --town v", ["vega"]), ("aparka zones --lang e", ["es", "eu", "en"]),
      ("aparka quote --town vega bl", ["blue"]),
      ("aparka hours --town sierra ", ["blue", "old-town"]),
      ("aparka quote --town vega blue ", []), ("aparka zones --town vega ", []),
      ("aparka settings s", ["set"]), ("aparka settings set lan", ["language"]),
      ("aparka settings get web_p", ["web_port"]), ("aparka settings get web_port w", []),
      ("aparka check docs/js", ["docs/json-answers.md", "docs/json.md"]),
    ] as [(String, [String])])
  func bash(line: String, expected: [String]) throws {
    let script = """
      set -u
      PATH="$(dirname "$APARKA"):$PATH"
      source completions/aparka.bash
      COMP_WORDS=(\(line)\(line.hasSuffix(" ") ? "''" : ""))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _aparka
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      true
      """
    let data = Repository.file(GoldenCases.data).path
    let result = try Program.shell(script, environment: ["APARKA_DATA": data])
    #expect(result.errors.isEmpty, "\(result.errors)")
    #expect(Set(result.output.split(separator: "\n").map(String.init)) == Set(expected))
  }

  /// The other shells read the scripts, where they are installed.
  @Test(arguments: [("zsh", "completions/_aparka"), ("fish", "completions/aparka.fish")])
  func syntax(shell: String, path: String) throws {
    let result = try Program.shell("command -v \(shell) > /dev/null || exit 0; \(shell) -n \(path)")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  /// groff has nothing to complain about, and the page says what the help says.
  @Test(arguments: ["man/aparka.1", "man/es/aparka.1", "man/eu/aparka.1"])
  func manual(path: String) throws {
    let result = try Program.shell(
      "command -v groff > /dev/null || exit 77; "
        + "groff -man -ww -z -Kutf8 \(path) && groff -man -Tutf8 -Kutf8 -P-cbou \(path)")
    if result.status == 77 { return }
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let words = Set(result.output.split { $0.isWhitespace }.map(String.init))
    let expected = CommandLineTool.commands.flatMap { command in
      [command.name] + command.options.map { "--\($0.name)" }
    }
    #expect(Set(expected).subtracting(words) == [])
  }
}
