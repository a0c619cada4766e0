import Foundation
import Tariffs
import TestSupport
import Testing

@testable import Commands

/// docs/json-answers.md against the recorded answers, which Python's parser reads.
struct JSONAnswerTests {
  /// Command -> member -> kinds, from the tables of the page.
  private static func documented() throws -> [String: [String: Set<String>]] {
    let text = try String(contentsOf: Repository.file("docs/json-answers.md"), encoding: .utf8)
    var found: [String: [String: Set<String>]] = [:]
    var command = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { command = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let member = cells[0].trimmingCharacters(in: ["`"])
      let kinds = cells[1].replacing("true or false", with: "flag").components(
        separatedBy: " or ")
      found[command, default: [:]][member] = Set(
        kinds.map { $0 == "flag" ? "true or false" : $0 })
    }
    return found
  }

  /// Command -> member -> kinds, from the golden files.
  private static func answered() throws -> [String: [String: Set<String>]] {
    let folder = Repository.file("Tests/CommandsTests/Golden").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    let answer = try runOracle("json_members.py", arguments: files)
    let members = try JSONDecoder().decode([String: [String: [String]]].self, from: answer)
    #expect(members.count == files.count && files.count > 15)
    var found: [String: [String: Set<String>]] = [:]
    for (file, kinds) in members {
      let command = URL(filePath: file).lastPathComponent.prefix { $0 != "-" && $0 != "." }
      for (member, kinds) in kinds where !member.hasSuffix("[]") || kinds != ["object"] {
        // Names are by language.
        let path = member.replacing(/\.name\.[a-z]{2}$/, with: ".name.<language>")
        found[String(command), default: [:]][path, default: []].formUnion(kinds)
      }
    }
    return found
  }

  @Test(.disabled(if: GoldenFile.isRecording))
  func everyMemberIsDocumentedAndEveryDocumentedMemberIsAnswered() throws {
    let documented = try Self.documented()
    let answered = try Self.answered()
    #expect(Set(documented.keys) == Set(answered.keys))
    for (command, members) in answered {
      let page = documented[command] ?? [:]
      #expect(Set(members.keys) == Set(page.keys), "\(command)")
      for (member, kinds) in members {
        let allowed = page[member] ?? []
        #expect(kinds.isSubset(of: allowed), "\(command): \(member): \(kinds) \(allowed)")
      }
    }
  }

  /// Commands that answer questions have a section; `export` writes formats of others, and some have a
  /// page of their own.
  @Test func everyCommandIsDocumented() throws {
    var pages = [
      "fine": "docs/fine.md", "plan": "docs/plan.md", "compare": "docs/plan.md",
      "serve": "docs/api.md", "daemon": "docs/daemon.md", "doctor": "docs/daemon.md",
    ]
    for command in ["park", "tickets", "extend", "stop", "alarms"] {
      pages[command] = "docs/tickets.md"
    }
    for (command, page) in pages {
      let text = try String(contentsOf: Repository.file(page), encoding: .utf8)
      #expect(text.contains("--json") && text.contains(command), "\(page)")
    }
    let names = Set(CommandLineTool.commands.map { $0.name }).subtracting(["export"])
    #expect(Set(try Self.documented().keys) == names.subtracting(pages.keys))
  }

  @Test func everyWordIsDocumented() throws {
    let text = try String(contentsOf: Repository.file("docs/json-answers.md"), encoding: .utf8)
    func words(_ member: String) -> Set<String> {
      let row = text.split(separator: "\n").first { $0.hasPrefix("| `\(member)` | text |") } ?? ""
      return Set(row.matches(of: /`([a-z_]+)`/).map { String($0.output.1) })
    }
    #expect(words("limits[]") == Set(Limit.allCases.map(\.rawValue)))
    #expect(
      words("refusal.reason").subtracting(["refusal.reason"])
        == Set(Refusal.Reason.allCases.map(\.rawValue)))
    #expect(words("caveats[]") == Set(Caveat.allCases.map(\.rawValue)))
  }
}
