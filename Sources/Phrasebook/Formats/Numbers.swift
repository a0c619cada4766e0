// Numbers and money in figures, by integer arithmetic alone: an amount never goes through a binary
// fraction (0.145 would become 0.14). Signs and separators are data under `format.number` and
// `format.money`.

extension Phrasebook {
  /// An integer with the language's minus sign and thousands separator: `12.345`.
  public func integer(_ value: Int) -> String { decimal(value, places: 0) }

  /// The number `scaled / 10^places`, with all its decimals: `decimal(325, places: 4)` is `0,0325`.
  public func decimal(_ scaled: Int, places: Int) -> String {
    let sign = scaled < 0 ? phrase("format.number.minus") : ""
    return sign + unsigned(scaled.magnitude, places: places)
  }

  /// A whole percentage: `25 %`, `% 25` in Basque, `25%` in English.
  public func percent(_ value: Int) -> String {
    signed("format.number.percent", value, name: "number", places: 0)
  }

  /// Euros from cents: `1,20 €`, `€1.20`, `-1,20 €`. The space is U+00A0, as in CLDR, so that a line
  /// never ends between a figure and its unit.
  public func euros(cents: Int) -> String {
    signed("format.money.euros", cents, name: "amount", places: 2)
  }

  /// Whole pesetas, for editions before 2002: `120 pta`.
  public func pesetas(_ value: Int) -> String {
    signed("format.money.pesetas", value, name: "amount", places: 0)
  }

  private func signed(_ key: String, _ value: Int, name: String, places: Int) -> String {
    phrase(
      key,
      [
        "minus": value < 0 ? phrase("format.number.minus") : "",
        name: unsigned(value.magnitude, places: places),
      ])
  }

  private func unsigned(_ scaled: UInt, places: Int) -> String {
    var digits = String(scaled)
    if digits.utf8.count <= places {
      digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits
    }
    let whole = grouped(digits.dropLast(places))
    return places == 0
      ? whole : whole + phrase("format.number.decimal") + digits.suffix(places)
  }

  /// Spanish leaves four-digit numbers together (CLDR minimumGroupingDigits 2; RAE, Ortografía):
  /// `group_from_digits` says from how many digits on the thousands are set apart.
  private func grouped(_ digits: Substring) -> String {
    let from = Int(phrase("format.number.group_from_digits")) ?? 4
    guard digits.utf8.count >= from else { return String(digits) }
    let separator = phrase("format.number.group")
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { result += separator }
      result.append(digit)
    }
    return result
  }
}
