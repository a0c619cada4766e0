import CivilTime
import Foundation
import Reminders
import Service
import TestSupport
import Testing

/// A user's home with settings whose one channel is a script that writes a line for each notice.
final class TestHome {
  let folder: TestFolder
  let paths: ServicePaths
  private(set) var environment: [String: String]

  init(settings: String? = nil) throws {
    folder = try TestFolder()
    environment = [
      "HOME": folder.file("home"), "XDG_RUNTIME_DIR": folder.file("run"), "LANG": "en_GB.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    paths = try #require(ServicePaths(environment: environment))
    for name in ["home", "run"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try script("tell", log: "told")
    try self.settings(
      settings ?? "{\"channels\": [\"command\"], \"command\": [\"\(folder.file("tell"))\"]}")
  }

  func settings(_ text: String) throws {
    try folder.write(text, to: "home/.config/aparka/settings.json")
  }

  /// One line a notice: nanoseconds since 1970, key, due moment, title. Appending a short line is atomic.
  func script(_ name: String, log: String) throws {
    try folder.write(
      """
      #!/bin/sh
      now=$(date +%s%N)
      echo "$now|$APARKA_KEY|$APARKA_DUE|$APARKA_CAUSE|$APARKA_TITLE" >> \(folder.file(log))

      """, to: name)
    chmod(folder.file(name), 0o755)
  }

  struct Told: Hashable {
    let seconds: Double
    let key: String
    let due: String
    let cause: String
    let title: String
  }

  func told(_ log: String = "told") -> [Told] {
    folder.lines(log).map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return Told(
        seconds: (Double(parts[0]) ?? 0) / 1e9, key: parts[1], due: parts[2], cause: parts[3],
        title: parts[4])
    }
  }

  func store() throws -> ReminderStore {
    try ReminderStore(path: paths.database, settings: StoreSettings(checksIntegrity: false))
  }

  /// What SQLite itself says.
  func sqlite(_ statement: String) throws -> String {
    try runProgram(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None)
        for row in c.execute(sys.argv[2]): print("|".join(map(str, row)))
        """, paths.database, statement,
      ]
    ).output
  }
}

/// A daemon of its own process, killed at the end.
final class DaemonProcess {
  let process = Process()
  let home: TestHome
  let log: String
  private static let count = Counter()

  /// - Parameter waits: until it says that it has started.
  init(
    _ home: TestHome, _ arguments: [String] = ["daemon"], environment: [String: String] = [:],
    waits: Bool = true
  ) throws {
    self.home = home
    log = "log-\(Self.count.next())"
    try home.folder.write("", to: log)
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments
    process.environment = home.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: URL(filePath: home.folder.file(log)))
    try process.run()
    if waits {
      #expect(eventually { self.said("started") || !self.process.isRunning })
      #expect(process.isRunning, "\(text)")
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  var text: String { home.folder.text(log) }

  func said(_ event: String) -> Bool {
    home.folder.lines(log).contains { line in
      line.hasSuffix("event=\(event)") || line.contains("event=\(event) ")
    }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// The exit status; 128 + the signal's number when one ended it; nil when it runs on.
  ///
  /// Foundation takes a process for running as long as a child of it runs, so the kernel is asked.
  func status(within seconds: Double = 20) -> Int32? {
    var ended: Int32?
    _ = eventually(within: seconds) {
      var information = siginfo_t()
      let options = WEXITED | WNOHANG | WNOWAIT
      if waitid(P_PID, id_t(process.processIdentifier), &information, options) == 0 {
        guard information.si_signo == SIGCHLD else { return false }
        let value = information._sifields._sigchld.si_status
        ended = information.si_code == CLD_EXITED ? value : 128 + value
      } else if !process.isRunning {
        // Foundation was faster.
        let isSignal = process.terminationReason == .uncaughtSignal
        ended = process.terminationStatus + (isSignal ? 128 : 0)
      }
      return ended != nil
    }
    return ended
  }

  /// SIGTERM, and the exit status.
  func stop() -> Int32? {
    signal(SIGTERM)
    return status()
  }

  /// A figure of `/proc/<pid>/status`.
  func figure(_ name: String) throws -> Int {
    let text = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return try #require(
      line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }
}

final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  func next() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}

/// Looks again and again until it is so.
func eventually(within seconds: Double = 20, _ isSo: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {
    if isSo() { return true }
    usleep(5000)
  }
  return isSo()
}

/// Runs a program to its end.
func runProgram(
  _ path: String, _ arguments: [String], environment: [String: String]? = nil
) throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  if let environment { process.environment = environment }
  process.standardInput = FileHandle.nullDevice
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}
