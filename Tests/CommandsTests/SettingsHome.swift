import Foundation
import TestSupport

/// A folder for configuration of a test's own.
struct SettingsHome {
  let folder: URL
  var file: URL { folder.appending(path: "aparka/settings.json") }

  /// - Parameter text: of the file; nil = there is none.
  init(_ text: String? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if let text { try Data(text.utf8).write(to: file) }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

  /// - Parameter lang: nil = by the settings, else English.
  func run(
    _ words: [String], lang: String? = nil, data: String = GoldenCases.data
  ) throws -> Program.Result {
    try Program.run(
      (lang.map { ["--lang", $0] } ?? []) + ["--data", data] + words,
      environment: ["XDG_CONFIG_HOME": folder.path])
  }

  /// The words of a call, `␣` for a space inside one.
  static func words(_ call: String) -> [String] {
    call.split(separator: " ").map { String($0).replacing("␣", with: " ") }
  }
}
