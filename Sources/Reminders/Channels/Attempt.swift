import EventLoop

/// The promise of `finished`: once, in a later turn of the loop, within the time limit.
final class Attempt<Answer> {
  private let loop: EventLoop
  private var finished: ((Answer) -> Void)?
  private var deadline: EventLoop.Delay?

  /// - Parameter late: the answer when the time is over.
  init(
    loop: EventLoop, timeoutMilliseconds: Int, late: Answer, finished: @escaping (Answer) -> Void
  ) {
    self.loop = loop
    self.finished = finished
    // Holds the attempt until it is answered.
    deadline = loop.after(milliseconds: timeoutMilliseconds) { self.end(late) }
  }

  var isOpen: Bool { finished != nil }

  /// Later answers are not heard.
  func end(_ answer: Answer) {
    guard let finished else { return }
    self.finished = nil
    if let deadline { loop.cancel(deadline) }
    deadline = nil
    loop.soon { finished(answer) }
  }
}
