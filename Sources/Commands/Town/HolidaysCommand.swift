import CivilTime
import JSONText
import Phrasebook
import Tariffs

/// `aparka holidays`: the holidays of a town in a year, by name and place.
enum HolidaysCommand: Command {
  static let name = "holidays"
  static let options: [CommandOption] = [.town, year]
  private static let year = CommandOption.value("year", "year")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let engine = try context.engine()
    let year = try year(context, clock: engine.clock)
    let calendars: [HolidayCalendar]
    do { calendars = try context.library.calendars(engine.town.holidayFiles) } catch {
      throw context.failure(error)
    }
    let days = calendars.flatMap { calendar in
      calendar.years.filter { $0.year == year }.flatMap(\.days).map { (calendar, $0) }
    }.sorted { $0.1.date < $1.1.date }
    let covered = engine.holidays.covers(year: year)
    if context.wantsJSON {
      context.print(
        .object([
          ("town", .string(engine.town.id)), ("year", .int(year)), ("complete", .bool(covered)),
          ("holidays", .array(days.map { json($0.0, $0.1) })),
        ]))
      return 0
    }
    context.print(
      context.phrase(
        "holidays.title", ["town": context.townName(engine.town), "year": "\(year)"]))
    for (calendar, day) in days {
      context.print(
        context.phrase(
          "holidays.day",
          [
            "date": context.phrases.date(day.date, .abbreviated), "name": context.name(day.names),
            "place": context.name(calendar.names),
          ]))
    }
    if !covered {
      context.print(
        context.phrase("quote.note", ["note": context.phrase("caveat.holidays_unknown")]))
    }
    return 0
  }

  private static func year(
    _ context: CommandContext, clock: TownClock
  ) throws(CommandFailure) -> Int {
    guard let text = context.arguments.value(year) else {
      return clock.local(context.invocation.now).date.year
    }
    guard let year = Int(text), CivilDate.supportedYears.contains(year) else {
      throw .usage(
        context.phrase(
          "error.bad_year",
          [
            "text": text, "first": "\(CivilDate.supportedYears.lowerBound)",
            "last": "\(CivilDate.supportedYears.upperBound)",
          ]))
    }
    return year
  }

  private static func json(_ calendar: HolidayCalendar, _ day: HolidayCalendar.Day) -> JSONOutput {
    .object([
      ("date", .string(day.date.iso8601)),
      (
        "name",
        .object(day.names.byLanguage.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      ),
      ("place", .string(calendar.place)), ("status", .string(day.provenance.status.rawValue)),
    ])
  }
}
