import Foundation

/// Where the checkout and its Python tools are, seen from a test.
public enum Repository {
  /// The top folder of the checkout.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The interpreter of the virtual environment that `make test` creates. Tests that need an oracle
  /// fail without it, with the command that makes it.
  public static let python = root.appending(path: ".venv/bin/python3")

  /// A file of the checkout, by its path from the top.
  public static func file(_ path: String) -> URL { root.appending(path: path) }
}

/// Runs a Python script of `Tests/oracles` with the given standard input and returns its standard
/// output. Throws `OracleFailure` with the script's standard error when it does not exit with 0.
public func runOracle(_ script: String, arguments: [String] = [], input: Data = Data()) throws
  -> Data
{
  guard FileManager.default.isExecutableFile(atPath: Repository.python.path) else {
    throw OracleFailure(message: "no \(Repository.python.path): run 'make test-tools' first")
  }
  let process = Process()
  process.executableURL = Repository.python
  process.arguments =
    [Repository.file("Tests/oracles/\(script)").path] + arguments
  let folder = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  // Files instead of pipes: no dead lock whatever the sizes.
  let (inFile, outFile, errFile) = (
    folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err")
  )
  try input.write(to: inFile)
  for file in [outFile, errFile] { try Data().write(to: file) }
  process.standardInput = try FileHandle(forReadingFrom: inFile)
  process.standardOutput = try FileHandle(forWritingTo: outFile)
  process.standardError = try FileHandle(forWritingTo: errFile)
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw OracleFailure(
      message: "\(script): \(String(decoding: try Data(contentsOf: errFile), as: UTF8.self))")
  }
  return try Data(contentsOf: outFile)
}

/// An oracle that could not answer.
public struct OracleFailure: Error, CustomStringConvertible {
  public let message: String
  public var description: String { message }
}
