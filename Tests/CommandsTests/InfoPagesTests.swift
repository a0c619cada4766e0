import CivilTime
import DataLibrary
import Foundation
import JSONText
import Phrasebook
import Tariffs
import TestSupport
import Testing

/// The pages of the checkout with the figures of every town.
struct InfoPagesTests {
  private static let folder = DataFolder(path: Repository.root.path)
  private static let library = InfoLibrary(folder: folder)
  private static let towns = TownLibrary(folder: folder)
  /// An ordinary day; San Fermín, when the rules of Pamplona are others; a day before most editions.
  private static let moments = ["2026-11-30T10:00", "2024-07-08T10:00", "2012-01-02T10:00"]

  /// Each page in each language, without a town and then for each town.
  private static func everyPage(
    at moment: String, _ look: (_ name: String, _ page: InfoPage) throws -> Void
  ) throws -> Int {
    var count = 0
    let engines = try towns.townIDs().map { try towns.engine(town: $0, withPublishedCases: false) }
    let calendars = try engines.map { try towns.calendars($0.town.holidayFiles) }
    for language in Language.allCases {
      let phrases = PhraseLibrary(folder: folder).phrasebook(language)
      for id in [InfoLibrary.index] + library.pageIDs(language) {
        let page = try #require(library.page(id, language))
        #expect(page.language == language)
        try look("\(id).\(language.rawValue)", page.filled(with: nil, phrases: phrases))
        for (engine, calendars) in zip(engines, calendars) {
          let instant = engine.clock.instant(of: try LocalDateTime(iso8601: moment))
          let figures = TownFigures(
            engine: engine, calendars: calendars, at: instant, phrases: phrases)
          try look(
            "\(id).\(language.rawValue).\(engine.town.id)",
            page.filled(with: figures, phrases: phrases))
          count += 1
        }
      }
    }
    return count
  }

  private static func check(_ blocks: [InfoBlock], _ name: String) {
    for block in blocks {
      switch block.content {
      case .heading(_, let runs), .paragraph(let runs):
        if runs.plainText.isEmpty { Issue.record("\(name):\(block.line): an empty text") }
      case .list(_, let items):
        if items.isEmpty || items.contains(where: \.isEmpty) {
          Issue.record("\(name):\(block.line): an empty list")
        }
        items.forEach { check($0, name) }
      case .table(let table):
        if table.rows.isEmpty || table.rows.contains(where: { $0.count != table.columns.count })
          || table.rows.joined().contains("")
        {
          Issue.record("\(name):\(block.line): an empty table or cell")
        }
      case .placeholder(let placeholder):
        Issue.record("\(name):\(block.line): left over: \(placeholder.text)")
      }
    }
  }

  /// Whether a line is too long, but for a word that has it to itself.
  private static func isTooLong(_ line: Substring, columns: Int) -> Bool {
    guard DisplayWidth.columns(line) > columns else { return false }
    let words = line.split { $0 == " " || $0 == "\u{A0}" }
      .drop { $0 == "-" || $0.last == "." && $0.dropLast().allSatisfy(\.isNumber) }
    return words.count != 1
  }

  @Test(arguments: moments)
  func everyPageOfEveryTown(moment: String) throws {
    var known: [Language: Set<String>] = [:]
    for language in Language.allCases {
      known[language] = Set(Self.library.files(language) + [InfoLibrary.index])
    }
    let count = try Self.everyPage(at: moment) { name, page in
      Self.check(page.blocks, name)
      for id in page.linkedPages where known[page.language]?.contains(id) != true {
        Issue.record("\(name): broken link to \(id)")
      }
      let text = page.text(columns: 72)
      for slip in ["{{", "}}", "«info", "«vehicle", "Optional(", "inf_"] where text.contains(slip) {
        Issue.record("\(name): \(slip) in the text")
      }
      for columns in [20, 40, 72] {
        let lines = page.text(columns: columns).split(separator: "\n")
        for line in lines where Self.isTooLong(line, columns: columns) {
          Issue.record("\(name): too long for \(columns): \(line)")
        }
      }
      let json = JSONOutput.object(page.jsonMembers).text(pretty: false)
      _ = try JSONNode(parsing: Array(json.utf8))
    }
    #expect(count == 11 * 3 * (try Self.towns.townIDs().count))
  }

  /// tidy (Debian's) finds nothing to say of any of the documents.
  /// A page of a town in English, what it says, and what it must not say.
  static let said: [(String, String, says: String, not: String)] = [
    ("barcelona", "how-it-works", "no parking, except for label 0 and commercial vehicle", "zzz"),
    ("barcelona", "hours", "no parking, except for label 0 and commercial vehicle (", "zzz"),
    ("barcelona", "exemptions", "may park; free, for up to 30\u{A0}min", "min; may park"),
    // Nobody knows when the hours end, so nobody knows when it is free.
    ("a-coruna", "how-it-works", "paid the hours are not published", "free of charge"),
    ("santiago-de-compostela", "how-it-works", "the hours are not published", "free of charge"),
    ("gorliz", "prices", "from 24 June 2018 to 31 August 2018", "zzz"),
    ("madrid", "prices", "above 60\u{A0}µg/m³, 60% more", "above 60,"),
    ("tarragona", "fines", "50% of the paid time and if", "paid time; if"),
    ("bilbao", "residents", "hours of its own", "2025"),
    ("bilbao", "residents", "sector Ribera de Deusto", "ribera-de"),
    ("pamplona", "periods", "Place Larraina", "larraina"),
  ]

  @Test(arguments: said)
  func whatAPageSays(town: String, page id: String, says: String, not: String) throws {
    let engine = try Self.towns.engine(town: town, withPublishedCases: false)
    let phrases = PhraseLibrary(folder: Self.folder).phrasebook(.english)
    let figures = TownFigures(
      engine: engine, calendars: try Self.towns.calendars(engine.town.holidayFiles),
      at: engine.clock.instant(of: try LocalDateTime(iso8601: Self.moments[0])), phrases: phrases)
    let page = try #require(Self.library.page(id, .english)).filled(with: figures, phrases: phrases)
    let text = page.text(columns: 400).split(separator: " ").joined(separator: " ")
    #expect(text.contains(says) && !text.contains(not), "\(text)")
    if town == "gorliz" {
      #expect(text.components(separatedBy: "No tariff of this town").count == 2)
    }
  }

  @Test func everyDocumentIsTidy() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "info-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = try Self.everyPage(at: Self.moments[0]) { name, page in
      try Data(page.htmlDocument().utf8).write(to: folder.appending(path: name + ".html"))
      // A piece as the web page shows it, in a document of the test's.
      let piece =
        "<!DOCTYPE html><html lang=\"\(page.language.rawValue)\"><title>x</title><body>\n"
        + page.htmlFragment(headingLevel: 2, pageAddress: { "#info/\($0)" }) + "</body></html>\n"
      try Data(piece.utf8).write(to: folder.appending(path: name + ".piece.html"))
    }
    #expect(count > 500)
    let result = try Program.shell(
      "command -v tidy > /dev/null || { echo 'no tidy: run make test' >&2; exit 3; }; "
        + "cd \(folder.path) && ls | xargs tidy -q -e -utf8 --gnu-emacs yes")
    #expect(result.status == 0, "\(result.errors.prefix(2000))")
    #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors.prefix(2000))")
  }

  /// What a town publishes is what the page says: another price, another page.
  @Test func anotherPriceIsAnotherPage() throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "info-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    let manager = FileManager.default
    try manager.createDirectory(
      at: data.appending(path: "tariffs"), withIntermediateDirectories: true)
    for name in ["translations", "tariffs/holidays"] {
      try manager.createSymbolicLink(
        at: data.appending(path: name), withDestinationURL: Repository.file(name))
    }
    let file = Repository.file("tariffs/calatayud.json")
    var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let call = [
      "info", "prices", "--town", "calatayud", "--lang", "es", "--at", "2026-11-30T10:00",
    ]
    let before = try Program.run(call)
    #expect(before.output.contains("1,30\u{A0}€") && !before.output.contains("1,35\u{A0}€"))
    let pieces = text.components(separatedBy: "\"minutes\": 120, \"cents\": 130 }")
    #expect(pieces.count > 1)
    text = pieces.joined(separator: "\"minutes\": 120, \"cents\": 135 }")
    try Data(text.utf8).write(to: data.appending(path: "tariffs/calatayud.json"))
    let after = try Program.run(call + ["--data", data.path])
    #expect(after.output.contains("1,35\u{A0}€") && !after.output.contains("1,30\u{A0}€"))
    #expect(after.output != before.output && after.status == 0)
  }

  @Test func everyFigureIsOnSomePage() throws {
    for language in Language.allCases {
      let used = Self.library.files(language).compactMap { Self.library.page($0, language) }
        .flatMap(\.placeholders).map(\.figure)
      #expect(Set(InfoPlaceholder.Figure.allCases).subtracting(used) == [])
    }
  }

  /// The nine subjects, and the sources.
  @Test func pagesInTheOrderOfTheIndex() {
    for language in Language.allCases {
      #expect(
        Self.library.pageIDs(language) == [
          "how-it-works", "hours", "prices", "fines", "exemptions", "residents", "periods",
          "problems", "glossary", "sources",
        ])
    }
  }
}
