import CLinux
import Glibc

/// A program that runs beside a test, and that dies with it, even when the test process is killed.
public final class Companion {
  public struct NotStarted: Error {}

  /// The program's own id, to send it signals.
  public private(set) var process: pid_t = 0
  private var keeper: pid_t = 0
  private let output: Int32
  private let lifeline: Int32
  private var unread: [UInt8] = []
  /// All that it has written so far and that was read.
  public private(set) var lines: [String] = []

  /// - Parameter environment: all of the program's environment.
  public init(_ words: [String], environment: [String: String]) throws {
    var out: [Int32] = [0, 0]
    var life: [Int32] = [0, 0]
    guard aparka_pipe_close_on_exec(&out) == 0, aparka_pipe_close_on_exec(&life) == 0 else {
      throw NotStarted()
    }
    output = out[0]
    lifeline = life[1]
    aparka_set_nonblocking(output)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, life[0], 0)
    posix_spawn_file_actions_adddup2(&actions, out[1], 1)
    posix_spawn_file_actions_adddup2(&actions, out[1], 2)
    // Threads of the test runner block signals that the shell waits for.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // The shell's standard input ends when this process does, however that comes about.
    let keeping = """
      exec 9<&0
      /bin/sh -c 'echo $$; exec "$@"' itself "$@" </dev/null 9<&- &
      read nothing <&9
      kill -KILL $!; wait
      """
    var arguments = (["/bin/sh", "-c", keeping, "keeper"] + words).map { strdup($0) }
    var variables = environment.map { strdup("\($0)=\($1)") }
    defer { for pointer in arguments + variables { free(pointer) } }
    arguments.append(nil)
    variables.append(nil)
    let status = posix_spawn(&keeper, "/bin/sh", &actions, &attributes, &arguments, &variables)
    close(life[0])
    close(out[1])
    guard status == 0, let line = nextLine(), let number = pid_t(line) else { throw NotStarted() }
    process = number
    lines = []
  }

  deinit {
    end()
    close(output)
  }

  /// Kills it and waits until it is gone.
  public func end() {
    guard keeper > 0 else { return }
    close(lifeline)
    waitpid(keeper, nil, 0)
    keeper = 0
  }

  public func signal(_ number: Int32) { kill(process, number) }

  /// Waits for its next line; nil when it ended or said nothing for so long.
  public func nextLine(milliseconds: Int32 = 10_000) -> String? {
    let limit = LoopProbe.milliseconds() + Int(milliseconds)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeFirst(end + 1)
        lines.append(line)
        return line
      }
      let left = limit - LoopProbe.milliseconds()
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&waiting, 1, Int32(left)) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      unread.append(contentsOf: buffer.prefix(count))
    }
  }

  /// Waits for a line that holds such a text.
  public func line(with text: String, milliseconds: Int32 = 10_000) -> String? {
    let limit = LoopProbe.milliseconds() + Int(milliseconds)
    while let line = nextLine(milliseconds: Int32(max(0, limit - LoopProbe.milliseconds()))) {
      if line.contains(text) { return line }
    }
    return nil
  }
}
