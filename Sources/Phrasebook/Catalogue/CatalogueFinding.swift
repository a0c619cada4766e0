/// Something wrong with a set of catalogues, found without running the program.
public enum CatalogueFinding: Hashable, Sendable {
  /// Another catalogue (or the program) has the key, this language lacks it.
  case missing(key: String, language: Language)
  /// The key has some plural forms in this language but not this one.
  case pluralFormMissing(key: String, form: PluralForm, language: Language)
  /// The text has other placeholders than the same key in `reference`.
  case placeholdersDiffer(
    key: String, language: Language, found: Set<String>, reference: Language, expected: Set<String>)
  /// A brace pair is not closed or does not hold a name.
  case malformed(key: String, language: Language)

  /// Stable, for programs.
  public var code: String {
    switch self {
    case .missing: "catalogue_key_missing"
    case .pluralFormMissing: "catalogue_plural_form_missing"
    case .placeholdersDiffer: "catalogue_placeholders_differ"
    case .malformed: "catalogue_text_malformed"
    }
  }

  /// The key and language concerned.
  public var place: (key: String, language: Language) {
    switch self {
    case .missing(let key, let language), .pluralFormMissing(let key, _, let language),
      .placeholdersDiffer(let key, let language, _, _, _), .malformed(let key, let language):
      (key, language)
    }
  }
}

extension Catalogue {
  /// Endings that make a key a plural form of another; no other key may end so.
  private static let pluralEndings = ["_zero", "_one", "_other"]

  /// What is wrong with these catalogues, sorted by key, then language.
  ///
  /// Every key must be in every language, plural keys in `_one` and `_other` (`_zero` is optional), and
  /// have the same placeholders everywhere; a `_zero` or `_one` text may leave `{{count}}` out ("a
  /// ticket"). Two groups are excused because they are a language's own rules, not translations:
  /// `format.declension` may be missing, and the texts of `format` and `hours` choose among the
  /// placeholders that docs/translations.md lists.
  ///
  /// - Parameter usedKeys: keys the program asks for, to be found in every language too.
  public static func findings(
    _ catalogues: [Catalogue], usedKeys: Set<String> = []
  ) -> [CatalogueFinding] {
    let entries = catalogues.map { catalogue in
      (language: catalogue.language, groups: catalogue.groupedTexts)
    }
    var allKeys = usedKeys
    for entry in entries { allKeys.formUnion(entry.groups.keys) }
    var findings: [CatalogueFinding] = []
    for key in allKeys.sorted() {
      for entry in entries where !(key.hasPrefix("format.declension.") && entry.groups[key] == nil)
      {
        guard let texts = entry.groups[key] else {
          findings.append(.missing(key: key, language: entry.language))
          continue
        }
        let plural = entries.contains { $0.groups[key]?.keys.contains("_other") == true }
        findings += Self.formFindings(key, texts, plural: plural, entry.language)
      }
      if !key.hasPrefix("format."), !key.hasPrefix("hours.") {
        findings += Self.placeholderFindings(
          key, entries.compactMap { entry in entry.groups[key].map { (entry.language, $0) } })
      }
    }
    return findings
  }

  /// Texts by key without its plural ending, then by ending ("" for a plain key).
  private var groupedTexts: [String: [String: String]] {
    var groups: [String: [String: String]] = [:]
    for (key, text) in texts {
      let ending = Self.pluralEndings.first { key.hasSuffix($0) } ?? ""
      groups[String(key.dropLast(ending.count)), default: [:]][ending] = text
    }
    return groups
  }

  private static func formFindings(
    _ key: String, _ texts: [String: String], plural: Bool, _ language: Language
  ) -> [CatalogueFinding] {
    var findings: [CatalogueFinding] = []
    if plural {
      for form in PluralForm.allCases where texts["_\(form.rawValue)"] == nil {
        findings.append(.pluralFormMissing(key: key, form: form, language: language))
      }
    }
    for ending in texts.keys.sorted() where Template(texts[ending] ?? "") == nil {
      findings.append(.malformed(key: key + ending, language: language))
    }
    return findings
  }

  private static func placeholderFindings(
    _ key: String, _ languages: [(Language, [String: String])]
  ) -> [CatalogueFinding] {
    var findings: [CatalogueFinding] = []
    var reference: (language: Language, names: Set<String>)?
    for (language, texts) in languages {
      // `_other` (or the plain text) says what the phrase is about; the rest is held against it.
      let endings = texts.keys.sorted { ($0 == "_other" ? "" : $0) < ($1 == "_other" ? "" : $1) }
      for ending in endings {
        guard let names = texts[ending].flatMap(Template.init)?.names else { continue }
        guard let first = reference else {
          reference = (language, names)
          continue
        }
        let mayOmitCount = ending == "_one" || ending == "_zero"
        if names != first.names, !(mayOmitCount && names.union(["count"]) == first.names) {
          findings.append(
            .placeholdersDiffer(
              key: key + ending, language: language, found: names, reference: first.language,
              expected: first.names))
        }
      }
    }
    return findings
  }
}
