import CCMark

extension InfoPage {
  /// What was read of a file: the page as far as it is right, and what is wrong.
  public struct Reading: Sendable {
    /// Nil without a title.
    public let page: InfoPage?
    /// In the order of the lines.
    public let faults: [InfoFault]
  }

  /// Reads the CommonMark text of a page (cmark, https://commonmark.org).
  ///
  /// The first heading is the title. Of Markdown there are headings of the second and third level,
  /// paragraphs, lists, strong and emphasized words, code in a line and links, to `other-page.md` or
  /// to the web. Raw HTML is refused, and so is everything else.
  public static func read(id: String, language: Language, markdown bytes: [UInt8]) -> Reading {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return Reading(page: nil, faults: [InfoFault(.notUTF8, line: 0)])
    }
    var reader = MarkdownReader()
    reader.read(text)
    let page = reader.title.map {
      InfoPage(id: id, language: language, title: $0, blocks: reader.blocks)
    }
    return Reading(page: page, faults: reader.faults.sorted { $0.line < $1.line })
  }
}

/// Walks cmark's tree of nodes.
private struct MarkdownReader {
  private(set) var title: String?
  private(set) var blocks: [InfoBlock] = []
  private(set) var faults: [InfoFault] = []

  mutating func read(_ text: String) {
    var text = text
    let document = text.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        cmark_parse_document(characters.baseAddress, characters.count, CMARK_OPT_DEFAULT)
      }
    }
    guard let document else { return }
    defer { cmark_node_free(document) }
    cmark_consolidate_text_nodes(document)
    for node in children(of: document) {
      if let block = block(node) { blocks.append(block) }
    }
    if title == nil, !faults.contains(where: { $0.kind == .noTitle }) {
      faults.append(InfoFault(.noTitle, line: 1))
    }
  }

  private func children(of node: OpaquePointer) -> [OpaquePointer] {
    var nodes: [OpaquePointer] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      nodes.append(child)
      next = cmark_node_next(child)
    }
    return nodes
  }

  private func line(_ node: OpaquePointer) -> Int { Int(cmark_node_get_start_line(node)) }

  private mutating func fault(_ kind: InfoFault.Kind, _ line: Int, _ detail: String = "") {
    faults.append(InfoFault(kind, line: line, detail: detail))
  }

  // MARK: Blocks

  private mutating func block(_ node: OpaquePointer) -> InfoBlock? {
    let line = line(node)
    let type = cmark_node_get_type(node)
    if title == nil, !(type == CMARK_NODE_HEADING && cmark_node_get_heading_level(node) == 1),
      !faults.contains(where: { $0.kind == .noTitle })
    {
      fault(.noTitle, line)
    }
    switch type {
    case CMARK_NODE_HEADING: return heading(node, line)
    case CMARK_NODE_PARAGRAPH: return paragraph(node, line)
    case CMARK_NODE_LIST:
      let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      var items: [[InfoBlock]] = []
      for item in children(of: node) {
        var blocks: [InfoBlock] = []
        for child in children(of: item) {
          if let block = block(child) { blocks.append(block) }
        }
        items.append(blocks)
      }
      return InfoBlock(
        .list(start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil, items: items),
        line: line)
    case CMARK_NODE_HTML_BLOCK: fault(.rawHTML, line)
    default: fault(.unsupported, line, name(of: node))
    }
    return nil
  }

  private mutating func heading(_ node: OpaquePointer, _ line: Int) -> InfoBlock? {
    let level = Int(cmark_node_get_heading_level(node))
    let runs = runs(in: node, line)
    switch level {
    case 1 where title == nil: title = runs.plainText
    case 1: fault(.secondTitle, line, runs.plainText)
    case 2, 3: return InfoBlock(.heading(level: level, runs), line: line)
    default: fault(.unsupported, line, name(of: node))
    }
    return nil
  }

  private mutating func paragraph(_ node: OpaquePointer, _ line: Int) -> InfoBlock? {
    let nodes = children(of: node)
    guard nodes.count == 1, cmark_node_get_type(nodes[0]) == CMARK_NODE_TEXT,
      case let text = literal(nodes[0]).trimmed, text.hasPrefix("{{"), text.hasSuffix("}}"),
      case let inside = text.dropFirst(2).dropLast(2).trimmed,
      !inside.contains("{"), !inside.contains("}"),
      !InfoPlaceholder.inlineNames.contains(String(inside))
    else { return InfoBlock(.paragraph(runs(in: node, line)), line: line) }
    do throws(InfoPlaceholder.Fault) {
      return InfoBlock(.placeholder(try InfoPlaceholder(reading: inside)), line: line)
    } catch {
      fault(error == .unknown ? .unknownPlaceholder : .badArgument, line, String(inside))
      return nil
    }
  }

  // MARK: Text

  private mutating func runs(
    in node: OpaquePointer, _ line: Int, like look: InfoRun = InfoRun("")
  ) -> [InfoRun] {
    var runs: [InfoRun] = []
    for child in children(of: node) {
      var run = look
      switch cmark_node_get_type(child) {
      case CMARK_NODE_TEXT:
        run.text = literal(child)
        checkPlaceholders(run.text, line)
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: run.text = " "
      case CMARK_NODE_CODE:
        run.text = literal(child)
        run.isCode = true
      case CMARK_NODE_EMPH:
        run.isEmphasized = true
        runs += self.runs(in: child, line, like: run)
        continue
      case CMARK_NODE_STRONG:
        run.isStrong = true
        runs += self.runs(in: child, line, like: run)
        continue
      case CMARK_NODE_LINK:
        run.link = link(cmark_node_get_url(child).map { String(cString: $0) } ?? "", line)
        runs += self.runs(in: child, line, like: run)
        continue
      case CMARK_NODE_HTML_INLINE:
        fault(.rawHTML, line, literal(child))
        continue
      default:
        fault(.unsupported, line, name(of: child))
        continue
      }
      runs.append(run)
    }
    return runs
  }

  /// A page's file (`fines.md`) or an address of the web.
  private mutating func link(_ address: String, _ line: Int) -> InfoLink? {
    if address.hasPrefix("https://") || address.hasPrefix("http://") { return .address(address) }
    let isName = address.utf8.dropLast(3).allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard address.hasSuffix(".md"), address.utf8.count > 3, isName else {
      fault(.badLink, line, address)
      return nil
    }
    return .page(String(address.dropLast(3)))
  }

  private mutating func checkPlaceholders(_ text: String, _ line: Int) {
    guard text.contains("{{") || text.contains("}}") else { return }
    if let template = Template(text) {
      for name in template.names.sorted() where !InfoPlaceholder.inlineNames.contains(name) {
        let isFigure = (try? InfoPlaceholder(reading: name)) != nil
        fault(isFigure ? .placeholderNotAlone : .unknownPlaceholder, line, name)
      }
    } else {
      fault(.malformedPlaceholder, line, text)
    }
  }

  private func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private func name(of node: OpaquePointer) -> String {
    cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
  }
}
