import CivilTime
import Foundation
import Phrasebook
import TestSupport
import Testing

/// U+00A0, the space between a figure and its unit.
private let nbsp = "\u{A0}"

private func spaced(_ text: String) -> String { text.replacingOccurrences(of: "~", with: nbsp) }

struct FormatTests {
  @Test(arguments: [
    Golden(120, "1,20~€", "1,20~€", "€1.20"),
    Golden(0, "0,00~€", "0,00~€", "€0.00"),
    Golden(5, "0,05~€", "0,05~€", "€0.05"),
    Golden(-120, "-1,20~€", "\u{2212}1,20~€", "-€1.20"),
    Golden(123_450, "1234,50~€", "1.234,50~€", "€1,234.50"),
    Golden(1_234_567, "12.345,67~€", "12.345,67~€", "€12,345.67"),
    Golden(100_000_000, "1.000.000,00~€", "1.000.000,00~€", "€1,000,000.00"),
  ])
  func euros(_ row: Golden<Int>) {
    for (phrasebook, text) in row.expected {
      #expect(phrasebook.euros(cents: row.input) == spaced(text))
    }
  }

  @Test(arguments: [
    Golden([325, 4], "0,0325", "0,0325", "0.0325"),
    Golden([-5, 1], "-0,5", "\u{2212}0,5", "-0.5"),
    Golden([12_345, 0], "12.345", "12.345", "12,345"),
    Golden([1234, 0], "1234", "1.234", "1,234"),
  ])
  func decimals(_ row: Golden<[Int]>) {
    for (phrasebook, text) in row.expected {
      #expect(phrasebook.decimal(row.input[0], places: row.input[1]) == text)
    }
  }

  @Test func percentagesAndPesetas() {
    #expect(Shipped.spanish.percent(25) == "25\(nbsp)%")
    #expect(Shipped.basque.percent(25) == "%\(nbsp)25")
    #expect(Shipped.english.percent(-25) == "-25%")
    for (phrasebook, _) in Shipped.locales {
      #expect(phrasebook.pesetas(120) == "120\(nbsp)pta")
      #expect(
        phrasebook.decimal(.min, places: 2).hasSuffix(
          "8\(phrasebook.decimal(8, places: 2).dropFirst())"))
    }
  }

  @Test(arguments: [
    // Vowel endings, consonant endings and "hamaika", which has its own -a.
    Golden(
      "2026-01-13", "martes, 13 de enero de 2026", "2026ko urtarrilaren 13a, asteartea",
      "Tuesday, 13 January 2026"),
    Golden(
      "2025-02-01", "sábado, 1 de febrero de 2025", "2025eko otsailaren 1a, larunbata",
      "Saturday, 1 February 2025"),
    Golden(
      "2024-12-31", "martes, 31 de diciembre de 2024", "2024ko abenduaren 31, asteartea",
      "Tuesday, 31 December 2024"),
    Golden(
      "2000-08-11", "viernes, 11 de agosto de 2000", "2000ko abuztuaren 11, ostirala",
      "Friday, 11 August 2000"),
    Golden(
      "2010-10-20", "miércoles, 20 de octubre de 2010", "2010eko urriaren 20a, asteazkena",
      "Wednesday, 20 October 2010"),
    Golden(
      "2011-03-27", "domingo, 27 de marzo de 2011", "2011ko martxoaren 27a, igandea",
      "Sunday, 27 March 2011"),
    Golden(
      "2100-11-01", "lunes, 1 de noviembre de 2100", "2100eko azaroaren 1a, astelehena",
      "Monday, 1 November 2100"),
    Golden(
      "2001-06-14", "jueves, 14 de junio de 2001", "2001eko ekainaren 14a, osteguna",
      "Thursday, 14 June 2001"),
  ])
  func fullDates(_ row: Golden<String>) throws {
    let date = try CivilDate(iso8601: row.input)
    for (phrasebook, text) in row.expected { #expect(phrasebook.date(date, .full) == text) }
  }

  @Test(arguments: [
    Golden(DateStyle.long, "7 de septiembre de 2026", "2026ko irailaren 7a", "7 September 2026"),
    Golden(
      .declinable, "7 de septiembre de 2026", "2026ko irailaren 7", "7 September 2026"),
    Golden(.short, "7/9/2026", "2026/9/7", "07/09/2026"),
    Golden(.abbreviated, "lun, 7 sept", "ira. 7a, al.", "Mon 7 Sep"),
    Golden(.dayAndMonth, "7 de septiembre", "irailaren 7a", "7 September"),
    Golden(
      .weekdayAndDay, "lunes, 7 de septiembre", "irailaren 7a, astelehena", "Monday 7 September"),
  ])
  func dateStyles(_ row: Golden<DateStyle>) throws {
    let date = try CivilDate(iso8601: "2026-09-07")
    for (phrasebook, text) in row.expected { #expect(phrasebook.date(date, row.input) == text) }
  }

  @Test func dateAndTime() throws {
    let moment = try LocalDateTime(iso8601: "2026-01-13T08:05:59")
    #expect(
      Shipped.spanish.dateTime(moment, .full) == "martes, 13 de enero de 2026, 8:05")
    #expect(
      Shipped.basque.dateTime(moment, .full) == "2026ko urtarrilaren 13a, asteartea, 08:05")
    #expect(Shipped.english.dateTime(moment, .short) == "13/01/2026, 8:05")
  }

  @Test(arguments: [
    // 24 hours, then 12 hours.
    (510, ["8:30", "08:30", "8:30"], ["8:30~a.~m.", "goizeko 8:30", "8:30~am"]),
    (0, ["0:00", "00:00", "0:00"], ["12:00~a.~m.", "goizaldeko 12:00", "12:00~am"]),
    (720, ["12:00", "12:00", "12:00"], ["12:00~p.~m.", "eguerdiko 12:00", "12:00~pm"]),
    (785, ["13:05", "13:05", "13:05"], ["1:05~p.~m.", "eguerdiko 1:05", "1:05~pm"]),
    (840, ["14:00", "14:00", "14:00"], ["2:00~p.~m.", "arratsaldeko 2:00", "2:00~pm"]),
    (1140, ["19:00", "19:00", "19:00"], ["7:00~p.~m.", "iluntzeko 7:00", "7:00~pm"]),
    (1439, ["23:59", "23:59", "23:59"], ["11:59~p.~m.", "gaueko 11:59", "11:59~pm"]),
    (1440, ["24:00", "24:00", "24:00"], ["12:00~a.~m.", "goizaldeko 12:00", "12:00~am"]),
  ])
  func times(minute: Int, hours24: [String], hours12: [String]) throws {
    let minute = try #require(MinuteOfDay(minute))
    for (index, language) in Language.allCases.enumerated() {
      #expect(Shipped.phrasebook(language).time(minute) == hours24[index])
      #expect(
        Shipped.phrasebook(language, clock: .hours12).time(minute) == spaced(hours12[index]))
    }
  }

  @Test(arguments: [
    Golden(0, "0~min|0 minutos", "0~min|0 minutu", "0~min|0 minutes"),
    Golden(1, "1~min|1 minuto", "1~min|1 minutu", "1~min|1 minute"),
    Golden(40, "40~min|40 minutos", "40~min|40 minutu", "40~min|40 minutes"),
    Golden(60, "1~h|1 hora", "1~h|1 ordu", "1~h|1 hour"),
    Golden(
      61, "1~h 1~min|1 hora y 1 minuto", "1~h 1~min|1 ordu eta 1 minutu",
      "1~h 1~min|1 hour and 1 minute"),
    Golden(
      100, "1~h 40~min|1 hora y 40 minutos", "1~h 40~min|1 ordu eta 40 minutu",
      "1~h 40~min|1 hour and 40 minutes"),
    Golden(1500, "25~h|25 horas", "25~h|25 ordu", "25~h|25 hours"),
    Golden(
      -90, "-1~h 30~min|-1 hora y 30 minutos", "\u{2212}1~h 30~min|\u{2212}1 ordu eta 30 minutu",
      "-1~h 30~min|-1 hour and 30 minutes"),
  ])
  func durations(_ row: Golden<Int>) {
    for (phrasebook, text) in row.expected {
      let both = [DurationStyle.short, .words].map {
        phrasebook.duration(minutes: row.input, $0)
      }
      #expect(both.joined(separator: "|") == spaced(text))
    }
  }

  @Test(arguments: [
    Golden([], "", "", ""),
    Golden(["a"], "a", "a", "a"),
    Golden(["a", "b"], "a y b|a o b", "a eta b|a edo b", "a and b|a or b"),
    Golden(["a", "b", "c"], "a, b y c|a, b o c", "a, b eta c|a, b edo c", "a, b and c|a, b or c"),
    Golden(
      ["azul", "intensiva"], "azul e intensiva|azul o intensiva",
      "azul eta intensiva|azul edo intensiva",
      "azul and intensiva|azul or intensiva"),
    Golden(
      ["agua", "hielo"], "agua y hielo|agua o hielo", "agua eta hielo|agua edo hielo",
      "agua and hielo|agua or hielo"),
    Golden(
      ["roja", "hibisco"], "roja e hibisco|roja o hibisco", "roja eta hibisco|roja edo hibisco",
      "roja and hibisco|roja or hibisco"),
    Golden(["7", "8"], "7 y 8|7 u 8", "7 eta 8|7 edo 8", "7 and 8|7 or 8"),
    Golden(
      ["plata", "oro"], "plata y oro|plata u oro", "plata eta oro|plata edo oro",
      "plata and oro|plata or oro"),
  ])
  func lists(_ row: Golden<[String]>) {
    for (phrasebook, text) in row.expected {
      let both = [Conjunction.and, .or].map { phrasebook.list(row.input, $0) }
      #expect((Set(both).count == 1 ? both[0] : both.joined(separator: "|")) == text)
    }
  }

  @Test func capitals() {
    #expect(Shipped.spanish.capitalized("ábaco") == "Ábaco")
    #expect(Shipped.spanish.capitalized("") == "")
  }
}
