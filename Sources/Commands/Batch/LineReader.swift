import Glibc

/// Cuts a stream into lines in constant memory. A line ends at a line feed; the last one may lack it.
final class LineReader {
  enum Line {
    /// The line without its line feed. The bytes are good until the next line is asked for.
    case bytes(UnsafeBufferPointer<UInt8>)
    /// More bytes than the limit; they were passed over.
    case tooLong
  }

  static let chunkBytes = 1 << 16

  private let input: any InputSource
  private let limitBytes: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// The unread bytes are `start..<end`; those before `searched` hold no line feed.
  private var start = 0
  private var searched = 0
  private var end = 0
  private var isPassingOver = false
  private var isAtEnd = false

  /// - Parameter limitBytes: the most bytes of a line, its line feed not counted.
  init(_ input: any InputSource, limitBytes: Int) {
    self.input = input
    self.limitBytes = limitBytes
    buffer = .allocate(byteCount: 2 * Self.chunkBytes, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// A line that is in memory already; nil when more must be read first.
  func nextInMemory() -> Line? {
    if let lineFeed = lineFeed() {
      let line = take(until: lineFeed)
      start = lineFeed + 1
      searched = start
      return line
    }
    searched = end
    if end - start > limitBytes { isPassingOver = true }
    if isPassingOver { (start, searched, end) = (0, 0, 0) }
    guard isAtEnd, isPassingOver || start < end else { return nil }
    let line = take(until: end)
    start = end
    return line
  }

  /// Waits for more bytes; false when the stream has ended and every line was taken.
  func readMore() throws(InputFault) -> Bool {
    if isAtEnd { return false }
    makeRoom()
    let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    end += count
    if count == 0 { isAtEnd = true }
    return true
  }

  private func lineFeed() -> Int? {
    guard let base = buffer.baseAddress, searched < end,
      let found = memchr(base + searched, 0x0A, end - searched)
    else { return nil }
    return found - UnsafeMutableRawPointer(base)
  }

  private func take(until stop: Int) -> Line {
    defer { isPassingOver = false }
    if isPassingOver || stop - start > limitBytes { return .tooLong }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<stop])
    return .bytes(bytes.bindMemory(to: UInt8.self))
  }

  /// Moves the beginning of a line to the front; a line that fills the buffer doubles it.
  private func makeRoom() {
    guard buffer.count - end < Self.chunkBytes, let base = buffer.baseAddress else { return }
    let count = end - start
    if start > 0 { memmove(base, base + start, count) }
    (start, searched, end) = (0, searched - start, count)
    guard buffer.count - end < Self.chunkBytes else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
    buffer.deallocate()
    buffer = larger
  }
}
