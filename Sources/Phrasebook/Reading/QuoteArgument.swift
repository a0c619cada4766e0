/// Why a text is neither an amount nor a duration.
public enum QuoteArgumentError: ReadingError {
  /// It has the form of neither.
  case neither(String)
  /// It has the form of an amount, and this is wrong with it.
  case amount(AmountError)
  /// It has the form of a duration, and this is wrong with it.
  case duration(DurationError)

  public var code: String {
    switch self {
    case .neither: "quote_argument_neither"
    case .amount(let error): error.code
    case .duration(let error): error.code
    }
  }

  public var text: String {
    switch self {
    case .neither(let text): text
    case .amount(let error): error.text
    case .duration(let error): error.text
    }
  }

  public func values(in phrasebook: Phrasebook) -> [String: String] {
    switch self {
    case .neither: [:]
    case .amount(let error): error.values(in: phrasebook)
    case .duration(let error): error.values(in: phrasebook)
    }
  }
}

/// The one argument of `aparka quote orange 1.20` or `... 1h40`: money or time, told apart by form.
///
/// | form | is |
/// | --- | --- |
/// | a currency mark: `1€`, `€1.20`, `120c`, `2 euros` | money |
/// | a colon, a unit of time or ISO 8601: `1:40`, `90m`, `1.5h`, `PT1H` | time |
/// | a decimal mark and no unit: `1.20`, `1,2`, `1'20`, `.50` | money |
/// | a whole number and no unit: `90`, `1` | minutes, `isAssumed` |
///
/// A whole number is minutes whatever its size. A threshold ("1 must mean a euro") would be one more
/// rule to remember and wrong in silence near its edge; instead the result says that the unit was
/// assumed, for the answer to show which way it was read.
public enum QuoteArgument: Hashable, Sendable {
  case cents(Int)
  /// `isAssumed` when no unit was written.
  case minutes(Int, isAssumed: Bool)

  public init(
    _ text: String, words: ReadingWords = .symbols
  ) throws(QuoteArgumentError) {
    let typed = text.lowercased().trimmed
    guard typed.contains(where: \.isDecimalDigit) else { throw .neither(text) }
    let marks = typed.split { !$0.isLetter && $0 != "€" }.map(String.init)
    let hasCurrency = marks.contains { words.euros.contains($0) || words.cents.contains($0) }
    let hasTime = typed.contains(":") || !marks.isEmpty
    if hasCurrency || (!hasTime && typed.contains(where: \.isDecimalMark)) {
      do {
        self = .cents(try Amount.cents(text, words: words))
      } catch {
        throw .amount(error)
      }
    } else {
      do {
        self = .minutes(
          try TypedDuration.minutes(text, words: words), isAssumed: !hasTime)
      } catch .notADuration {
        throw .neither(text)
      } catch {
        throw .duration(error)
      }
    }
  }
}
