import CLinux
import Glibc

/// Signals as events of the loop (`signalfd(2)`). They stay blocked in this process; a child process is
/// started with none blocked.
public final class SignalWatch {
  private let loop: EventLoop
  private let descriptor: Int32
  private var watch: EventLoop.Watch?

  public init(
    _ signals: [Int32], loop: EventLoop, _ handler: @escaping (Int32) -> Void
  ) throws(SystemError) {
    self.loop = loop
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    guard sigprocmask(SIG_BLOCK, &set, nil) == 0 else {
      throw SystemError(call: "sigprocmask", number: errno)
    }
    let descriptor = signalfd(
      -1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "signalfd", number: errno) }
    self.descriptor = descriptor
    watch = try loop.watch(descriptor, for: .read) { _ in
      var information = signalfd_siginfo()
      while read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size) > 0 {
        handler(Int32(information.ssi_signo))
      }
    }
  }

  deinit {
    if let watch { loop.stopWatching(watch) }
    close(descriptor)
  }
}
