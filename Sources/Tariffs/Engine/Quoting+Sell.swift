import CivilTime

extension Quoting {
  /// Sells a ticket that counts from the first regulated minute of `walk` on.
  mutating func sell(_ walk: WindowWalk) -> Quote {
    guard regime.sellsTickets else { return refused(.priceUnpublished) }
    let history: History
    switch earlierTickets() {
    case .banned(let from): return refused(.returnBan, nearest: .init(from: from))
    case .running(let running): history = running
    }
    if history.runningMinutes > 0 || history.start > request.arrival { add(.extended) }
    var answers: [Quote] = []
    if let ladder = regime.ladder {
      var sale = Sale(
        quoting: self, walk: walk, history: history, ladder: ladder,
        caps: caps(history, isProduct: false))
      answers.append(sale.answer())
    }
    if !regime.products.isEmpty {
      var sale = Sale(
        quoting: self, walk: walk, history: history, ladder: productLadder(walk, history),
        caps: caps(history, isProduct: true))
      answers.append(sale.answer())
    }
    return best(of: answers)
  }

  /// Of a zone's ladder and its fixed tickets, what the driver would choose: most time for an amount,
  /// the lowest price for a time.
  private func best(of answers: [Quote]) -> Quote {
    let sold = answers.filter { $0.outcome != .refused }
    guard var choice = sold.first ?? answers.first else { return refused(.priceUnpublished) }
    for other in sold.dropFirst() {
      switch request.want {
      case .money where other.countedMinutes > choice.countedMinutes: choice = other
      case .minutes where other.paid < choice.paid: choice = other
      case .until where other.paid < choice.paid: choice = other
      default: break
      }
    }
    return choice
  }

  /// The zone's fixed tickets as they are for this arrival, in counted minutes.
  private func productLadder(_ walk: WindowWalk, _ history: History) -> Ladder {
    let local = table.clock.local(history.start)
    let points = regime.products.compactMap { priced -> PricePoint? in
      let end: LocalDateTime
      var start = history.start
      switch priced.product.duration {
      case .minutes(let minutes): return PricePoint(minutes: minutes, cents: priced.cents)
      case .restOfDay: end = LocalDateTime(date: local.date, minuteOfDay: 1440)
      case .days(let days): end = LocalDateTime(date: local.date, minuteOfDay: 1440 * days)
      case .clock(let from, let until):
        end = LocalDateTime(date: local.date, minuteOfDay: until)
        start = max(
          start, table.clock.instant(of: LocalDateTime(date: local.date, minuteOfDay: from)))
      }
      var counting = StayBuilder(walk: walk, from: start, regime: regime)
      let minutes = counting.count(until: table.clock.instant(of: end))
      return minutes > 0 ? PricePoint(minutes: minutes, cents: priced.cents) : nil
    }
    return .list(ListLadder(offered: points, freeMinutes: 0))
  }

  // MARK: Limits of the ticket

  private func caps(_ history: History, isProduct: Bool) -> (
    first: (minutes: Int, limit: Limit)?, later: (minutes: Int, limit: Limit)?
  ) {
    let stay = isProduct ? nil : regime.maximumMinutes
    var first = stay.map {
      (minutes: max(0, $0 - history.runningForMaximum), limit: Limit.maximumStay)
    }
    let perDay = regime.zone.maximumPerDayMinutes
    if let perDay {
      let left = max(0, perDay - history.minutesThatDay)
      if first.map({ left < $0.minutes }) ?? true { first = (left, .maximumPerDay) }
    }
    let later = [
      stay.map { (minutes: $0, limit: Limit.maximumStay) },
      perDay.map { (minutes: $0, limit: Limit.maximumPerDay) },
    ].compactMap { $0 }.min { $0.minutes < $1.minutes }
    return (first, later)
  }
}
