import CivilTime
import Phrasebook
import TestSupport
import Testing

struct ReadingTimeTests {
  private static let words = Shipped.basque.readingWords

  @Test(arguments: [
    ("90", 90), ("0", 0), ("90m", 90), ("90min", 90), ("90 min", 90), ("90 min.", 90),
    ("90 minutos", 90), ("90 minutu", 90), ("90 Minutes", 90), ("1h", 60), ("1 h", 60),
    ("1h30", 90), ("1h5", 65), ("1h30m", 90), ("1 h 40 min", 100), ("1h40min", 100),
    ("1\u{A0}h 40\u{A0}min", 100), ("1:30", 90), ("0:05", 5), ("25:00", 1500), ("1.5h", 90),
    ("1,5 h", 90), ("0.25h", 15), ("PT1H30M", 90), ("pt90m", 90), ("PT2H", 120), ("PT60S", 1),
    ("1 hora y 40 minutos", 100), ("1 ordu eta 40 minutu", 100), ("2 hours and 1 minute", 121),
    ("2 horas", 120), ("8784h", 527_040),
  ])
  func duration(text: String, minutes: Int) throws {
    #expect(try TypedDuration.minutes(text, words: Self.words) == minutes)
  }

  @Test(arguments: [
    ("", DurationError.empty), ("  ", .empty), ("abc", .notADuration("abc")),
    ("h", .notADuration("h")), ("1:5", .notADuration("1:5")), ("1:300", .notADuration("1:300")),
    (":30", .notADuration(":30")), ("1:30:00", .notADuration("1:30:00")),
    ("1.5", .notADuration("1.5")), ("1d", .notADuration("1d")), ("30m1h", .notADuration("30m1h")),
    ("1h1h", .notADuration("1h1h")), ("1h30 40", .notADuration("1h30 40")),
    ("1h y", .notADuration("1h y")), ("y 1h", .notADuration("y 1h")), ("1.h", .notADuration("1.h")),
    ("1.5h30", .notADuration("1.5h30")), ("P1D", .notADuration("P1D")),
    ("PT", .notADuration("PT")), ("1€", .notADuration("1€")), ("-", .notADuration("-")),
    ("-90", .negative("-90")), ("−1h", .negative("−1h")),
    ("1h75", .minutesOverAnHour("1h75", minutes: 75)),
    ("1:60", .minutesOverAnHour("1:60", minutes: 60)),
    ("PT30S", .notWholeMinutes("PT30S")), ("1.51h", .notWholeMinutes("1.51h")),
    ("1.5m", .notWholeMinutes("1.5m")),
    (
      "0.33333333333333333333h",
      .notWholeMinutes("0.33333333333333333333h")
    ),
    ("527041", .tooLong("527041", limitMinutes: 527_040)),
    ("99999999999999999999h", .tooLong("99999999999999999999h", limitMinutes: 527_040)),
    ("PT99999999999H", .tooLong("PT99999999999H", limitMinutes: 527_040)),
  ])
  func durationRefused(text: String, error: DurationError) {
    #expect(throws: error) { try TypedDuration.minutes(text, words: Self.words) }
  }

  @Test func whatIsPrintedIsReadBack() throws {
    for (phrasebook, _) in Shipped.locales {
      let words = phrasebook.readingWords
      for minutes in 0..<3000 {
        for style in [DurationStyle.short, .words] {
          let text = phrasebook.duration(minutes: minutes, style)
          #expect(try TypedDuration.minutes(text, words: words) == minutes)
        }
      }
      for value in 0...1440 {
        let minute = try #require(MinuteOfDay(value))
        let now = try LocalDateTime(iso8601: "2026-03-28T23:00")
        for style in [ClockStyle.hours24, .hours12] where value < 1440 || style == .hours24 {
          var printing = phrasebook
          printing.clock = style
          #expect(
            try TypedMoment.read(printing.time(minute), now: now, words: words)
              == .local(LocalDateTime(date: now.date, minuteOfDay: value)))
        }
      }
    }
  }

  @Test(arguments: [
    // Seen from 14:00: a time that is past is today's all the same.
    ("13:30", "2026-10-25T13:30"), ("14:30", "2026-10-25T14:30"), ("9:00", "2026-10-25T09:00"),
    ("09:00", "2026-10-25T09:00"), ("9.30", "2026-10-25T09:30"), ("9h30", "2026-10-25T09:30"),
    ("9h", "2026-10-25T09:00"), ("0:00", "2026-10-25T00:00"), ("24:00", "2026-10-26T00:00"),
    ("1:30 pm", "2026-10-25T13:30"), ("1:30pm", "2026-10-25T13:30"),
    ("1:30 p. m.", "2026-10-25T13:30"), ("1:30 P.M.", "2026-10-25T13:30"),
    ("12:15 am", "2026-10-25T00:15"), ("9 am", "2026-10-25T09:00"),
    ("arratsaldeko 5:30", "2026-10-25T17:30"), ("goizeko 9:00", "2026-10-25T09:00"),
    ("mañana 9:00", "2026-10-26T09:00"), ("manana 9:00", "2026-10-26T09:00"),
    ("Mañana a las 9", "2026-10-26T09:00"), ("mañana a la 1:15", "2026-10-26T01:15"),
    ("bihar 9:00", "2026-10-26T09:00"), ("bihar 09:00etan", "2026-10-26T09:00"),
    ("tomorrow 9:00", "2026-10-26T09:00"), ("tomorrow at 9 am", "2026-10-26T09:00"),
    ("9:00 tomorrow", "2026-10-26T09:00"), ("hoy 9:00", "2026-10-25T09:00"),
    ("gaur 9:00", "2026-10-25T09:00"), ("ayer 18:00", "2026-10-24T18:00"),
    ("atzo 18:00", "2026-10-24T18:00"), ("a las 9:00", "2026-10-25T09:00"),
    ("2026-12-24 9:00", "2026-12-24T09:00"), ("2026-12-24 24:00", "2026-12-25T00:00"),
    ("2026-12-24T09:00", "2026-12-24T09:00"), ("2026-12-24t09:00:30", "2026-12-24T09:00:30"),
  ])
  func moment(text: String, expected: String) throws {
    let now = try LocalDateTime(iso8601: "2026-10-25T14:00")
    #expect(
      try TypedMoment.read(text, now: now, words: Self.words)
        == .local(LocalDateTime(iso8601: expected)))
  }

  @Test(arguments: [
    ("2026-10-25T02:30:00+02:00", "2026-10-25T00:30:00Z"),
    ("2026-10-25T02:30+01:00", "2026-10-25T01:30:00Z"),
    ("2026-10-25t01:30z", "2026-10-25T01:30:00Z"),
    ("2026-10-25 01:30Z", "2026-10-25T01:30:00Z"),
  ])
  func instant(text: String, expected: String) throws {
    let now = try LocalDateTime(iso8601: "2026-10-25T14:00")
    #expect(
      try TypedMoment.read(text, now: now) == .instant(Instant(iso8601: expected)))
  }

  @Test(arguments: [
    ("", MomentError.empty), ("9", .notAMoment("9")), ("soon", .notAMoment("soon")),
    ("9:0", .notAMoment("9:0")), ("9:000", .notAMoment("9:000")),
    ("130:00", .notAMoment("130:00")), ("13:30 x", .notAMoment("13:30 x")),
    ("9:00 de la mañana", .notAMoment("9:00 de la mañana")),
    ("mañana bihar 9:00", .notAMoment("mañana bihar 9:00")),
    ("hoy 9:00 mañana", .notAMoment("hoy 9:00 mañana")), ("25/10/2026", .notAMoment("25/10/2026")),
    ("tomorrow", .noTime("tomorrow")), ("bihar", .noTime("bihar")),
    ("2026-10-25", .noTime("2026-10-25")), ("25:00", .noSuchTime("25:00")),
    ("24:01", .noSuchTime("24:01")), ("9:75", .noSuchTime("9:75")),
    ("13:00 pm", .noSuchTime("13:00 pm")), ("0:30 am", .noSuchTime("0:30 am")),
    ("2026-10-25 25:00", .noSuchTime("2026-10-25 25:00")),
    ("2026-10-25T25:00", .noSuchTime("2026-10-25T25:00")),
    ("2026-02-30 9:00", .noSuchDate("2026-02-30 9:00")),
    ("2026-02-30", .noSuchDate("2026-02-30")),
    ("2026-13-01T09:00", .noSuchDate("2026-13-01T09:00")),
    ("2500-01-01 9:00", .unsupportedYear("2500-01-01 9:00", supported: 1970...2199)),
    ("2026-10-25T09:00+25:00", .noSuchTime("2026-10-25T09:00+25:00")),
    ("2026-1-1 9:00", .notAMoment("2026-1-1 9:00")),
  ])
  func momentRefused(text: String, error: MomentError) throws {
    let now = try LocalDateTime(iso8601: "2026-10-25T14:00")
    #expect(throws: error) { try TypedMoment.read(text, now: now, words: Self.words) }
  }

  @Test(arguments: [
    ("9:00-19:00", "2026-01-13T09:00", "2026-01-13T19:00"),
    ("9:00 - 19:00", "2026-01-13T09:00", "2026-01-13T19:00"),
    ("9:00–24:00", "2026-01-13T09:00", "2026-01-14T00:00"),
    ("22:00-2:30", "2026-01-13T22:00", "2026-01-14T02:30"),
    ("9am-1pm", "2026-01-13T09:00", "2026-01-13T13:00"),
  ])
  func range(text: String, start: String, end: String) throws {
    let range = try TypedMoment.readRange(
      text, on: CivilDate(iso8601: "2026-01-13"), words: Self.words)
    #expect(try range.start == LocalDateTime(iso8601: start))
    #expect(try range.end == LocalDateTime(iso8601: end))
  }

  @Test(arguments: [
    ("9:00", MomentError.notARange("9:00")), ("9:00-", .notARange("9:00-")),
    ("9:00-9:00", .notARange("9:00-9:00")), ("9-19", .notARange("9-19")),
    ("mañana 9:00-10:00", .notARange("mañana 9:00-10:00")),
    ("9:00-25:00", .noSuchTime("9:00-25:00")),
    ("24:00-2:00", .noSuchTime("24:00-2:00")),
  ])
  func rangeRefused(text: String, error: MomentError) throws {
    let date = try CivilDate(iso8601: "2026-01-13")
    #expect(throws: error) { try TypedMoment.readRange(text, on: date, words: Self.words) }
  }

  @Test func everyErrorHasItsPhraseInEveryLanguage() {
    let errors: [any ReadingError] = [
      AmountError.empty, AmountError.notAnAmount("x"), AmountError.negative("x"),
      AmountError.tooManyDecimals("x"), AmountError.tooLarge("x", limitCents: 1_000_000),
      DurationError.empty, DurationError.notADuration("x"), DurationError.negative("x"),
      DurationError.minutesOverAnHour("x", minutes: 75), DurationError.notWholeMinutes("x"),
      DurationError.tooLong("x", limitMinutes: 60), QuoteArgumentError.neither("x"),
      QuoteArgumentError.amount(.tooLarge("x", limitCents: 1)), MomentError.empty,
      MomentError.notAMoment("x"), MomentError.noTime("x"), MomentError.noSuchTime("x"),
      MomentError.noSuchDate("x"), MomentError.notARange("x"),
      MomentError.unsupportedYear("x", supported: 1970...2199),
    ]
    for catalogue in Shipped.catalogues {
      let phrasebook = Phrasebook(language: catalogue.language, catalogues: [catalogue])
      for error in errors {
        let message = phrasebook.message(error)
        #expect(!message.contains("{{") && !message.hasPrefix("«error") && message.hasSuffix("."))
        #expect(error.text.isEmpty || message.contains("x"))
      }
    }
    // What a program asks with is said as people write it.
    #expect(
      Shipped.spanish.message(AmountError.tooLarge("9999900c", limitCents: 1_000_000))
        == "El importe «99.999,00\u{A0}€» pasa del máximo, 10.000,00\u{A0}€.")
    #expect(
      Shipped.basque.message(errors[19])
        == "1970etik 2199ra arteko urteak bakarrik onartzen dira: «x».")
    #expect(
      Shipped.spanish.message(errors[4]) == "El importe «x» pasa del máximo, 10.000,00\u{A0}€.")
  }
}
