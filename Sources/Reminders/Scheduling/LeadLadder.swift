import CivilTime

/// The alarms of a ticket by its lead times.
///
/// An alarm is due (lead + walk) minutes before the end (R17). One that would be due before the stay has begun, or
/// is past when the ticket is saved, does not ring, neither then nor at once. When that is so of all, another one
/// stands in, for a short ticket is not a silent one: the longest of the other leads (those of the settings)
/// that fits, else the one that falls on the middle of what is left of the stay.
public struct LeadLadder: Hashable, Sendable {
  public struct Rung: Hashable, Sendable {
    public var leadMinutes: Int
    public var due: Instant
    /// The stay leaves no time for it; it does not ring.
    public var isPast: Bool
  }

  /// The earliest due first; each lead once.
  public let rungs: [Rung]

  /// - Parameters:
  ///   - arrival: when the stay begins, which may be to come.
  ///   - leads: minutes, 0 or more; none = no alarm is wanted.
  ///   - otherLeads: minutes, 0 or more.
  ///   - walkMinutes: added to each, 0 or more.
  public init(
    arrival: Instant, end: Instant, leads: [Int], otherLeads: [Int] = [], walkMinutes: Int,
    now: Instant
  ) {
    let from = max(arrival, now)
    func rung(_ lead: Int) -> Rung {
      let due = end.adding(minutes: -(lead + walkMinutes))
      return Rung(leadMinutes: lead, due: due, isPast: due <= from)
    }
    var rungs = Set(leads).sorted(by: >).map(rung)
    if end > from, !rungs.isEmpty, rungs.allSatisfy(\.isPast) {
      let other = otherLeads.sorted(by: >).map(rung).first { !$0.isPast }
      let standIn = other ?? Self.middle(from, end, walkMinutes)
      // Each lead is one alarm: with a long walk the middle may have a lead that was asked for.
      rungs.removeAll { $0.leadMinutes == standIn.leadMinutes }
      rungs.append(standIn)
    }
    self.rungs = rungs
  }

  /// Its lead is what is left for the driver once the walk is taken off, in whole minutes.
  private static func middle(_ from: Instant, _ end: Instant, _ walkMinutes: Int) -> Rung {
    let due = from.adding(seconds: end.seconds(since: from) / 2)
    return Rung(
      leadMinutes: max(0, end.seconds(since: due) / 60 - walkMinutes), due: due, isPast: false)
  }
}
