import JSONText
import Phrasebook
import TestSupport
import Testing

struct CatalogueTests {
  @Test func nestedKeysAreDotted() throws {
    let catalogue = try Catalogue(
      language: .english,
      json: Array(#"{"a": {"b": {"c": "deep"}, "d.e": "dotted"}, "f": ""}"#.utf8))
    #expect(catalogue.texts == ["a.b.c": "deep", "a.d.e": "dotted", "f": ""])
  }

  @Test(arguments: [
    ("[]", "json_unexpected_kind"), (#""text""#, "json_unexpected_kind"),
    (#"{"a": 1}"#, "json_unexpected_kind"), (#"{"a": ["b"]}"#, "json_unexpected_kind"),
    (#"{"a": null}"#, "json_unexpected_kind"), (#"{"a": "b""#, "json_unexpected_end"),
    (#"{"a": "b", "a": "c"}"#, "json_duplicate_key"),
    (#"{"a": {"b": "1"}, "a.b": "2"}"#, "catalogue_key_twice"),
  ])
  func refused(text: String, code: String) {
    let error = #expect(throws: CatalogueError.self) {
      try Catalogue(language: .english, json: Array(text.utf8))
    }
    #expect(error?.code == code)
  }

  private static let small = [
    Catalogue(
      language: .basque, texts: ["only_eu": "bai", "ticket_one": "txartel bat"]),
    Catalogue(
      language: .spanish,
      texts: [
        "only_es": "sí", "ends": "Acaba a las {{time}}, {{who}}", "ticket_one": "{{count}} tique",
        "ticket_other": "{{count}} tiques", "ticket_zero": "ningún tique",
        "format.number.group_from_digits": "5", "format.number.minus": "-",
      ]),
    Catalogue(
      language: .english, texts: ["only_en": "yes", "odd": "{{not closed", "braces": "{ {a} }"]),
  ]

  @Test(
    arguments: [
      // language, key, count, values, phrase
      (Language.basque, "only_eu", nil, [:], "bai"),
      (.basque, "only_es", nil, [:], "sí"),
      (.basque, "only_en", nil, [:], "yes"),
      (.spanish, "only_eu", nil, [:], "«only_eu»"),
      (.spanish, "only_en", nil, [:], "yes"),
      (.english, "only_es", nil, [:], "sí"),
      (.english, "no.such.key", 3, [:], "«no.such.key»"),
      (.spanish, "ends", nil, ["time": "13:30", "who": "Ane"], "Acaba a las 13:30, Ane"),
      (.spanish, "ends", nil, ["time": "{{who}}", "who": "x"], "Acaba a las {{who}}, x"),
      (.spanish, "ends", nil, ["time": "13:30"], "Acaba a las 13:30, {{who}}"),
      (.spanish, "ticket", 0, [:], "ningún tique"),
      (.spanish, "ticket", 1, [:], "1 tique"),
      (.spanish, "ticket", 12, [:], "12 tiques"),
      (.spanish, "ticket", 12, ["count": "doce"], "doce tiques"),
      // The form that Basque lacks here comes from Spanish; the one it has does not.
      (.basque, "ticket", 1, [:], "txartel bat"),
      (.basque, "ticket", 2, [:], "2 tiques"),
      (.english, "odd", nil, [:], "{{not closed"),
      (.english, "braces", nil, [:], "{ {a} }"),
    ] as [(Language, String, Int?, [String: String], String)])
  func phrase(
    language: Language, key: String, count: Int?, values: [String: String], phrase: String
  ) {
    let phrasebook = Phrasebook(language: language, catalogues: Self.small)
    #expect(phrasebook.phrase(key, values, count: count) == phrase)
    #expect(phrasebook.has(key) == (phrase != "«\(key)»"))
  }

  @Test func shippedCataloguesAreComplete() {
    #expect(Catalogue.findings(Shipped.catalogues) == [])
    for catalogue in Shipped.catalogues { #expect(catalogue.texts.count > 200) }
  }

  @Test func findings() {
    func catalogues(_ spanish: [String: String], _ english: [String: String]) -> [Catalogue] {
      [
        Catalogue(language: .spanish, texts: spanish),
        Catalogue(language: .english, texts: english),
      ]
    }
    let rows: [([String: String], [String: String], [CatalogueFinding])] = [
      (["a": "{{x}} {{y}}"], ["a": "{{y}} {{x}} {{x}}"], []),
      (["a": "x"], [:], [.missing(key: "a", language: .english)]),
      ([:], ["a": "x"], [.missing(key: "a", language: .spanish)]),
      (
        ["a": "{{x}}"], ["a": "{{x}} {{z, of}}"],
        [
          .placeholdersDiffer(
            key: "a", language: .english, found: ["x", "z"], reference: .spanish, expected: ["x"])
        ]
      ),
      (
        ["n_one": "uno", "n_other": "{{count}}"], ["n_one": "{{count}}", "n_other": "{{count}}"], []
      ),
      (
        ["n_one": "uno", "n_other": "{{count}}"], ["n_one": "one"],
        [.pluralFormMissing(key: "n", form: .other, language: .english)]
      ),
      (
        ["n_one": "uno", "n_other": "{{count}}"], ["n": "some {{count}}"],
        [
          .pluralFormMissing(key: "n", form: .one, language: .english),
          .pluralFormMissing(key: "n", form: .other, language: .english),
        ]
      ),
      (
        ["n_one": "{{who}}", "n_other": "{{count}}"], ["n_one": "one", "n_other": "{{count}}"],
        [
          .placeholdersDiffer(
            key: "n_one", language: .spanish, found: ["who"], reference: .spanish,
            expected: ["count"])
        ]
      ),
      (
        ["a": "{{x}"], ["a": "{{- x}}"],
        [
          .malformed(key: "a", language: .spanish), .malformed(key: "a", language: .english),
        ]
      ),
      (["format.declension.of.vowel": "ko"], [:], []),
    ]
    for (spanish, english, expected) in rows {
      #expect(Catalogue.findings(catalogues(spanish, english)) == expected)
    }
    #expect(
      Catalogue.findings(catalogues(["a": "x"], ["a": "x"]), usedKeys: ["a", "b"]) == [
        .missing(key: "b", language: .spanish), .missing(key: "b", language: .english),
      ])
  }
}
