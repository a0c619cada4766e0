import OpeningHours
import Tariffs

extension CommandContext {
  /// `--assume gap=cut,prepay=allowed,hours=24/7`.
  func assumptions() throws(CommandFailure) -> Assumptions {
    var assumptions = Assumptions()
    for text in arguments.values(.assume).flatMap({ $0.split(separator: ",") }) {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, assumptions.set(parts[0], to: parts[1]) else {
        throw .usage(phrase("error.bad_assumption", ["text": String(text)]))
      }
    }
    return assumptions
  }
}

extension Assumptions {
  /// The policies that may be tried, and the words for each.
  static let words: [(policy: String, values: [String])] = [
    ("gap", GapPolicy.allCases.map(\.rawValue)), ("prepay", ["allowed", "not_allowed"]),
    ("hours", ["24/7"]),
  ]

  /// Sets a policy by its words; false when there is no such policy or value.
  mutating func set(_ policy: String, to value: String) -> Bool {
    switch (policy, value) {
    case ("gap", _):
      guard let policy = GapPolicy(rawValue: value) else { return false }
      gap = policy
    case ("prepay", "allowed"): prepayAllowed = true
    case ("prepay", "not_allowed"): prepayAllowed = false
    case ("hours", "24/7"): hours = try? OpeningHours(parsing: "24/7")
    default: return false
    }
    return true
  }
}
