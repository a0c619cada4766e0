import CivilTime

/// Why a text does not say a moment.
public enum MomentError: ReadingError {
  case empty
  case notAMoment(String)
  /// A day without a time: `tomorrow`, `2026-10-25`.
  case noTime(String)
  /// `25:00`, `9:75`, `13:00 pm`.
  case noSuchTime(String)
  /// `2026-02-30`.
  case noSuchDate(String)
  case unsupportedYear(String, supported: ClosedRange<Int>)
  /// Not two clock times with a dash between them, or twice the same.
  case notARange(String)

  public var code: String {
    switch self {
    case .empty: "moment_empty"
    case .notAMoment: "moment_not_a_moment"
    case .noTime: "moment_no_time"
    case .noSuchTime: "moment_no_such_time"
    case .noSuchDate: "moment_no_such_date"
    case .unsupportedYear: "moment_unsupported_year"
    case .notARange: "moment_not_a_range"
    }
  }

  public var text: String {
    switch self {
    case .empty: ""
    case .notAMoment(let text), .noTime(let text), .noSuchTime(let text), .noSuchDate(let text),
      .unsupportedYear(let text, _), .notARange(let text):
      text
    }
  }

  public func values(in phrasebook: Phrasebook) -> [String: String] {
    guard case .unsupportedYear(_, let years) = self else { return [:] }
    return ["first": String(years.lowerBound), "last": String(years.upperBound)]
  }
}

/// Moments as people type them.
public enum TypedMoment {
  /// The moment that a text says, seen from the date of `now`:
  /// - `13:30`, `9.30`, `9h30`, `1:30 pm`: that time **today**, past or not, so that what `--at` means
  ///   does not depend on the minute of the day at which it is typed; `24:00` is the midnight to come;
  /// - `tomorrow 9:00`, `mañana a las 9`, `bihar 09:00etan`, `9:00 tomorrow`, `yesterday 18:00`;
  /// - `2026-10-25 9:00`;
  /// - ISO 8601, `2026-10-25T09:00` (the town's clocks) or with `Z` or an offset (an instant).
  ///
  /// A whole hour without minutes needs a day, `at` or am/pm beside it: `9` alone is not a time.
  public static func read(
    _ text: String, now: LocalDateTime, words: ReadingWords = .symbols
  ) throws(MomentError) -> WrittenMoment {
    let typed = text.lowercased().trimmed
    guard !typed.isEmpty else { throw .empty }
    if typed.prefix(5).count == 5, typed.prefix(4).allSatisfy(\.isDecimalDigit),
      typed.dropFirst(4).first == "-"
    {
      return try dated(typed, typedAs: text, words)
    }
    guard let clock = ClockText(typed, words) else {
      let isDay = [words.today, words.tomorrow, words.yesterday].contains {
        $0.contains(String(typed))
      }
      throw isDay ? .noTime(text) : .notAMoment(text)
    }
    guard let minute = clock.minuteOfDay else { throw .noSuchTime(text) }
    let date = now.date.adding(days: clock.day ?? 0)
    return .local(LocalDateTime(date: date, minuteOfDay: minute.value))
  }

  /// The two moments of `9:00-19:00` on a date; an end before the start is on the next date. Equal
  /// times are an error: they may mean no time or a whole day.
  public static func readRange(
    _ text: String, on date: CivilDate, words: ReadingWords = .symbols
  ) throws(MomentError) -> (start: LocalDateTime, end: LocalDateTime) {
    let parts = text.lowercased().split(omittingEmptySubsequences: false) {
      $0.isMinus || $0 == "\u{2013}"
    }
    guard parts.count == 2,
      let first = ClockText(parts[0].trimmed, words), let last = ClockText(parts[1].trimmed, words),
      first.day == nil, last.day == nil
    else { throw .notARange(text) }
    guard let start = first.minuteOfDay, let end = last.minuteOfDay, start < .endOfDay else {
      throw .noSuchTime(text)
    }
    guard start != end else { throw .notARange(text) }
    return (
      LocalDateTime(date: date, minuteOfDay: start.value),
      LocalDateTime(date: date, minuteOfDay: end.value + (end < start ? 1440 : 0))
    )
  }

  private static func dated(
    _ typed: Substring, typedAs text: String, _ words: ReadingWords
  ) throws(MomentError) -> WrittenMoment {
    do {
      if typed.utf8.count == 10 {
        _ = try CivilDate(iso8601: typed)
        throw MomentError.noTime(text)
      }
      // A space and then a time as people write it; everything else is ISO 8601's.
      if let space = typed.firstIndex(where: \.isWhitespace),
        let clock = ClockText(typed[space...].trimmed, words), clock.day == nil
      {
        let date = try CivilDate(iso8601: typed[..<space])
        guard let minute = clock.minuteOfDay else { throw MomentError.noSuchTime(text) }
        return .local(LocalDateTime(date: date, minuteOfDay: minute.value))
      }
      return try WrittenMoment(iso8601: typed.uppercased())
    } catch let error as TimeTextError {
      throw momentError(error, text)
    } catch let error as MomentError {
      throw error
    } catch {
      throw .notAMoment(text)
    }
  }

  private static func momentError(_ error: TimeTextError, _ text: String) -> MomentError {
    switch error.reason {
    case .outOfRange(.month, _, _), .outOfRange(.day, _, _): .noSuchDate(text)
    case .outOfRange: .noSuchTime(text)
    case .unsupportedYear(_, let years): .unsupportedYear(text, supported: years)
    default: .notAMoment(text)
    }
  }
}
