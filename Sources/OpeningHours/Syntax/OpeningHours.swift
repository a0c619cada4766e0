import CivilTime

/// A schedule written in the named subset of the OpenStreetMap `opening_hours` grammar that
/// docs/opening-hours.md lists (OSM wiki, "Key:opening_hours/specification" 0.7.3).
///
/// This is the syntax tree: what was written, in order. `CompiledHours` evaluates it.
public struct OpeningHours: Hashable, Sendable {
  /// At least one rule; the first one's joiner is `.replacing`.
  public let rules: [Rule]

  /// For trees from the parser; `rules` must obey what the fields of `Rule` promise.
  init(rules: [Rule]) { self.rules = rules }

  /// Whether a day's answer may depend on the public holidays passed in (`PH` is named).
  public var usesHolidays: Bool { rules.contains { $0.includesHolidays } }

  /// Whether every rule is `off`: such a text says when it is closed and nothing of the other days,
  /// which are therefore `unknown`.
  public var onlySaysClosed: Bool { rules.allSatisfy { $0.state == .closed } }

  /// Whether the text is one rule that holds at every minute (`24/7`, `off`).
  public var isConstant: Bool { rules.count == 1 && rules[0].isUnconditional }
}

/// One rule: on the days that match `years` and `dates` and (`weekdays` or holidays), during `spans`,
/// the state is `state`.
public struct Rule: Hashable, Sendable {
  /// How a rule acts on the day that the rules before it made.
  public enum Joiner: Hashable, Sendable {
    /// `;`: the day of a matching date is replaced (an `off` with times only cuts those times).
    case replacing
    /// `,`: the spans are laid over what is there.
    case adding
  }

  public var joiner: Joiner = .replacing
  /// The year selector before the dates (`2024-2026`, `2024,2026`); empty = every year.
  public var years: [ClosedRange<Int>] = []
  /// Months and days; empty = every day.
  public var dates: [DateRange] = []
  /// Empty with `includesHolidays` false = every day; empty with true = holidays alone.
  public var weekdays: [WeekdayRange] = []
  /// `PH` stands in the list of weekdays: holidays match as well, whatever their weekday.
  public var includesHolidays = false
  /// Empty = the whole day.
  public var spans: [TimeSpan] = []
  /// `off` and `closed` are both `.closed`.
  public var state: HoursKind = .open
  /// The text between the quotes. A rule with a comment and no state word is `.unknown`.
  public var comment: String?

  /// No selector at all: every minute of every day.
  public var isUnconditional: Bool { matchesEveryDay && spans.isEmpty }

  /// No year, date, weekday or holiday selector.
  public var matchesEveryDay: Bool {
    years.isEmpty && dates.isEmpty && weekdays.isEmpty && !includesHolidays
  }
}

/// What a schedule says of a minute.
public enum HoursKind: UInt8, Hashable, Sendable {
  case closed, open, unknown
}

/// An entry of the month and day selector.
public enum DateRange: Hashable, Sendable {
  /// Whole months, 1...12, both ends included; `first > last` wraps over New Year (`Nov-Feb`), which
  /// only happens without a year.
  case months(year: Int?, first: Int, last: Int)
  /// Days, both ends included; equal ends are one day. Either both ends have a year, or none has
  /// (then the range is yearly, and wraps when the last day comes before the first).
  case days(first: CalendarDay, last: CalendarDay)
}

/// A day that a date selector names.
public struct CalendarDay: Hashable, Sendable {
  public enum Anchor: Hashable, Sendable {
    /// `month` 1...12, `day` 1...31 and existing in that month (29 February allowed).
    case fixed(month: Int, day: Int)
    /// Easter Sunday (Gregorian, 22 March to 25 April) moved by so many days, -60...60, which keeps it
    /// in its year.
    case easter(offset: Int)
  }

  /// Nil = every year.
  public let year: Int?
  public let anchor: Anchor

  public init(year: Int?, anchor: Anchor) {
    self.year = year
    self.anchor = anchor
  }
}

/// Weekdays, both ends included; `first > last` wraps over the weekend (`Sa-Mo`), equal ends are one
/// day.
public struct WeekdayRange: Hashable, Sendable {
  public let first: Weekday
  public let last: Weekday

  public init(first: Weekday, last: Weekday) {
    self.first = first
    self.last = last
  }

  /// The days from first to last.
  public func contains(_ day: Weekday) -> Bool {
    first <= last ? first <= day && day <= last : day >= first || day <= last
  }
}

/// A span of wall-clock minutes, counted from midnight of the day it begins on; the end is exclusive.
public struct TimeSpan: Hashable, Sendable {
  /// 0..<1440.
  public let start: Int
  /// Above `start` and at most `start + 1440`: 1440 is the end of the day, more is the next day
  /// (`22:00-02:00` and `22:00-26:00` are both 1320 to 1560).
  public let end: Int

  /// Nil unless 0 <= start < 1440 and start < end <= start + 1440.
  public init?(start: Int, end: Int) {
    guard 0..<1440 ~= start, end > start, end <= start + 1440 else { return nil }
    self.start = start
    self.end = end
  }

  public var endsOnTheNextDay: Bool { end > 1440 }
}
