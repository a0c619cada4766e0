import CivilTime

/// What can be bought at each moment of a stay that is being planned.
final class PlanOffers {
  let zone: PreparedZone
  private let arrival: Instant
  private let end: Instant
  /// Whether tickets of every length are looked at where the split of a stay may change its price.
  private let splitsEverywhere: Bool
  private(set) var questions = 0
  /// What is not sure about the rules at the moment asked about last.
  private(set) var caveats: [Caveat] = []

  /// A search with more questions than this is given up.
  private static let mostQuestions = 8_000

  init(zone: PreparedZone, arrival: Instant, end: Instant, splitsEverywhere: Bool) {
    self.zone = zone
    self.arrival = arrival
    self.end = end
    self.splitsEverywhere = splitsEverywhere
  }

  var isExhausted: Bool { questions > Self.mostQuestions }

  // MARK: States

  func key(of node: PlanNode) -> PlanNode.Key {
    var minutesThatDay = 0
    let date = zone.table.clock.local(node.time).date
    if let regime = zone.table.regime(on: date), regime.zone.maximumPerDayMinutes != nil {
      let quoting = Quoting(
        table: zone.table, regime: regime, request: request(.money(.zero), at: node), date: date,
        zoneID: zone.zoneID)
      minutesThatDay = quoting.minutes(of: node.history, on: date)
    }
    return PlanNode.Key(
      time: node.time, chain: TicketChain(node.history), minutesThatDay: minutesThatDay)
  }

  /// The tickets of the last chain, and those that may still count for the day.
  private func counting(_ history: [PreviousTicket], at time: Instant) -> [PreviousTicket] {
    guard let chain = TicketChain(history) else { return [] }
    let clock = zone.table.clock
    let date = clock.local(time).date
    return history.filter { $0.until > chain.start || clock.local($0.until).date >= date }
  }

  // MARK: Steps

  /// Where one purchase, or a stretch that costs nothing, leads; or why there is none.
  func steps(from node: PlanNode) -> (steps: [PlanNode], reason: Plan.Reason?) {
    var steps: [PlanNode] = []
    let now = quote(.money(.zero), at: node)
    caveats = now.caveats
    if now.outcome == .residentsOnly { return ([], .residentsOnly) }
    if now.outcome == .free {
      // Before the first ticket one may also be bought at once, if the town sells it.
      if node.time == arrival { steps = purchases(at: node).steps }
      let until = now.freeUntil ?? zone.table.rulesEnd(after: node.time) ?? end
      guard until > node.time else { return (steps, .refused(.forbidden)) }
      return (steps + [moved(node, to: min(until, end), now)], nil)
    }
    let purchases = purchases(at: node)
    return purchases.steps.isEmpty
      ? ([], purchases.reason ?? now.refusal.map { .refused($0.reason) }) : purchases
  }

  private func purchases(at node: PlanNode) -> (steps: [PlanNode], reason: Plan.Reason?) {
    var steps: [PlanNode] = []
    let whole = quote(.until(end), at: node)
    if whole.outcome == .free, whole.limits.contains(.notParking), node.time == arrival {
      return ([moved(node, to: end, whole)], nil)
    }
    if whole.outcome == .ticket, let step = bought(node, whole) { steps.append(step) }
    let local = zone.table.clock.local(node.time)
    guard let dated = zone.table.regime(on: local.date) else {
      return (steps, whole.refusal.map { .refused($0.reason) })
    }
    let regime = dated.bought(at: local, holidays: zone.table.holidays)
    if !regime.sellsTickets, let step = unpriced(node, whole, regime) { return ([step], nil) }
    func tryOut(_ want: QuoteRequest.Want) -> Int? {
      let answer = quote(want, at: node)
      guard answer.outcome == .ticket, let step = bought(node, answer) else { return nil }
      steps.append(step)
      return answer.countedMinutes
    }
    if regime.ladder?.freeMinutes ?? 0 > 0 { _ = tryOut(.money(.zero)) }
    for product in regime.products { _ = tryOut(.money(Cents(product.cents))) }
    let stops = stops(from: node.time, regime: regime)
    if splitsEverywhere, splitMatters(dated) {
      // Each accepted amount is met once: the next length is the first that it does not buy.
      var minutes = 1
      while minutes <= max(1, stops.total), !isExhausted,
        let sold = tryOut(want(minutes, regime))
      {
        minutes = max(minutes, sold) + 1
      }
    } else {
      var lengths = Set(stops.lengths)
      if dated.priceDependsOnTime { lengths.formUnion(priceChanges(from: node.time, dated)) }
      if let most = whole.refusal?.nearest?.countedMinutes { lengths.insert(most) }
      for most in [regime.maximumMinutes, regime.ladder?.maximumMinutes] {
        if let most { lengths.insert(most) }
      }
      for length in lengths.sorted() {
        guard !isExhausted, tryOut(want(length, regime)) != nil else { break }
      }
    }
    return (steps, steps.isEmpty ? reason(at: node, whole, regime) : nil)
  }

  /// So many minutes. A car that is parked pays for those too that alone would not be parking.
  private func want(_ minutes: Int, _ regime: Regime) -> QuoteRequest.Want {
    guard minutes <= regime.zone.ignoredMinutes, let cents = regime.ladder?.cents(for: minutes)
    else { return .minutes(minutes) }
    return .money(cents)
  }

  /// Why not even one more minute can be had.
  private func reason(at node: PlanNode, _ whole: Quote, _ regime: Regime) -> Plan.Reason? {
    let least = quote(want(1, regime), at: node)
    return (least.refusal ?? whole.refusal).map { .refused($0.reason) }
  }

  /// Whether two tickets in a row may cost something else, or last longer, than one.
  ///
  /// - Parameter regime: that of the date, without the surcharges of the moment.
  private func splitMatters(_ regime: Regime) -> Bool {
    guard let ladder = regime.ladder, !ladder.isFreeOnly else { return false }
    let rule = regime.zone.extensionRule ?? ExtensionRule()
    return !rule.ladderContinues || !rule.maximumCountsBoth || !regime.products.isEmpty
      || regime.priceDependsOnTime
  }

  /// The counted minutes up to each closing before the end of the stay, and to the end.
  private func stops(from time: Instant, regime: Regime) -> (lengths: [Int], total: Int) {
    var walk = WindowWalk(
      table: zone.table, from: time, localDate: zone.table.clock.local(time).date, regime: regime)
    var lengths: [Int] = []
    var total = 0
    var cursor = time
    while let window = walk.window(endingAfter: cursor), window.start < end {
      if window.start > cursor, total > 0 { lengths.append(total) }
      let stop = min(window.end, end)
      total += stop.seconds(since: max(window.start, cursor)) / 60
      cursor = stop
      if stop == end { break }
    }
    if total > 0 { lengths.append(total) }
    return (lengths, total)
  }

  /// The counted minutes up to each moment of the stay at which a surcharge begins or ends.
  private func priceChanges(from time: Instant, _ regime: Regime) -> [Int] {
    let clock = zone.table.clock
    let start = clock.local(time)
    var lengths: [Int] = []
    for hours in regime.timedSurcharges {
      var builder = StayBuilder(
        walk: WindowWalk(table: zone.table, from: time, localDate: start.date, regime: regime),
        from: time, regime: regime, gap: regime.gap)
      var change = start
      var counted = 0
      while let next = hours.nextChange(after: change, holidays: zone.table.holidays) {
        let moment = clock.instant(of: next)
        guard moment < end else { break }
        counted += builder.count(until: moment)
        lengths.append(counted)
        change = next
      }
    }
    return lengths.filter { $0 > 0 }
  }

  // MARK: Nodes

  private func request(_ want: QuoteRequest.Want, at node: PlanNode) -> QuoteRequest {
    QuoteRequest(arrival: node.time, want: want, previous: node.history)
  }

  private func quote(_ want: QuoteRequest.Want, at node: PlanNode) -> Quote {
    questions += 1
    return zone.quote(request(want, at: node))
  }

  private func bought(_ node: PlanNode, _ ticket: Quote) -> PlanNode? {
    guard let until = ticket.validUntil, until > node.time, let from = ticket.countingFrom else {
      return nil
    }
    // A ticket that lives on over closed hours does not make them legal.
    let shut = ticket.segments.first { $0.to > node.time && !isOpen($0.kind, at: node) }
    let next = shut.map { max($0.from, node.time) } ?? ticket.freeUntil ?? until
    guard next > node.time else { return nil }
    return PlanNode(
      after: node, time: next, ticket: ticket,
      history: counting(node.history + [PreviousTicket(from: from, until: until)], at: next),
      caveats: ticket.caveats)
  }

  /// How long one may stay where only the maximum is published; nil where that is long enough.
  private func unpriced(_ node: PlanNode, _ whole: Quote, _ regime: Regime) -> PlanNode? {
    guard let refusal = whole.refusal, refusal.reason != .priceUnpublished,
      let until = refusal.nearest?.until, until > node.time
    else { return nil }
    let quoting = Quoting(
      table: zone.table, regime: regime, request: request(.money(.zero), at: node),
      date: zone.table.clock.local(node.time).date, zoneID: zone.zoneID)
    let step = moved(node, to: until, whole)
    step.stop = (
      .refused(refusal.reason),
      quoting.banEnd(start: node.time, end: until, counted: refusal.nearest?.countedMinutes ?? 0)
    )
    return step
  }

  private func isOpen(_ kind: Segment.Kind, at node: PlanNode) -> Bool {
    switch kind {
    case .counted, .free: true
    case .forbidden: false
    case .residentsOnly:
      zone.table.regime(on: zone.table.clock.local(node.time).date)?.isHome ?? false
    }
  }

  private func moved(_ node: PlanNode, to time: Instant, _ quote: Quote) -> PlanNode {
    PlanNode(
      after: node, time: time, ticket: nil, history: counting(node.history, at: time),
      caveats: quote.caveats)
  }
}
