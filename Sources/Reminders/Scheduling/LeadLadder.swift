import CivilTime

/// The alarms of a ticket by its lead times.
///
/// An alarm is due (lead + walk) minutes before the end (R17). One whose moment is past when the ticket
/// is saved does not ring. When all are past and the end is not, the one nearest to the end rings at
/// once: a short ticket is not a silent one.
public struct LeadLadder: Hashable, Sendable {
  public struct Rung: Hashable, Sendable {
    public var leadMinutes: Int
    public var due: Instant
    /// Its moment was past already; it does not ring.
    public var isPast: Bool
  }

  /// The earliest due first; each lead once.
  public let rungs: [Rung]

  /// - Parameters:
  ///   - leads: minutes, 0 or more.
  ///   - walkMinutes: added to each, 0 or more.
  public init(end: Instant, leads: [Int], walkMinutes: Int, now: Instant) {
    var rungs = Set(leads).sorted(by: >).map { lead in
      let due = end.adding(minutes: -(lead + walkMinutes))
      return Rung(leadMinutes: lead, due: due, isPast: due < now)
    }
    if end > now, let last = rungs.last, last.isPast {
      rungs[rungs.count - 1] = Rung(leadMinutes: last.leadMinutes, due: now, isPast: false)
    }
    self.rungs = rungs
  }
}
