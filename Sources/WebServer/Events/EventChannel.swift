/// The events on their way to one listener, as `text/event-stream` (HTML standard, section 9.2).
public final class EventChannel {
  /// A listener that is so far behind reads no more: it is let go, and asks again when it comes back.
  static let mostWaitingBytes = 64 << 10

  private(set) var waiting: [UInt8] = []
  private(set) var hasEnded = false
  /// Somebody waits for more to send.
  var wake: (() -> Void)?
  /// The listener is too far behind; it would not even read that this is the end.
  var overrun: (() -> Void)?
  /// The connection is gone.
  var closed: (() -> Void)?

  init() {}

  func send(_ text: String) {
    guard !hasEnded else { return }
    if waiting.count + text.utf8.count > Self.mostWaitingBytes {
      end()
      overrun?()
      return
    }
    waiting += Array(text.utf8)
    wake?()
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    waiting = []
    wake?()
  }

  /// Moves what waits to a buffer.
  ///
  /// - Returns: how many bytes.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, waiting.count)
    buffer.copyBytes(from: waiting[..<count])
    waiting.removeFirst(count)
    return count
  }
}
