/// A place in a page where the words that somebody looks for are.
public struct InfoMatch: Hashable, Sendable {
  public let pageID: String
  public let language: Language
  public let title: String
  /// The heading that the place is below; nil above the first.
  public let heading: String?
  /// 1-based, in the page's file; of a figure, the line of its placeholder.
  public let line: Int
  /// The text around the first word.
  public let text: String
}

/// Looks for words in pages, in whatever language: capitals, accents and endings do not matter.
public struct InfoSearch: Sendable {
  /// Without a letter or a figure there is nothing to look for.
  public let isEmpty: Bool
  private let words: [String]

  /// - Parameter text: one word or several, all of which must be in the same paragraph.
  public init(_ text: String) {
    words = PlainLetters.words(of: text).map(\.plain)
    isEmpty = words.isEmpty
  }

  /// In the order of the text, one for each paragraph, item or row at most.
  public func matches(in page: InfoPage) -> [InfoMatch] {
    let stems = words.map { Self.stem($0, page.language) }
    var matches: [InfoMatch] = []
    var heading: String?
    func look(_ text: String, line: Int) {
      guard let excerpt = Self.excerpt(of: text, around: stems) else { return }
      matches.append(
        InfoMatch(
          pageID: page.id, language: page.language, title: page.title, heading: heading,
          line: line, text: excerpt))
    }
    func look(_ block: InfoBlock) {
      switch block.content {
      case .heading(_, let runs):
        heading = runs.plainText
        look(runs.plainText, line: block.line)
      case .paragraph(let runs): look(runs.plainText, line: block.line)
      case .list(_, let items): items.joined().forEach(look)
      case .table(let table):
        for row in table.rows { look(row.joined(separator: " "), line: block.line) }
      case .placeholder: break
      }
    }
    look(page.title, line: 1)
    page.blocks.forEach(look)
    return matches
  }

  /// What all forms of a word begin with: `multas` also finds `multa`, and `isunak` finds `isunen`.
  private static func stem(_ word: String, _ language: Language) -> String {
    func without(_ ending: String, leaving least: Int) -> String? {
      word.hasSuffix(ending) && word.count >= ending.count + least
        ? String(word.dropLast(ending.count)) : nil
    }
    switch language {
    // The article, one or many; other endings follow a stem that is typed without them.
    // Words of the others, `aparka fine`, are in its pages too.
    case .basque:
      return without("ak", leaving: 3) ?? without("a", leaving: 3) ?? without("s", leaving: 3)
        ?? word
    case .spanish: return without("es", leaving: 4) ?? without("s", leaving: 3) ?? word
    case .english: return without("s", leaving: 3) ?? word
    }
  }

  /// In characters; longer texts are shown in part.
  private static let longestExcerpt = 160
  private static let before = 40

  /// Nil unless each stem begins a word of the text.
  private static func excerpt(of text: String, around stems: [String]) -> String? {
    let words = PlainLetters.words(of: text)
    var first: String.Index?
    for stem in stems {
      guard let word = words.first(where: { $0.plain.hasPrefix(stem) }) else { return nil }
      first = min(first ?? word.start, word.start)
    }
    guard let first, text.count > longestExcerpt else { return text }
    var start = text.index(first, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
    // Whole words at both ends.
    if start > text.startIndex {
      start = text[start...].firstIndex(of: " ").map { text.index(after: $0) } ?? start
      if start > first { start = first }
    }
    var end = text.index(start, offsetBy: longestExcerpt, limitedBy: text.endIndex) ?? text.endIndex
    if end < text.endIndex { end = text[start..<end].lastIndex(of: " ") ?? end }
    return (start > text.startIndex ? "… " : "") + text[start..<end]
      + (end < text.endIndex ? " …" : "")
  }
}

/// Letters without capitals and without the accents of Spanish, Basque and Catalan.
public enum PlainLetters {
  public static func folded(_ text: some StringProtocol) -> String {
    String(text.lowercased().map { plain[$0] ?? $0 })
  }

  /// The words of a text, folded but for the ñ, which is a letter of its own and no n with an accent; each
  /// with its place.
  static func words(of text: String) -> [(plain: String, start: String.Index)] {
    text.split { !$0.isLetter && !$0.isNumber }.map {
      (String($0.lowercased().map { $0 == "ñ" ? $0 : plain[$0] ?? $0 }), $0.startIndex)
    }
  }

  private static let plain: [Character: Character] = [
    "á": "a", "à": "a", "é": "e", "è": "e", "í": "i", "ï": "i", "ó": "o", "ò": "o", "ú": "u",
    "ü": "u", "ç": "c", "ñ": "n",
  ]
}
