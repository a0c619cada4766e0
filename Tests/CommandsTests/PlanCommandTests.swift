import Foundation
import Phrasebook
import TestSupport
import Testing

/// `aparka plan` and `aparka compare`: whole answers in the three languages, and calls that are wrong.
struct PlanCommandTests {
  private static let tuesday = "--town vega --at 2025-10-14T10:00"

  static let forPeople: [GoldenCase] = [
    GoldenCase("plan-one-ticket", "plan blue 10:00-11:30 \(tuesday)"),
    GoldenCase("plan-over-lunch", "plan blue 12:30-17:30 \(tuesday)"),
    GoldenCase("plan-maximum", "plan blue 9:00-13:00 \(tuesday)", status: 1),
    GoldenCase("plan-free", "plan blue 14:00-16:00 \(tuesday)"),
    GoldenCase("plan-until", "plan blue --until 11:00 \(tuesday)"),
    GoldenCase("plan-length", "plan blue 2h \(tuesday)"),
    GoldenCase("plan-products", "plan orange 30h \(tuesday)"),
    GoldenCase("plan-residents-only", "plan green 2h \(tuesday)", status: 1),
    GoldenCase("plan-no-price", "plan white 1h \(tuesday)", status: 1),
    GoldenCase("plan-no-price-maximum", "plan white 2h \(tuesday)", status: 1),
    GoldenCase("plan-surcharge", "plan blue 1h --signal no2=75 \(tuesday)"),
    GoldenCase("compare", "compare 2h \(tuesday)"),
    GoldenCase("compare-towns", "compare 3h --towns --at 2025-10-14T10:00"),
    GoldenCase("compare-nowhere", "compare 2h --town vega --at 2020-10-14T10:00", status: 1),
  ]
  static let wrong: [GoldenCase] = [
    GoldenCase("plan-end-before-start", "plan blue --until 9:00 \(tuesday)", status: 2),
    GoldenCase("plan-32-days", "plan blue 768h \(tuesday)", status: 2),
    GoldenCase("plan-unknown-zone", "plan purple 2h \(tuesday)", status: 2),
    GoldenCase("plan-stay-twice", "plan blue 2h --until 13:00 \(tuesday)", status: 2),
    GoldenCase("plan-no-stay", "plan blue \(tuesday)", status: 2),
    GoldenCase("plan-no-zone", "plan --town vega", status: 2),
    GoldenCase("plan-not-a-stay", "plan blue later \(tuesday)", status: 2),
    GoldenCase("compare-32-days", "compare 768h \(tuesday)", status: 2),
  ]

  @Test(arguments: forPeople + wrong) func wholeAnswer(_ golden: GoldenCase) throws {
    for language in Language.allCases {
      let result = try Program.run(
        golden.arguments + ["--data", GoldenCases.data],
        environment: ["LC_ALL": "\(language.rawValue)_ES.UTF-8"])
      #expect(result.status == golden.status, "\(result.output)\(result.errors)")
      for slip in ["«error.", "«refusal.", "«caveat.", "«plan.", "{{", "}}"] {
        #expect(!(result.output + result.errors).contains(slip))
      }
      let errors = result.errors.isEmpty ? "" : "--- standard error\n" + result.errors
      try compare(
        "$ aparka \(golden.arguments.joined(separator: " "))\n\(result.output)\(errors)"
          + "--- exit status \(result.status)\n", "\(golden.name).\(language.rawValue).txt")
    }
  }

  /// The same JSON in every language, and exit status 0 whatever the answer.
  @Test(arguments: forPeople) func wholeJSON(_ golden: GoldenCase) throws {
    let answers = try Language.allCases.map { language in
      let result = try Program.run(
        golden.arguments + ["--json", "--lang", language.rawValue, "--data", GoldenCases.data])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return result.output
    }
    #expect(Set(answers).count == 1)
    try compare(answers[0], "\(golden.name).json")
  }

  private func compare(_ text: String, _ name: String) throws {
    let file = GoldenFile("Tests/CommandsTests/PlanGolden/\(name)")
    if let difference = try file.difference(text) { Issue.record("\(difference)") }
  }
}
