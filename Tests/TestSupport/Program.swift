import Foundation

/// The built program, run as a user runs it.
public enum Program {
  public struct Result: Sendable {
    public let output: String
    public let errors: String
    /// 128 + the signal's number when a signal ended it, as shells say.
    public let status: Int32
  }

  /// `aparka` beside the test bundle.
  public static let path: String = {
    var folders = [URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()]
    if let place = CommandLine.arguments.firstIndex(of: "--test-bundle-path"),
      CommandLine.arguments.count > place + 1
    {
      folders.insert(URL(filePath: CommandLine.arguments[place + 1]), at: 0)
    }
    let candidates =
      folders.map { $0.deletingLastPathComponent().appending(path: "aparka").path }
      + [Repository.file(".build/debug/aparka").path]
    guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      fatalError("no aparka beside the tests: \(candidates)")
    }
    return found
  }()

  /// Runs it in the top folder of the checkout with an environment of these variables alone.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Result {
    try run(path, arguments, environment: environment)
  }

  /// Runs a shell command; `$APARKA` is the program.
  public static func shell(
    _ command: String, environment: [String: String] = [:]
  ) throws -> Result {
    try run(
      "/bin/bash", ["-c", command],
      environment: environment.merging(["APARKA": path, "PATH": "/usr/bin:/bin"]) { old, _ in old })
  }

  private static func run(
    _ executable: String, _ arguments: [String], environment: [String: String]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = Repository.root
    process.standardInput = FileHandle.nullDevice
    let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: no dead lock whatever the sizes.
    let files = ["out", "err"].map { folder.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    let signalled = process.terminationReason == .uncaughtSignal
    return Result(
      output: texts[0], errors: texts[1],
      status: process.terminationStatus + (signalled ? 128 : 0))
  }
}
