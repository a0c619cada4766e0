/// A place in a text as an editor shows it.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// From 1. A line ends with LF, CR LF or a lone CR.
  public let line: Int
  /// From 1, counted in characters (Unicode scalars), not in bytes; a tab counts as one.
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// The position of the byte at `offset` (0 to `bytes.count`). Reads the text up to there, so it is
  /// meant for one error; for several errors of one text build a `LineIndex`.
  init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>, firstLine: Int = 1) {
    var line = firstLine
    var column = 1
    var place = 0
    let end = min(max(offset, 0), bytes.count)
    while place < end {
      let byte = bytes[place]
      place += 1
      if isLineEnd(byte, before: place < bytes.count ? bytes[place] : nil) {
        line += 1
        column = 1
      } else if !isContinuation(byte) {
        column += 1
      }
    }
    self.init(line: line, column: column)
  }
}

/// Where the lines of a text start: built once, it turns any number of byte offsets into positions.
public struct LineIndex: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  /// Keeps `bytes` (shared, not copied) and the start of each line.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for place in bytes.indices {
      let next = place + 1
      if isLineEnd(bytes[place], before: next < bytes.count ? bytes[next] : nil) {
        starts.append(next)
      }
    }
    self.starts = starts
  }

  /// The number of lines, the last one counted even when it is empty.
  public var lineCount: Int { starts.count }

  /// The position of the byte at `offset`; offsets outside the text count as its nearest end.
  public func position(of offset: Int) -> TextPosition {
    let place = min(max(offset, 0), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    let before = bytes[starts[low]..<place].count { !isContinuation($0) }
    return TextPosition(line: low + 1, column: before + 1)
  }
}

/// Whether a line ends with `byte`; the CR of a CR LF does not end it, its LF does.
private func isLineEnd(_ byte: UInt8, before next: UInt8?) -> Bool {
  byte == Ascii.lineFeed || (byte == Ascii.carriageReturn && next != Ascii.lineFeed)
}

/// Whether `byte` is a second or later byte of a UTF-8 sequence.
func isContinuation(_ byte: UInt8) -> Bool { byte & 0b1100_0000 == 0b1000_0000 }
