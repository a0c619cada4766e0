import CLinux
import EventLoop
import Glibc

/// A text on its way to one terminal, whose output may be stopped (Ctrl-S).
final class TerminalWriting {
  private let loop: EventLoop
  private let descriptor: Int32
  private var rest: ArraySlice<UInt8>
  private var watch: EventLoop.Watch?
  private var deadline: EventLoop.Delay?
  private var finished: ((Bool) -> Void)?

  /// - Parameter finished: called once, perhaps at once, with whether all of it was written. The
  ///   terminal is closed before.
  static func start(
    _ text: String, on terminal: Terminal, timeoutMilliseconds: Int, loop: EventLoop,
    finished: @escaping (Bool) -> Void
  ) {
    let writing = TerminalWriting(text, terminal, loop, finished)
    writing.advance()
    guard writing.finished != nil else { return }
    // Both hold the writing until it ends.
    writing.deadline = loop.after(milliseconds: timeoutMilliseconds) { writing.end(false) }
    do {
      writing.watch = try loop.watch(terminal.descriptor, for: .write) { readiness in
        if readiness.isDisjoint(with: .closed) { writing.advance() } else { writing.end(false) }
      }
    } catch {
      writing.end(false)
    }
  }

  private init(
    _ text: String, _ terminal: Terminal, _ loop: EventLoop, _ finished: @escaping (Bool) -> Void
  ) {
    descriptor = terminal.descriptor
    rest = Array(text.utf8)[...]
    self.loop = loop
    self.finished = finished
  }

  private func advance() {
    while !rest.isEmpty {
      let count = Self.write(rest, to: descriptor)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return end(false)
      }
    }
    end(true)
  }

  /// With `SIGTTOU` blocked, which would stop a process in the background of a terminal with `tostop`.
  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTTOU)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let number = errno
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = number
    return count
  }

  private func end(_ isWritten: Bool) {
    guard let finished else { return }
    self.finished = nil
    if let watch { loop.stopWatching(watch) }
    if let deadline { loop.cancel(deadline) }
    close(descriptor)
    finished(isWritten)
  }
}
