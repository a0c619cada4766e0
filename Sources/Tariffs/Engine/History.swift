import CivilTime

/// What earlier tickets of the car mean for a new one.
struct History {
  /// When the new ticket begins: at the arrival, or at the end of the running one.
  var start: Instant
  /// Counted minutes of the running ticket (with those it went on from) that the ladder continues.
  var runningMinutes = 0
  /// The same, as far as the maximum counts them.
  var runningForMaximum = 0
  /// Counted minutes of all tickets of the day on which the new one begins.
  var minutesThatDay = 0
}

extension Quoting {
  enum Earlier {
    case running(History)
    /// The return ban holds until then.
    case banned(until: Instant)
  }

  /// Reads the earlier tickets: one that still runs, or ends as the new one begins, is gone on from;
  /// one that ended earlier may ban a return.
  func earlierTickets() -> Earlier {
    var history = History(start: request.arrival)
    guard let last = request.previous.last else { return .running(history) }
    // The last tickets that follow each other without a pause count as one stay.
    var chainStart = last.from
    for ticket in request.previous.reversed() where ticket.until >= chainStart {
      chainStart = min(chainStart, ticket.from)
    }
    let chainMinutes = counted(from: chainStart, until: last.until)
    if last.until >= request.arrival {
      history.start = last.until
      let rule = regime.zone.extensionRule ?? ExtensionRule()
      if rule.ladderContinues { history.runningMinutes = chainMinutes }
      if rule.maximumCountsBoth { history.runningForMaximum = chainMinutes }
    } else if let until = banEnd(start: chainStart, end: last.until, counted: chainMinutes),
      until > request.arrival
    {
      return .banned(until: until)
    }
    let day = table.clock.local(history.start).date
    for ticket in request.previous where table.clock.local(ticket.from).date == day {
      history.minutesThatDay += counted(from: ticket.from, until: ticket.until)
    }
    return .running(history)
  }

  /// When a car may come back after a ticket; nil when no ban acts.
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

  private func counted(from start: Instant, until end: Instant) -> Int {
    let localDate = table.clock.local(start).date
    guard let current = table.regime(on: localDate) else { return 0 }
    var builder = StayBuilder(
      walk: WindowWalk(table: table, from: start, localDate: localDate, regime: current),
      from: start, regime: current)
    return builder.count(until: end)
  }
}
