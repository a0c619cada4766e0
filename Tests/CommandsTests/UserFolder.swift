import Foundation
import TestSupport

/// A home of a test's own, and the files of towns that lie beside the checkout.
struct UserFolder {
  /// Official files of towns, which are not part of the checkout; tests that need them say so and pass without.
  static let geography: URL? = ["..", "../.."]
    .map { Repository.root.appending(path: $0 + "/shared/data/geo").standardizedFileURL }
    .first { FileManager.default.fileExists(atPath: $0.path) }

  let data: URL

  init() throws {
    data = FileManager.default.temporaryDirectory.appending(path: "user-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: data) }

  func run(_ arguments: [String], lang: String = "en") throws -> Program.Result {
    try Program.run(
      arguments + ["--lang", lang], environment: ["XDG_DATA_HOME": data.path])
  }

  /// Every file below, with its bytes.
  func contents() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: data.path)?.compactMap({ $0 as? String })
      ?? []
    {
      let file = data.appending(path: name)
      if let bytes = try? Data(contentsOf: file) { found[name] = bytes }
    }
    return found
  }

  func file(_ name: String, _ bytes: Data) throws -> String {
    let file = data.appending(path: name)
    try bytes.write(to: file)
    return file.path
  }
}
