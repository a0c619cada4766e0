import JSONText

/// The texts of one language: the i18next JSON v4 format, flattened to dotted keys.
///
/// Nested objects group keys (`quote` with `ends_at` inside is the key `quote.ends_at`), every other
/// value is a string, plural forms are keys that end in `_zero`, `_one` and `_other`.
public struct Catalogue: Sendable {
  public let language: Language
  /// By dotted key.
  public let texts: [String: String]

  public init(language: Language, texts: [String: String]) {
    self.language = language
    self.texts = texts
  }

  /// The text of a key; with a count, of its plural form first (i18next's order: `_zero` for 0,
  /// then the language's form, then the bare key).
  func text(_ key: String, count: Int?) -> String? {
    guard let count else { return texts[key] }
    if count == 0, let text = texts["\(key)_zero"] { return text }
    return texts["\(key)_\(PluralForm(count: count).rawValue)"] ?? texts[key]
  }
}
