/// The words that people may type in amounts, durations and times: those of every catalogue in the
/// phrasebook's chain, so that `mañana 9:00` works in a Basque interface too. In a catalogue, words for
/// one thing are separated by `|`; letter case is ignored.
public struct ReadingWords: Sendable {
  /// Marks that are the same in every language, for where there is no catalogue.
  public static let symbols = ReadingWords(texts: [:])

  let today: Set<String>
  let tomorrow: Set<String>
  let yesterday: Set<String>
  /// Words without a meaning of their own around a clock time: `a las`, `at`; Basque endings.
  let beforeTime: Set<String>
  let afterTime: Set<String>
  let beforeNoon: Set<String>
  let afterNoon: Set<String>
  let hours: Set<String>
  let minutes: Set<String>
  let and: Set<String>
  let euros: Set<String>
  let cents: Set<String>

  init(texts: [String: [String]]) {
    func words(_ key: String, _ always: Set<String> = []) -> Set<String> {
      (texts["reading.\(key)"] ?? []).reduce(into: always) { words, text in
        words.formUnion(text.lowercased().split(separator: "|").map(String.init))
      }
    }
    func periods(_ starts: [Int], _ always: String) -> Set<String> {
      Set(starts.flatMap { texts["format.time.period.\($0)"] ?? [] }.map(Self.bare) + [always])
    }
    today = words("today")
    tomorrow = words("tomorrow")
    yesterday = words("yesterday")
    beforeTime = words("before_time")
    afterTime = words("after_time", ["h"])
    beforeNoon = periods([0, 6], "am")
    afterNoon = periods([12, 14, 19, 21], "pm")
    hours = words("hours", ["h"])
    minutes = words("minutes", ["m", "min"])
    and = words("and")
    euros = words("euros", ["€", "eur"])
    cents = words("cents", ["c", "ct"])
  }

  /// Without points and spaces: `p. m.` and `p.m.` are both `pm`.
  static func bare(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0 != "." && !$0.isWhitespace }
  }
}

extension Phrasebook {
  /// What people may type in this language and its fallbacks.
  public var readingWords: ReadingWords {
    var texts: [String: [String]] = [:]
    for catalogue in catalogues {
      for (key, text) in catalogue.texts
      where key.hasPrefix("reading.") || key.hasPrefix("format.time.period.") {
        texts[key, default: []].append(text)
      }
    }
    return ReadingWords(texts: texts)
  }
}

/// Why a typed text was not understood; `Phrasebook.message` says it to people.
public protocol ReadingError: Error, Hashable, Sendable {
  /// Stable, for programs; the phrase is `error.<code>`.
  var code: String { get }
  /// What was typed; empty when nothing was.
  var text: String { get }
  /// The values of the phrase; `text` is what was typed where they do not name it.
  func values(in phrasebook: Phrasebook) -> [String: String]
}

extension Phrasebook {
  public func message(_ error: some ReadingError) -> String {
    phrase(
      "error.\(error.code)", error.values(in: self).merging(["text": error.text]) { own, _ in own })
  }
}

extension Character {
  var isDecimalDigit: Bool { isASCII && isNumber }
  /// A hyphen-minus or U+2212.
  var isMinus: Bool { self == "-" || self == "\u{2212}" }
  /// What separates euros from cents, or hours from their fraction: Spanish hands write `1'20` too.
  var isDecimalMark: Bool { self == "." || self == "," || self == "'" || self == "\u{2019}" }
}
