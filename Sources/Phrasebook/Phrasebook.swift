/// The words for people: phrases by key in one language, with the fallbacks of `Language.chain`.
///
/// A value, made from catalogues somebody else read; it never reads a file or the environment.
public struct Phrasebook: Sendable {
  public let language: Language
  /// How clock times are written; a setting of the user's.
  public var clock: ClockStyle = .hours24
  /// How dates are written; likewise. Schedules ("24 and 31 December") have no year and stay in words.
  public var dateFormat: DateFormat = .long
  /// The catalogues in the order they are asked.
  let catalogues: [Catalogue]

  /// Catalogues of languages outside the chain are ignored; a missing one is passed over.
  public init(language: Language, catalogues: [Catalogue]) {
    self.language = language
    self.catalogues = language.chain.compactMap { wanted in
      catalogues.first { $0.language == wanted }
    }
  }

  /// The phrase of a dotted key, its placeholders filled in.
  ///
  /// - Parameters:
  ///   - values: what `{{name}}` becomes. Text is not escaped: a web page escapes what it shows.
  ///     A value that ends in a point swallows one that follows it.
  ///   - count: chooses among `key_zero` (if there is one), `key_one` and `key_other`, and fills
  ///     `{{count}}` unless `values` has it.
  /// - Returns: the first catalogue's phrase that has the key; `«key»` when none has. A placeholder
  ///   without a value stays visible.
  public func phrase(
    _ key: String, _ values: [String: String] = [:], count: Int? = nil
  ) -> String {
    guard let (text, catalogue) = lookUp(key, count: count) else { return "«\(key)»" }
    guard let template = Template(text) else { return text }
    var result = ""
    for piece in template.pieces {
      switch piece {
      case .text(let text):
        // The point of an abbreviation ends the sentence too: "hasta las 4:50 p. m.".
        result += text.first == "." && result.last == "." ? text.dropFirst() : text
      case .slot(let name, let form):
        guard let value = values[String(name)] ?? (name == "count" ? count.map(integer) : nil)
        else {
          result += "{{\(name)}}"
          continue
        }
        result += form.map { catalogue.declined(value, as: String($0)) } ?? value
      }
    }
    return result
  }

  /// Whether any catalogue of the chain has the key (plural forms count as their key).
  public func has(_ key: String) -> Bool { lookUp(key, count: 2) != nil }

  private func lookUp(_ key: String, count: Int?) -> (String, Catalogue)? {
    for catalogue in catalogues {
      if let text = catalogue.text(key, count: count) { return (text, catalogue) }
    }
    return nil
  }
}
