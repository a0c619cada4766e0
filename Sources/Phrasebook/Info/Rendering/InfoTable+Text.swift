extension InfoTable {
  /// The table for a terminal: columns two spaces apart, narrowed by breaking cells at spaces. Where the
  /// longest words leave no room for columns, each row is a paragraph of its own.
  func lines(columns available: Int) -> [String] {
    guard let widths = widths(within: available) else { return records(columns: available) }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return line(columns.map(\.title), widths) + [rule] + rows.flatMap { line($0, widths) }
  }

  private static let gap = 2

  /// Nil when the words do not fit beside each other.
  private func widths(within available: Int) -> [Int]? {
    let cells = columns.indices.map { place in [columns[place].title] + rows.map { $0[place] } }
    var widths = cells.map { $0.map { DisplayWidth.columns($0) }.max() ?? 0 }
    let least = cells.map { cells in
      cells.flatMap { $0.split(separator: " ") }.map { DisplayWidth.columns($0) }.max() ?? 0
    }
    let room = available - Self.gap * (columns.count - 1)
    guard least.reduce(0, +) <= room else { return nil }
    var total = widths.reduce(0, +)
    while total > room {
      // The widest that can still be narrowed; figures as long as possible in one piece.
      let places = widths.indices.filter { widths[$0] > least[$0] }
      let texts = places.filter { !columns[$0].isFigure }
      guard let widest = (texts.isEmpty ? places : texts).max(by: { widths[$0] < widths[$1] })
      else { return nil }
      widths[widest] -= 1
      total -= 1
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> [String] {
    let pieces = zip(cells, widths).map { TerminalText.wrapped($0, columns: $1) }
    let height = pieces.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let texts = pieces.indices.map { place in
        TerminalText.padded(
          row < pieces[place].count ? pieces[place][row] : "", to: widths[place],
          atRight: columns[place].isFigure)
      }
      return TerminalText.withoutTrailingSpaces(
        texts.joined(separator: String(repeating: " ", count: Self.gap)))
    }
  }

  /// `Blue zone`, and indented below it `30 min: €0.45`.
  private func records(columns available: Int) -> [String] {
    rows.flatMap { row in
      TerminalText.wrapped(row[0], columns: available)
        + zip(columns, row).dropFirst().flatMap { column, cell in
          TerminalText.wrapped("\(column.title): \(cell)", columns: available - Self.gap)
            .map { "  " + $0 }
        }
    }
  }
}
