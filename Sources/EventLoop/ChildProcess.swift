import CLinux
import Glibc

/// How a child process ended.
public enum ChildEnding: Hashable, Sendable {
  /// - Parameter said: the beginning of what it wrote to its outputs, for the log.
  case exited(status: Int32, said: String)
  case killed(signal: Int32, said: String)
  /// It ran too long and was killed with its whole process group.
  case timedOut(said: String)
  /// It never ran (`ENOENT`, `EACCES` ...).
  case notStarted(errorNumber: Int32)
}

/// A program that runs beside the loop: its own process group, no shell, a hard limit of time.
public final class ChildProcess {
  /// Most that is kept of what a child says, if nothing else is asked for.
  public static let keptBytes = 2000

  private let loop: EventLoop
  private let process: pid_t
  private let processDescriptor: Int32
  private let outputDescriptor: Int32
  private var watches: [EventLoop.Watch] = []
  private var deadline: EventLoop.Delay?
  private var said: [UInt8] = []
  private var timedOut = false
  private var drainage: EventLoop.Delay?
  private var drains = 0
  private var keptBytes = ChildProcess.keptBytes
  private var finished: ((ChildEnding) -> Void)?

  /// Starts a program. `finished` is called once, in a later turn of the loop, also when it did not start.
  ///
  /// - Parameters:
  ///   - words: the program (looked for in `PATH` when it has no slash) and its arguments, as they are.
  ///   - environment: all of the child's environment, `NAME=value`.
  ///   - input: what it reads on its standard input, at most 64 KiB (a pipe's worth; the rest is cut).
  ///   - file: text that it may read as the file `/proc/self/fd/3`, which nobody else can; nil = none.
  ///   - timeoutMilliseconds: then its whole process group is killed. What a child that ended in time
  ///     left running (a sound that still plays) is let be.
  ///   - keptBytes: most that is kept of what it says.
  public static func start(
    _ words: [String], environment: [String], input: String = "", file: String? = nil,
    timeoutMilliseconds: Int, keptBytes: Int = ChildProcess.keptBytes, loop: EventLoop,
    finished: @escaping (ChildEnding) -> Void
  ) {
    do {
      let child = try ChildProcess(words, environment, input, file, loop)
      child.finished = finished
      child.keptBytes = keptBytes
      try child.wait(timeoutMilliseconds)
    } catch {
      loop.soon { finished(.notStarted(errorNumber: error.number)) }
    }
  }

  private init(
    _ words: [String], _ environment: [String], _ input: String, _ file: String?,
    _ loop: EventLoop
  ) throws(SystemError) {
    self.loop = loop
    let started = try Self.started(words, environment, input, file)
    (process, processDescriptor, outputDescriptor) = started
  }

  private static func started(
    _ words: [String], _ environment: [String], _ input: String, _ file: String?
  ) throws(SystemError) -> (process: pid_t, descriptor: Int32, output: Int32) {
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    let fromChild = try pipe()
    ends += [fromChild.read, fromChild.write]
    let toChild = try pipe()
    ends += [toChild.read, toChild.write]
    var fileDescriptor: Int32?
    if let file {
      let descriptor = try memoryFile(file)
      ends.append(descriptor)
      fileDescriptor = descriptor
    }
    aparka_set_nonblocking(fromChild.read)
    aparka_set_nonblocking(toChild.write)
    var descriptors = [
      (ours: toChild.read, its: STDIN_FILENO), (ours: fromChild.write, its: STDOUT_FILENO),
      (ours: fromChild.write, its: STDERR_FILENO),
    ]
    if let fileDescriptor { descriptors.append((ours: fileDescriptor, its: 3)) }
    let process = try ProgramStart.spawn(
      words, environment: environment, descriptors: descriptors, hasOwnGroup: true)
    write(input, to: toChild.write)
    let descriptor = aparka_pidfd_open(process)
    guard descriptor >= 0 else {
      let number = errno
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
      throw SystemError(call: "pidfd_open", number: number)
    }
    ends.removeAll { $0 == fromChild.read }
    return (process, descriptor, fromChild.read)
  }

  private func wait(_ timeoutMilliseconds: Int) throws(SystemError) {
    do throws(SystemError) {
      // The handlers hold the child until it has ended.
      watches.append(try loop.watch(outputDescriptor, for: .read) { _ in self.readOutput() })
      watches.append(try loop.watch(processDescriptor, for: .read) { _ in self.end() })
    } catch {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
      release()
      throw error
    }
    deadline = loop.after(milliseconds: timeoutMilliseconds) {
      self.timedOut = true
      kill(-self.process, SIGKILL)
    }
  }

  private func release() {
    for watch in watches { loop.stopWatching(watch) }
    watches = []
    if let deadline { loop.cancel(deadline) }
    if let drainage { loop.cancel(drainage) }
    close(outputDescriptor)
    close(processDescriptor)
  }

  /// What is not kept is read all the same, for a child whose pipe is full or closed would not end well;
  /// but seldom: one that writes without end must not keep this process busy.
  private func readOutput() {
    guard readAll(), said.count >= keptBytes, drainage == nil, let output = watches.first
    else { return }
    loop.stopWatching(output)
    drain()
  }

  private func drain() {
    drains += 1
    // Some megabytes are soon read; who says more than that says it without end.
    drainage = loop.after(milliseconds: drains < 100 ? 5 : 100) {
      if self.readAll() { self.drain() }
    }
  }

  /// A pipe's worth at most. Whether more may come.
  private func readAll() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
      while true {
        let count = read(outputDescriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { return true }
        guard count > 0 else {
          if let watch = watches.first { loop.stopWatching(watch) }
          return false
        }
        said.append(contentsOf: buffer.prefix(min(count, keptBytes - said.count)))
        return true
      }
    }
  }

  private func end() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    _ = readAll()
    release()
    let text = String(decoding: said, as: UTF8.self)
    let signal = status & 0x7f
    let ending: ChildEnding =
      if timedOut {
        .timedOut(said: text)
      } else if signal == 0 {
        .exited(status: (status >> 8) & 0xff, said: text)
      } else {
        .killed(signal: signal, said: text)
      }
    finished?(ending)
    finished = nil
  }

  // MARK: Starting

  private static func pipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard aparka_pipe_close_on_exec(&ends) == 0 else {
      throw SystemError(call: "pipe2", number: errno)
    }
    return (ends[0], ends[1])
  }

  private static func memoryFile(_ text: String) throws(SystemError) -> Int32 {
    let descriptor = aparka_memory_file("aparka")
    guard descriptor >= 0 else { throw SystemError(call: "memfd_create", number: errno) }
    var text = text
    let isWritten = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    guard isWritten else {
      let number = errno
      close(descriptor)
      throw SystemError(call: "write", number: number)
    }
    return descriptor
  }

  private static func write(_ text: String, to descriptor: Int32) {
    // A child that reads nothing must not kill this process.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &set, &before)
    var text = text
    let count = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EPIPE {
      var none = timespec()
      sigtimedwait(&set, nil, &none)
    }
    sigprocmask(SIG_SETMASK, &before, nil)
  }
}
