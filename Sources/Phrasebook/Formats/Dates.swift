import CivilTime

/// How a date is written; the examples are Spanish, Basque, English for 2026-01-13.
public enum DateStyle: String, CaseIterable, Sendable {
  /// `martes, 13 de enero de 2026`, `2026ko urtarrilaren 13a, asteartea`,
  /// `Tuesday, 13 January 2026`.
  case full
  /// `13 de enero de 2026`, `2026ko urtarrilaren 13a`, `13 January 2026`.
  case long
  /// As `long`, but Basque leaves the day bare (`2026ko urtarrilaren 13`) for a phrase that declines
  /// it: `{{date, on}}` gives `2026ko urtarrilaren 13an`.
  case declinable
  /// `13/1/2026`, `2026/1/13`, `13/01/2026`.
  case short
  /// For tables: `mar, 13 ene`, `urt. 13a, ar.`, `Tue 13 Jan`.
  case abbreviated
  /// `13 de enero`, `urtarrilaren 13a`, `13 January`.
  case dayAndMonth = "day_and_month"
  /// `martes, 13 de enero`, `urtarrilaren 13a, asteartea`, `Tuesday 13 January`.
  case weekdayAndDay = "weekday_and_day"
}

/// How all dates are written; a setting of the user's.
public enum DateFormat: String, CaseIterable, Sendable {
  /// As each `DateStyle` says, with the names of months and weekdays.
  case long
  /// In figures, whatever the style: `13/1/2026`, `2026/1/13`, `13/01/2026`.
  case short
  /// ISO 8601, whatever the style and the language: `2026-01-13`.
  case iso
}

/// A form of a weekday's name.
public enum WeekdayForm: String, CaseIterable, Sendable {
  /// `martes`, `asteartea`, `Tuesday`.
  case name
  /// `mar`, `ar.`, `Tue`.
  case short
  /// As a habit: `sábados`, `larunbatetan`, `Saturday`.
  case on
  /// As the first of a range: `lunes`, `astelehenetik`, `Monday`.
  case from
  /// As the last of a range: `viernes`, `ostiralera`, `Friday`.
  case to
}

/// A form of a month's name.
public enum MonthForm: String, CaseIterable, Sendable {
  /// `enero`, `urtarrila`, `January`.
  case name
  /// `ene`, `urt.`, `Jan`.
  case short
  /// Before a day: `enero`, `urtarrilaren`, `January`.
  case of
  /// `enero`, `urtarrilean`, `January`.
  case `in`
  /// `enero`, `urtarriletik`, `January`.
  case from
  /// `enero`, `urtarrilera`, `January`.
  case to
}

extension Phrasebook {
  /// The user's format goes before the style.
  public func date(_ date: CivilDate, _ style: DateStyle) -> String {
    switch dateFormat {
    case .long: phrase("format.date.\(style.rawValue)", dateValues(date))
    case .short: phrase("format.date.short", dateValues(date))
    case .iso: date.iso8601
    }
  }

  /// A date as a data file has it: in figures where the user wants those of the language, else as it is.
  public func date(written text: String) -> String {
    guard dateFormat == .short, let day = try? CivilDate(iso8601: text) else { return text }
    return date(day, .short)
  }

  /// A date and a time on it, separated as the language does; seconds are not shown.
  public func dateTime(_ moment: LocalDateTime, _ style: DateStyle) -> String {
    phrase(
      "format.date.with_time",
      ["date": date(moment.date, style), "time": time(moment)])
  }

  public func weekday(_ day: Weekday, _ form: WeekdayForm) -> String {
    phrase("format.weekday.\(form.rawValue).\(day.rawValue)")
  }

  /// `month` is 1...12.
  public func month(_ month: Int, _ form: MonthForm) -> String {
    phrase("format.month.\(form.rawValue).\(month)")
  }

  func dateValues(_ date: CivilDate) -> [String: String] {
    let (year, month, day) = date.components
    return [
      "year": String(year), "day": String(day), "day_padded": padded(day),
      "month": self.month(month, .name), "month_of": self.month(month, .of),
      "month_short": self.month(month, .short), "month_number": String(month),
      "month_padded": padded(month), "weekday": weekday(date.weekday, .name),
      "weekday_short": weekday(date.weekday, .short),
    ]
  }
}

/// At least two digits.
func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
