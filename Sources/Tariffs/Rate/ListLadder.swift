/// A ladder of fixed tickets with nothing between them.
public struct ListLadder: Hashable, Sendable {
  /// Rising in both members: a ticket that costs more and buys no more is left out.
  let tickets: [PricePoint]
  let freeMinutes: Int

  /// - Parameter offered: in any order.
  init(offered: [PricePoint], freeMinutes: Int) {
    var kept: [PricePoint] = []
    for ticket in offered.sorted(by: {
      ($0.cents, -$0.minutes) < ($1.cents, -$1.minutes)
    }) where ticket.minutes > kept.last?.minutes ?? freeMinutes {
      kept.append(ticket)
    }
    tickets = kept
    self.freeMinutes = freeMinutes
  }

  var maximumMinutes: Int { tickets.last?.minutes ?? freeMinutes }

  func cents(for minutes: Int) -> Cents? {
    if minutes <= freeMinutes { return .zero }
    return tickets.first { $0.minutes >= minutes }.map { Cents($0.cents) }
  }

  func minutes(for cents: Int) -> Int {
    tickets.last { $0.cents <= cents }?.minutes ?? (cents >= 0 ? freeMinutes : 0)
  }

  func acceptance(of cents: Int) -> Ladder.Acceptance {
    if cents == 0, freeMinutes > 0 { return .accepted }
    guard let first = tickets.first, let last = tickets.last else { return .overMaximum(.zero) }
    if tickets.contains(where: { $0.cents == cents }) { return .accepted }
    if cents < first.cents { return .underMinimum(Cents(first.cents)) }
    if cents > last.cents { return .overMaximum(Cents(last.cents)) }
    return .notOffered(
      below: tickets.last { $0.cents < cents }.map { Cents($0.cents) },
      above: tickets.first { $0.cents > cents }.map { Cents($0.cents) })
  }
}
