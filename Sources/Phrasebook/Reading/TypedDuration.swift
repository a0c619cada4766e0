import CivilTime

/// Why a text is not a duration.
public enum DurationError: ReadingError {
  case empty
  case notADuration(String)
  case negative(String)
  /// `1h75`, `1:75`.
  case minutesOverAnHour(String, minutes: Int)
  /// `PT30S`, `1.51h`.
  case notWholeMinutes(String)
  case tooLong(String, limitMinutes: Int)

  public var code: String {
    switch self {
    case .empty: "duration_empty"
    case .notADuration: "duration_not_a_duration"
    case .negative: "duration_negative"
    case .minutesOverAnHour: "duration_minutes_over_an_hour"
    case .notWholeMinutes: "duration_not_whole_minutes"
    case .tooLong: "duration_too_long"
    }
  }

  public var text: String {
    switch self {
    case .empty: ""
    case .notADuration(let text), .negative(let text), .minutesOverAnHour(let text, _),
      .notWholeMinutes(let text), .tooLong(let text, _):
      text
    }
  }

  public func values(in phrasebook: Phrasebook) -> [String: String] {
    guard case .tooLong(_, let limit) = self else { return [:] }
    return ["limit": phrasebook.duration(minutes: limit)]
  }
}

/// Durations as people type them.
public enum TypedDuration {
  /// 366 days.
  public static let limitMinutes = 366 * 1440

  /// Minutes, 0...limitMinutes, of `90`, `90m`, `90 min`, `1h`, `1h30`, `1 h 30 min`, `1:30`, `1.5h`,
  /// `1 hora y 30 minutos` (whatever `Phrasebook.duration` writes) or `PT1H30M`. A number alone is
  /// minutes.
  public static func minutes(
    _ text: String, words: ReadingWords = .symbols
  ) throws(DurationError) -> Int {
    let typed = text.lowercased().trimmed
    guard let first = typed.first else { throw .empty }
    if first.isMinus {
      guard typed.dropFirst().trimmed.first?.isDecimalDigit == true else {
        throw .notADuration(text)
      }
      throw .negative(text)
    }
    let value =
      if first == "p" {
        try iso8601(typed.uppercased(), typedAs: text)
      } else if typed.contains(":") {
        try colonForm(typed, typedAs: text)
      } else {
        try unitForm(typed, typedAs: text, words)
      }
    guard value <= limitMinutes else { throw .tooLong(text, limitMinutes: limitMinutes) }
    return value
  }

  private static func iso8601(
    _ iso: String, typedAs text: String
  ) throws(DurationError) -> Int {
    do {
      return try DurationText.minutes(iso8601: iso)
    } catch {
      switch error.reason {
      case .notWholeMinutes: throw .notWholeMinutes(text)
      case .tooLong: throw .tooLong(text, limitMinutes: limitMinutes)
      default: throw .notADuration(text)
      }
    }
  }

  private static func colonForm(
    _ typed: Substring, typedAs text: String
  ) throws(DurationError) -> Int {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy(\.isDecimalDigit) })
    else { throw .notADuration(text) }
    return try total(
      hours: number(parts[0], typedAs: text), minutes: number(parts[1], typedAs: text),
      typedAs: text)
  }

  private static func unitForm(
    _ typed: Substring, typedAs text: String, _ words: ReadingWords
  ) throws(DurationError) -> Int {
    guard let parts = UnitParts(typed, words) else { throw .notADuration(text) }
    let minutes = try parts.minutes.map { digits throws(DurationError) in
      guard !digits.contains(where: \.isDecimalMark) else { throw .notWholeMinutes(text) }
      return try number(digits, typedAs: text)
    }
    guard let hours = parts.hours else { return minutes ?? 0 }
    let pieces = hours.split(whereSeparator: \.isDecimalMark)
    let whole = try number(pieces[0], typedAs: text)
    guard pieces.count == 2 else {
      return try total(hours: whole, minutes: minutes ?? 0, typedAs: text)
    }
    // A fraction of an hour, and then nothing more: 1.5h, but not 1.5h30.
    guard minutes == nil else { throw .notADuration(text) }
    guard pieces[1].count <= 4 else { throw .notWholeMinutes(text) }
    let scale = pieces[1].reduce(1) { scale, _ in scale * 10 }
    let scaled = try number(pieces[1], typedAs: text) * 60
    guard scaled % scale == 0 else { throw .notWholeMinutes(text) }
    return whole * 60 + scaled / scale
  }

  private static func total(
    hours: Int, minutes: Int, typedAs text: String
  ) throws(DurationError) -> Int {
    guard minutes < 60 else { throw .minutesOverAnHour(text, minutes: minutes) }
    return hours * 60 + minutes
  }

  private static func number(
    _ digits: Substring, typedAs text: String
  ) throws(DurationError) -> Int {
    let value = digits.drop { $0 == "0" }
    guard value.count <= 9 else { throw .tooLong(text, limitMinutes: limitMinutes) }
    return Int(value) ?? 0
  }
}

/// The figures before the words for hours and minutes.
private struct UnitParts {
  var hours: Substring?
  var minutes: Substring?

  /// Nil when the text is something else than hours, minutes, or hours and then minutes (whose unit
  /// may be left out).
  init?(_ typed: Substring, _ words: ReadingWords) {
    var rest = typed
    while !rest.isEmpty {
      let figure = rest.prefix { $0.isDecimalDigit || $0.isDecimalMark }
      rest = rest.dropFirst(figure.count).trimmed
      let word = String(rest.prefix(while: \.isLetter))
      rest = rest.dropFirst(word.count)
      if !word.isEmpty, rest.first == "." { rest = rest.dropFirst() }
      rest = rest.trimmed
      if figure.isEmpty {
        guard words.and.contains(word), hours != nil, minutes == nil, !rest.isEmpty else {
          return nil
        }
        continue
      }
      guard Self.isFigure(figure), minutes == nil else { return nil }
      if words.hours.contains(word), hours == nil {
        hours = figure
      } else if word.isEmpty ? figure.allSatisfy(\.isDecimalDigit) : words.minutes.contains(word) {
        minutes = figure
      } else {
        return nil
      }
    }
  }

  /// Digits, with digits after a decimal mark if there is one.
  private static func isFigure(_ text: Substring) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isDecimalMark)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
  }
}
