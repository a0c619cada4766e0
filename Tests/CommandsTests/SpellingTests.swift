import DataLibrary
import Foundation
import Phrasebook
import TestSupport
import Testing

/// Every word of the pages and of the catalogues is in Debian's dictionary for hunspell, or in the list
/// that Spelling/<language>.txt keeps.
struct SpellingTests {
  @Test(arguments: [
    (Language.spanish, "es_ES"), (.basque, "eu"), (.english, "en_GB"),
  ])
  func everyWordIsKnown(language: Language, dictionary: String) throws {
    let words = try words(language)
    #expect(words.count > 1_000)
    let list = Repository.file("Tests/CommandsTests/Spelling/\(language.rawValue).txt")
    let allowed = Set(
      String(decoding: try Data(contentsOf: list), as: UTF8.self)
        .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") })
    let file = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")
    try Data((words.sorted().joined(separator: "\n") + "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.shell(
      "command -v hunspell > /dev/null || { echo 'no hunspell: run make test' >&2; exit 3; }; "
        + "hunspell -d \(dictionary) -i utf-8 -l \(file.path)",
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let unknown = Set(result.output.split(separator: "\n").map(String.init))
    #expect(unknown.subtracting(allowed).sorted() == [], "not in the dictionary")
    #expect(allowed.subtracting(words).sorted() == [], "listed, but in no text")
    #expect(allowed.intersection(words).subtracting(unknown).sorted() == [], "in the dictionary")
  }

  /// The words that people read, each once.
  private func words(_ language: Language) throws -> Set<String> {
    var texts: [String] = []
    let bytes = try Data(contentsOf: Repository.file("translations/\(language.rawValue).json"))
    for (key, text) in try Catalogue(language: language, json: Array(bytes)).texts
    where !Self.isCode(key) {
      texts.append(text.replacing(/{{[^}]*}}/, with: " "))
    }
    let library = InfoLibrary(folder: DataFolder(path: Repository.root.path))
    for id in library.files(language) + [InfoLibrary.index] {
      let page = try #require(library.page(id, language))
      texts.append(page.title)
      texts += page.blocks.flatMap(\.runs).filter { !$0.isCode && !$0.isEmphasized }.map(\.text)
    }
    // Calls, options, file names, ids, JSON and links are no words.
    let code = [
      /https?:\S+/, /--?[a-z-]+/, /[\w-]+\.(?:md|json|geojson)/, /[a-z]+[_=:][\w=:.]+/,
    ]
    let tokens = texts.flatMap { text in
      code.reduce(text) { $0.replacing($1, with: " ") }
        .split { !$0.isLetter && $0 != "'" && $0 != "’" }
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'’")) }
    }
    return Set(tokens.filter { $0.count > 1 && $0 != $0.uppercased() })
  }

  /// Texts to type or to read back, not to read.
  private static func isCode(_ key: String) -> Bool {
    key.hasSuffix(".example") || key.hasSuffix(".usage") || key.hasPrefix("reading.")
      || key.hasPrefix("format.declension") || key.hasPrefix("option_value.")
      || key.contains(".short.") || key == "option.vehicle"
  }
}
