/// How a duration is written.
public enum DurationStyle: String, CaseIterable, Sendable {
  /// `1 h 40 min`, the same in the three languages.
  case short
  /// `1 hora y 40 minutos`, `1 ordu eta 40 minutu`, `1 hour and 40 minutes`.
  case words
}

extension Phrasebook {
  /// Hours and minutes (never days: what a day of parking is, is the tariff's affair), zero parts left
  /// out, `0 min` for nothing. A negative duration has the language's minus sign before it.
  public func duration(minutes: Int, _ style: DurationStyle = .short) -> String {
    let size = Int(clamping: minutes.magnitude)
    let sign = minutes < 0 ? phrase("format.number.minus") : ""
    let (hours, rest) = size.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return sign + part("minutes", rest, style) }
    if rest == 0 { return sign + part("hours", hours, style) }
    return sign
      + phrase(
        "format.duration.\(style.rawValue)",
        ["hours": part("hours", hours, style), "minutes": part("minutes", rest, style)])
  }

  private func part(_ unit: String, _ value: Int, _ style: DurationStyle) -> String {
    switch style {
    case .short: phrase("format.duration.\(unit)_short", ["count": integer(value)])
    case .words: phrase("format.duration.\(unit)", count: value)
    }
  }
}
