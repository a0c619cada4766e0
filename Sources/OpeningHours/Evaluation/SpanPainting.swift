/// Spans of one day while rules are laid on them: ascending, not overlapping, touching ones of the
/// same state joined.
struct SpanPainting {
  private(set) var spans: [HoursSpan] = []

  /// Lays one rule over what is there: the later one wins where they meet; a closed one cuts.
  mutating func lay(_ rule: Rule, state: HoursState) {
    if rule.spans.isEmpty {
      // An unconditional `off` clears the night as well; other states hold for the day's 24 hours.
      paint(0, rule.state == .closed ? 2880 : 1440, state)
    }
    for span in rule.spans { paint(span.start, span.end, state) }
  }

  mutating func paint(_ start: Int, _ end: Int, _ state: HoursState) {
    var result: [HoursSpan] = []
    func add(_ from: Int, _ to: Int, _ state: HoursState) {
      guard from < to else { return }
      if let last = result.last, last.end == from, last.state == state {
        result[result.count - 1] = HoursSpan(start: last.start, end: Int16(to), state: state)
      } else {
        result.append(HoursSpan(start: Int16(from), end: Int16(to), state: state))
      }
    }
    for span in spans where span.start < start {
      add(Int(span.start), min(Int(span.end), start), span.state)
    }
    if state.kind != .closed { add(start, end, state) }
    for span in spans where span.end > end {
      add(max(Int(span.start), end), Int(span.end), span.state)
    }
    spans = result
  }
}
