import CivilTime

extension Quoting {
  /// Sells a ticket that counts from the first regulated minute of `walk` on.
  func sell(_ walk: WindowWalk) -> Quote {
    let history: History
    switch earlierTickets(walk) {
    case .closing: return refused(.pastClosing)
    case .banned(let from):
      quote.returnFrom = from
      return refused(.returnBan, nearest: .init(from: from))
    case .running(let running): history = running
    }
    guard regime.sellsTickets else { return withoutPrice(walk, history) }
    if history.isRunning || history.start > request.arrival { add(.extended) }
    guard !regime.products.isEmpty else {
      guard let ladder = regime.ladder else { return refused(.priceUnpublished) }
      var sale = sale(walk, history, ladder, isProduct: false, gap: regime.gap)
      return sale.answer()
    }
    let (timed, dated) = productLadders(walk, history)
    let offers: [(ladder: Ladder?, isProduct: Bool, gap: Gap)] = [
      (regime.ladder, false, regime.gap), (timed, true, regime.gap),
      (dated, true, Gap(policy: .carry)),
    ]
    // Each offer is answered with the same notes so far.
    let notes = (quote.limits, quote.caveats)
    var best: Quote?
    for offer in offers {
      guard let ladder = offer.ladder else { continue }
      (quote.limits, quote.caveats) = notes
      var sale = sale(
        walk, history, ladder, isProduct: offer.isProduct, gap: offer.gap)
      let answer = sale.answer()
      best = best.map { better($0, answer) } ?? answer
    }
    return best ?? refused(.priceUnpublished)
  }

  /// The price is not published; the time that may be stayed is.
  private func withoutPrice(_ walk: WindowWalk, _ history: History) -> Quote {
    var cap = cap(
      running: history.runningForMaximum, thatDay: history.minutesThatDay, isProduct: false)
    if let bar = barOutside {
      var ahead = builderAtStart(walk, history)
      var wanted = cap.map { history.start.adding(minutes: $0.minutes) }
      if case .until(let end) = request.want { wanted = min(wanted ?? end, end) }
      if let wanted, let closing = ahead.closing(before: wanted) {
        let minutes = ahead.count(until: closing)
        if case .until = request.want {
          return refused(bar.reason, nearest: .init(countedMinutes: minutes, until: closing))
        }
        cap = cap.map { (minutes, $0.limit) }
      }
    }
    guard let cap else {
      return refused(.priceUnpublished)
    }
    var builder = builderAtStart(walk, history)
    let laid = builder.lay(cap.minutes).laid
    if builder.gapPolicyActed, regime.gapIsAssumed { add(.gapPolicyAssumed) }
    let latest = Refusal.Nearest(countedMinutes: laid, until: builder.cursor)
    var wanted = 0
    switch request.want {
    case .money: break
    case .minutes(let minutes): wanted = minutes
    case .until(let end):
      var counting = builderAtStart(walk, history)
      wanted = counting.count(until: end)
    }
    guard wanted > cap.minutes else { return refused(.priceUnpublished, nearest: latest) }
    return refused(
      cap.limit == .maximumPerDay ? .maximumPerDay : .maximumStay, nearest: latest)
  }

  private func builderAtStart(_ walk: WindowWalk, _ history: History) -> StayBuilder {
    StayBuilder(walk: walk, from: history.start, regime: regime, gap: regime.gap)
  }

  private func sale(
    _ walk: WindowWalk, _ history: History, _ ladder: Ladder, isProduct: Bool, gap: Gap
  ) -> Sale {
    // A fixed ticket is never the continuation of another one's ladder.
    var own = history
    if isProduct { own.runningMinutes = 0 }
    return Sale(
      quoting: self, walk: walk, history: own, ladder: ladder, isProduct: isProduct, gap: gap)
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

  /// The zone's fixed tickets as they are for this arrival, in counted minutes: those of so many minutes,
  /// and those of so many days or until an hour, which no closing cuts. Nil where none are published.
  private func productLadders(_ walk: WindowWalk, _ history: History) -> (Ladder?, Ladder?) {
    guard !regime.products.isEmpty else { return (nil, nil) }
    var timed: [PricePoint] = []
    var dated: [PricePoint] = []
    for priced in regime.products {
      if case .minutes(let minutes) = priced.product.duration {
        timed.append(PricePoint(minutes: minutes, cents: priced.cents))
      } else if let minutes = minutes(of: priced.product, walk, history), minutes > 0 {
        dated.append(PricePoint(minutes: minutes, cents: priced.cents))
      }
    }
    func ladder(_ points: [PricePoint]) -> Ladder {
      .list(ListLadder(offered: points, freeMinutes: 0))
    }
    if dated.isEmpty { return (ladder(timed), nil) }
    return (timed.isEmpty ? nil : ladder(timed), ladder(dated))
  }

  /// The counted minutes of a ticket for days or for hours of the clock; nil when it is not sold now.
  private func minutes(of product: Product, _ walk: WindowWalk, _ history: History) -> Int? {
    let local = table.clock.local(history.start)
    func moment(_ minuteOfDay: Int) -> Instant {
      table.clock.instant(of: LocalDateTime(date: local.date, minuteOfDay: minuteOfDay))
    }
    func counted(until end: Instant) -> Int {
      var counting = builderAtStart(walk, history)
      return counting.count(until: end)
    }
    switch product.duration {
    case .minutes(let minutes): return minutes
    case .restOfDay: return counted(until: moment(1440))
    case .days(let days): return counted(until: moment(1440 * days))
    case .clock(let from, let until):
      // Before its hour it would not cover the regulated minutes up to it.
      return counted(until: moment(from)) == 0 ? counted(until: moment(until)) : nil
    }
  }

  // MARK: Limits of the ticket

  /// The most counted minutes of one ticket.
  ///
  /// - Parameters:
  ///   - running: minutes of the running ticket that the maximum stay counts.
  ///   - thatDay: minutes of the day's tickets so far.
  func cap(running: Int, thatDay: Int, isProduct: Bool) -> (minutes: Int, limit: Limit)? {
    let stay = isProduct ? nil : regime.maximumMinutes
    let first = stay.map { (minutes: max(0, $0 - running), limit: Limit.maximumStay) }
    guard let perDay = regime.zone.maximumPerDayMinutes else { return first }
    let left = max(0, perDay - thatDay)
    if let first, first.minutes <= left { return first }
    return (left, .maximumPerDay)
  }
}
