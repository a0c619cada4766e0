extension WorkedExample {
  static let rows: [Row] = {
    var rows: [Row] = []
    for example in all {
      let id = example.rowID
      if rows.last?.id == id, let last = rows.popLast() {
        rows.append(Row(id: id, examples: last.examples + [example]))
      } else {
        rows.append(Row(id: id, examples: [example]))
      }
    }
    return rows
  }()

  private static var all: [WorkedExample] {
    var lines: [String] = []
    for line in table.split(separator: "\n") {
      if line.hasPrefix(" "), let last = lines.popLast() {
        lines.append(last + line)
      } else {
        lines.append(String(line))
      }
    }
    return lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      let arrow = words.firstIndex(of: "->") ?? words.endIndex
      return WorkedExample(
        id: words[0], town: words[1], zone: words[2], asked: pairs(words[3..<arrow]),
        expected: pairs(words[(arrow + 1)...]))
    }
  }

  private static func pairs(_ words: ArraySlice<String>) -> [(member: String, value: String)] {
    words.map { word in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      return (parts[0], parts[1])
    }
  }

  /// `W1-10` of `W1-10a`, `W3-10` of `W3-10-carry`.
  private var rowID: String {
    let parts = id.split(separator: "-", maxSplits: 2)
    return "\(parts[0])-\(parts[1].prefix(2))"
  }
}
