import CivilTime
import Foundation
import Phrasebook
import TestSupport
import Testing

/// "until {{moment}}" as each language says it: the article in Spanish, the ending in Basque.
struct MomentInSentenceTests {
  private static func phrasebook(_ language: Language) throws -> Phrasebook {
    let catalogue = { (language: Language) in
      let file = Repository.file("translations/\(language.rawValue).json")
      return try Catalogue(language: language, json: Array(Data(contentsOf: file)))
    }
    return Phrasebook(language: language, catalogues: [try catalogue(language)])
  }

  @Test(arguments: [
    ("2025-10-14T18:10", "las 18:10.", "18:10 arte.", "18:10."),
    ("2025-10-14T01:30", "la 1:30.", "01:30 arte.", "1:30."),
    ("2025-10-14T01:00", "la 1:00.", "01:00a arte.", "1:00."),
    ("2025-10-14T13:00", "las 13:00.", "13:00ak arte.", "13:00."),
    ("2025-10-14T00:11", "las 0:11.", "00:11 arte.", "0:11."),
    (
      "2025-10-15T09:30", "las 9:30 del miércoles, 15 de octubre.",
      "urriaren 15eko (asteazkena) 09:30 arte.", "9:30 on Wednesday 15 October."
    ),
    (
      "2025-10-31T01:15", "la 1:15 del viernes, 31 de octubre.",
      "urriaren 31ko (ostirala) 01:15 arte.", "1:15 on Friday 31 October."
    ),
    (
      "2026-01-01T08:00", "las 8:00 del jueves, 1 de enero de 2026.",
      "2026ko urtarrilaren 1eko (osteguna) 08:00ak arte.",
      "8:00 on Thursday, 1 January 2026."
    ),
  ])
  func until(moment: String, spanish: String, basque: String, english: String) throws {
    let today = try CivilDate(iso8601: "2025-10-14")
    let local = try LocalDateTime(iso8601: moment)
    for (language, expected) in [
      (Language.spanish, "No hay que pagar hasta \(spanish)"),
      (.basque, "Ez da ezer ordaindu behar \(basque)"),
      (.english, "Nothing to pay until \(english)"),
    ] {
      let phrases = try Self.phrasebook(language)
      #expect(
        phrases.phrase(
          "quote.free_until", ["until": phrases.momentInSentence(local, seenFrom: today)])
          == expected)
    }
  }

  @Test func twelveHours() throws {
    let today = try CivilDate(iso8601: "2025-10-14")
    var spanish = try Self.phrasebook(.spanish)
    spanish.clock = .hours12
    for (time, expected) in [("13:00", "la 1:00 p. m."), ("12:30", "las 12:30 p. m.")] {
      let local = try LocalDateTime(iso8601: "2025-10-14T\(time)")
      #expect(
        spanish.momentInSentence(local, seenFrom: today).map { $0.isWhitespace ? " " : $0 }
          == Array(expected))
    }
  }
}
