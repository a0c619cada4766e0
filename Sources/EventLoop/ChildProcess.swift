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
  /// Most that is kept of what a child says.
  static let keptBytes = 2000

  private let loop: EventLoop
  private let process: pid_t
  private let processDescriptor: Int32
  private let outputDescriptor: Int32
  private var watches: [EventLoop.Watch] = []
  private var deadline: EventLoop.Delay?
  private var said: [UInt8] = []
  private var timedOut = false
  private var finished: ((ChildEnding) -> Void)?

  /// Starts a program. `finished` is called once, in a later turn of the loop, also when it did not start.
  ///
  /// - Parameters:
  ///   - words: the program (looked for in `PATH` when it has no slash) and its arguments, as they are.
  ///   - environment: all of the child's environment, `NAME=value`.
  ///   - input: what it reads on its standard input, at most 32 KiB (a pipe's worth).
  public static func start(
    _ words: [String], environment: [String], input: String = "", timeoutMilliseconds: Int,
    loop: EventLoop, finished: @escaping (ChildEnding) -> Void
  ) {
    do {
      let child = try ChildProcess(words, environment, input, loop)
      child.finished = finished
      try child.wait(timeoutMilliseconds)
    } catch {
      loop.soon { finished(.notStarted(errorNumber: error.number)) }
    }
  }

  private init(
    _ words: [String], _ environment: [String], _ input: String, _ loop: EventLoop
  ) throws(SystemError) {
    self.loop = loop
    guard let program = words.first, !program.isEmpty else {
      throw SystemError(call: "posix_spawn", number: ENOENT)
    }
    let fromChild = try Self.pipe()
    let toChild = try Self.pipe()
    aparka_set_nonblocking(fromChild.read)
    aparka_set_nonblocking(toChild.write)
    var process: pid_t = 0
    let status = Self.spawn(
      words, environment, input: toChild.read, output: fromChild.write, process: &process)
    close(toChild.read)
    close(fromChild.write)
    defer { close(toChild.write) }
    guard status == 0 else {
      close(fromChild.read)
      throw SystemError(call: "posix_spawn", number: status)
    }
    Self.write(input, to: toChild.write)
    let descriptor = aparka_pidfd_open(process)
    guard descriptor >= 0 else {
      let number = errno
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
      close(fromChild.read)
      throw SystemError(call: "pidfd_open", number: number)
    }
    self.process = process
    processDescriptor = descriptor
    outputDescriptor = fromChild.read
  }

  private func wait(_ timeoutMilliseconds: Int) throws(SystemError) {
    // The handlers hold the child until it has ended.
    watches.append(try loop.watch(outputDescriptor, for: .read) { _ in self.readOutput() })
    watches.append(try loop.watch(processDescriptor, for: .read) { _ in self.end() })
    deadline = loop.after(milliseconds: timeoutMilliseconds) {
      self.timedOut = true
      kill(-self.process, SIGKILL)
    }
  }

  private func readOutput() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(outputDescriptor, &buffer, buffer.count)
      if count > 0 {
        said.append(contentsOf: buffer.prefix(count).prefix(Self.keptBytes - said.count))
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if count == 0, let watch = watches.first { loop.stopWatching(watch) }
        return
      }
    }
  }

  private func end() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    readOutput()
    // What the child left running in its group would outlive its time limit.
    kill(-process, SIGKILL)
    for watch in watches { loop.stopWatching(watch) }
    watches = []
    if let deadline { loop.cancel(deadline) }
    close(outputDescriptor)
    close(processDescriptor)
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

  private static func spawn(
    _ words: [String], _ environment: [String], input: Int32, output: Int32,
    process: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK)
        | Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer {
      for pointer in arguments { free(pointer) }
      for pointer in variables { free(pointer) }
    }
    return posix_spawnp(
      &process, words.first ?? "", &actions, &attributes, &arguments, &variables)
  }
}
