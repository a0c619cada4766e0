import CivilTime
import JSONText
import OpeningHours

/// The holidays of a place, as published year by year.
public struct HolidayCalendar: Hashable, Sendable {
  public var place: String
  public var names: LocalizedText
  public var years: [Year]

  public struct Year: Hashable, Sendable {
    public var year: Int
    /// Whether every holiday of the place in that year is in the list.
    public var isComplete: Bool
    public var days: [Day]
  }

  public struct Day: Hashable, Sendable {
    public var date: CivilDate
    public var names: LocalizedText
    public var provenance: Provenance
  }

  /// Reads a holiday file: all faults at once, or the calendar.
  public static func read(_ root: JSONNode) throws(TownFile.Faults) -> HolidayCalendar {
    let findings = Findings()
    let calendar = HolidayFileReader(root: JSONCursor(root), findings: findings).calendar()
    guard let calendar, findings.isEmpty else {
      throw TownFile.Faults(list: findings.errors.list)
    }
    return calendar
  }
}

extension HolidaySet {
  /// The holidays of a town: those of all its calendars. A year is covered when all of them have it
  /// complete.
  public init(_ calendars: [HolidayCalendar]) {
    let dates = calendars.flatMap { calendar in calendar.years.flatMap { $0.days.map(\.date) } }
    var covered: Set<Int>?
    for calendar in calendars {
      let complete = Set(calendar.years.filter(\.isComplete).map(\.year))
      covered = covered.map { $0.intersection(complete) } ?? complete
    }
    self.init(dates: dates, coveredYears: (covered ?? []).sorted().map { $0...$0 })
  }
}

private struct HolidayFileReader {
  let root: JSONCursor
  let findings: Findings

  func calendar() -> HolidayCalendar? {
    SourceList(root: root, findings: findings).read()
    let reader = ObjectReader(root, findings: findings)
    let place = reader.requiredText("place")
    reader.require("name")
    let names = reader.names()
    reader.require("years")
    let years = reader.entries("years").compactMap { year($0.id, $0.reader) }
    _ = reader.text("$schema")
    reader.finish(also: ["sources"])
    guard let place else { return nil }
    return HolidayCalendar(
      place: place, names: names ?? LocalizedText(["en": place]), years: years)
  }

  private func year(_ id: String, _ reader: ObjectReader) -> HolidayCalendar.Year? {
    guard let number = Int(id), CivilDate.supportedYears.contains(number) else {
      findings.refuse(reader.cursor, .badYear, id)
      return nil
    }
    reader.require("complete")
    let complete = reader.bool("complete") ?? false
    var seen: Set<CivilDate> = []
    let days = reader.list("days").compactMap { day -> HolidayCalendar.Day? in
      day.require("date")
      let date = day.date("date")
      day.require("name")
      let names = day.names()
      _ = day.text("scope")
      day.finish()
      day.requireProvenance()
      guard let date, let names, let provenance = day.provenance else { return nil }
      if date.year != number { findings.refuse(day.cursor, .wrongYear, date.iso8601) }
      if !seen.insert(date).inserted { findings.refuse(day.cursor, .dayTwice, date.iso8601) }
      return HolidayCalendar.Day(date: date, names: names, provenance: provenance)
    }
    reader.finish()
    return HolidayCalendar.Year(year: number, isComplete: complete, days: days)
  }
}
