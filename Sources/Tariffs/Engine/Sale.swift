import CivilTime

/// One sale over one ladder: turns what is asked into tickets, lays their minutes and charges them.
struct Sale {
  private let quoting: Quoting
  private var builder: StayBuilder
  private let history: History
  private let ladder: Ladder
  private let gap: Gap
  private let isProduct: Bool
  /// Of the first ticket; each new ticket after a gap has one of its own.
  private var till: Till
  private var segments: [Segment] = []
  /// Pieces of the builder that are charged already.
  private var charged = 0
  private var paid = Cents.zero
  private var counted = 0

  /// Counted minutes before the ticket at hand, where a gap began a new one.
  private var countedBefore = 0
  /// Minutes of the tickets that begin on the day of the ticket at hand, and that day's number once a
  /// gap began a new ticket.
  private var minutesThatDay: Int
  private var dayOfTicket: Int?

  init(
    quoting: Quoting, walk: WindowWalk, history: History, ladder: Ladder, isProduct: Bool, gap: Gap
  ) {
    self.quoting = quoting
    self.history = history
    self.ladder = ladder
    self.isProduct = isProduct
    minutesThatDay = history.minutesThatDay
    self.gap = gap
    segments.reserveCapacity(8)
    builder = StayBuilder(walk: walk, from: history.start, regime: quoting.regime, gap: gap)
    till = Till(
      ladder: ladder, paidMinutes: history.runningMinutes,
      cap: quoting.cap(
        running: history.runningForMaximum, thatDay: history.minutesThatDay, isProduct: isProduct))
  }

  mutating func answer() -> Quote {
    if let most = till.most, most.minutes == 0, ladder.maximumMinutes != 0 {
      return refusedAtMaximum(most)
    }
    switch quoting.request.want {
    case .money(let cents): return sell(for: cents)
    // Longer than any walk over windows: not sold, but no arithmetic overflows.
    case .minutes(let minutes): return sell(minutes: min(minutes, LineLadder.longestMinutes))
    case .until(let end):
      guard end < quoting.request.arrival.adding(minutes: WindowWalk.horizonDays * 1440) else {
        return quoting.refused(.notSold)
      }
      if let bar = quoting.barOutside {
        var ahead = builder
        if let closing = builder.closing(before: end) {
          return refusal(bar.reason, minutes: ahead.count(until: closing))
        }
      }
      var counting = builder
      let minutes = counting.count(until: end)
      if counting.walk.askedUnknownHolidays { quoting.add(.holidaysUnknown) }
      if let change = counting.walk.rulesChange, end > change,
        quoting.isDue(from: change, until: end)
      {
        return refusal(.pastRulesChange, minutes: minutes)
      }
      return minutes > 0 ? sell(minutes: minutes) : sell(for: .zero)
    }
  }

  // MARK: Money to time

  private mutating func sell(for amount: Cents) -> Quote {
    var left = amount
    switch till.acceptance(of: amount) {
    case .accepted: break
    case .underMinimum(let least): return refusal(.belowMinimum, paid: least)
    case .notOffered(let below, let above):
      let reason: Refusal.Reason = if case .list = ladder { .notSold } else { .offCoinStep }
      return refusal(reason, paid: nearest(to: amount, below, above))
    case .overMaximum(let most):
      guard most > .zero else { return refusedBeyondFree() }
      left = most
    }
    let unsold = amount - left
    while true {
      let most = till.most
      let bought = till.minutes(for: left)
      let wanted = most.map { min(bought, $0.minutes) } ?? bought
      guard wanted > 0 else { break }
      let isFirst = counted == 0
      if !isFirst, till.cents(for: wanted) == .zero { break }
      let (laid, stop) = builder.lay(wanted)
      guard laid > 0 else { break }
      // What was left over at a closing need not be an amount that a meter takes.
      let exact =
        laid == bought && (unsold == .zero || most == nil)
        && (isFirst || till.acceptance(of: left) == .accepted)
      let price = exact ? left : till.cents(for: laid) ?? left
      charge(min(price, left), laid: laid)
      left = left - min(price, left)
      note(stop)
      if let most, laid == most.minutes, bought >= laid, left > .zero || unsold > .zero {
        quoting.add(most.limit)
      }
      // Money left over does not fetch the free minutes of ticket after ticket.
      guard isFirst || price > .zero else { break }
      guard left > .zero, stop == .newTicket || builder.newTicketIsNext() else { break }
      beginAgain()
    }
    guard counted > 0 else { return refusedAsTooLittle() }
    quoting.quote.change = left + unsold
    return ticket()
  }

  private func nearest(to amount: Cents, _ below: Cents?, _ above: Cents?) -> Cents? {
    guard let below, let above else { return below ?? above }
    return amount - below <= above - amount ? below : above
  }

  // MARK: Time to money

  private mutating func sell(minutes: Int) -> Quote {
    var left = minutes
    while true {
      let most = till.most
      let wanted = min(left, most?.minutes ?? left)
      if let most, most.minutes == 0, counted > 0 {
        return refusal(reason(for: most, asked: left), minutes: counted)
      }
      guard wanted > 0, let price = till.cents(for: wanted) else {
        return refusedBeyondFree()
      }
      // The amount may buy more than was asked: the ticket says what it buys.
      let bought = min(till.minutes(for: price), most?.minutes ?? Int.max)
      let (laid, stop) = builder.lay(max(bought, wanted))
      if laid < wanted, stop != .newTicket {
        note(stop)
        return refusal(reason(for: stop), minutes: counted + laid)
      }
      if wanted < left, stop == .completed, !builder.newTicketIsNext(), let most {
        return refusal(reason(for: most, asked: left), minutes: counted + wanted)
      }
      charge(till.cents(for: min(laid, wanted)) ?? price, laid: laid)
      if laid >= wanted, bought > wanted, price == till.cents(for: 1), price > .zero {
        quoting.add(.minimum)
      }
      left -= min(laid, wanted)
      note(stop)
      guard left > 0 else { break }
      beginAgain()
    }
    return ticket()
  }

  private func reason(
    for most: (minutes: Int, limit: Limit), asked: Int
  ) -> Refusal.Reason {
    let limit = till.cap.flatMap { asked > $0.minutes ? $0.limit : nil }
    if (limit ?? most.limit) == .maximumPerDay { return .maximumPerDay }
    // The end of the free minutes where no price is published is no maximum.
    return limit == nil && ladder.isFreeOnly ? .priceUnpublished : .maximumStay
  }

  private func reason(for stop: StayBuilder.Stop) -> Refusal.Reason {
    if case .closing = stop { .pastClosing } else { .pastRulesChange }
  }

  /// A new ticket after a gap: ladder and maximum begin again, the maximum of the day does not.
  private mutating func beginAgain() {
    quoting.add(.newTicket)
    if quoting.regime.zone.maximumPerDayMinutes != nil {
      let next = builder.dayOfNextMinute()
      if next != dayOfTicket ?? dayOfFirstMinute { minutesThatDay = 0 }
      dayOfTicket = next
    }
    countedBefore = counted
    till = Till(
      ladder: ladder, paidMinutes: 0,
      cap: quoting.cap(running: 0, thatDay: minutesThatDay, isProduct: isProduct))
  }

  private var dayOfFirstMinute: Int? {
    segments.first { $0.kind == .counted }.map {
      Int(quoting.table.clock.local($0.from).date.daysSince1970)
    }
  }

  // MARK: Charging

  /// Shares a ticket's price out to its segments: each adds what the ladder adds by its end.
  private mutating func charge(_ price: Cents, laid: Int) {
    var reached = 0
    var spent = Cents.zero
    while charged < builder.pieces.count {
      let piece = builder.pieces[charged]
      charged += 1
      guard piece.kind == .counted else {
        segments.append(Segment(from: piece.from, to: piece.to, kind: piece.kind, cents: .zero))
        continue
      }
      reached += piece.to.seconds(since: piece.from) / 60
      let total =
        reached >= laid ? price : min(price, till.cents(for: reached) ?? price)
      segments.append(
        Segment(from: piece.from, to: piece.to, kind: .counted, cents: total - spent))
      spent = total
    }
    paid = paid + price
    counted += laid
    minutesThatDay += laid
  }

  private func note(_ stop: StayBuilder.Stop) {
    switch stop {
    case .completed, .neverAgain: break
    case .closing: quoting.add(.closing)
    case .newTicket: quoting.add(.newTicket)
    case .rulesChange: quoting.add(.rulesChange)
    }
  }

  // MARK: The answer

  private mutating func ticket() -> Quote {
    if builder.walk.askedUnknownHolidays { quoting.add(.holidaysUnknown) }
    if builder.gapPolicyActed, quoting.regime.gapIsAssumed { quoting.add(.gapPolicyAssumed) }
    var quote = quoting.quote
    quote.outcome = .ticket
    quote.paid = paid
    quote.countedMinutes = counted
    quote.segments = segments
    quote.countingFrom = segments.first { $0.kind == .counted }?.from
    guard let last = segments.last, counted > 0 else { return quote }
    quote.validUntil = last.to
    quote.freeUntil = freeUntil(after: last.to)
    if let bar = quoting.barOutside {
      if segments.contains(where: { $0.kind == bar.kind })
        || builder.closing(before: last.to.adding(minutes: 1)) != nil
      {
        quote.limits.append(bar.limit)
      }
    }
    if paid == .zero, counted <= ladder.freeMinutes { quote.limits.append(.freeMinutes) }
    // A ticket that a gap began is one stay of its own.
    let goesOn = countedBefore == 0 && history.isRunning
    quote.returnFrom = quoting.banEnd(
      start: goesOn ? history.chainStart : startOfLastTicket ?? last.from, end: last.to,
      counted: (goesOn ? history.chainMinutes : 0) + counted - countedBefore)
    return quote
  }

  /// When the ticket at hand began to count.
  private var startOfLastTicket: Instant? {
    var left = counted - countedBefore
    return segments.last { segment in
      if segment.kind == .counted { left -= segment.minutes }
      return left <= 0
    }?.from
  }

  /// The next minute to pay after a ticket that ends at a closing; nil inside the hours.
  private mutating func freeUntil(after end: Instant) -> Instant? {
    if quoting.regime.zone.outsideHours == .free, let next = builder.nextWindow(after: end) {
      return next.start > end ? next.start : nil
    }
    let due = quoting.nextDue(after: end)
    return due == end ? nil : due
  }

  /// Beyond the free minutes nothing is sold; of fixed tickets, none fits.
  private func refusedBeyondFree() -> Quote {
    if case .list(let list) = ladder, list.freeMinutes == 0 { return quoting.refused(.notSold) }
    return refusal(.priceUnpublished, minutes: ladder.freeMinutes)
  }

  /// The amount is accepted, but does not reach a further minute (of a running ticket, or of a zone
  /// that never opens again).
  private func refusedAsTooLittle() -> Quote {
    guard let least = till.cents(for: 1), least > .zero else { return quoting.refused(.notSold) }
    return refusal(.belowMinimum, paid: least)
  }

  private func refusedAtMaximum(_ most: (minutes: Int, limit: Limit)) -> Quote {
    let until = quoting.banEnd(
      start: history.chainStart, end: history.start, counted: history.chainMinutes)
    return quoting.refused(
      reason(for: most, asked: 1), nearest: until.map { .init(from: $0) })
  }

  /// A refusal with the ticket that can be had instead, by its amount or its minutes.
  private func refusal(_ reason: Refusal.Reason, paid: Cents? = nil, minutes: Int = 0) -> Quote {
    let notes = (quoting.quote.limits, quoting.quote.caveats)
    defer { (quoting.quote.limits, quoting.quote.caveats) = notes }
    var other = Sale(
      quoting: quoting, walk: quoting.walkFromArrival(), history: history, ladder: ladder,
      isProduct: isProduct, gap: gap)
    let want: Quote
    if let paid {
      want = other.sell(for: paid)
    } else if minutes > 0 {
      want = other.sell(minutes: minutes)
    } else {
      return quoting.refused(reason)
    }
    (quoting.quote.limits, quoting.quote.caveats) = notes
    guard want.outcome == .ticket, want.countedMinutes > 0 else { return quoting.refused(reason) }
    return quoting.refused(
      reason,
      nearest: .init(paid: want.paid, countedMinutes: want.countedMinutes, until: want.validUntil))
  }
}
