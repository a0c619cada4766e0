import CivilTime
import Foundation
import Phrasebook
import TestSupport
import Testing

/// Against ICU (Foundation's), for whatever ICU has right. Not compared, and why:
/// - Basque dates: ICU writes `2026(e)ko urtarrilaren 13(a)`, leaving the endings to the reader;
///   compared after taking our endings away and its brackets with what is in them.
/// - 24-hour English times: ICU pads the hour (`08:30`); compared after padding ours.
/// - Basque 12-hour times: ICU says `1:05 PM`; we say the day period, as CLDR's pattern `B h:mm` does.
/// - Pesetas and short durations are not CLDR's.
struct FormatsAgainstICUTests {
  private static let utc = TimeZone(secondsFromGMT: 0)

  private func formatter(_ template: String, _ locale: Locale) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = Self.utc
    formatter.setLocalizedDateFormatFromTemplate(template)
    return formatter
  }

  @Test func dates() {
    let styles: [(DateStyle, String)] = [
      (.full, "yMMMMEEEEd"), (.long, "yMMMMd"), (.short, "yMd"), (.dayAndMonth, "MMMMd"),
      (.weekdayAndDay, "MMMMEEEEd"), (.abbreviated, "MMMEd"),
    ]
    var compared = 0
    for (phrasebook, locale) in Shipped.locales {
      for (style, template) in styles {
        let formatter = formatter(template, locale)
        for day in stride(from: 10_957, to: 10_957 + 1500, by: 1) {
          let date = CivilDate(daysSince1970: day)
          var ours = phrasebook.date(date, style)
          var theirs = formatter.string(from: Date(timeIntervalSince1970: Double(day) * 86_400))
          if phrasebook.language == .basque {
            theirs = theirs.replacing(/\([ae]\)/, with: "")
            ours = ours.replacing(/(\d)eko\b/) { "\($0.1)ko" }.replacing(/(\d)a\b/) { "\($0.1)" }
            // CLDR's weekdayAndDay pattern has the bare month name; the genitive is right.
            if style == .weekdayAndDay {
              theirs = theirs.replacing(/^(\w+?)a (\d)/) { "\($0.1)aren \($0.2)" }
            }
          }
          if ours != theirs {
            Issue.record("\(locale.identifier) \(style) day \(day): \(ours), ICU \(theirs)")
            break
          }
          compared += 1
        }
      }
    }
    #expect(compared == 27_000)
  }

  @Test func times() throws {
    var compared = 0
    for (phrasebook, locale) in Shipped.locales {
      var twelve = phrasebook
      twelve.clock = .hours12
      let (formatter24, formatter12) = (formatter("Hm", locale), formatter("hm", locale))
      for minute in 0..<1440 {
        let value = try #require(MinuteOfDay(minute))
        let date = Date(timeIntervalSince1970: Double(minute) * 60)
        let ours = phrasebook.time(value)
        let padded = ours.count == 4 && phrasebook.language == .english ? "0" + ours : ours
        #expect(padded == formatter24.string(from: date))
        compared += 1
        guard phrasebook.language != .basque else { continue }
        let theirs = formatter12.string(from: date).replacing("\u{202F}", with: "\u{A0}")
          .replacing(" ", with: "\u{A0}")
        #expect(twelve.time(value) == theirs)
      }
    }
    #expect(compared == 4320)
  }

  @Test func money() {
    var generator = SeededGenerator(seed: 8)
    for (phrasebook, locale) in Shipped.locales {
      let style = Decimal.FormatStyle.Currency(code: "EUR", locale: locale)
      for _ in 0..<2000 {
        let size = [100, 10_000, 1_000_000, 1_000_000_000].randomElement(using: &generator) ?? 1
        let cents = Int.random(in: -size...size, using: &generator)
        let exact = Decimal(cents) / 100
        #expect(phrasebook.euros(cents: cents) == exact.formatted(style))
        #expect(
          phrasebook.integer(cents) == Decimal(cents).formatted(Decimal.FormatStyle(locale: locale))
        )
      }
    }
  }

  @Test func percentages() {
    for (phrasebook, locale) in Shipped.locales {
      for value in -100...1000 {
        #expect(
          phrasebook.percent(value) == value.formatted(.percent.locale(locale)),
          "\(locale.identifier)")
      }
    }
  }

  @Test func weekdays() {
    for (phrasebook, locale) in Shipped.locales {
      let full = formatter("cccc", locale)
      // Day 4 of 1970 was a Monday.
      for day in Weekday.allCases {
        let date = Date(timeIntervalSince1970: Double(day.rawValue + 3) * 86_400)
        #expect(phrasebook.weekday(day, .name) == full.string(from: date))
      }
    }
  }

  @Test func durationsAndLists() {
    for (phrasebook, locale) in Shipped.locales {
      for minutes in [1, 2, 59, 60, 61, 62, 100, 119, 120, 121, 1439] {
        let style = Duration.UnitsFormatStyle(
          allowedUnits: [.hours, .minutes], width: .wide
        ).locale(locale)
        var theirs = Duration.seconds(minutes * 60).formatted(style)
        // CLDR joins English units with a comma; we write the sentence's "and", as for es and eu.
        if phrasebook.language == .english { theirs = theirs.replacing(", ", with: " and ") }
        #expect(phrasebook.duration(minutes: minutes, .words) == theirs)
      }
      let lists = [
        ["a", "b"], ["a", "b", "c"], ["lunes", "iglesia"], ["agua", "hielo"], ["a", "hipo"],
        ["a", "b", "8"], ["siete", "ocho"], ["10", "11"], ["a", "hora"],
      ]
      for items in lists {
        #expect(
          phrasebook.list(items) == items.formatted(.list(type: .and).locale(locale)))
        #expect(
          phrasebook.list(items, .or) == items.formatted(.list(type: .or).locale(locale)))
      }
    }
  }

  @Test func names() {
    let (spanishMonths, basqueMonths) = (
      formatter("LLLL", Shipped.locales[0].1), formatter("LLLL", Shipped.locales[1].1)
    )
    for month in 1...12 {
      #expect(
        Shipped.spanish.month(month, .name) == spanishMonths.standaloneMonthSymbols[month - 1])
      #expect(Shipped.basque.month(month, .name) == basqueMonths.standaloneMonthSymbols[month - 1])
    }
  }
}
