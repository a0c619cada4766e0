import CivilTime
import Foundation
import Phrasebook
import TestSupport
import Testing

struct BasqueEndingTests {
  /// A Basque catalogue with one phrase for each form, and the endings of the shipped one.
  private static let phrasebook: Phrasebook = {
    let shipped = Shipped.catalogues.first { $0.language == .basque }
    var texts = shipped?.texts ?? [:]
    for form in ["the", "of", "on", "from", "to", "until", "unheard_of"] {
      texts["test.\(form)"] = "{{value, \(form)}}"
    }
    return Phrasebook(
      language: .basque, catalogues: [Catalogue(language: .basque, texts: texts)])
  }()

  private func declined(_ value: String, _ form: String) -> String {
    Self.phrasebook.phrase("test.\(form)", ["value": value])
  }

  /// Written by hand from Euskaltzaindia's rules 35 and 37.
  @Test(arguments: [
    ("10:00", "from", "10:00etatik"), ("14:00", "to", "14:00etara"),
    ("13:00", "on", "13:00etan"), ("13:00", "from", "13:00etatik"),
    ("01:00", "on", "01:00ean"), ("1:00", "from", "1:00etik"), ("01:00", "to", "01:00era"),
    ("11:00", "from", "11:00etatik"), ("21:00", "from", "21:00etatik"),
    ("00:00", "on", "00:00etan"), ("24:00", "to", "24:00etara"),
    ("8:30", "from", "8:30etik"), ("10:10", "on", "10:10ean"), ("10:15", "from", "10:15etik"),
    ("10:30", "to", "10:30era"), ("10:20", "on", "10:20an"), ("15:03", "on", "15:03an"),
    ("15:04", "on", "15:04an"), ("8:31", "on", "8:31n"), ("8:11", "from", "8:11tik"),
    ("01:30", "on", "01:30ean"), ("8:00", "until", "8:00ak"), ("13:00", "until", "13:00ak"),
    ("01:00", "until", "01:00a"), ("8:30", "until", "8:30"), ("21:11", "until", "21:11"),
    ("31", "until", "31ra"), ("25", "until", "25era"), ("13", "until", "13ra"),
    ("arratsaldeko 1:00", "on", "arratsaldeko 1:00ean"),
    ("2026", "of", "2026ko"), ("2025", "of", "2025eko"), ("2011", "of", "2011ko"),
    ("2000", "on", "2000n"), ("1900", "of", "1900eko"), ("1995", "of", "1995eko"),
    ("11", "the", "11"), ("31", "on", "31n"), ("31", "to", "31ra"), ("71", "of", "71ko"),
    ("21", "on", "21ean"), ("7", "on", "7an"),
    ("2026ko urriaren 25", "on", "2026ko urriaren 25ean"),
    // Nothing to decline: no figure at the end, or no such form.
    ("osteguna", "from", "osteguna"), ("", "from", ""), ("12:", "on", "12:"),
    ("1,20 €", "of", "1,20 €"), ("12", "unheard_of", "12"), ("14:00", "the", "14:00"),
    ("٣", "on", "٣"), ("12345678901", "on", "12345678901"),
  ])
  func byHand(value: String, form: String, expected: String) {
    #expect(declined(value, form) == expected)
  }

  @Test func everyNumberAndEveryMinuteAsTheWordsDecline() throws {
    let output = String(
      decoding: try runOracle("phrase_basque_numbers.py"), as: UTF8.self)
    var compared = 0
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      let value = fields[1]
      for (form, expected) in zip(["the", "of", "on", "from", "to", "until"], fields[2...])
      where expected != "-" {
        if declined(value, form) != expected {
          Issue.record("\(value) \(form): \(declined(value, form)), not \(expected)")
        }
        compared += 1
      }
    }
    #expect(compared == 2200 * 6 + 1441 * 5)
  }

  @Test func otherLanguagesDoNotDecline() {
    let english = Phrasebook(
      language: .english,
      catalogues: [Catalogue(language: .english, texts: ["at": "at {{time, on}}"])])
    #expect(english.phrase("at", ["time": "9:00"]) == "at 9:00")
  }

  @Test(arguments: [
    ((510, 840), Golden("", "de 8:30 a 14:00", "08:30etik 14:00etara", "8:30 to 14:00")),
    ((960, 1200), Golden("", "de 16:00 a 20:00", "16:00etatik 20:00etara", "16:00 to 20:00")),
    ((60, 91), Golden("", "de 1:00 a 1:31", "01:00etik 01:31ra", "1:00 to 1:31")),
    ((0, 1440), Golden("", "de 0:00 a 24:00", "00:00etatik 24:00etara", "0:00 to 24:00")),
  ])
  func ranges(minutes: (Int, Int), row: Golden<String>) throws {
    let (start, end) = (try #require(MinuteOfDay(minutes.0)), try #require(MinuteOfDay(minutes.1)))
    for (phrasebook, text) in row.expected {
      #expect(phrasebook.timeRangeInWords(start, end) == text)
    }
    #expect(
      Shipped.spanish.timeRange(start, end)
        == "\(Shipped.spanish.time(start))-\(Shipped.spanish.time(end))")
  }
}
