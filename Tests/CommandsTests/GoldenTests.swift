import Foundation
import Phrasebook
import TestSupport
import Testing

struct GoldenTests {
  @Test(arguments: GoldenCases.forPeople)
  func wholeAnswer(_ golden: GoldenCase) throws {
    for language in Language.allCases {
      let result = try Program.run(
        golden.arguments + ["--data", golden.data],
        environment: ["LC_ALL": "\(language.rawValue)_ES.UTF-8"])
      #expect(result.status == golden.status, "\(result.errors)")
      // Nothing is said in a key, and no placeholder stays.
      for slip in ["«help.", "«error.", "{{", "}}"] {
        #expect(!(result.output + result.errors).contains(slip))
      }
      let errors = result.errors.isEmpty ? "" : "--- standard error\n" + result.errors
      let transcript =
        "$ aparka \(golden.arguments.joined(separator: " "))\n\(result.output)\(errors)"
        + "--- exit status \(result.status)\n"
      let file = GoldenFile("Tests/CommandsTests/Golden/\(golden.name).\(language.rawValue).txt")
      if let difference = try file.difference(transcript) { Issue.record("\(difference)") }
    }
  }

  @Test(arguments: GoldenCases.forPrograms)
  func wholeJSON(_ golden: GoldenCase) throws {
    let answers = try Language.allCases.map { language in
      let result = try Program.run(
        golden.arguments + ["--json", "--lang", language.rawValue, "--data", golden.data])
      #expect(result.status == golden.status, "\(result.errors)")
      #expect(result.errors.isEmpty)
      return result.output
    }
    #expect(Set(answers).count == 1)
    let file = GoldenFile("Tests/CommandsTests/Golden/\(golden.name).json")
    if let difference = try file.difference(answers[0]) { Issue.record("\(difference)") }
  }

  /// There is a file for each language.
  @Test(arguments: GoldenCases.inTheirLanguage)
  func wholeJSONByLanguage(_ golden: GoldenCase) throws {
    for language in Language.allCases {
      let result = try Program.run(
        golden.arguments + ["--json", "--lang", language.rawValue, "--data", golden.data])
      #expect(result.status == golden.status, "\(result.errors)")
      let file = GoldenFile("Tests/CommandsTests/Golden/\(golden.name).\(language.rawValue).json")
      if let difference = try file.difference(result.output) { Issue.record("\(difference)") }
    }
  }

  @Test func everyGoldenFileHasACase() throws {
    let folder = Repository.file("Tests/CommandsTests/Golden")
    let known = Set(
      GoldenCases.forPrograms.map { $0.name + ".json" }
        + Language.allCases.flatMap { language in
          GoldenCases.forPeople.map { "\($0.name).\(language.rawValue).txt" }
            + GoldenCases.inTheirLanguage.map { "\($0.name).\(language.rawValue).json" }
        })
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(found).subtracting(known).sorted() == [])
  }

  @Test func differencesAreReadable() {
    let rows: [(String, String, String)] = [
      ("a\nb\nc", "a\nx\nc", "  a\n- b\n+ x\n  c"), ("a", "a\nb", "  a\n+ b"),
      ("a\nb", "b", "- a\n  b"), ("", "a", "-\u{20}\n+ a"), ("a\nb", "b\na", "- a\n  b\n+ a"),
    ]
    for (expected, answered, difference) in rows {
      #expect(GoldenFile.lineDifference(from: expected, to: answered) == difference)
    }
  }
}
