import CivilTime

extension PreparedZone {
  /// Answers a driver's question. Every question has an answer: a refusal is one too.
  ///
  /// - Complexity: O(windows and days that the ticket spans).
  public func quote(_ request: QuoteRequest) -> Quote {
    let local = table.clock.local(request.arrival)
    let date = local.date
    guard let dated = table.regime(on: date) else {
      var quote = Quote(zoneID: zoneID, arrival: request.arrival, outcome: .refused)
      quote.refusal = Refusal(table.hasEdition(on: date) ? .zoneNotInEdition : .noEdition)
      return quote
    }
    let regime =
      dated.timedSurcharges.isEmpty ? dated : dated.bought(at: local, holidays: table.holidays)
    let quoting = Quoting(
      table: table, regime: regime, request: request, date: date, zoneID: zoneID)
    return quoting.answer()
  }
}

/// One question being answered. A class, so that the sales that answer it share it without copies.
final class Quoting {
  let table: PreparedZone.Table
  let regime: Regime
  let request: QuoteRequest
  let date: CivilDate
  var quote: Quote
  private var arrival: Instant { request.arrival }

  init(
    table: PreparedZone.Table, regime: Regime, request: QuoteRequest, date: CivilDate,
    zoneID: String
  ) {
    self.table = table
    self.regime = regime
    self.request = request
    self.date = date
    quote = Quote(zoneID: zoneID, arrival: request.arrival, outcome: .refused)
    quote.editionID = regime.editionID
    quote.periodID = regime.periodID
    quote.actsAs = regime.zone.actsAs
    quote.caveats = regime.caveats(on: date)
  }

  func answer() -> Quote {
    guard regime.hours != nil else { return refused(.hoursUnpublished) }
    if case .until(let end) = request.want, end <= arrival {
      return refused(.endNotAfterArrival)
    }
    var walk = walkFromArrival()
    let window = walk.window(endingAfter: arrival)
    if walk.askedUnknownHolidays { add(.holidaysUnknown) }
    guard let window, window.start <= arrival else { return closed(walk, next: window) }
    if regime.admission == .notAdmitted { return refused(.classNotAdmitted) }
    switch regime.zone.duringHours {
    case .residentsOnly:
      if regime.isHome { return exempt() }
      quote.outcome = .residentsOnly
      return quote
    case .forbidden:
      return refused(
        .forbidden, nearest: closing(after: window, in: walk).map { .init(from: $0) })
    case .pay: break
    }
    if regime.admission == .free { return exempt(untilClosing: walk) }
    if isOnlyAStop {
      quote.limits.append(.notParking)
      return free(until: arrival.adding(minutes: regime.zone.ignoredMinutes))
    }
    return sell(walk)
  }

  /// Whether the car leaves again so soon that it was not parked. A running ticket's car is parked.
  private var isOnlyAStop: Bool {
    let most = regime.zone.ignoredMinutes
    guard most > 0, !request.previous.contains(where: { $0.until >= arrival }) else { return false }
    switch request.want {
    case .money: return false
    case .minutes(let minutes): return minutes <= most
    case .until(let end): return end.seconds(since: arrival) <= most * 60
    }
  }

  func walkFromArrival() -> WindowWalk {
    WindowWalk(table: table, from: arrival, localDate: date, regime: regime)
  }

  // MARK: Answers without a ticket

  func refused(_ reason: Refusal.Reason, nearest: Refusal.Nearest? = nil) -> Quote {
    var quote = quote
    quote.outcome = .refused
    quote.refusal = Refusal(reason, nearest: nearest)
    return quote
  }

  private func free(until: Instant?) -> Quote {
    quote.outcome = .free
    quote.freeUntil = until
    // What costs nothing costs nothing whatever the signal says.
    quote.caveats.removeAll { $0 == .signalUnknown }
    return quote
  }

  private func exempt() -> Quote {
    quote.limits.append(.classExempt)
    return free(until: nil)
  }

  /// Nothing to pay up to a moment from which the car may not stay.
  private func free(until end: Instant, before bar: Bar) -> Quote {
    if case .until(let wanted) = request.want, wanted > end {
      return refused(bar.reason, nearest: .init(until: end))
    }
    quote.limits.append(bar.limit)
    return free(until: end)
  }

  /// A class that does not pay inside the hours. Outside them it is like any other vehicle.
  private func exempt(untilClosing walk: WindowWalk) -> Quote {
    quote.limits.append(.classExempt)
    guard let bar = barOutside else { return free(until: nil) }
    var walk = walk
    var end = arrival
    while let window = walk.window(endingAfter: end), window.start <= end { end = window.end }
    return free(until: end, before: bar)
  }

  /// An arrival outside the hours.
  private func closed(_ walk: WindowWalk, next: RegulatedWindow?) -> Quote {
    switch regime.zone.outsideHours {
    case .residentsOnly:
      if regime.isHome { return exempt() }
      quote.outcome = .residentsOnly
      return quote
    case .forbidden: return refused(.forbidden, nearest: next.map { .init(from: $0.start) })
    case .free: break
    }
    if regime.admission == .free, regime.zone.duringHours == .pay { return exempt() }
    if let next, let bar = barInside { return free(until: next.start, before: bar) }
    let opening = nextDue(after: arrival)
    guard let next, regime.admission == .pays, regime.zone.duringHours == .pay,
      regime.sellsTickets, let prepay = regime.prepay, wantsTimePast(next.start)
    else { return free(until: opening) }
    let tooEarly =
      prepay.atMostMinutes.map { next.start.seconds(since: arrival) / 60 > $0 } ?? false
    guard prepay.allowed, !tooEarly else {
      if case .money(let cents) = request.want, cents > .zero {
        quote.freeUntil = opening
        return refused(
          .prepayNotAllowed,
          nearest: .init(
            from: prepay.allowed
              ? next.start.adding(minutes: -(prepay.atMostMinutes ?? 0)) : next.start))
      }
      return free(until: opening)
    }
    quote.limits.append(.prepaid)
    return sell(walk)
  }

  private func wantsTimePast(_ opening: Instant) -> Bool {
    switch request.want {
    case .money(let cents): cents > .zero
    case .minutes: true
    case .until(let end): end > opening
    }
  }

  /// The next minute at or after `moment` that is not free to everybody; nil when there is none. Rules
  /// that begin later are looked through.
  func nextDue(after moment: Instant) -> Instant? {
    var from = moment
    while true {
      let localDate = table.clock.local(from).date
      guard let current = table.regime(on: localDate) else { return nil }
      if current.zone.outsideHours != .free { return from }
      var walk = WindowWalk(table: table, from: from, localDate: localDate, regime: current)
      if let window = walk.window(endingAfter: from) { return max(window.start, moment) }
      guard let change = walk.rulesChange, change > from else { return nil }
      from = change
    }
  }

  /// Whether some minute between the two is certainly or possibly not free to everybody.
  func isDue(from start: Instant, until end: Instant) -> Bool {
    guard table.regime(on: table.clock.local(start).date) != nil else { return true }
    return nextDue(after: start).map { $0 < end } ?? false
  }

  /// The first moment after a regulated one that is not regulated, by the rules at hand; nil when
  /// that is more than a month away.
  private func closing(after window: RegulatedWindow, in walk: WindowWalk) -> Instant? {
    var walk = walk
    var end = window.end
    for _ in 0..<31 {
      guard let next = walk.window(endingAfter: end), next.start == end else { return end }
      end = next.end
    }
    return nil
  }

  func add(_ caveat: Caveat) {
    if !quote.caveats.contains(caveat) { quote.caveats.append(caveat) }
  }

  func add(_ limit: Limit) {
    if !quote.limits.contains(limit) { quote.limits.append(limit) }
  }
}
