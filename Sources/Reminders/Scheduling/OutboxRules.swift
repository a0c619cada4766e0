import CivilTime

/// The deliveries of one alarm: what an outcome does to them, and when the alarm is over. Pure.
///
/// Deliveries with different positions are alternatives: one that is taken is enough. With the same
/// position (all 0) each is wanted.
struct OutboxRules {
  /// By position, then id.
  private(set) var deliveries: [Delivery]
  /// Why the alarm was withdrawn; nil = it is wanted.
  let withdrawn: String?

  static let otherChannel = "other_channel"

  init(deliveries: [Delivery], withdrawn: String?) {
    self.deliveries = deliveries
    self.withdrawn = withdrawn
  }

  /// Takes the outcome of a delivery that is `sending`.
  mutating func take(_ outcome: DeliveryOutcome, of id: Int64, now: Instant) {
    guard let place = deliveries.firstIndex(where: { $0.id == id && $0.state == .sending }) else {
      return
    }
    deliveries[place].owner = nil
    switch outcome {
    case .delivered(let receipt):
      deliveries[place].state = .delivered
      deliveries[place].receipt = receipt
      deliveries[place].reason = nil
      cancelQueued(otherThan: deliveries[place].position)
    case .permanent(let reason):
      deliveries[place].state = .failed
      deliveries[place].reason = reason
      hastenNext(after: deliveries[place].position, now: now)
    case .retry(let reason):
      retry(place, reason: reason, now: now)
      hastenNext(after: deliveries[place].position, now: now)
    }
  }

  /// Puts a delivery back whose process died while it sent it.
  mutating func requeue(_ id: Int64, now: Instant) {
    guard let place = deliveries.firstIndex(where: { $0.id == id && $0.state == .sending }) else {
      return
    }
    deliveries[place].owner = nil
    if let reason = uselessness(of: place) {
      deliveries[place].state = .cancelled
      deliveries[place].reason = reason
    } else {
      deliveries[place].state = .queued
      deliveries[place].nextAttempt = now
    }
  }

  /// Cancels what is still to be sent.
  mutating func withdraw(reason: String) {
    for place in deliveries.indices where deliveries[place].state == .queued {
      deliveries[place].state = .cancelled
      deliveries[place].reason = reason
    }
  }

  /// The alarm's end state and its reason; nil while something is under way or to be tried.
  var conclusion: (state: Alarm.State, reason: String?)? {
    let isOpen = deliveries.contains { $0.state == .queued || $0.state == .sending }
    let taken = deliveries.first { $0.state == .delivered }
    if let taken, !isOpen || areAlternatives(to: taken.position) { return (.delivered, nil) }
    if isOpen { return nil }
    if let withdrawn { return (.cancelled, withdrawn) }
    let failed = deliveries.first { $0.state == .failed }
    return (.failed, failed?.reason ?? deliveries.first?.reason)
  }

  private mutating func retry(_ place: Int, reason: String, now: Instant) {
    deliveries[place].reason = reason
    if let useless = uselessness(of: place) {
      deliveries[place].state = .cancelled
      deliveries[place].reason = useless
    } else if now >= deliveries[place].giveUp {
      deliveries[place].state = .failed
    } else {
      let delay = RetryPolicy.delay(afterAttempts: deliveries[place].attempts)
      deliveries[place].state = .queued
      deliveries[place].nextAttempt = min(now.adding(seconds: delay), deliveries[place].giveUp)
    }
  }

  /// Why a further attempt is not wanted; nil = it is.
  private func uselessness(of place: Int) -> String? {
    if let withdrawn { return withdrawn }
    let position = deliveries[place].position
    let isTaken = deliveries.contains { $0.state == .delivered && $0.position != position }
    return isTaken ? Self.otherChannel : nil
  }

  private func areAlternatives(to position: Int) -> Bool {
    deliveries.contains { $0.position != position }
  }

  private mutating func cancelQueued(otherThan position: Int) {
    for place in deliveries.indices
    where deliveries[place].state == .queued && deliveries[place].position != position {
      deliveries[place].state = .cancelled
      deliveries[place].reason = Self.otherChannel
    }
  }

  /// The channel that stands by for a failed one comes now.
  private mutating func hastenNext(after position: Int, now: Instant) {
    let next = deliveries.firstIndex { delivery in
      delivery.position > position && delivery.state == .queued && delivery.attempts == 0
    }
    if let next { deliveries[next].nextAttempt = min(deliveries[next].nextAttempt, now) }
  }
}
