/// A ladder with what limits the ticket at hand: a running ticket's minutes before it, and the
/// maximum that is left.
struct Till {
  let ladder: Ladder
  /// Counted minutes of the running ticket that the ladder continues; 0 for a ticket of its own.
  let paidMinutes: Int
  /// The most counted minutes of this ticket, and which rule says so; nil = no limit but the ladder's.
  let cap: (minutes: Int, limit: Limit)?
  /// The price of `paidMinutes`.
  private let paidBefore: Cents

  init(ladder: Ladder, paidMinutes: Int, cap: (minutes: Int, limit: Limit)?) {
    self.ladder = ladder
    self.paidMinutes = paidMinutes
    self.cap = cap
    paidBefore = paidMinutes == 0 ? .zero : ladder.cents(for: paidMinutes) ?? .zero
  }

  /// The most counted minutes of this ticket, by the cap or by the ladder's end.
  var most: (minutes: Int, limit: Limit)? {
    let ladderMost = ladder.maximumMinutes.map { max(0, $0 - paidMinutes) }
    switch (cap, ladderMost) {
    case (nil, nil): return nil
    case (let cap?, nil): return cap
    case (nil, let most?): return (most, .maximumStay)
    case (let cap?, let most?): return cap.minutes <= most ? cap : (most, .maximumStay)
    }
  }

  func minutes(for cents: Cents) -> Int {
    max(0, ladder.minutes(for: paidBefore + cents) - paidMinutes)
  }

  func cents(for minutes: Int) -> Cents? {
    ladder.cents(for: paidMinutes + minutes).map { max(.zero, $0 - paidBefore) }
  }

  func acceptance(of cents: Cents) -> Ladder.Acceptance {
    guard paidBefore > .zero else { return ladder.acceptance(of: cents) }
    func less(_ cents: Cents?) -> Cents? { cents.map { max(.zero, $0 - paidBefore) } }
    switch ladder.acceptance(of: paidBefore + cents) {
    case .accepted: return .accepted
    case .underMinimum(let least): return .underMinimum(max(.zero, least - paidBefore))
    case .overMaximum(let most): return .overMaximum(max(.zero, most - paidBefore))
    case .notOffered(let below, let above):
      return .notOffered(below: less(below), above: less(above))
    }
  }
}
