import CivilTime

extension PreparedZone {
  /// The longest stay that is planned, in minutes: 31 days.
  public static let longestPlanMinutes = 44_640

  /// The cheapest legal sequence of tickets that covers a stay; of equally cheap ones the shortest. A
  /// ticket is bought at the minute from which it is needed, or at the arrival for the next opening. A
  /// free gap between two tickets ends the first one's chain: the second is a ticket of its own, as a
  /// return ban allows. docs/plan.md says what else is decided.
  ///
  /// Found by a shortest-path search over purchases (E. W. Dijkstra, 1959): each state is a moment with
  /// what earlier tickets still mean, each step one ticket that `quote` sells there, so that every plan
  /// can be replayed ticket by ticket. Where there are too many ways to split the stay into tickets,
  /// only the likely ones are looked at, and the plan has the caveat `plan_not_exhaustive`.
  ///
  /// - Parameter end: after `arrival`, at most `longestPlanMinutes` later.
  public func plan(from arrival: Instant, until end: Instant) -> Plan {
    planned(from: arrival, until: end).plan
  }

  /// The plan, with the number of questions that it took.
  func planned(from arrival: Instant, until end: Instant) -> (plan: Plan, questions: Int) {
    let (arrival, end) = (arrival.flooredToMinute, end.flooredToMinute)
    let thorough = Planner(zone: self, arrival: arrival, end: end, splitsEverywhere: true)
    if let plan = thorough.plan() { return (plan, thorough.questions) }
    let quick = Planner(zone: self, arrival: arrival, end: end, splitsEverywhere: false)
    let plan = quick.plan() ?? quick.best()
    return (plan.notExhaustive, thorough.questions + quick.questions)
  }
}

/// One search.
final class Planner {
  private let arrival: Instant
  private let end: Instant
  private let offers: PlanOffers
  private var farthest: (node: PlanNode, reason: Plan.Reason)?
  private var inserted = 0

  init(zone: PreparedZone, arrival: Instant, end: Instant, splitsEverywhere: Bool) {
    self.arrival = arrival
    self.end = end
    offers = PlanOffers(
      zone: zone, arrival: arrival, end: end, splitsEverywhere: splitsEverywhere)
  }

  var questions: Int { offers.questions }

  /// The best plan; nil when the search was given up.
  func plan() -> Plan? {
    var queue = Heap<PlanNode> {
      ($0.paid, $0.count, $0.time, $0.number) < ($1.paid, $1.count, $1.time, $1.number)
    }
    var done: Set<PlanNode.Key> = []
    queue.insert(PlanNode(arrival: arrival))
    while let node = queue.removeFirst() {
      if node.time >= end { return answer(node, .covered, nil) }
      guard done.insert(offers.key(of: node)).inserted else { continue }
      if let stop = node.stop {
        if farthest.map({ $0.node.time < node.time }) ?? true { farthest = (node, stop.reason) }
        continue
      }
      let (steps, reason) = offers.steps(from: node)
      guard !offers.isExhausted else { return nil }
      for step in steps {
        inserted += 1
        step.number = inserted
        queue.insert(step)
      }
      if steps.isEmpty, farthest.map({ $0.node.time < node.time }) ?? true {
        farthest = (node, reason ?? .refused(.priceUnpublished))
        node.caveatsOfReason = offers.caveats
      }
    }
    return best()
  }

  /// The longest legal stay found.
  func best() -> Plan {
    guard let (node, reason) = farthest else {
      return answer(PlanNode(arrival: arrival), .notAllowed, .refused(.priceUnpublished))
    }
    return answer(node, node.time > arrival ? .partly : .notAllowed, reason)
  }

  private func answer(_ node: PlanNode, _ outcome: Plan.Outcome, _ reason: Plan.Reason?) -> Plan {
    let tickets = node.tickets
    return Plan(
      zoneID: offers.zone.zoneID, arrival: arrival, end: end, outcome: outcome, tickets: tickets,
      legalUntil: node.time, reason: reason,
      returnFrom: (node.stop?.returnFrom ?? tickets.last?.returnFrom)
        .flatMap { $0 > node.time ? $0 : nil },
      isPriced: node.stop == nil && reason != .refused(.priceUnpublished),
      caveats: node.caveats + node.caveatsOfReason.filter { !node.caveats.contains($0) })
  }
}

/// A moment at which the next ticket is due, and how it was reached.
final class PlanNode {
  let time: Instant
  let paid: Cents
  /// How many tickets were bought.
  let count: Int
  /// The earlier tickets that may still count.
  let history: [PreviousTicket]
  let caveats: [Caveat]
  /// Of why no step leads on from here.
  var caveatsOfReason: [Caveat] = []
  /// The order in which nodes were found decides between equals.
  var number = 0
  /// Set where the stay ends in a zone without a published price.
  var stop: (reason: Plan.Reason, returnFrom: Instant?)?
  private let ticket: Quote?
  private let before: PlanNode?

  init(arrival: Instant) {
    (time, paid, count, history, caveats) = (arrival, .zero, 0, [], [])
    (ticket, before) = (nil, nil)
  }

  /// - Parameter ticket: nil where the time up to the node costs nothing.
  init(
    after before: PlanNode, time: Instant, ticket: Quote?, history: [PreviousTicket],
    caveats: [Caveat]
  ) {
    self.time = time
    self.history = history
    self.before = before
    self.ticket = ticket
    paid = before.paid + (ticket?.paid ?? .zero)
    count = before.count + (ticket == nil ? 0 : 1)
    self.caveats = before.caveats + caveats.filter { !before.caveats.contains($0) }
  }

  var tickets: [Quote] {
    var tickets: [Quote] = []
    var node: PlanNode? = self
    while let current = node {
      if let ticket = current.ticket { tickets.append(ticket) }
      node = current.before
    }
    return tickets.reversed()
  }

  /// What the future depends on.
  struct Key: Hashable {
    let time: Instant
    let chain: TicketChain?
    let minutesThatDay: Int
  }
}
