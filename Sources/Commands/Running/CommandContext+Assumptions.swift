import OpeningHours
import Tariffs

extension CommandContext {
  /// `--assume gap=cut,prepay=allowed,hours=24/7`.
  func assumptions() throws(CommandFailure) -> Assumptions {
    var assumptions = Assumptions()
    for text in arguments.values(.assume).flatMap({ $0.split(separator: ",") }) {
      let parts = text.split(separator: "=", maxSplits: 1)
      switch (parts.first, parts.last) {
      case ("gap", let word?) where GapPolicy(rawValue: String(word)) != nil:
        assumptions.gap = GapPolicy(rawValue: String(word))
      case ("prepay", "allowed"): assumptions.prepayAllowed = true
      case ("prepay", "not_allowed"): assumptions.prepayAllowed = false
      case ("hours", "24/7"): assumptions.hours = try? OpeningHours(parsing: "24/7")
      default: throw .usage(phrase("error.bad_assumption", ["text": String(text)]))
      }
    }
    return assumptions
  }
}
