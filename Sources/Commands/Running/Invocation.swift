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
    var environment: [String: String] = [:]
    let names = [
      "LC_ALL", "LC_MESSAGES", "LANG", "APARKA_DATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME",
      "COLUMNS",
    ]
    for name in names {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    let clock: @Sendable () -> Instant = { Instant(secondsSince1970: Int64(time(nil))) }
    return Invocation(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      now: clock(), executable: DataFolder.runningExecutable(), laterNow: clock)
  }
}

/// Where a command's words go.
public protocol OutputSink: AnyObject {
  func write(_ text: String)
  func writeError(_ text: String)
  /// Why a `write` failed (an `errno`), nil when all went well.
  var failedWrite: Int32? { get }
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
