extension InfoPage {
  /// The page with a town's figures in the place of its placeholders.
  ///
  /// - Parameters:
  ///   - figures: nil where no town was chosen: the page then says what is missing, and how to get it.
  ///   - phrases: in the language of the page.
  public func filled(with figures: TownFigures?, phrases: Phrasebook) -> InfoPage {
    let filling = Filling(figures: figures, phrases: phrases)
    var filled = blocks.flatMap(filling.blocks)
    if figures == nil, isAboutTowns {
      filled.insert(
        InfoBlock(
          .paragraph([InfoRun(phrases.phrase("info.without_town"), isEmphasized: true)]), line: 1),
        at: 0)
    }
    if let text = figures?.withoutEdition, !placeholders.isEmpty {
      filled.insert(InfoBlock(.paragraph([InfoRun(text, isEmphasized: true)]), line: 1), at: 0)
    }
    return InfoPage(
      id: id, language: language, title: filling.text(title), blocks: filled)
  }

  /// Whether it says something else in another town.
  public var isAboutTowns: Bool { !placeholders.isEmpty || mentionsTown }

  /// Whether the town's name is in a sentence.
  public var mentionsTown: Bool {
    (title + blocks.flatMap(\.runs).plainText).contains("{{")
  }

  /// The links of its text with their lines.
  public var locatedLinks: [(link: InfoLink, line: Int)] {
    func found(_ blocks: [InfoBlock]) -> [(InfoLink, Int)] {
      blocks.flatMap { block -> [(InfoLink, Int)] in
        switch block.content {
        case .heading(_, let runs), .paragraph(let runs):
          runs.compactMap { run in run.link.map { ($0, block.line) } }
        case .list(_, let items): items.flatMap(found)
        case .table, .placeholder: []
        }
      }
    }
    return found(blocks)
  }

  /// Those of blocks, in the order of the text.
  public var placeholders: [InfoPlaceholder] { located.map(\.placeholder) }

  /// The same with their lines.
  public var located: [(placeholder: InfoPlaceholder, line: Int)] {
    func found(_ blocks: [InfoBlock]) -> [(InfoPlaceholder, Int)] {
      blocks.flatMap { block -> [(InfoPlaceholder, Int)] in
        switch block.content {
        case .placeholder(let placeholder): [(placeholder, block.line)]
        case .list(_, let items): items.flatMap(found)
        case .heading, .paragraph, .table: []
        }
      }
    }
    return found(blocks)
  }
}

private struct Filling {
  let figures: TownFigures?
  let phrases: Phrasebook

  func blocks(_ block: InfoBlock) -> [InfoBlock] {
    let content: InfoBlock.Content
    switch block.content {
    case .placeholder(let placeholder):
      guard let figures else {
        return [
          InfoBlock(.paragraph([InfoRun(phrases.phrase("info.by_town"))]), line: block.line)
        ]
      }
      return figures.blocks(for: placeholder).map { $0.at(line: block.line) }
    case .heading(let level, let runs): content = .heading(level: level, runs.map(run))
    case .paragraph(let runs): content = .paragraph(runs.map(run))
    case .list(let start, let items):
      content = .list(start: start, items: items.map { $0.flatMap(blocks) })
    case .table: return [block]
    }
    return [InfoBlock(content, line: block.line)]
  }

  private func run(_ run: InfoRun) -> InfoRun {
    guard !run.isCode else { return run }
    var run = run
    run.text = text(run.text)
    return run
  }

  func text(_ text: String) -> String {
    guard text.contains("{{"), let template = Template(text) else { return text }
    return template.pieces.map { piece in
      switch piece {
      case .text(let text): String(text)
      case .slot: figures?.townName ?? phrases.phrase("info.any_town")
      }
    }.joined()
  }
}
