import CivilTime
import OpeningHours

/// What an hour at which a schedule says `off` is called: for a zone it means that nobody pays, for a
/// shop or a street that is closed it means something else.
public enum ClosedWord: String, CaseIterable, Sendable {
  /// `cerrado`, `itxita`, `closed`.
  case closed
  /// `gratuito`, `doan`, `free of charge`.
  case free
  /// `no regulado`, `arautu gabe`, `not regulated`.
  case notRegulated = "not_regulated"
  /// `solo residentes`, `egoiliarrentzat bakarrik`, `residents only`.
  case residentsOnly = "residents_only"
  /// `prohibido aparcar`, `aparkatzea debekatuta`, `no parking`.
  case forbidden
}

extension Phrasebook {
  /// A schedule as people say it, rule by rule in the order written, separated by semicolons:
  /// `Monday to Friday 8:30-14:00 and 16:00-20:00; holidays: not regulated`.
  ///
  /// It starts as the middle of a sentence does (`capitalized` for a line of its own). What a later
  /// rule takes from an earlier one is not worked out: the order says it, as on a sign.
  ///
  /// - Parameter today: rules for dates that are over by then are left out; nil says all.
  public func hours(
    _ hours: OpeningHours, closed: ClosedWord = .closed, from today: CivilDate? = nil
  ) -> String {
    var result = ""
    for rule in hours.rules {
      if let today, rule.isOver(by: today) { continue }
      var words = rule.isUnconditional ? constant(rule, closed) : conditional(rule, closed)
      if let comment = rule.comment {
        words = phrase("hours.rule.commented", ["rule": words, "comment": comment])
      }
      if rule.joiner == .adding { words = phrase("hours.rule.added", ["rule": words]) }
      result =
        result.isEmpty ? words : phrase("hours.rule.then", ["first": result, "last": words])
    }
    return result
  }

  /// `24/7`, `off` or a comment alone.
  private func constant(_ rule: Rule, _ closed: ClosedWord) -> String {
    state(rule, closed) ?? phrase("hours.always")
  }

  private func conditional(_ rule: Rule, _ closed: ClosedWord) -> String {
    let days = dayWords(rule)
    let whenParts = [yearWords(rule.years), dateWords(rule.dates), days].compactMap(\.self)
    let when =
      whenParts.isEmpty
      ? phrase("hours.days.every_day")
      : whenParts.dropFirst().reduce(whenParts[0]) {
        phrase("format.list.comma", ["first": $0, "last": $1])
      }
    guard let times = timeWords(rule.spans) else {
      return phrase(
        "hours.rule.state",
        ["when": when, "state": state(rule, closed) ?? phrase("hours.all_day")])
    }
    if let state = state(rule, closed) {
      return phrase("hours.rule.state_in_times", ["when": when, "times": times, "state": state])
    }
    let isDated = !rule.years.isEmpty || !rule.dates.isEmpty
    return phrase(
      isDated ? "hours.rule.open_dated" : "hours.rule.open", ["when": when, "times": times])
  }

  /// Nil for open, which goes without saying.
  private func state(_ rule: Rule, _ closed: ClosedWord) -> String? {
    switch rule.state {
    case .open: nil
    case .closed: phrase("hours.closed.\(closed.rawValue)")
    case .unknown: phrase("hours.unknown")
    }
  }

  /// Nil for the whole day.
  private func timeWords(_ spans: [TimeSpan]) -> String? {
    if spans.isEmpty || spans.contains(where: { $0.start == 0 && $0.end == 1440 }) { return nil }
    return list(
      spans.map { span in
        let end = span.endsOnTheNextDay ? span.end - 1440 : span.end
        return phrase(
          span.endsOnTheNextDay ? "hours.span.to_next_day" : "hours.span.same_day",
          [
            "start": time(hour: span.start / 60, minute: span.start % 60),
            "end": time(hour: end / 60, minute: end % 60),
          ])
      })
  }
}

extension Phrasebook {
  /// The dates of a schedule that names whole days, as the middle of a sentence: `5 to 14 July`. Of one
  /// that also has times, all of it.
  func dates(_ hours: OpeningHours) -> String {
    guard hours.rules.allSatisfy({ $0.spans.isEmpty && $0.state == .open && !$0.isUnconditional })
    else { return self.hours(hours) }
    let texts = hours.rules.map { rule in
      let parts = [yearWords(rule.years), dateWords(rule.dates), dayWords(rule)]
        .compactMap(\.self)
      return parts.dropFirst().reduce(parts.first ?? "") {
        phrase("format.list.comma", ["first": $0, "last": $1])
      }
    }
    return texts.dropFirst().reduce(texts[0]) {
      phrase("hours.rule.then", ["first": $0, "last": $1])
    }
  }
}

extension Rule {
  /// Whether it is for dates of certain years, all of them before a date.
  fileprivate func isOver(by today: CivilDate) -> Bool {
    let lastYear = years.map(\.upperBound).max()
    guard !dates.isEmpty else { return lastYear.map { $0 < today.year } ?? false }
    return dates.allSatisfy { range in
      guard let last = range.lastDay(in: lastYear) else { return false }
      return last < today
    }
  }
}

extension DateRange {
  /// Nil when it comes again every year.
  fileprivate func lastDay(in ruleYear: Int?) -> CivilDate? {
    switch self {
    case .months(let year, _, let last):
      guard let year = year ?? ruleYear else { return nil }
      // The first of the month after it, less a day.
      return CivilDate(year: year + last / 12, month: last % 12 + 1, day: 1)?.adding(days: -1)
    case .days(_, let last):
      guard let year = last.year ?? ruleYear else { return nil }
      if case .fixed(let month, let day) = last.anchor {
        return CivilDate(year: year, month: month, day: day)
      }
      // Easter is over when the spring is.
      return CivilDate(year: year, month: 6, day: 30)
    }
  }
}
