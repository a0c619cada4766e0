import CivilTime
import DataLibrary
import Glibc

/// Everything a command takes from the world, so that tests can hand it another one.
public struct Invocation: Sendable {
  /// Without the program's own name.
  public var arguments: [String]
  public var environment: [String: String]
  public var now: Instant
  /// The path of the running program.
  public var executable: String?
  /// The time later on, for a run that lasts: `now` is when it began.
  public var laterNow: @Sendable () -> Instant
  /// What was read before, for a program that answers many calls; nil = every call reads its files.
  public var cache: LibraryCache?

  /// - Parameter laterNow: the clock; nil = it stands at `now`.
  public init(
    arguments: [String], environment: [String: String], now: Instant, executable: String?,
    laterNow: (@Sendable () -> Instant)? = nil
  ) {
    self.arguments = arguments
    self.environment = environment
    self.now = now
    self.executable = executable
    self.laterNow = laterNow ?? { now }
  }

  /// What this process was called with; the one place that reads the clock.
  public static func current() -> Invocation {
    let clock: @Sendable () -> Instant = {
      // time(2) may be some milliseconds behind the clock that timers go by.
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Instant(secondsSince1970: Int64(now.tv_sec))
    }
    return Invocation(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: currentEnvironment(),
      now: clock(), executable: DataFolder.runningExecutable(), laterNow: clock)
  }

  /// All of it: a user's own command gets it handed on.
  private static func currentEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var place = environ
    while let variable = place.pointee {
      let text = String(cString: variable)
      if let mark = text.firstIndex(of: "="), mark != text.startIndex {
        variables[String(text[..<mark])] = String(text[text.index(after: mark)...])
      }
      place += 1
    }
    return variables
  }
}

/// Where a command's words go.
public protocol OutputSink: AnyObject {
  func write(_ text: String)
  func writeError(_ text: String)
  /// Why a `write` failed (an `errno`), nil when all went well.
  var failedWrite: Int32? { get }
  /// Told before the lines that say it to people.
  ///
  /// - Parameter code: a stable word, nil for what has none.
  func noteFailure(code: String?)
}

extension OutputSink {
  public func noteFailure(code: String?) {}
}

/// Standard output and standard error.
public final class StandardOutput: OutputSink {
  public private(set) var failedWrite: Int32?

  public init() {}

  public func write(_ text: String) {
    failedWrite = Self.write(text, to: STDOUT_FILENO) ?? failedWrite
  }
  /// There is nobody to tell when this fails.
  public func writeError(_ text: String) { _ = Self.write(text, to: STDERR_FILENO) }

  /// - Returns: the `errno` of a failure. A reader that is gone ends the process by SIGPIPE, as it does
  ///   other programs of a pipeline.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        done += count
      }
      return nil
    }
  }
}
