import CivilTime

extension PreparedZone {
  /// The longest stay that is planned, in minutes: 31 days.
  public static let longestPlanMinutes = 44_640

  /// The cheapest legal sequence of tickets that covers a stay; of equally cheap ones the shortest. A
  /// ticket is bought at the minute from which it is needed. A free gap between two tickets ends the
  /// first one's chain: the second is a ticket of its own, as a return ban allows.
  ///
  /// Found by a shortest-path search over purchases (E. W. Dijkstra, 1959): each state is a moment with
  /// what earlier tickets still mean, each step one ticket that `quote` sells there, so that every plan
  /// can be replayed ticket by ticket.
  ///
  /// - Parameter end: after `arrival`, at most `longestPlanMinutes` later.
  public func plan(from arrival: Instant, until end: Instant) -> Plan {
    Planner(zone: self, arrival: arrival.flooredToMinute, end: end.flooredToMinute).plan()
  }
}

/// One search.
private struct Planner {
  let zone: PreparedZone
  let arrival: Instant
  let end: Instant

  /// A moment at which the next ticket is due, and how it was reached.
  private struct Node {
    let time: Instant
    let paid: Cents
    let tickets: [Quote]
    let history: [PreviousTicket]
    let caveats: [Caveat]
  }

  /// What the future depends on beside the moment.
  private struct Key: Hashable {
    let time: Instant
    /// The tickets that still count: the running chain and those of the same day.
    let counting: [PreviousTicket]
  }

  /// A search wider than this is cut off: the best stay found so far is given.
  private static let stateLimit = 200_000

  func plan() -> Plan {
    var queue = Heap<Node> {
      ($0.paid, $0.tickets.count, $1.time) < ($1.paid, $1.tickets.count, $0.time)
    }
    var done: Set<Key> = []
    queue.insert(
      Node(time: arrival, paid: .zero, tickets: [], history: [], caveats: []))
    var farthest: (node: Node, reason: Plan.Reason)?
    while let node = queue.removeFirst(), done.count < Self.stateLimit {
      if node.time >= end { return answer(node, .covered, nil) }
      guard done.insert(key(of: node)).inserted else { continue }
      let (steps, reason) = steps(from: node)
      for step in steps { queue.insert(step) }
      if steps.isEmpty, let reason = deadEnd(at: node) ?? reason,
        farthest.map({ $0.node.time < node.time }) ?? true
      {
        farthest = (node, reason)
      }
    }
    guard let (node, reason) = farthest else {
      return answer(
        Node(time: arrival, paid: .zero, tickets: [], history: [], caveats: []), .notAllowed,
        .refused(.priceUnpublished))
    }
    return answer(node, node.time > arrival ? .partly : .notAllowed, reason)
  }

  private func answer(_ node: Node, _ outcome: Plan.Outcome, _ reason: Plan.Reason?) -> Plan {
    Plan(
      zoneID: zone.zoneID, arrival: arrival, end: end, outcome: outcome, tickets: node.tickets,
      legalUntil: node.time, reason: reason, returnFrom: node.tickets.last?.returnFrom,
      caveats: node.caveats)
  }

  /// Tickets of an earlier day that a pause ended do not matter any more, but for a return ban.
  private func key(of node: Node) -> Key {
    let day = zone.table.clock.local(node.time).date
    return Key(
      time: node.time,
      counting: node.history.filter { ticket in
        ticket.until >= node.time || zone.table.clock.local(ticket.from).date == day
          || ticket == node.history.last
      })
  }

  // MARK: Steps

  /// Where one purchase, or a stretch that costs nothing, leads; or why there is none.
  private func steps(from node: Node) -> (steps: [Node], reason: Plan.Reason?) {
    let whole = quote(.until(end), at: node)
    switch whole.outcome {
    case .free:
      guard let until = whole.freeUntil ?? zone.table.rulesEnd(after: node.time) else {
        return ([moved(node, to: end, whole)], nil)
      }
      guard until > node.time else { return ([], .refused(.forbidden)) }
      return ([moved(node, to: until, whole)], nil)
    case .residentsOnly: return ([], .residentsOnly)
    case .ticket, .refused: break
    }
    var steps: [Node] = []
    var reason: Plan.Reason? = whole.refusal.map { .refused($0.reason) }
    if whole.outcome == .ticket, let step = bought(node, whole) { steps.append(step) }
    for want in wants(at: node, whole: whole) {
      let answer = quote(want, at: node)
      if answer.outcome == .ticket, let step = bought(node, answer) {
        steps.append(step)
      } else if reason == nil {
        reason = answer.refusal.map { .refused($0.reason) }
      }
    }
    return (steps, reason)
  }

  /// Why not even one more minute can be had.
  private func deadEnd(at node: Node) -> Plan.Reason? {
    quote(.minutes(1), at: node).refusal.map { .refused($0.reason) }
  }

  private func quote(_ want: QuoteRequest.Want, at node: Node) -> Quote {
    zone.quote(QuoteRequest(arrival: node.time, want: want, previous: node.history))
  }

  /// The amounts worth trying beside the whole rest of the stay.
  private func wants(at node: Node, whole: Quote) -> [QuoteRequest.Want] {
    guard let regime = zone.table.regime(on: zone.table.clock.local(node.time).date) else {
      return []
    }
    var wants: [QuoteRequest.Want] = []
    var minutes: Set<Int> = []
    if let most = whole.refusal?.nearest?.countedMinutes { minutes.insert(most) }
    let rest = regulatedMinutes(from: node.time, regime: regime)
    minutes.formUnion(rest.closings)
    if regime.ladder?.freeMinutes ?? 0 > 0 { wants.append(.money(.zero)) }
    let continues = regime.zone.extensionRule?.ladderContinues ?? true
    if !continues || !regime.products.isEmpty
      || regime.zone.extensionRule?.maximumCountsBoth == false
    {
      // Splitting inside a window may pay: every length counts.
      let most = min(
        rest.total, regime.maximumMinutes ?? rest.total, regime.ladder?.maximumMinutes ?? rest.total
      )
      minutes.formUnion(1...max(1, most))
    } else if let most = regime.maximumMinutes ?? regime.ladder?.maximumMinutes {
      minutes.insert(min(most, max(1, rest.total)))
    }
    wants += regime.products.map { .money(Cents($0.cents)) }
    return wants + minutes.filter { $0 > 0 }.sorted().map { .minutes($0) }
  }

  /// The counted minutes up to each closing before the end of the stay, and to the end.
  private func regulatedMinutes(
    from time: Instant, regime: Regime
  ) -> (closings: [Int], total: Int) {
    var walk = WindowWalk(
      table: zone.table, from: time, localDate: zone.table.clock.local(time).date, regime: regime)
    var closings: [Int] = []
    var total = 0
    var cursor = time
    while let window = walk.window(endingAfter: cursor), window.start < end {
      if window.start > cursor, total > 0 { closings.append(total) }
      let stop = min(window.end, end)
      total += stop.seconds(since: max(window.start, cursor)) / 60
      cursor = stop
      if stop == end { break }
    }
    closings.append(total)
    return (closings, total)
  }

  private func bought(_ node: Node, _ ticket: Quote) -> Node? {
    guard let until = ticket.validUntil, until > node.time, let from = ticket.countingFrom else {
      return nil
    }
    let next = ticket.freeUntil ?? (until < end && isOver(until) ? end : until)
    return Node(
      time: next, paid: node.paid + ticket.paid, tickets: node.tickets + [ticket],
      history: node.history + [PreviousTicket(from: from, until: until)],
      caveats: merged(node.caveats, ticket.caveats))
  }

  /// Whether nothing is ever to be paid again after a ticket's end.
  private func isOver(_ moment: Instant) -> Bool {
    quote(.money(.zero), at: Node(time: moment, paid: .zero, tickets: [], history: [], caveats: []))
      .outcome == .free
  }

  private func moved(_ node: Node, to time: Instant, _ quote: Quote) -> Node {
    Node(
      time: time, paid: node.paid, tickets: node.tickets, history: node.history,
      caveats: merged(node.caveats, quote.caveats))
  }

  private func merged(_ first: [Caveat], _ second: [Caveat]) -> [Caveat] {
    first + second.filter { !first.contains($0) }
  }
}
