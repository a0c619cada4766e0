/// The 1,440 minutes of a date: its own spans and the tails of the day before.
struct DayView {
  let today: DaySpans
  /// Nil when the schedule has no span past midnight.
  let before: DaySpans?

  /// `minute` is 0..<1440.
  func state(at minute: Int) -> HoursState {
    let own = Self.state(at: minute, in: today)
    guard let before, own.kind != .open else { return own }
    let tail = Self.state(at: minute + 1440, in: before)
    return tail.kind == .open || own.kind == .closed ? tail : own
  }

  private static func state(at minute: Int, in spans: DaySpans) -> HoursState {
    for index in spans.startIndex..<spans.endIndex {
      let span = spans.storage[index]
      if minute < span.start { return .closed }
      if minute < span.end { return span.state }
    }
    return .closed
  }

  /// The first minute after `minute` and before 1440 at which a span begins or ends.
  func edge(after minute: Int) -> Int? {
    var best = 1440
    for index in today.startIndex..<today.endIndex {
      let span = today.storage[index]
      if span.start > minute { best = min(best, Int(span.start)) }
      if span.end > minute { best = min(best, Int(span.end)) }
    }
    if let before {
      for index in before.startIndex..<before.endIndex {
        let span = before.storage[index]
        if span.start > minute + 1440 { best = min(best, Int(span.start) - 1440) }
        if span.end > minute + 1440 { best = min(best, Int(span.end) - 1440) }
      }
    }
    return best < 1440 ? best : nil
  }

  /// The last minute at or before `minute` and above 0 at which a span begins or ends.
  func edge(atOrBefore minute: Int) -> Int? {
    var best = 0
    for index in today.startIndex..<today.endIndex {
      let span = today.storage[index]
      if span.start <= minute { best = max(best, Int(span.start)) }
      if span.end <= minute { best = max(best, Int(span.end)) }
    }
    if let before {
      for index in before.startIndex..<before.endIndex {
        let span = before.storage[index]
        if span.start <= minute + 1440 { best = max(best, Int(span.start) - 1440) }
        if span.end <= minute + 1440 { best = max(best, Int(span.end) - 1440) }
      }
    }
    return best > 0 ? best : nil
  }
}
