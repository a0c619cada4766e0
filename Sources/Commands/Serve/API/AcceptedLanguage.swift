import Phrasebook

extension Language {
  /// The language that an `Accept-Language` field prefers among ours (RFC 9110, section 12.5.4); nil
  /// when it names none of them.
  init?(acceptLanguage field: String) {
    var best: (language: Language, weight: Double)?
    for item in field.split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let tag = parts.first, let language = Language(tag: tag) else { continue }
      let weight =
        parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      // The first of those that are wanted alike.
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    guard let best else { return nil }
    self = best.language
  }
}
