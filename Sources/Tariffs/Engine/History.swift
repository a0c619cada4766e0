import CivilTime

/// What earlier tickets of the car mean for a new one.
struct History: Hashable {
  /// When the new ticket begins: at the arrival, or at the end of the running one.
  var start: Instant
  /// Whether it goes on from a running ticket.
  var isRunning = false
  /// When the first of the tickets that it goes on from began to count.
  var chainStart: Instant
  /// Counted minutes of the tickets that it goes on from.
  var chainMinutes = 0
  /// The same, as far as the ladder continues them.
  var runningMinutes = 0
  /// The same, as far as the maximum counts them.
  var runningForMaximum = 0
  /// Counted minutes of earlier tickets of the day on which the new one begins to count.
  var minutesThatDay = 0

  init(start: Instant) {
    self.start = start
    chainStart = start
  }
}

/// A ticket, or the part of one that has a ladder and a maximum of its own.
struct TicketPart: Hashable {
  let start: Instant
  let minutes: Int
}

/// The last tickets that follow each other without a pause: one stay.
struct TicketChain: Hashable {
  var start: Instant
  var end: Instant

  /// - Parameter tickets: by their beginning; they may overlap.
  init?(_ tickets: [PreviousTicket]) {
    guard let first = tickets.first else { return nil }
    (start, end) = (first.from, first.until)
    for ticket in tickets.dropFirst() {
      if ticket.from > end { start = ticket.from }
      end = max(end, ticket.until)
    }
  }
}

extension Quoting {
  enum Earlier {
    case running(History)
    /// The return ban holds until then.
    case banned(until: Instant)
    /// The running ticket ends at the closing, and time beyond it is not sold.
    case closing
  }

  /// Reads the earlier tickets: one that still runs, or ends as the new one begins, is gone on from;
  /// one that ended earlier may ban a return.
  ///
  /// - Parameter walk: from the arrival on.
  func earlierTickets(_ walk: WindowWalk) -> Earlier {
    var history = History(start: request.arrival)
    guard !request.previous.isEmpty else { return .running(history) }
    var walk = walk
    let due = walk.window(endingAfter: request.arrival)?.start ?? request.arrival
    // A ticket for later is an earlier one only if nothing has to be paid before it.
    let tickets = request.previous.filter { $0.from <= max(due, request.arrival) }
    guard let chain = TicketChain(tickets) else { return .running(history) }
    let last = parts(from: chain.start, until: chain.end).last
    if chain.end > request.arrival || (chain.end == request.arrival && due <= request.arrival) {
      history.start = chain.end
      let next = walk.window(endingAfter: chain.end)
      switch gapPolicy(from: chain.end, to: next) {
      case .carry:
        goOn(&history, from: last)
      case .newTicket: break
      case .cut: guard regime.prepay?.allowed ?? false else { return .closing }
      }
    } else if let last,
      let until = banEnd(start: last.start, end: chain.end, counted: last.minutes),
      until > request.arrival
    {
      return .banned(until: until)
    }
    if regime.zone.maximumPerDayMinutes != nil {
      let next = walk.window(endingAfter: history.start)?.start ?? history.start
      history.minutesThatDay = minutes(
        of: tickets, on: table.clock.local(max(next, history.start)).date)
    }
    return .running(history)
  }

  private func goOn(_ history: inout History, from last: TicketPart?) {
    history.isRunning = true
    guard let last else { return }
    history.chainStart = last.start
    history.chainMinutes = last.minutes
    let rule = regime.zone.extensionRule ?? ExtensionRule()
    if rule.ladderContinues { history.runningMinutes = last.minutes }
    if rule.maximumCountsBoth { history.runningForMaximum = last.minutes }
  }

  /// Of a gap that begins where a ticket ends; `carry` where there is none.
  private func gapPolicy(from end: Instant, to next: RegulatedWindow?) -> GapPolicy {
    guard let next, next.start > end else { return .carry }
    let lastDay = Int(table.clock.local(end.adding(minutes: -1)).date.daysSince1970)
    return lastDay == next.startDay ? regime.gap.policy : regime.gap.overnight
  }

  /// Counted minutes of tickets on a day. A ticket's minutes belong to the day on which it begins to
  /// count.
  func minutes(of tickets: [PreviousTicket], on day: CivilDate) -> Int {
    tickets.reduce(0) { sum, ticket in
      guard table.clock.local(ticket.until).date >= day else { return sum }
      return parts(from: ticket.from, until: ticket.until).reduce(sum) { sum, part in
        table.clock.local(part.start).date == day ? sum + part.minutes : sum
      }
    }
  }

  /// When a car may come back after a ticket; nil when no ban acts.
  ///
  /// - Parameter counted: the minutes of all tickets without a pause between them, whatever the
  ///   maximum counts.
  func banEnd(start: Instant, end: Instant, counted: Int) -> Instant? {
    guard let ban = regime.zone.returnBan, ban.minutes > 0 else { return nil }
    switch ban.after {
    case .anyTicket: break
    case .maximum:
      guard let most = mostMinutes, counted >= most else { return nil }
    case .freeTicket:
      guard counted <= (regime.ladder?.freeMinutes ?? 0) else { return nil }
    }
    return (ban.from == .end ? end : start).adding(minutes: ban.minutes)
  }

  private var mostMinutes: Int? {
    // Where only free minutes are published, they are not the longest stay.
    let ladderMost = regime.ladder.flatMap { $0.isFreeOnly ? nil : $0.maximumMinutes }
    return [regime.maximumMinutes, ladderMost].compactMap { $0 }.min()
      ?? regime.ladder?.maximumMinutes
  }

  /// The tickets that a stretch of paid time is made of: one, unless a new ticket began in it.
  private func parts(from start: Instant, until end: Instant) -> [TicketPart] {
    let localDate = table.clock.local(start).date
    guard let current = table.regime(on: localDate) else { return [] }
    var builder = StayBuilder(
      walk: WindowWalk(table: table, from: start, localDate: localDate, regime: current),
      from: start, regime: current, gap: current.gap)
    return builder.parts(until: end)
  }
}
