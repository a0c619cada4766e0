import Glibc

/// What the daemon did, as lines for programs and administrators: `event=fired alarm=12 late_ms=2`.
///
/// Each line is one write to standard error, with the priority before it that `sd-daemon(3)` defines when a
/// journal reads it. Words are stable; they are data, not text for drivers.
public struct Log: Sendable {
  public enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
  }

  private let write: @Sendable (Priority, String) -> Void

  public init(_ write: @escaping @Sendable (Priority, String) -> Void) { self.write = write }

  /// Standard error; with `<N>` before each line unless a person reads it at a terminal.
  public static let standardError = Log { priority, line in
    var text = (isatty(STDERR_FILENO) == 1 ? "" : "<\(priority.rawValue)>") + line + "\n"
    // Nobody can be told when this fails, and a log must not stop the daemon.
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  public static let silent = Log { _, _ in }

  public func callAsFunction(
    _ priority: Priority, _ event: String, _ values: KeyValuePairs<String, String> = [:]
  ) {
    write(priority, Self.line(event, values))
  }

  /// Values with anything but plain characters are quoted, control characters replaced.
  static func line(_ event: String, _ values: KeyValuePairs<String, String>) -> String {
    values.reduce(into: "event=" + event) { line, pair in
      line += " \(pair.key)=\(quoted(pair.value))"
    }
  }

  private static func quoted(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && byte != UInt8(ascii: "=")
    }
    if isPlain, !value.isEmpty { return value }
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.append("\\")
        text.append(scalar)
      case "\n":
        text.append("\\")
        text.append("n")
      default:
        text.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
    return "\"\(String(text))\""
  }
}
