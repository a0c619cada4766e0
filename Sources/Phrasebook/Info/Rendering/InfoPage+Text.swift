extension InfoPage {
  /// The page for a terminal, ending in a line end.
  ///
  /// - Parameter columns: lines are no longer, but for single words (addresses).
  public func text(columns: Int) -> String {
    var lines = TerminalText.wrapped(title, columns: columns)
    lines.append(underline(lines, with: "="))
    for block in blocks {
      lines.append("")
      lines += Self.lines(block, columns: columns)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ block: InfoBlock, columns: Int) -> [String] {
    switch block.content {
    case .heading(let level, let runs):
      let lines = TerminalText.wrapped(runs.terminalText, columns: columns)
      return level == 2 ? lines + [underline(lines, with: "-")] : lines
    case .paragraph(let runs): return TerminalText.wrapped(runs.terminalText, columns: columns)
    case .list(let start, let items): return list(items, from: start, columns: columns)
    case .table(let table): return table.lines(columns: columns)
    case .placeholder(let placeholder): return ["{{\(placeholder.text)}}"]
    }
  }

  private static func list(
    _ items: [[InfoBlock]], from start: Int?, columns: Int
  ) -> [String] {
    items.enumerated().flatMap { number, blocks in
      let mark = start.map { "\($0 + number). " } ?? "- "
      let indent = String(repeating: " ", count: mark.count)
      let lines = blocks.flatMap { Self.lines($0, columns: columns - mark.count) }
      return lines.enumerated().map { place, line in
        place == 0 ? mark + line : line.isEmpty ? "" : indent + line
      }
    }
  }

  private func underline(_ lines: [String], with mark: Character) -> String {
    Self.underline(lines, with: mark)
  }

  private static func underline(_ lines: [String], with mark: Character) -> String {
    String(repeating: mark, count: lines.map { DisplayWidth.columns($0) }.max() ?? 0)
  }
}

extension [InfoRun] {
  /// A link says what to type, or its address, in parentheses behind it.
  fileprivate var terminalText: String {
    var text = ""
    for (place, run) in enumerated() {
      text += run.text
      let isLast = place + 1 == count || self[place + 1].link != run.link
      guard let link = run.link, isLast else { continue }
      switch link {
      case .page(let id): text += " (aparka\u{A0}info\u{A0}\(id))"
      case .address(let address) where address == run.text: break
      case .address(let address): text += " (\(address))"
      }
    }
    return text
  }
}
