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
      return sale(walk, history, ladder, isProduct: false).answer()
    }
    // Each offer is answered with the same notes so far.
    let notes = (quote.limits, quote.caveats)
    let fixed = sale(walk, history, productLadder(walk, history), isProduct: true).answer()
    guard let ladder = regime.ladder else { return fixed }
    (quote.limits, quote.caveats) = notes
    return better(sale(walk, history, ladder, isProduct: false).answer(), fixed)
  }

  /// The price is not published; the time that may be stayed is.
  private func withoutPrice(_ walk: WindowWalk, _ history: History) -> Quote {
    guard let cap = caps(history, isProduct: false).first else {
      return refused(.priceUnpublished)
    }
    var builder = StayBuilder(walk: walk, from: history.start, regime: regime)
    let laid = builder.lay(cap.minutes).laid
    let latest = Refusal.Nearest(countedMinutes: laid, until: builder.cursor)
    var wanted = 0
    switch request.want {
    case .money: break
    case .minutes(let minutes): wanted = minutes
    case .until(let end):
      var counting = StayBuilder(walk: walk, from: history.start, regime: regime)
      wanted = counting.count(until: end)
    }
    guard wanted > cap.minutes else { return refused(.priceUnpublished, nearest: latest) }
    return refused(
      cap.limit == .maximumPerDay ? .maximumPerDay : .maximumStay, nearest: latest)
  }

  private func sale(
    _ walk: WindowWalk, _ history: History, _ ladder: Ladder, isProduct: Bool
  ) -> Sale {
    // A fixed ticket is never the continuation of another one's ladder.
    var own = history
    if isProduct { own.runningMinutes = 0 }
    return Sale(
      quoting: self, walk: walk, history: own, ladder: ladder,
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
    var walk = walk
    let start = walk.window(endingAfter: history.start).map { max($0.start, history.start) }
    let local = table.clock.local(start ?? history.start)
    let points = regime.products.compactMap { priced -> PricePoint? in
      let end: LocalDateTime
      switch priced.product.duration {
      case .minutes(let minutes): return PricePoint(minutes: minutes, cents: priced.cents)
      case .restOfDay: end = LocalDateTime(date: local.date, minuteOfDay: 1440)
      case .days(let days): end = LocalDateTime(date: local.date, minuteOfDay: 1440 * days)
      case .clock(let from, let until):
        guard from <= local.minuteOfDay else { return nil }
        end = LocalDateTime(date: local.date, minuteOfDay: until)
      }
      var counting = StayBuilder(walk: walk, from: start ?? history.start, regime: regime)
      let minutes = counting.count(until: table.clock.instant(of: end))
      return minutes > 0 ? PricePoint(minutes: minutes, cents: priced.cents) : nil
    }
    return .list(ListLadder(offered: points, freeMinutes: 0))
  }

  // MARK: Limits of the ticket

  private func caps(_ history: History, isProduct: Bool) -> TicketCaps {
    let stay = isProduct ? nil : regime.maximumMinutes
    let perDay = regime.zone.maximumPerDayMinutes
    return TicketCaps(
      first: TicketCaps.least(
        stay: stay.map { $0 - history.runningForMaximum },
        perDay: perDay.map { $0 - history.minutesThatDay }),
      stay: stay, perDay: perDay)
  }
}

/// The most counted minutes of a ticket beside its ladder's own end, and which rule says so.
struct TicketCaps {
  typealias Cap = (minutes: Int, limit: Limit)

  let first: Cap?
  /// Of a ticket that begins after a gap, before the maximum of the day.
  let stay: Int?
  let perDay: Int?

  /// The cap of a ticket that begins after a gap.
  ///
  /// - Parameter usedThatDay: counted minutes already sold of the day on which it begins.
  func later(usedThatDay: Int) -> Cap? {
    Self.least(stay: stay, perDay: perDay.map { $0 - usedThatDay })
  }

  static func least(stay: Int?, perDay: Int?) -> Cap? {
    let stay = stay.map { Cap(max(0, $0), .maximumStay) }
    guard let perDay else { return stay }
    return stay.map { $0.minutes <= perDay } ?? false ? stay : Cap(max(0, perDay), .maximumPerDay)
  }
}
