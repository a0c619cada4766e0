import Foundation
import TestSupport
import Testing

/// `aparka check` over pages with slips in them.
struct InfoCheckTests {
  @Test func slipsAreToldWithFileAndLine() throws {
    let data = FileManager.default.temporaryDirectory.appending(path: "info-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    let manager = FileManager.default
    try manager.createDirectory(at: data, withIntermediateDirectories: true)
    for name in ["tariffs", "translations"] {
      try manager.copyItem(at: Repository.file(name), to: data.appending(path: name))
    }
    func change(_ path: String, _ edit: (String) -> String) throws {
      let file = data.appending(path: "translations/" + path)
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let changed = edit(text)
      #expect(changed != text, "\(path)")
      try Data(changed.utf8).write(to: file)
    }
    let clean = try check(data)
    #expect(clean.status == 0 && clean.errors.isEmpty)

    try change("eu/prices.md") { $0.replacing("{{return_ban}}", with: "{{return_bans}}") }
    try change("es/hours.md") { $0.replacing("{{hours}}", with: "{{hours mauve}}") }
    try change("es/fines.md") { $0.replacing("{{penalty}}", with: "{{penalty theft}}") }
    try change("en/fines.md") { $0.replacing("(problems.md)", with: "(problem.md)") }
    try change("en/index.md") { $0.replacing("- [Words and initials](glossary.md)\n", with: "") }
    try change("es/sources.md") { $0 + "\n<b>fin</b>\n" }
    try change("en.json") { $0.replacing("\"by_town\":", with: "\"by_towns\":") }
    try manager.removeItem(at: data.appending(path: "translations/eu/residents.md"))
    let faulty = try check(data)
    #expect(faulty.status == 1)
    let lines = faulty.errors.split(separator: "\n").map {
      $0.replacing(data.path + "/translations", with: "")
    }
    let expected = [
      "/eu/prices.md:25:1: there is no placeholder “return_bans”.",
      "/es/hours.md:9:1: this placeholder has a word too many or a wrong one: “hours mauve”.",
      "/es/fines.md:9:1: this placeholder has a word too many or a wrong one: “penalty theft”.",
      "/en/fines.md:23:1: the link leads to a page that is not there: problem.md.",
      "/en/glossary.md: index.md does not link to this page.",
      "/es/sources.md:19:1: pages have no HTML.",
      "/eu/residents.md: this page is missing; it is there in es/residents.md, en/residents.md.",
      "/eu/prices.md: the placeholders are not those of es/prices.md.",
      "/en.json: info.by_town: this text is missing here.",
    ]
    for line in expected {
      #expect(lines.contains { $0.hasSuffix(line) }, "\(line)\n\(faulty.errors)")
    }
    // The page is shown all the same, in the next language.
    let page = try Program.run(
      ["info", "residents", "--lang", "eu", "--town", "valencia", "--data", data.path])
    #expect(page.status == 0 && page.output.hasPrefix("Residentes y tarjetas\n"))
    #expect(page.output.contains("86,20\u{A0}€ al año"))
  }

  private func check(_ data: URL) throws -> Program.Result {
    try Program.run(
      ["check", "\(data.path)/translations", "--data", data.path, "--lang", "en"])
  }
}
