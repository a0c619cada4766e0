import OpeningHours
import Phrasebook
import Testing

/// What schedules sound like in the three languages: Spanish, Basque, English.
struct HoursInWordsTests {
  @Test(arguments: [
    Golden(
      "Mo-Fr 08:30-14:00,16:00-20:00; Sa 08:30-14:00; PH off; Dec 24,31 Mo-Fr 08:30-14:00,16:00-18:00",
      "de lunes a viernes, de 8:30 a 14:00 y de 16:00 a 20:00; sábados, de 8:30 a 14:00; festivos: no regulado; 24 y 31 de diciembre, de lunes a viernes: de 8:30 a 14:00 y de 16:00 a 18:00",
      "astelehenetik ostiralera, 08:30etik 14:00etara eta 16:00etatik 20:00etara; larunbatetan, 08:30etik 14:00etara; jaiegunetan: arautu gabe; abenduaren 24an eta 31n, astelehenetik ostiralera: 08:30etik 14:00etara eta 16:00etatik 18:00etara",
      "Monday to Friday 8:30-14:00 and 16:00-20:00; Saturday 8:30-14:00; holidays: not regulated; 24 and 31 December, Monday to Friday: 8:30-14:00 and 16:00-18:00"
    ),
    Golden(
      "24/7",
      "todos los días, las 24 horas",
      "egunero, 24 orduz",
      "every day, 24 hours"),
    Golden(
      "off",
      "no regulado",
      "arautu gabe",
      "not regulated"),
    Golden(
      #""by appointment""#,
      "sin confirmar («by appointment»)",
      "zehaztu gabe («by appointment»)",
      "not certain (“by appointment”)"),
    Golden(
      "08:00-20:00",
      "todos los días, de 8:00 a 20:00",
      "egunero, 08:00etatik 20:00etara",
      "every day 8:00-20:00"),
    Golden(
      "Mo-Su 08:00-20:00",
      "todos los días, de 8:00 a 20:00",
      "egunero, 08:00etatik 20:00etara",
      "every day 8:00-20:00"),
    Golden(
      "Mo-Su,PH 09:00-13:00",
      "todos los días, también festivos, de 9:00 a 13:00",
      "egunero, jaiegunetan ere bai, 09:00etatik 13:00etara",
      "every day including holidays 9:00-13:00"),
    Golden(
      "Sa,Su,PH 10:00-12:00",
      "sábados, domingos y festivos, de 10:00 a 12:00",
      "larunbatetan, igandeetan eta jaiegunetan, 10:00etatik 12:00etara",
      "Saturday, Sunday and holidays 10:00-12:00"),
    Golden(
      "PH 10:00-12:00",
      "festivos, de 10:00 a 12:00",
      "jaiegunetan, 10:00etatik 12:00etara",
      "holidays 10:00-12:00"),
    Golden(
      "PH,Mo-Su 09:00-22:00",
      "todos los días, también festivos, de 9:00 a 22:00",
      "egunero, jaiegunetan ere bai, 09:00etatik 22:00etara",
      "every day including holidays 9:00-22:00"),
    Golden(
      "Sa-Su 09:00-13:00",
      "sábados y domingos, de 9:00 a 13:00",
      "larunbatetan eta igandeetan, 09:00etatik 13:00etara",
      "Saturday and Sunday 9:00-13:00"),
    Golden(
      "Sa-Mo 10:00-12:00",
      "de sábado a lunes, de 10:00 a 12:00",
      "larunbatetik astelehenera, 10:00etatik 12:00etara",
      "Saturday to Monday 10:00-12:00"),
    Golden(
      "Mo,We,Fr off",
      "lunes, miércoles y viernes: no regulado",
      "astelehenetan, asteazkenetan eta ostiraletan: arautu gabe",
      "Monday, Wednesday and Friday: not regulated"),
    Golden(
      "Mo-We,Sa 22:00-03:00",
      "de lunes a miércoles y sábados, de 22:00 a 3:00 del día siguiente",
      "astelehenetik asteazkenera eta larunbatetan, 22:00etatik biharamuneko 03:00etara",
      "Monday to Wednesday and Saturday 22:00 until 3:00 of the next day"),
    Golden(
      "Tu 00:00-24:00",
      "martes: todo el día",
      "astearteetan: egun osoan",
      "Tuesday: all day"),
    Golden(
      "Mo-Fr",
      "de lunes a viernes: todo el día",
      "astelehenetik ostiralera: egun osoan",
      "Monday to Friday: all day"),
    Golden(
      "We 22:00-24:00",
      "miércoles, de 22:00 a 24:00",
      "asteazkenetan, 22:00etatik 24:00etara",
      "Wednesday 22:00-24:00"),
    Golden(
      "Fr 20:00-44:00",
      "viernes, de 20:00 a 20:00 del día siguiente",
      "ostiraletan, 20:00etatik biharamuneko 20:00etara",
      "Friday 20:00 until 20:00 of the next day"),
    Golden(
      #"Mo-Fr 08:00-12:00, Mo-We 12:30-16:30 "con cita""#,
      "de lunes a viernes, de 8:00 a 12:00; además, de lunes a miércoles, de 12:30 a 16:30: sin confirmar («con cita»)",
      "astelehenetik ostiralera, 08:00etatik 12:00etara; gainera, astelehenetik asteazkenera, 12:30etik 16:30era: zehaztu gabe («con cita»)",
      "Monday to Friday 8:00-12:00; also Monday to Wednesday 12:30-16:30: not certain (“con cita”)"),
    Golden(
      #"Mo-Fr 08:00-12:00 "solo reparto""#,
      "de lunes a viernes, de 8:00 a 12:00: sin confirmar («solo reparto»)",
      "astelehenetik ostiralera, 08:00etatik 12:00etara: zehaztu gabe («solo reparto»)",
      "Monday to Friday 8:00-12:00: not certain (“solo reparto”)"),
    Golden(
      #"PH closed "fiesta""#,
      "festivos: no regulado («fiesta»)",
      "jaiegunetan: arautu gabe («fiesta»)",
      "holidays: not regulated (“fiesta”)"),
    Golden(
      "Mo-Fr 08:00-20:00; Mo-Fr 14:00-16:00 off",
      "de lunes a viernes, de 8:00 a 20:00; de lunes a viernes, de 14:00 a 16:00: no regulado",
      "astelehenetik ostiralera, 08:00etatik 20:00etara; astelehenetik ostiralera, 14:00etatik 16:00etara: arautu gabe",
      "Monday to Friday 8:00-20:00; Monday to Friday 14:00-16:00: not regulated"),
    Golden(
      #"Mo-Fr 08:00-12:00 open "solo reparto""#,
      "de lunes a viernes, de 8:00 a 12:00 («solo reparto»)",
      "astelehenetik ostiralera, 08:00etatik 12:00etara («solo reparto»)",
      "Monday to Friday 8:00-12:00 (“solo reparto”)"),
    Golden(
      "Tu unknown",
      "martes: sin confirmar",
      "astearteetan: zehaztu gabe",
      "Tuesday: not certain"),
    Golden(
      "Mo 01:00-13:00,13:01-21:11",
      "lunes, de 1:00 a 13:00 y de 13:01 a 21:11",
      "astelehenetan, 01:00etik 13:00etara eta 13:01etik 21:11ra",
      "Monday 1:00-13:00 and 13:01-21:11"),
  ])
  func said(_ row: Golden<String>) throws {
    let hours = try OpeningHours(parsing: row.input)
    for (phrasebook, text) in row.expected {
      #expect(phrasebook.hours(hours, closed: .notRegulated) == text)
    }
  }

  @Test(arguments: [
    Golden(ClosedWord.closed, "festivos: cerrado", "jaiegunetan: itxita", "holidays: closed"),
    Golden(.free, "festivos: gratuito", "jaiegunetan: doan", "holidays: free of charge"),
    Golden(
      .notRegulated, "festivos: no regulado", "jaiegunetan: arautu gabe",
      "holidays: not regulated"),
    Golden(
      .residentsOnly, "festivos: solo residentes", "jaiegunetan: egoiliarrentzat bakarrik",
      "holidays: residents only"),
    Golden(
      .forbidden, "festivos: prohibido aparcar", "jaiegunetan: aparkatzea debekatuta",
      "holidays: no parking"),
  ])
  func closedWords(_ row: Golden<ClosedWord>) throws {
    let hours = try OpeningHours(parsing: "PH off")
    for (phrasebook, text) in row.expected {
      #expect(phrasebook.hours(hours, closed: row.input) == text)
    }
  }

  @Test func twelveHourClock() throws {
    let hours = try OpeningHours(parsing: "Mo 08:30-14:00,22:00-01:00")
    let said = Language.allCases.map { language in
      Shipped.phrasebook(language, clock: .hours12).hours(hours)
        .replacing("\u{A0}", with: "~")
    }
    #expect(
      said == [
        "lunes, de 8:30~a.~m. a 2:00~p.~m. y de 10:00~p.~m. a 1:00~a.~m. del día siguiente",
        "astelehenetan, goizeko 8:30etik arratsaldeko 2:00etara eta gaueko 10:00etatik "
          + "biharamuneko goizaldeko 1:00era",
        "Monday 8:30~am-2:00~pm and 10:00~pm until 1:00~am of the next day",
      ])
  }

  /// Random schedules of differing parts: every one is said without a hole, and no two alike.
  @Test func differentSchedulesSoundDifferent() throws {
    let dates = [
      "", "Jul", "Jul,Aug", "Jun-Sep", "Nov-Feb", "Dec 24", "Dec 24,31", "Jul 06-14",
      "Dec 24-Jan 06", "easter", "easter -2 days", "easter +20 days", "easter -20 days", "2026",
      "2026-2028", "2026 Jul", "2026 Dec 24",
    ]
    let days = ["", "Mo", "Mo-Fr", "Fr-Mo", "Sa,Su,PH", "PH"]
    let times = ["", "08:00-14:00", "08:00-14:00,16:00-20:00", "22:00-03:00", "01:00-01:31"]
    let states = ["", " off", " \"x\"", " off \"x\""]
    for phrasebook in [Shipped.spanish, Shipped.basque, Shipped.english] {
      var said: [String: String] = [:]
      for date in dates {
        for day in days {
          for time in times {
            for state in states where !(date + day + time + state).isEmpty {
              let text = [date, day, time].filter { !$0.isEmpty }.joined(separator: " ") + state
              guard let hours = try? OpeningHours(parsing: text) else { continue }
              let words = phrasebook.hours(hours)
              if words.contains("{") || words.contains("«hours") || words.contains("«format") {
                Issue.record("\(text): \(words)")
              }
              if let other = said.updateValue(text, forKey: words) {
                Issue.record("\(words): \(text) and \(other)")
              }
            }
          }
        }
      }
      #expect(said.count == 17 * 6 * 5 * 4 - 1)
    }
  }
}
