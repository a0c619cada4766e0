extension InfoPage {
  /// The page as a piece of an HTML document: a heading and what is below it, every text escaped. It has
  /// no styles and no scripts. Figures in tables have the class `figure`.
  ///
  /// - Parameters:
  ///   - headingLevel: of the title, 1...4; the headings below follow. Nil leaves the title out (and the
  ///     headings are of level 2 and 3).
  ///   - pageAddress: where the page of an id is, for links.
  public func htmlFragment(
    headingLevel: Int? = 1, pageAddress: @escaping (String) -> String = { "\($0).html" }
  ) -> String {
    var writer = HTMLWriter(topLevel: headingLevel ?? 1, pageAddress: pageAddress)
    if let headingLevel {
      writer.text += "<h\(headingLevel)>\(HTMLWriter.escaped(title))</h\(headingLevel)>\n"
    }
    for block in blocks { writer.write(block) }
    return writer.text
  }

  /// A whole document (HTML Living Standard), with a style of its own and nothing from elsewhere.
  public func htmlDocument(pageAddress: @escaping (String) -> String = { "\($0).html" }) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(HTMLWriter.escaped(title))</title>
    <style>
    body { max-width: 45em; margin: 1em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4 }
    table { border-collapse: collapse }
    th, td { padding: 0.2em 0.6em; border: 1px solid; text-align: left; font-weight: normal }
    thead th { font-weight: bold }
    .figure { text-align: right }
    </style>
    </head>
    <body>
    \(htmlFragment(pageAddress: pageAddress))</body>
    </html>

    """
  }
}

private struct HTMLWriter {
  let topLevel: Int
  let pageAddress: (String) -> String
  var text = ""

  init(topLevel: Int, pageAddress: @escaping (String) -> String) {
    self.topLevel = topLevel
    self.pageAddress = pageAddress
  }

  mutating func write(_ block: InfoBlock) {
    switch block.content {
    case .heading(let level, let runs):
      let level = topLevel + level - 1
      text += "<h\(level)>\(inline(runs))</h\(level)>\n"
    case .paragraph(let runs): text += "<p>\(inline(runs))</p>\n"
    case .list(let start, let items): write(items, from: start)
    case .table(let table): write(table)
    case .placeholder(let placeholder):
      text += "<p>\(Self.escaped("{{\(placeholder.text)}}"))</p>\n"
    }
  }

  private mutating func write(_ items: [[InfoBlock]], from start: Int?) {
    let number = start.map { $0 == 1 ? "" : " start=\"\($0)\"" }
    text += start == nil ? "<ul>\n" : "<ol\(number ?? "")>\n"
    for item in items {
      text += "<li>"
      for (place, block) in item.enumerated() {
        // The text of an item needs no paragraph, whatever follows it.
        if place == 0, case .paragraph(let runs) = block.content {
          text += inline(runs) + (item.count > 1 ? "\n" : "")
        } else {
          write(block)
        }
      }
      text += "</li>\n"
    }
    text += start == nil ? "</ul>\n" : "</ol>\n"
  }

  private mutating func write(_ table: InfoTable) {
    func mark(_ place: Int) -> String { table.columns[place].isFigure ? " class=\"figure\"" : "" }
    text += "<table>\n<thead>\n<tr>"
    for (place, column) in table.columns.enumerated() {
      text += "<th scope=\"col\"\(mark(place))>\(Self.escaped(column.title))</th>"
    }
    text += "</tr>\n</thead>\n<tbody>\n"
    for row in table.rows {
      text += "<tr>"
      for (place, cell) in row.enumerated() {
        text +=
          place == 0
          ? "<th scope=\"row\"\(mark(place))>\(Self.escaped(cell))</th>"
          : "<td\(mark(place))>\(Self.escaped(cell))</td>"
      }
      text += "</tr>\n"
    }
    text += "</tbody>\n</table>\n"
  }

  private func inline(_ runs: [InfoRun]) -> String {
    runs.map { run in
      var html = Self.escaped(run.text)
      if run.isCode { html = "<code>\(html)</code>" }
      if run.isEmphasized { html = "<em>\(html)</em>" }
      if run.isStrong { html = "<strong>\(html)</strong>" }
      switch run.link {
      case .page(let id)?: html = "<a href=\"\(Self.escaped(pageAddress(id)))\">\(html)</a>"
      case .address(let address)?: html = "<a href=\"\(Self.escaped(address))\">\(html)</a>"
      case nil: break
      }
      return html
    }.joined()
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
