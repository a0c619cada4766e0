import DataLibrary
import Foundation
import Phrasebook
import TestSupport
import Testing

/// Every word of the pages and of the catalogues is in Debian's dictionary for hunspell, or in the list
/// that Spelling/<language>.txt keeps. `APARKA_RECORD=1` writes the lists: look at `git diff` afterwards.
struct SpellingTests {
  @Test(arguments: [
    (Language.spanish, "es_ES"), (.basque, "eu"), (.english, "en_GB"),
  ])
  func everyWordIsKnown(language: Language, dictionary: String) throws {
    let words = try words(language)
    #expect(words.count > 1_000)
    let file = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")
    try Data((words.sorted().joined(separator: "\n") + "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.shell(
      "command -v hunspell > /dev/null || { echo 'no hunspell: run make test' >&2; exit 3; }; "
        + "hunspell -d \(dictionary) -i utf-8 -l \(file.path)",
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let unknown = Set(result.output.split(separator: "\n").map(String.init)).sorted()
    let list = GoldenFile("Tests/CommandsTests/Spelling/\(language.rawValue).txt")
    let head =
      "# Words that the dictionary of hunspell lacks: names, initials, words of this trade."
    let text = ([head] + unknown).joined(separator: "\n") + "\n"
    if let difference = try list.difference(text) {
      let changes = difference.split(separator: "\n").filter { !$0.hasPrefix("  ") }
      Issue.record("\(changes.joined(separator: "\n"))")
    }
  }

  /// The words that people read, each once. A word that a phrase has in all languages is a name, or
  /// something to type.
  private func words(_ language: Language) throws -> Set<String> {
    let catalogues = try Language.allCases.map { language in
      let file = Repository.file("translations/\(language.rawValue).json")
      return try Catalogue(language: language, json: Array(try Data(contentsOf: file)))
    }
    var words: Set<String> = []
    for (key, text) in catalogues.first(where: { $0.language == language })?.texts ?? [:]
    where !Self.isCode(key) {
      let everywhere = catalogues.map { Self.words(of: $0.texts[key] ?? "") }
        .reduce(into: Self.words(of: text)) { $0.formIntersection($1) }
      words.formUnion(Self.words(of: text).subtracting(everywhere))
    }
    let library = InfoLibrary(folder: DataFolder(path: Repository.root.path))
    for id in library.files(language) + [InfoLibrary.index] {
      let page = try #require(library.page(id, language))
      words.formUnion(Self.words(of: page.title))
      for run in page.blocks.flatMap(\.runs) where !run.isCode && !run.isEmphasized {
        words.formUnion(Self.words(of: run.text))
      }
    }
    return words.filter { $0.count > 1 && $0 != $0.uppercased() }
  }

  private static func words(of text: String) -> Set<String> {
    // Placeholders, options, file names, ids, JSON and addresses are no words.
    let code = [
      /{{[^}]*}}/, /https?:\S+/, /--?[a-z-]+/, /[\w-]+\.(?:md|json|geojson)/,
      /[a-z]+[_=:][\w=:.]+/,
    ]
    return Set(
      code.reduce(text) { $0.replacing($1, with: " ") }
        .split { !$0.isLetter && $0 != "'" && $0 != "’" }
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'’")) })
  }

  /// Texts to type or to read back, not to read.
  private static func isCode(_ key: String) -> Bool {
    key.hasSuffix(".example") || key.hasSuffix(".usage") || key.hasPrefix("reading.")
      || key.hasPrefix("format.declension") || key.hasPrefix("option_value.")
      || key.contains(".short.") || key == "option.vehicle"
  }
}
