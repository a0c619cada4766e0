import CivilTime
import Foundation
import Testing

/// Time zone files of the machine, for tests.
enum Zones {
  static let folder = "/usr/share/zoneinfo"

  /// All names under the folder, the copies in posix/ and right/ left out.
  static let names: [String] = {
    let walker = FileManager.default.enumerator(atPath: folder)
    var names: [String] = []
    while let name = walker?.nextObject() as? String {
      guard !name.hasPrefix("posix"), !name.hasPrefix("right"), name != "localtime",
        (try? bytes(name))?.starts(with: Array("TZif".utf8)) == true
      else { continue }
      names.append(name)
    }
    return names.sorted()
  }()

  /// The version in the first line of tzdata.zi, `# version 2025b`.
  static let dataVersion: String = {
    let text = try? String(contentsOfFile: "\(folder)/tzdata.zi", encoding: .utf8)
    return String(text?.split(separator: "\n").first?.split(separator: " ").last ?? "unknown")
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder).appending(path: name)))
  }

  static func clock(_ name: String) throws -> TownClock {
    try TownClock(tzif: try bytes(name), identifier: name)
  }
}

/// `2026-03-29 02:30` or `2026-03-29 02:30:15`.
func local(_ text: String) throws -> LocalDateTime {
  let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
  let date = try #require(CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]))
  let seconds = numbers.count > 5 ? numbers[5] : 0
  return LocalDateTime(date: date, secondOfDay: numbers[3] * 3600 + numbers[4] * 60 + seconds)
}

/// An instant written as a date and time in UTC.
func utc(_ text: String) throws -> Instant {
  TownClock.utc.instant(of: try local(text))
}
