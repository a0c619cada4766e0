import CivilTime

/// How clock times are written.
public enum ClockStyle: String, CaseIterable, Sendable {
  /// `8:30`, `14:00`; Basque has two digits always, `08:30` (Euskaltzaindia, rule 35).
  case hours24
  /// `8:30 a. m.`, `goizeko 8:30`, `8:30 am`.
  case hours12
}

extension Phrasebook {
  /// 24:00 stays `24:00` (the end of the day) in `hours24`.
  public func time(_ minute: MinuteOfDay) -> String {
    time(hour: minute.hour, minute: minute.minute)
  }

  /// The time of day; seconds are not shown.
  public func time(_ moment: LocalDateTime) -> String {
    time(hour: moment.hour, minute: moment.minute)
  }

  /// In figures, for tables and signs: `8:30-14:00`.
  public func timeRange(_ start: MinuteOfDay, _ end: MinuteOfDay) -> String {
    phrase("format.time.range", ["start": time(start), "end": time(end)])
  }

  /// Within a sentence: `de 8:30 a 14:00`, `08:30etik 14:00etara`, `8:30 to 14:00`.
  public func timeRangeInWords(_ start: MinuteOfDay, _ end: MinuteOfDay) -> String {
    phrase("format.time.range_in_words", ["start": time(start), "end": time(end)])
  }

  /// `hour` is 0...24.
  func time(hour: Int, minute: Int) -> String {
    phrase(
      "format.time.\(clock.rawValue)",
      [
        "hour": String(hour), "hour_padded": padded(hour), "minute": padded(minute),
        "hour12": String((hour + 11) % 12 + 1), "period": period(hour: hour % 24),
      ])
  }

  /// The part of the day that an hour belongs to, by the boundaries of CLDR's Basque day periods (the
  /// finest of the three languages); Spanish and English say am and pm at the same boundaries.
  private func period(hour: Int) -> String {
    let start = [21, 19, 14, 12, 6].first { hour >= $0 } ?? 0
    return phrase("format.time.period.\(start)")
  }
}
