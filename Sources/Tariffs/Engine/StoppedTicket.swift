import CivilTime

/// What a ticket was worth when the car left before its end.
public struct StoppedTicket: Hashable, Sendable {
  public let ticket: Quote
  public let stoppedAt: Instant
  /// Counted minutes up to the moment the car left.
  public let usedMinutes: Int
  /// What a ticket for just those minutes would have cost.
  public let usedCents: Cents
  /// What the town gives back; zero where it gives nothing back.
  public let refund: Cents
  /// The means of payment that give it back; empty where the town is not known to.
  public let refundedWith: [String]
}

extension PreparedZone {
  /// A ticket bought as asked, and left at a moment.
  ///
  /// - Returns: nil when no ticket is sold for the request, or the moment is not inside it.
  public func stopped(_ request: QuoteRequest, at moment: Instant) -> StoppedTicket? {
    let ticket = quote(request)
    let moment = moment.flooredToMinute
    guard ticket.outcome == .ticket, let from = ticket.countingFrom, let end = ticket.validUntil,
      moment <= end, moment >= ticket.arrival,
      let regime = table.regime(on: table.clock.local(request.arrival).date)
    else { return nil }
    let used = ticket.segments.reduce(0) { sum, segment in
      guard segment.kind == .counted, segment.from < moment else { return sum }
      return sum + min(segment.to, moment).seconds(since: segment.from) / 60
    }
    var cost = Cents.zero
    if used > 0, moment > from {
      let shorter = quote(
        QuoteRequest(arrival: request.arrival, want: .minutes(used), previous: request.previous))
      switch shorter.outcome {
      case .ticket: cost = min(ticket.paid, shorter.paid)
      case .free: cost = .zero
      case .refused, .residentsOnly: cost = ticket.paid
      }
    }
    let means = regime.zone.refundedWith ?? []
    return StoppedTicket(
      ticket: ticket, stoppedAt: moment, usedMinutes: used, usedCents: cost,
      refund: means.isEmpty ? .zero : ticket.paid - cost, refundedWith: means)
  }
}
