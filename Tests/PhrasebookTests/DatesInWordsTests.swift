import OpeningHours
import Phrasebook
import Testing

/// What the years, months and days of schedules sound like: Spanish, Basque, English.
struct DatesInWordsTests {
  @Test(arguments: [
    Golden(
      "Jul",
      "en julio: todo el día",
      "uztailean: egun osoan",
      "in July: all day"),
    Golden(
      "Jul,Aug off",
      "en julio y agosto: no regulado",
      "uztailean eta abuztuan: arautu gabe",
      "in July and August: not regulated"),
    Golden(
      "Jun-Sep Mo-Fr 09:00-14:00",
      "de junio a septiembre, de lunes a viernes: de 9:00 a 14:00",
      "ekainetik irailera, astelehenetik ostiralera: 09:00etatik 14:00etara",
      "from June to September, Monday to Friday: 9:00-14:00"),
    Golden(
      "Jan,Jun-Aug,Dec 09:00-14:00",
      "en enero, de junio a agosto y en diciembre: de 9:00 a 14:00",
      "urtarrilean, ekainetik abuztura eta abenduan: 09:00etatik 14:00etara",
      "in January, from June to August and in December: 9:00-14:00"),
    Golden(
      "Nov-Feb off",
      "de noviembre a febrero: no regulado",
      "azarotik otsailera: arautu gabe",
      "from November to February: not regulated"),
    Golden(
      "2026 Jul off",
      "en julio de 2026: no regulado",
      "2026ko uztailean: arautu gabe",
      "in July 2026: not regulated"),
    Golden(
      "2026 Jun-Aug off",
      "de junio de 2026 a agosto de 2026: no regulado",
      "2026ko ekainetik 2026ko abuztura: arautu gabe",
      "from June 2026 to August 2026: not regulated"),
    Golden(
      "Dec 24 off",
      "24 de diciembre: no regulado",
      "abenduaren 24an: arautu gabe",
      "24 December: not regulated"),
    Golden(
      "Dec 24-Jan 06 off",
      "del 24 de diciembre al 6 de enero: no regulado",
      "abenduaren 24tik urtarrilaren 6ra: arautu gabe",
      "24 December to 6 January: not regulated"),
    Golden(
      "Jul 06-14 off",
      "del 6 al 14 de julio: no regulado",
      "uztailaren 6tik 14ra: arautu gabe",
      "6 to 14 July: not regulated"),
    Golden(
      "Jul 06-Jul 14 off",
      "del 6 al 14 de julio: no regulado",
      "uztailaren 6tik 14ra: arautu gabe",
      "6 to 14 July: not regulated"),
    Golden(
      "2026 Jul 06-14 10:00-12:00",
      "del 6 al 14 de julio de 2026: de 10:00 a 12:00",
      "2026ko uztailaren 6tik 14ra: 10:00etatik 12:00etara",
      "6 to 14 July 2026: 10:00-12:00"),
    Golden(
      "2025 Dec 24-2026 Jan 06 off",
      "del 24 de diciembre de 2025 al 6 de enero de 2026: no regulado",
      "2025eko abenduaren 24tik 2026ko urtarrilaren 6ra: arautu gabe",
      "24 December 2025 to 6 January 2026: not regulated"),
    Golden(
      "Dec 24,31,Jan 05 09:00-12:00",
      "24 y 31 de diciembre y 5 de enero: de 9:00 a 12:00",
      "abenduaren 24an eta 31n eta urtarrilaren 5ean: 09:00etatik 12:00etara",
      "24 and 31 December and 5 January: 9:00-12:00"),
    Golden(
      "Aug 11,31 off",
      "11 y 31 de agosto: no regulado",
      "abuztuaren 11n eta 31n: arautu gabe",
      "11 and 31 August: not regulated"),
    Golden(
      "2026 Aug 11,31 off",
      "11 y 31 de agosto de 2026: no regulado",
      "2026ko abuztuaren 11n eta 31n: arautu gabe",
      "11 and 31 August 2026: not regulated"),
    Golden(
      "2026 Dec 24 off",
      "24 de diciembre de 2026: no regulado",
      "2026ko abenduaren 24an: arautu gabe",
      "24 December 2026: not regulated"),
    Golden(
      "easter off",
      "Domingo de Pascua: no regulado",
      "Pazko igandean: arautu gabe",
      "Easter Sunday: not regulated"),
    Golden(
      "easter -2 days off",
      "Viernes Santo: no regulado",
      "Ostiral Santuan: arautu gabe",
      "Good Friday: not regulated"),
    Golden(
      "easter -3 days-easter +1 day off",
      "del Jueves Santo al Lunes de Pascua: no regulado",
      "Ostegun Santutik Pazko astelehenera: arautu gabe",
      "Maundy Thursday to Easter Monday: not regulated"),
    Golden(
      "easter +60 days off",
      "60 días después del Domingo de Pascua: no regulado",
      "Pazko igandea baino 60 egun geroago: arautu gabe",
      "60 days after Easter Sunday: not regulated"),
    Golden(
      "easter -10 days off",
      "10 días antes del Domingo de Pascua: no regulado",
      "Pazko igandea baino 10 egun lehenago: arautu gabe",
      "10 days before Easter Sunday: not regulated"),
    Golden(
      "easter -1 day off",
      "Sábado Santo: no regulado",
      "Larunbat Santuan: arautu gabe",
      "Holy Saturday: not regulated"),
    Golden(
      "2026 easter off",
      "Domingo de Pascua de 2026: no regulado",
      "2026ko Pazko igandean: arautu gabe",
      "Easter Sunday 2026: not regulated"),
    Golden(
      "easter -7 days-Apr 30 off",
      "del Domingo de Ramos al 30 de abril: no regulado",
      "Erramu igandetik apirilaren 30era: arautu gabe",
      "Palm Sunday to 30 April: not regulated"),
    Golden(
      "easter -14 days-easter +7 days off",
      "de 14 días antes del Domingo de Pascua a 7 días después del Domingo de Pascua: no regulado",
      "Pazko igandea baino 14 egun lehenagotik Pazko igandea baino 7 egun geroagora: arautu gabe",
      "14 days before Easter Sunday to 7 days after Easter Sunday: not regulated"),
    Golden(
      "2026 Mo-Fr 08:00-10:00",
      "en 2026, de lunes a viernes: de 8:00 a 10:00",
      "2026an, astelehenetik ostiralera: 08:00etatik 10:00etara",
      "in 2026, Monday to Friday: 8:00-10:00"),
    Golden(
      "2024-2026 Mo-Fr 08:00-10:00",
      "de 2024 a 2026, de lunes a viernes: de 8:00 a 10:00",
      "2024tik 2026ra, astelehenetik ostiralera: 08:00etatik 10:00etara",
      "from 2024 to 2026, Monday to Friday: 8:00-10:00"),
    Golden(
      "2024,2026 off",
      "en 2024 y 2026: no regulado",
      "2024an eta 2026an: arautu gabe",
      "in 2024 and 2026: not regulated"),
    Golden(
      "2024-2026,2030 off",
      "de 2024 a 2026 y en 2030: no regulado",
      "2024tik 2026ra eta 2030ean: arautu gabe",
      "from 2024 to 2026 and in 2030: not regulated"),
    Golden(
      "2026-2199 off",
      "desde 2026: no regulado",
      "2026tik aurrera: arautu gabe",
      "from 2026 on: not regulated"),
    Golden(
      "24/7; Aug off",
      "todos los días, las 24 horas; en agosto: no regulado",
      "egunero, 24 orduz; abuztuan: arautu gabe",
      "every day, 24 hours; in August: not regulated"),
    Golden(
      "2026 easter -3 days-2026 easter +1 day off",
      "del Jueves Santo de 2026 al Lunes de Pascua de 2026: no regulado",
      "2026ko Ostegun Santutik 2026ko Pazko astelehenera: arautu gabe",
      "Maundy Thursday 2026 to Easter Monday 2026: not regulated"),
    Golden(
      "2026 Jan 01-2027 Jan 11 10:00-11:00",
      "del 1 de enero de 2026 al 11 de enero de 2027: de 10:00 a 11:00",
      "2026ko urtarrilaren 1etik 2027ko urtarrilaren 11ra: 10:00etatik 11:00etara",
      "1 January 2026 to 11 January 2027: 10:00-11:00"),
    Golden(
      "PH,Dec 24 off",
      "festivos: todo el día; además, 24 de diciembre: no regulado",
      "jaiegunetan: egun osoan; gainera, abenduaren 24an: arautu gabe",
      "holidays: all day; also 24 December: not regulated"),
    Golden(
      "Oct-May off",
      "de octubre a mayo: no regulado",
      "urritik maiatzera: arautu gabe",
      "from October to May: not regulated"),
    Golden(
      "Jan-Dec 08:00-09:00",
      "de enero a diciembre: de 8:00 a 9:00",
      "urtarriletik abendura: 08:00etatik 09:00etara",
      "from January to December: 8:00-9:00"),
  ])
  func said(_ row: Golden<String>) throws {
    let hours = try OpeningHours(parsing: row.input)
    for (phrasebook, text) in row.expected {
      #expect(phrasebook.hours(hours, closed: .notRegulated) == text)
    }
  }
}
