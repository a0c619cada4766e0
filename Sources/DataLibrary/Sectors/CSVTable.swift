/// A table of a town's open data: RFC 4180 with commas, semicolons or tabs, in UTF-8 or ISO 8859-1.
struct CSVTable {
  let columns: [String]
  /// With the line on which each begins, 1-based.
  let rows: [(line: Int, cells: [String])]
  private let delimiter: UInt8

  init(_ bytes: [UInt8]) throws(CSVError) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard !bytes.contains(0) else { throw .notText }
    let header = bytes.prefix { $0 != 0x0A }
    delimiter = Self.delimiter(of: header)
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    var table = try Self.cells(bytes, delimiter: delimiter, isUTF8: isUTF8)
    guard let first = table.first else { throw .empty }
    table.removeFirst()
    columns = first.cells.map { $0.trimmed }
    // A line end at the end is no row.
    rows = table.filter { $0.cells != [""] }
    for row in rows where row.cells.count != columns.count {
      throw .unevenRow(line: row.line, expected: columns.count, found: row.cells.count)
    }
  }

  func column(_ name: String) throws(CSVError) -> Int {
    guard let column = columns.firstIndex(of: name) else {
      throw .missingColumn(name, known: columns)
    }
    return column
  }

  /// A number with a decimal point or, where it cannot separate cells or stands in quotes, a comma; points are
  /// thousands then.
  static func number(_ text: String) -> Double? {
    var text = text.trimmed
    if text.contains(",") {
      text.removeAll { $0 == "." }
      text = String(text.map { $0 == "," ? "." : $0 })
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 && !($0 | 0x20 == UInt8(ascii: "x")) }) else {
      return nil
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The one of `;`, tab and `,` that the header has most of; in a tie in this order.
  private static func delimiter(of header: ArraySlice<UInt8>) -> UInt8 {
    let candidates: [UInt8] = [UInt8(ascii: ";"), 0x09, UInt8(ascii: ",")]
    var best = (mark: UInt8(ascii: ","), count: 0)
    for mark in candidates {
      let count = header.count { $0 == mark }
      if count > best.count { best = (mark, count) }
    }
    return best.mark
  }

  private static func cells(
    _ bytes: ArraySlice<UInt8>, delimiter: UInt8, isUTF8: Bool
  ) throws(CSVError) -> [(line: Int, cells: [String])] {
    var rows: [(line: Int, cells: [String])] = []
    var (cells, cell, line, start): ([String], [UInt8], Int, Int) = ([], [], 1, 1)
    var isQuoted = false
    var place = bytes.startIndex
    func text() -> String {
      isUTF8
        ? String(decoding: cell, as: UTF8.self)
        : String(String.UnicodeScalarView(cell.map { Unicode.Scalar($0) }))
    }
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      if byte == 0x0A { line += 1 }
      if isQuoted {
        guard byte == 0x22 else {
          cell.append(byte)
          continue
        }
        if place < bytes.endIndex, bytes[place] == 0x22 {
          cell.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else if byte == 0x22, cell.isEmpty {
        isQuoted = true
      } else if byte == delimiter {
        cells.append(text())
        cell = []
      } else if byte == 0x0A {
        rows.append((start, cells + [text()]))
        (cells, cell, start) = ([], [], line)
      } else if byte != 0x0D || (place < bytes.endIndex && bytes[place] != 0x0A) {
        cell.append(byte)
      }
    }
    guard !isQuoted else { throw .unclosedQuote(line: start) }
    if !cell.isEmpty || !cells.isEmpty { rows.append((start, cells + [text()])) }
    return rows
  }
}

/// Why a text is not the table that was asked for.
public enum CSVError: Error, Hashable, Sendable {
  case empty
  /// It has null bytes: a spreadsheet or another binary file.
  case notText
  case missingColumn(String, known: [String])
  /// No column is known to hold positions.
  case noPositionColumns(known: [String])
  case unevenRow(line: Int, expected: Int, found: Int)
  case unclosedQuote(line: Int)
  case badNumber(line: Int, column: String, text: String)

  /// Stable, for programs and translation catalogues.
  public var code: String {
    switch self {
    case .empty: "csv_empty"
    case .notText: "csv_not_text"
    case .missingColumn: "csv_missing_column"
    case .noPositionColumns: "csv_no_position_columns"
    case .unevenRow: "csv_uneven_row"
    case .unclosedQuote: "csv_unclosed_quote"
    case .badNumber: "csv_bad_number"
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
