import CivilTime
import OpeningHours

/// What a driver asks of a zone.
public struct QuoteRequest: Hashable, Sendable {
  public enum Want: Hashable, Sendable {
    /// What does this amount buy? 0 or more.
    case money(Cents)
    /// What do so many counted minutes cost? 1 or more.
    case minutes(Int)
    /// What does it cost to stay until then?
    case until(Instant)
  }

  /// Reduced to the whole minute before it: meters work in minutes, and the early reading never
  /// promises a minute too much.
  public let arrival: Instant
  public let want: Want
  /// Earlier tickets of the same car in the same zone, by their beginning. A running one is extended;
  /// one for later, with time to be paid before it, is left out of account. docs/plan.md says more.
  public let previous: [PreviousTicket]

  public init(arrival: Instant, want: Want, previous: [PreviousTicket] = []) {
    self.arrival = arrival.flooredToMinute
    self.want = want
    self.previous =
      previous.isEmpty
      ? []
      : previous.filter { $0.until > $0.from }.sorted { ($0.from, $0.until) < ($1.from, $1.until) }
  }
}

/// An earlier ticket of the same car in the same zone.
public struct PreviousTicket: Hashable, Sendable {
  public let from: Instant
  public let until: Instant

  public init(from: Instant, until: Instant) {
    self.from = from.flooredToMinute
    self.until = until.flooredToMinute
  }
}

/// Policies to assume where a town published none (or to try in place of the published ones).
public struct Assumptions: Hashable, Sendable {
  public var gap: GapPolicy?
  public var prepayAllowed: Bool?
  public var hours: OpeningHours?

  public init(
    gap: GapPolicy? = nil, prepayAllowed: Bool? = nil, hours: OpeningHours? = nil
  ) {
    self.gap = gap
    self.prepayAllowed = prepayAllowed
    self.hours = hours
  }
}
