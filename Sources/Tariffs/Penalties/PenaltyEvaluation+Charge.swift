import CivilTime

extension PenaltyEvaluation {
  /// Counts the regulated windows (or days with one) from the end of paid time, or the arrival, to the
  /// minute of the notice. Without either, the window of the notice alone.
  func charge(
    _ postPaid: Penalty.PostPaid, in zone: PreparedZone, caveats: inout [PenaltyCaveat]
  ) -> PenaltyAnswer.Charge {
    let each = Cents(postPaid.cents)
    let end = question.notice.adding(minutes: 1)
    let start = min(question.paidEnd ?? question.notice, question.notice)
    let date = clock.local(start).date
    guard let regime = zone.table.regime(on: date), regime.hours != nil else {
      caveats.append(.hoursUnpublished)
      return PenaltyAnswer.Charge(each: each, per: postPaid.per, count: 1)
    }
    if regime.zone.inferredMembers.contains("hours"), !caveats.contains(.figureInferred) {
      caveats.append(.figureInferred)
    }
    var walk = WindowWalk(
      table: zone.table, from: start, localDate: date, regime: regime, crossesRules: true)
    var count = 0
    var reached = start
    // The end of the last window, or the last day that was counted.
    var lastEnd: Instant?
    var lastDay = Int.min
    while let window = walk.window(endingAfter: reached), window.start < end {
      switch postPaid.per {
      case .window: if window.start != lastEnd { count += 1 }
      case .day:
        let first = max(window.startDay, day(of: start), lastDay == .min ? .min : lastDay + 1)
        let last = min(window.endDay, day(of: question.notice))
        if last >= first {
          count += last - first + 1
          lastDay = last
        }
      }
      lastEnd = window.end
      reached = window.end
    }
    if walk.askedUnknownHolidays, !caveats.contains(.holidaysUnknown) {
      caveats.append(.holidaysUnknown)
    }
    return PenaltyAnswer.Charge(each: each, per: postPaid.per, count: count)
  }

  private func day(of instant: Instant) -> Int { Int(clock.local(instant).date.daysSince1970) }
}
