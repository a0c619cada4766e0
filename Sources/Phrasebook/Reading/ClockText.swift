import CivilTime

/// A clock time as people type it, with the day word beside it if there is one.
struct ClockText {
  private let hour: Int
  private let minute: Int
  private let half: Half?
  /// Days from today; nil when no day was said.
  private(set) var day: Int?

  private enum Half { case beforeNoon, afterNoon }

  /// Nil when the text (lower case, trimmed) is something else. A time that does not exist has the
  /// form all the same: then `minuteOfDay` is nil.
  init?(_ typed: Substring, _ words: ReadingWords) {
    let head = typed.prefix { !$0.isDecimalDigit }
    var rest = typed.dropFirst(head.count)
    let hourDigits = rest.prefix(while: \.isDecimalDigit)
    rest = rest.dropFirst(hourDigits.count)
    var minuteDigits: Substring = "00"
    var hasMinutes = false
    if let mark = rest.first, mark == ":" || mark == "." || mark == "h",
      case let digits = rest.dropFirst().prefix(while: \.isDecimalDigit), !digits.isEmpty
    {
      minuteDigits = digits
      hasMinutes = true
      rest = rest.dropFirst(1 + digits.count)
    }
    guard 1...2 ~= hourDigits.count, minuteDigits.count == 2, let hour = Int(hourDigits),
      let minute = Int(minuteDigits)
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    guard
      let before = Companions(head, fillers: words.beforeTime, words),
      let after = Companions(rest, fillers: words.afterTime, words),
      before.day == nil || after.day == nil, before.half == nil || after.half == nil,
      hasMinutes || !before.isEmpty || !after.isEmpty
    else { return nil }
    day = before.day ?? after.day
    half = before.half ?? after.half
  }

  /// Nil when there is no such time on a clock: 25:00, 9:75, 13:00 pm.
  var minuteOfDay: MinuteOfDay? {
    guard let half else { return MinuteOfDay(hour: hour, minute: minute) }
    guard 1...12 ~= hour else { return nil }
    return MinuteOfDay(hour: hour % 12 + (half == .afterNoon ? 12 : 0), minute: minute)
  }

  /// The words on one side of the figures.
  private struct Companions {
    var day: Int?
    var half: Half?
    var isEmpty = true

    /// Nil when there is a word that does not belong to a time.
    init?(_ text: Substring, fillers: Set<String>, _ words: ReadingWords) {
      if let half = Self.half(ReadingWords.bare(text), words) {
        self.half = half
        isEmpty = false
        return
      }
      for part in text.split(whereSeparator: \.isWhitespace) {
        let word = String(part)
        isEmpty = false
        if let offset = Self.day(word, words), day == nil {
          day = offset
        } else if let found = Self.half(ReadingWords.bare(word), words), half == nil {
          half = found
        } else if !fillers.contains(word) {
          return nil
        }
      }
    }

    private static func day(_ word: String, _ words: ReadingWords) -> Int? {
      if words.today.contains(word) { return 0 }
      if words.tomorrow.contains(word) { return 1 }
      return words.yesterday.contains(word) ? -1 : nil
    }

    private static func half(_ bare: String, _ words: ReadingWords) -> Half? {
      if words.beforeNoon.contains(bare) { return .beforeNoon }
      return words.afterNoon.contains(bare) ? .afterNoon : nil
    }
  }
}
