/// Numbers with a case ending, for languages that decline what they count (Basque).
///
/// A catalogue text asks for it with `{{time, to}}`; the endings are data, under
/// `format.declension` of the catalogue that the text comes from, and a catalogue without them
/// writes the value as it is. Only figures are declined: what a figure's ending is depends on how
/// its last word is read, and the catalogue says so for the twenty remainders of Basque's counting
/// by twenties (`ending.0` ... `ending.19`) and for `hundred` (ehun) and `thousand` (mila).
/// Sources: Euskaltzaindia, "Zenbakien deklinabidea", rule 35 (clock times) and rule 37 (dates).
extension Catalogue {
  /// `value` with the ending of `form` (`of`, `on`, `from`, `to`, `until`, `the`), or unchanged when it does
  /// not end in a figure or this language has no such form.
  func declined(_ value: String, as form: String) -> String {
    guard let numeral = TrailingNumeral(value),
      let ending = ofMinutes(numeral, form)
        ?? text("format.declension.\(form).\(endingClass(numeral))", count: nil)
    else { return value }
    return value + ending
  }

  /// The ending of a clock time with minutes where it is not that of its last number: before `arte` a
  /// time stands as it is (8:30 arte), a day does not (31ra arte).
  private func ofMinutes(_ numeral: TrailingNumeral, _ form: String) -> String? {
    guard case .clock(_, let minute) = numeral, minute != 0 else { return nil }
    return text("format.declension.\(form).minutes", count: nil)
  }

  private func endingClass(_ numeral: TrailingNumeral) -> String {
    switch numeral {
    // Whole hours are plural ("hamarretan": 10:00etan), but for "ordu bata": 01:00ean.
    case .clock(hour: 1, minute: 0): "one_o_clock"
    case .clock(_, minute: 0): "whole_hour"
    // Minutes are singular numbers: 08:30ean, 08:20an, 08:31n.
    case .clock(_, let minute): endingClass(ofNumber: minute)
    case .number(let number): endingClass(ofNumber: number)
    }
  }

  private func endingClass(ofNumber number: Int) -> String {
    let lastWord =
      switch number {
      case 0: "0"
      case _ where number % 1000 == 0: "thousand"
      case _ where number % 100 == 0: "hundred"
      default: String(number % 20)
      }
    return text("format.declension.ending.\(lastWord)", count: nil) ?? "vowel"
  }
}

/// The figure that a text ends in: `13`, `2026`, or a clock time `08:30`.
enum TrailingNumeral: Equatable {
  case number(Int)
  case clock(hour: Int, minute: Int)

  /// Nil when the text does not end in an ASCII digit or the figure has over nine digits.
  init?(_ text: String) {
    let last = text.trailingDigits
    guard let number = Int(last), last.utf8.count <= 9 else { return nil }
    let before = text[..<last.startIndex]
    if before.last == ":", let hour = Int(before.dropLast().trailingDigits) {
      self = .clock(hour: hour, minute: number)
    } else {
      self = .number(number)
    }
  }
}

extension StringProtocol {
  fileprivate var trailingDigits: SubSequence {
    var start = endIndex
    while start > startIndex, case let previous = index(before: start),
      self[previous].isASCII, self[previous].isNumber
    {
      start = previous
    }
    return self[start...]
  }
}
