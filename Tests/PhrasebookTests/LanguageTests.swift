import Phrasebook
import Testing

struct LanguageTests {
  struct Row: Sendable {
    var option: Language?
    var setting: Language?
    var lcAll: String?
    var lcMessages: String?
    var lang: String?
    let chosen: Language
  }

  @Test(arguments: [
    Row(chosen: .english),
    Row(option: .basque, setting: .spanish, lcAll: "en_GB.UTF-8", chosen: .basque),
    Row(setting: .spanish, lcAll: "en_GB.UTF-8", lang: "eu", chosen: .spanish),
    Row(lcAll: "eu_ES.UTF-8", lcMessages: "es_ES.UTF-8", lang: "en_GB", chosen: .basque),
    Row(lcMessages: "eu_FR.UTF-8", lang: "es_ES.UTF-8", chosen: .basque),
    Row(lang: "es_ES.UTF-8", chosen: .spanish),
    Row(lang: "eu", chosen: .basque),
    Row(lang: "es@euro", chosen: .spanish),
    Row(lang: "ES-es", chosen: .spanish),
    // Empty is unset.
    Row(lcAll: "", lcMessages: "", lang: "eu_ES", chosen: .basque),
    Row(lcAll: "", lang: "", chosen: .english),
    // C and POSIX are a choice of English, whatever comes after.
    Row(lcAll: "C", lang: "es_ES.UTF-8", chosen: .english),
    Row(lcAll: "C.UTF-8", lang: "es_ES.UTF-8", chosen: .english),
    Row(lcMessages: "POSIX", lang: "eu_ES.UTF-8", chosen: .english),
    // A language the program lacks is passed over.
    Row(lcAll: "fr_FR.UTF-8", lang: "eu_ES.UTF-8", chosen: .basque),
    Row(lcAll: "fr_FR.UTF-8", lcMessages: "ca_ES", lang: "gl_ES", chosen: .english),
    Row(lang: "est_EE", chosen: .english),
    Row(lang: "_ES", chosen: .english),
  ])
  func chosen(_ row: Row) {
    #expect(
      Language.chosen(
        option: row.option, setting: row.setting, lcAll: row.lcAll, lcMessages: row.lcMessages,
        lang: row.lang) == row.chosen)
  }

  @Test func chainsBeginWithTheLanguageAndEndInAnother() {
    #expect(Language.basque.chain == [.basque, .spanish, .english])
    #expect(Language.spanish.chain == [.spanish, .english])
    #expect(Language.english.chain == [.english, .spanish])
  }

  @Test(arguments: [(0, PluralForm.other), (1, .one), (-1, .one), (2, .other), (1_000_000, .other)])
  func pluralForm(count: Int, form: PluralForm) {
    #expect(PluralForm(count: count) == form)
  }
}
