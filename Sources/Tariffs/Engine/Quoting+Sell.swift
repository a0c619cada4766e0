import CivilTime

extension Quoting {
  /// Sells a ticket that counts from the first regulated minute of `walk` on.
  mutating func sell(_ walk: WindowWalk) -> Quote {
    let history: History
    switch earlierTickets() {
    case .banned(let from):
      quote.returnFrom = from
      return refused(.returnBan, nearest: .init(from: from))
    case .running(let running): history = running
    }
    guard regime.sellsTickets else { return refusedWithoutPrice(walk, history) }
    if history.runningMinutes > 0 || history.start > request.arrival { add(.extended) }
    var answers: [Quote] = []
    if let ladder = regime.ladder {
      var sale = Sale(
        quoting: self, walk: walk, history: history, ladder: ladder,
        isProduct: false, gap: regime.gap)
      answers.append(sale.answer())
    }
    let (timed, dated) = productLadders(walk, history)
    for (ladder, gap) in [(timed, regime.gap), (dated, Gap(policy: .carry))] {
      guard let ladder else { continue }
      var sale = Sale(
        quoting: self, walk: walk, history: history, ladder: ladder,
        isProduct: true, gap: gap)
      answers.append(sale.answer())
    }
    return best(of: answers)
  }

  /// No price is published: the latest legal end is told, and a stay beyond it is refused for that.
  private func refusedWithoutPrice(_ walk: WindowWalk, _ history: History) -> Quote {
    let cap = cap(
      running: history.runningForMaximum, thatDay: history.minutesThatDay, isProduct: false)
    guard let cap else { return refused(.priceUnpublished) }
    var builder = StayBuilder(walk: walk, from: history.start, regime: regime, gap: regime.gap)
    var wanted = 0
    switch request.want {
    case .money: break
    case .minutes(let minutes): wanted = minutes
    case .until(let end):
      var counting = builder
      wanted = counting.count(until: end)
    }
    let laid = builder.lay(cap.minutes).laid
    let latest = Refusal.Nearest(countedMinutes: laid, until: builder.cursor)
    guard wanted > cap.minutes else { return refused(.priceUnpublished, nearest: latest) }
    return refused(
      cap.limit == .maximumPerDay ? .maximumPerDay : .maximumStay, nearest: latest)
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
      var counting = StayBuilder(
        walk: walk, from: history.start, regime: regime, gap: regime.gap)
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
