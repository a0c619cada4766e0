/// Why a text is not an amount of money.
public enum AmountError: ReadingError {
  case empty
  case notAnAmount(String)
  case negative(String)
  /// A fraction of a cent: `1.205`, `1.5c`. `1.200` is one too: it may be meant as thousands.
  case tooManyDecimals(String)
  case tooLarge(String, limitCents: Int)

  public var code: String {
    switch self {
    case .empty: "amount_empty"
    case .notAnAmount: "amount_not_an_amount"
    case .negative: "amount_negative"
    case .tooManyDecimals: "amount_too_many_decimals"
    case .tooLarge: "amount_too_large"
    }
  }

  public var text: String {
    switch self {
    case .empty: ""
    case .notAnAmount(let text), .negative(let text), .tooManyDecimals(let text),
      .tooLarge(let text, _):
      text
    }
  }

  public func values(in phrasebook: Phrasebook) -> [String: String] {
    var values: [String: String] = [:]
    if case .tooLarge(_, let limit) = self { values["limit"] = phrasebook.euros(cents: limit) }
    // Cents are what programs ask with; nobody writes so many.
    if text.hasSuffix("c"), let cents = Int(text.dropLast()) {
      values["text"] = phrasebook.euros(cents: cents)
    }
    return values
  }
}

/// Amounts of euros as people type them.
public enum Amount {
  /// 10,000.00 €: above any parking ticket or fine.
  public static let limitCents = 1_000_000

  /// Cents, 0...limitCents, of `1.20`, `1,20`, `1'20`, `1.2` (1.20), `.50`, `1`, `1.20€`, `€1.20`,
  /// `1,20 euros` or `120c`. Thousands separators are not read: `1.200` might be either.
  public static func cents(
    _ text: String, words: ReadingWords = .symbols
  ) throws(AmountError) -> Int {
    var rest = text.lowercased().trimmed
    guard !rest.isEmpty else { throw .empty }
    var isNegative = takeMinus(&rest)
    let lead = rest.prefix { !$0.isDecimalDigit && !$0.isDecimalMark && !$0.isMinus }
    rest = rest.dropFirst(lead.count).trimmed
    isNegative = takeMinus(&rest) || isNegative
    let figure = rest.prefix { $0.isDecimalDigit || $0.isDecimalMark }
    let mark = lead.trimmed
    let tail = rest.dropFirst(figure.count).trimmed
    let isCents = words.cents.contains(String(tail))
    guard mark.isEmpty || (words.euros.contains(String(mark)) && tail.isEmpty),
      tail.isEmpty || isCents || words.euros.contains(String(tail))
    else { throw .notAnAmount(text) }
    let parts = figure.split(omittingEmptySubsequences: false, whereSeparator: \.isDecimalMark)
    guard 1...2 ~= parts.count, let whole = parts.first, let last = parts.last, !last.isEmpty
    else { throw .notAnAmount(text) }
    let fraction = parts.count == 2 ? last : ""
    guard fraction.count <= (isCents ? 0 : 2) else { throw .tooManyDecimals(text) }
    guard !isNegative else { throw .negative(text) }
    let digits = isCents ? String(whole) : whole + fraction + (fraction.count == 1 ? "0" : "")
    let value = digits.drop { $0 == "0" }
    let scale = isCents || parts.count == 2 ? 1 : 100
    guard value.count <= 9, case let cents = (Int(value) ?? 0) * scale, cents <= limitCents
    else { throw .tooLarge(text, limitCents: limitCents) }
    return cents
  }

  private static func takeMinus(_ text: inout Substring) -> Bool {
    guard text.first?.isMinus == true else { return false }
    text = text.dropFirst().trimmed
    return true
  }
}
