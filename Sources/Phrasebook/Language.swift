/// A language the program speaks.
///
/// Plural forms, from CLDR ("Language Plural Rules", cardinal): en `one` when i = 1 and v = 0; es
/// and eu `one` when n = 1; else `other`. Spanish also has `many` for whole multiples of a million;
/// counts here are tickets, minutes and days, far below it, so catalogues need no `_many`.
public enum Language: String, CaseIterable, Sendable {
  case spanish = "es"
  case basque = "eu"
  case english = "en"

  /// The languages a text is looked for in, this one first. Somebody who reads Basque in these towns
  /// also reads Spanish; a missing English text is better shown in Spanish than not at all.
  public var chain: [Language] {
    switch self {
    case .basque: [.basque, .spanish, .english]
    case .spanish: [.spanish, .english]
    case .english: [.english, .spanish]
    }
  }

  /// The language of a tag such as `es`, `eu_ES.UTF-8`, `en-GB` or `es@euro`; letter case is ignored.
  /// Nil for any other language, and for `C` and `POSIX`, which name none.
  public init?(tag: String) {
    let name = tag.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
    self.init(rawValue: name.lowercased())
  }

  /// The language to speak: the option, else the setting, else the environment as POSIX orders it
  /// (XBD 8.2: `LC_ALL`, then `LC_MESSAGES`, then `LANG`; an empty value counts as unset). `C` and
  /// `POSIX` choose English. A locale of a language the program lacks is passed over, so that
  /// `LC_MESSAGES=fr_FR` with `LANG=es_ES` speaks Spanish. English when nothing decides.
  public static func chosen(
    option: Language? = nil, setting: Language? = nil,
    lcAll: String? = nil, lcMessages: String? = nil, lang: String? = nil
  ) -> Language {
    if let named = option ?? setting { return named }
    for value in [lcAll, lcMessages, lang] {
      guard let value, !value.isEmpty else { continue }
      if let language = Language(tag: value) { return language }
      let name = value.prefix { $0 != "." }
      if name == "C" || name == "POSIX" { return .english }
    }
    return .english
  }
}

/// The plural form of a counted phrase.
public enum PluralForm: String, CaseIterable, Sendable {
  case one
  case other

  /// The same in the three languages for whole numbers; CLDR takes the absolute value.
  public init(count: Int) { self = count.magnitude == 1 ? .one : .other }
}
