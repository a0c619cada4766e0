import Foundation
import Sectors
import TestSupport
import Testing

/// Official files of towns, which are not part of the checkout: looked for beside it. The tests that need
/// them say so and pass without when they are not there.
enum TownGeometry {
  static let folder: URL? = ["..", "../.."]
    .map { Repository.root.appending(path: $0 + "/shared/data").standardizedFileURL }
    .first { FileManager.default.fileExists(atPath: $0.appending(path: "geo").path) }

  static var isPresent: Bool { folder != nil }

  static func file(_ path: String) throws -> [UInt8] {
    let folder = try #require(Self.folder)
    return [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The words of Pamplona's layer of sectors.
  static var pamplonaSectors: PropertyMapping {
    var mapping = PropertyMapping()
    mapping.id = "sector"
    mapping.namesByLanguage = ["es": "press_name_es"]
    return mapping
  }

  static var pamplonaKerbs: PropertyMapping {
    var mapping = PropertyMapping()
    mapping.zones = ["azul": "blue", "naranja": "orange", "roja": "red", "verde": "green"]
    mapping.defaultKind = .kerb
    return mapping
  }
}
