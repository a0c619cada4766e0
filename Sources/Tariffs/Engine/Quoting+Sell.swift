import CivilTime

extension Quoting {
  /// Sells a ticket that counts from the first regulated minute of `walk` on.
  func sell(_ walk: WindowWalk) -> Quote {
    guard regime.sellsTickets else { return refused(.priceUnpublished) }
    let history: History
    switch earlierTickets() {
    case .banned(let from): return refused(.returnBan, nearest: .init(from: from))
    case .running(let running): history = running
    }
    if history.runningMinutes > 0 || history.start > request.arrival { add(.extended) }
    guard !regime.products.isEmpty else {
      guard let ladder = regime.ladder else { return refused(.priceUnpublished) }
      return sale(walk, history, ladder, isProduct: false).answer()
    }
    // Each offer is answered with the same notes so far.
    let notes = (quote.limits, quote.caveats)
    let fixed = sale(walk, history, productLadder(walk, history), isProduct: true).answer()
    guard let ladder = regime.ladder else { return fixed }
    (quote.limits, quote.caveats) = notes
    return better(sale(walk, history, ladder, isProduct: false).answer(), fixed)
  }

  private func sale(
    _ walk: WindowWalk, _ history: History, _ ladder: Ladder, isProduct: Bool
  ) -> Sale {
    Sale(
      quoting: self, walk: walk, history: history, ladder: ladder,
      caps: caps(history, isProduct: isProduct))
  }

  /// Of a zone's ladder and its fixed tickets, what the driver would choose: most time for an amount,
  /// the lowest price for a time.
  private func better(_ onLadder: Quote, _ fixed: Quote) -> Quote {
    if fixed.outcome == .refused { return onLadder }
    if onLadder.outcome == .refused { return fixed }
    switch request.want {
    case .money: return fixed.countedMinutes > onLadder.countedMinutes ? fixed : onLadder
    case .minutes, .until: return fixed.paid < onLadder.paid ? fixed : onLadder
    }
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
    var later = stay.map { (minutes: $0, limit: Limit.maximumStay) }
    if let perDay, later.map({ perDay < $0.minutes }) ?? true { later = (perDay, .maximumPerDay) }
    return (first, later)
  }
}
