/// A name in one or more languages, by language code (`es`, `eu`, `en`, `ca`, `gl`).
public struct LocalizedText: Hashable, Sendable {
  public let byLanguage: [String: String]

  public init(_ byLanguage: [String: String]) { self.byLanguage = byLanguage }

  /// The text in the first of `languages` that it exists in, else in any (by the order of the codes).
  public func text(languages: [String]) -> String {
    for language in languages {
      if let text = byLanguage[language] { return text }
    }
    return byLanguage.min { $0.key < $1.key }?.value ?? ""
  }
}
