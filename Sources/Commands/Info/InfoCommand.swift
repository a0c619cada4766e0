import CivilTime
import DataLibrary
import JSONText
import Phrasebook
import Tariffs

/// `aparka info [PAGE]`: pages that explain the rules, with a town's figures.
enum InfoCommand: Command {
  static let name = "info"
  static let options: [CommandOption] = [.town, .at, find, html, width]
  private static let find = CommandOption.value("find", "word")
  private static let html = CommandOption.flag("html")
  private static let width = CommandOption.value("width", "columns")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...1, missing: "")
    if context.wantsJSON, context.arguments.has(html) {
      throw .usage(context.phrase("error.two_formats"))
    }
    let pages = try InfoPages(context)
    if let text = context.arguments.value(find) { return try search(text, pages, context) }
    guard let id = context.arguments.operands.first else { return try list(pages, context) }
    guard let page = pages.page(id) else { throw unknown(id, pages, context) }
    if context.wantsJSON {
      context.print(.object(pages.members + page.jsonMembers))
    } else if context.arguments.has(html) {
      context.output.write(page.htmlDocument())
    } else {
      context.output.write(page.text(columns: try columns(context)))
    }
    return 0
  }

  /// The page that lists the others; for programs, the list itself.
  private static func list(_ pages: InfoPages, _ context: CommandContext) throws(CommandFailure)
    -> Int32
  {
    let ids = pages.ids
    if context.arguments.has(html) {
      throw .usage(context.phrase("info.html_wants_page", ["known": ids.joined(separator: ", ")]))
    }
    if context.wantsJSON {
      let titles = ids.compactMap { pages.page($0) }.map { page in
        JSONOutput.object([
          ("page", .string(page.id)), ("language", .string(page.language.rawValue)),
          ("title", .string(page.title)),
        ])
      }
      context.print(.object([("pages", .array(titles))]))
      return 0
    }
    guard !ids.isEmpty, let index = pages.page(InfoLibrary.index) else {
      throw .failure(context.phrase("info.none"))
    }
    context.output.write(index.text(columns: try columns(context)))
    return 0
  }

  private static func unknown(
    _ id: String, _ pages: InfoPages, _ context: CommandContext
  ) -> CommandFailure {
    let ids = pages.ids
    if ids.isEmpty { return .failure(context.phrase("info.none")) }
    let values = ["text": id, "known": ids.joined(separator: ", ")]
    guard let closest = closest(to: id, among: ids) else {
      return .usage(context.phrase("info.unknown_page", values)).coded("unknown_page")
    }
    return .usage(
      context.phrase("info.unknown_page_closest", values.merging(["closest": closest]) { $1 })
    ).coded("unknown_page")
  }

  // MARK: Search

  /// In all languages, that of the call first; with an operand, in that page alone.
  private static func search(
    _ text: String, _ pages: InfoPages, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    let search = InfoSearch(text)
    if search.isEmpty { throw .usage(context.phrase("info.find.empty")) }
    let only = context.arguments.operands.first
    if let only, !pages.ids.contains(only) { throw unknown(only, pages, context) }
    let chain = context.phrases.language.chain
    let languages = chain + Language.allCases.filter { !chain.contains($0) }
    var matches: [InfoMatch] = []
    for language in languages {
      for id in only.map({ [$0] }) ?? pages.ids {
        guard let page = pages.page(id, in: language), page.language == language else { continue }
        matches += search.matches(in: page)
      }
    }
    if context.wantsJSON {
      context.print(
        .object([("find", .string(text)), ("matches", .array(matches.map(\.json)))]))
      return 0
    }
    guard !matches.isEmpty else {
      throw .failure(context.phrase("info.find.nothing", ["text": text]))
    }
    let columns = try columns(context)
    for match in matches {
      let values = [
        "page": match.pageID, "language": match.language.rawValue, "line": "\(match.line)",
        "title": match.title, "heading": match.heading ?? "",
      ]
      let key = match.heading == nil ? "info.find.place" : "info.find.place_in_section"
      context.output.write(
        TerminalText.indented(context.phrase(key, values), by: 0, columns: columns))
      context.output.write(TerminalText.indented(match.text, by: 2, columns: columns))
    }
    return 0
  }

  // MARK: Width

  private static let widths = 20...1000
  private static let usualWidth = 80

  /// `--width`, else `COLUMNS` as the shell has it, else 80.
  private static func columns(_ context: CommandContext) throws(CommandFailure) -> Int {
    if let text = context.arguments.value(width) {
      guard let columns = Int(text), widths.contains(columns) else {
        throw .usage(
          context.phrase(
            "info.bad_width",
            [
              "text": text, "least": "\(widths.lowerBound)", "most": "\(widths.upperBound)",
            ]))
      }
      return columns
    }
    let columns = context.invocation.environment["COLUMNS"].flatMap { Int($0) } ?? usualWidth
    return min(max(columns, widths.lowerBound), widths.upperBound)
  }
}

extension InfoMatch {
  fileprivate var json: JSONOutput {
    .object([
      ("page", .string(pageID)), ("language", .string(language.rawValue)),
      ("title", .string(title)), ("heading", .optional(heading)), ("line", .int(line)),
      ("text", .string(text)),
    ])
  }
}
