import CivilTime

/// The cheapest legal way to keep a car in a zone from one moment to another.
public struct Plan: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable {
    /// The whole stay is legal with these tickets (perhaps with none).
    case covered
    /// The stay is legal only up to `legalUntil`, with these tickets.
    case partly
    /// Not even the first minute is legal.
    case notAllowed = "not_allowed"
  }

  public let zoneID: String
  public let arrival: Instant
  public let end: Instant
  public let outcome: Outcome
  /// In the order in which they are bought.
  public let tickets: [Quote]
  /// How long the stay is legal; at least `end` with `covered`.
  public let legalUntil: Instant
  /// Why it is not legal after that; nil with `covered`.
  public let reason: Reason?
  /// When the car may come back after `legalUntil`, if the town says so.
  public let returnFrom: Instant?
  /// False where the town's price is not published: what is known is only how long one may stay.
  public let isPriced: Bool
  /// Those of the tickets, and of the free stretches between them.
  public let caveats: [Caveat]

  public enum Reason: Hashable, Sendable {
    case refused(Refusal.Reason)
    case residentsOnly

    /// A stable word.
    public var word: String {
      switch self {
      case .refused(let reason): reason.rawValue
      case .residentsOnly: Quote.Outcome.residentsOnly.rawValue
      }
    }
  }

  /// The same plan, marked as one that was not compared with every other.
  var notExhaustive: Plan {
    Plan(
      zoneID: zoneID, arrival: arrival, end: end, outcome: outcome, tickets: tickets,
      legalUntil: legalUntil, reason: reason, returnFrom: returnFrom, isPriced: isPriced,
      caveats: caveats + [.planNotExhaustive])
  }

  /// The price of all tickets; zero where `isPriced` is false.
  public var paid: Cents { tickets.reduce(.zero) { $0 + $1.paid } }
}
