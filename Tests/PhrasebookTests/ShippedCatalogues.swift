import Foundation
import Phrasebook
import TestSupport
import Testing

/// The catalogues of the checkout.
enum Shipped {
  static let catalogues: [Catalogue] = Language.allCases.map { language in
    let file = Repository.file("translations/\(language.rawValue).json")
    guard let data = try? Data(contentsOf: file),
      let catalogue = try? Catalogue(language: language, json: Array(data))
    else { fatalError("cannot read \(file.path)") }
    return catalogue
  }

  static func phrasebook(_ language: Language, clock: ClockStyle = .hours24) -> Phrasebook {
    var phrasebook = Phrasebook(language: language, catalogues: catalogues)
    phrasebook.clock = clock
    return phrasebook
  }

  static let spanish = phrasebook(.spanish)
  static let basque = phrasebook(.basque)
  static let english = phrasebook(.english)

  static let locales: [(Phrasebook, Locale)] = [
    (spanish, Locale(identifier: "es_ES")), (basque, Locale(identifier: "eu_ES")),
    (english, Locale(identifier: "en_GB")),
  ]
}

/// One expectation in the three languages.
struct Golden<Input: Sendable>: Sendable, CustomTestStringConvertible {
  let input: Input
  let spanish: String
  let basque: String
  let english: String

  init(_ input: Input, _ spanish: String, _ basque: String, _ english: String) {
    (self.input, self.spanish, self.basque, self.english) = (input, spanish, basque, english)
  }

  var expected: [(Phrasebook, String)] {
    [(Shipped.spanish, spanish), (Shipped.basque, basque), (Shipped.english, english)]
  }

  var testDescription: String { "\(input)" }
}
