import Foundation

/// A file with the whole text that is expected. `APARKA_RECORD=1 swift test` writes what was answered
/// instead of comparing; look at `git diff` afterwards.
public struct GoldenFile: Sendable {
  private let file: URL

  /// - Parameter path: from the top of the checkout.
  public init(_ path: String) { file = Repository.file(path) }

  public static var isRecording: Bool {
    ProcessInfo.processInfo.environment["APARKA_RECORD"]?.isEmpty == false
  }

  /// What differs, line by line; nil when nothing does.
  public func difference(_ answered: String) throws -> String? {
    if Self.isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(answered.utf8).write(to: file)
      return nil
    }
    guard let data = try? Data(contentsOf: file) else {
      return "no file \(file.path): record it with APARKA_RECORD=1"
    }
    let expected = String(decoding: data, as: UTF8.self)
    return expected == answered
      ? nil : "\(file.path)\n" + Self.lineDifference(from: expected, to: answered)
  }

  public static func lineDifference(from expected: String, to answered: String) -> String {
    var lines = expected.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    let new = answered.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    // Removals come last to first, so their places stay right; insertions then go to final places.
    for change in new.difference(from: lines).reversed() {
      if case .remove(let place, let line, _) = change { lines[place] = "-" + line.dropFirst() }
    }
    var result: [String] = []
    var insertions = new.difference(from: lines.filter { !$0.hasPrefix("-") }).insertions
      .makeIterator()
    var next = insertions.next()
    var place = 0
    func takeInsertions(
      _ result: inout [String], _ next: inout CollectionDifference<String>.Change?
    ) {
      while case .insert(place, let line, _)? = next {
        result.append("+" + line.dropFirst())
        next = insertions.next()
        place += 1
      }
    }
    for line in lines {
      if !line.hasPrefix("-") { takeInsertions(&result, &next) }
      result.append(line)
      if !line.hasPrefix("-") { place += 1 }
    }
    takeInsertions(&result, &next)
    return result.joined(separator: "\n")
  }
}
