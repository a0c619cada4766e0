import Phrasebook

/// Reads the pages of explanations from a data folder: `translations/<language>/<page>.md`.
public struct InfoLibrary: Sendable {
  /// The page that lists the others, and gives their order.
  public static let index = "index"
  /// Far more than a page that somebody would read.
  public static let fileLimitBytes = 1 << 20

  /// The folder that holds a folder of pages for each language.
  public let translations: String

  public init(folder: DataFolder) { self.init(translations: folder.path + "/translations") }

  public init(translations: String) { self.translations = translations }

  public func path(_ id: String, _ language: Language) -> String {
    translations + "/\(language.rawValue)/\(id).md"
  }

  /// The ids of the pages that a language has, without the index, sorted.
  public func files(_ language: Language) -> [String] {
    let names = try? FileReading.names(
      in: translations + "/\(language.rawValue)", endingIn: ".md")
    return (names ?? []).filter { $0 != Self.index }
  }

  /// The ids of the pages in the order in which the language's index links to them; a page that it does
  /// not name comes last.
  public func pageIDs(_ language: Language) -> [String] {
    let there = language.chain.map { Set(files($0)) }
    let all = there.reduce(into: Set<String>()) { $0.formUnion($1) }
    var ids: [String] = []
    for id in page(Self.index, language)?.linkedPages ?? [] where all.contains(id) {
      if !ids.contains(id) { ids.append(id) }
    }
    return ids + all.subtracting(ids).sorted()
  }

  /// A page in the language, or in the next that has it: `page.language` says which. What is wrong with
  /// it is passed over here; `aparka check` says it.
  public func page(_ id: String, _ language: Language) -> InfoPage? {
    guard Self.isID(id) else { return nil }
    for language in language.chain {
      if let page = (try? reading(id, language))?.page { return page }
    }
    return nil
  }

  /// A page of exactly that language, with its faults.
  public func reading(
    _ id: String, _ language: Language
  ) throws(FileReadingError) -> InfoPage.Reading {
    let bytes = try FileReading.bytes(path(id, language), limitBytes: Self.fileLimitBytes)
    return InfoPage.read(id: id, language: language, markdown: bytes)
  }

  private static func isID(_ id: String) -> Bool {
    !id.isEmpty
      && id.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
