import DataLibrary
import Foundation
import JSONText
import Settings
import TestSupport
import Testing

/// The file: where it is, who may read it, what happens to it when things go wrong.
struct SettingsFileTests {
  private struct Home {
    let folder: URL
    let library: SettingsLibrary
    var file: URL { folder.appending(path: "aparka/settings.json") }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "set-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      library = SettingsLibrary(environment: ["XDG_CONFIG_HOME": folder.path])
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String) throws {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
  }

  private enum Refusal: Error { case no }

  private static func mode(_ file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }

  /// XDG Base Directory Specification: a relative path does not count.
  @Test(
    arguments: [
      (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/aparka/settings.json"),
      (["HOME": "/h"], "/h/.config/aparka/settings.json"),
      (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/aparka/settings.json"),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/aparka/settings.json"),
      (["HOME": "h"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func places(environment: [String: String], path: String?) {
    #expect(SettingsLibrary(environment: environment).path == path)
  }

  @Test func withoutAFile() throws {
    let home = try Home()
    defer { home.remove() }
    #expect(try home.library.read() == Settings())
    #expect(home.library.load().problem == nil)
    #expect(try SettingsLibrary(path: nil).read() == Settings())
    #expect(throws: SettingsUpdateError<Refusal>.self) {
      try SettingsLibrary(path: nil).update { (_) throws(Refusal) in }
    }
    // Looking makes nothing, and neither does a change of nothing make a file of settings.
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path) == [])
    try home.library.update { (settings) throws(Refusal) in settings.leadTimes = [15, 10, 5] }
    #expect(!FileManager.default.fileExists(atPath: home.file.path))
  }

  @Test func forTheUserAlone() throws {
    let home = try Home()
    defer { home.remove() }
    try home.library.update { (settings) throws(Refusal) in
      settings.appriseURLs = ["tgram://token/chat"]
    }
    #expect(try Self.mode(home.file) == 0o600)
    #expect(try Self.mode(home.file.deletingLastPathComponent()) == 0o700)
    // One that was open to others is so no more.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: home.file.path)
    try home.library.update { (settings) throws(Refusal) in settings.web = true }
    #expect(try Self.mode(home.file) == 0o600)
    #expect(
      try home.text()
        == "{\n  \"apprise_urls\": [\n    \"tgram://token/chat\"\n  ],\n  \"web\": true\n}\n")
    // No draft stays.
    let names = try FileManager.default.contentsOfDirectory(
      atPath: home.file.deletingLastPathComponent().path)
    #expect(Set(names) == ["settings.json", "settings.json.lock"])
  }

  /// People keep such files elsewhere and link to them.
  @Test func linksAreFollowed() throws {
    let home = try Home()
    defer { home.remove() }
    try home.write("{}")
    let real = home.folder.appending(path: "mine.json")
    try FileManager.default.moveItem(at: home.file, to: real)
    try FileManager.default.createSymbolicLink(at: home.file, withDestinationURL: real)
    try home.library.update { (settings) throws(Refusal) in settings.web = true }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.file.path) == real.path)
    #expect(try String(contentsOf: real, encoding: .utf8) == "{\n  \"web\": true\n}\n")
  }

  /// What cannot be read is not written over.
  @Test(arguments: ["", "{", "[]", "{\"zoen\": 1}", "{\"clock\": \"24\",}", "\u{FEFF}{}"])
  func brokenFilesStay(text: String) throws {
    let home = try Home()
    defer { home.remove() }
    try home.write(text)
    #expect(throws: SettingsError.self) { try home.library.read() }
    #expect(home.library.load().problem?.path == home.file.path)
    #expect(home.library.load().settings == Settings())
    do {
      try home.library.update { (settings) throws(Refusal) in settings.web = true }
      Issue.record("written over")
    } catch SettingsUpdateError<Refusal>.unreadable {}
    #expect(try home.text() == text)
  }

  @Test func whereTheFaultIs() throws {
    let home = try Home()
    defer { home.remove() }
    try home.write("{\n  \"web\": true,\n  \"lead_times\": [5, 1441]\n}\n")
    guard case .faults(let path, let faults, let usable) = home.library.load().problem else {
      Issue.record("no fault")
      return
    }
    #expect(path == home.file.path && faults.count == 1)
    #expect(faults[0].line == 3 && faults[0].column == 21)
    #expect(usable.web && usable.leadTimes == [15, 10, 5])
    #expect(home.library.load().settings == usable)
    // A folder, and something far too large.
    try FileManager.default.removeItem(at: home.file)
    try FileManager.default.createDirectory(at: home.file, withIntermediateDirectories: true)
    guard case .file(.unreadable) = home.library.load().problem else {
      Issue.record("a folder is no file")
      return
    }
    try FileManager.default.removeItem(at: home.file)
    try home.write(String(repeating: " ", count: 1 << 21))
    guard case .file(.tooLarge) = home.library.load().problem else {
      Issue.record("too large")
      return
    }
  }

  @Test func refusedChangesAreNotWritten() throws {
    let home = try Home()
    defer { home.remove() }
    try home.write("{\"web\": true}")
    do {
      try home.library.update { (settings) throws(Refusal) in
        settings.web = false
        throw Refusal.no
      }
      Issue.record("not refused")
    } catch SettingsUpdateError<Refusal>.refused(.no) {}
    #expect(try home.text() == "{\"web\": true}")
  }

  /// Good settings whose town, zone or sector the data do not have.
  @Test(
    arguments: [
      (#"{}"#, nil), (#"{"town": "pamplona", "zone": "blue", "sector": "1"}"#, nil),
      (#"{"town": "calatayud", "zone": "blue"}"#, nil), (#"{"town": "pamplna"}"#, "town pamplna"),
      (#"{"town": "pamplona", "zone": "bleu"}"#, "zone bleu"),
      (#"{"town": "pamplona", "sector": "99"}"#, "sector 99"),
    ] as [(String, String?)])
  func againstTheData(text: String, fault: String?) throws {
    let library = TownLibrary(folder: DataFolder(path: Repository.root.path))
    let settings = try RoundTripTests.read(text).settings
    do {
      try library.check(settings)
      #expect(fault == nil)
    } catch {
      #expect("\(error.setting) \(error.text)" == fault)
      #expect(error.known.count > 1 && !error.known.contains(error.text))
    }
  }

  /// Each writer reads what is there, adds a word, writes: none may get lost.
  @Test func twoWriters() async throws {
    let home = try Home()
    defer { home.remove() }
    let library = home.library
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for step in 0..<7 {
            do {
              try library.update { (settings) throws(Refusal) in
                settings.command.append("\(writer)-\(step)")
              }
            } catch { Issue.record("\(error)") }
          }
        }
      }
    }
    #expect(try library.read().command.count == 28)
    #expect(Set(try library.read().command).count == 28)
  }
}
