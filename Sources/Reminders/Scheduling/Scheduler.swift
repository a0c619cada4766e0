import CivilTime

/// What is done about alarms that are due. Pure: values in, decisions out.
public enum Scheduler {
  /// Seconds after a ticket's end (or after the alarm's own moment, if later) up to which telling is of
  /// use. Later the ticket's alarms expire, and one summary tells of all such tickets (R4).
  public static let usefulSeconds = 2 * 60 * 60

  /// Seconds after which a look is due at what another process claimed: it may have died.
  public static let lookAfterOthersSeconds = 60

  /// A pending alarm that is due.
  public struct Due: Hashable, Sendable {
    public var alarm: Alarm
    /// Nil = an alarm without a ticket.
    public var ticketEnd: Instant?

    public init(alarm: Alarm, ticketEnd: Instant?) {
      self.alarm = alarm
      self.ticketEnd = ticketEnd
    }
  }

  /// An alarm that rings.
  public struct Ring: Hashable, Sendable {
    public var alarm: Alarm
    public var ticketEnd: Instant?
    /// Earlier alarms of its ticket that it speaks for.
    public var supersedes: [Int64]
  }

  public struct Decisions: Hashable, Sendable {
    /// The earliest due first.
    public var rings: [Ring] = []
    /// Alarms that only the summary tells of.
    public var expired: [Int64] = []
  }

  /// The newest due alarm of a ticket rings and speaks for the others: they would all say how long the
  /// ticket still runs. An alarm without a ticket, or with words of the driver's own, speaks for itself.
  /// Whatever is late rings late; only what is of no use any more expires.
  /// - Parameter due: alarms with `due <= now`, all of a ticket together.
  public static func decide(_ due: [Due], now: Instant) -> Decisions {
    var decisions = Decisions()
    var places: [Int64: Int] = [:]
    let ordered = due.sorted { left, right in
      (left.alarm.due, left.alarm.id) < (right.alarm.due, right.alarm.id)
    }
    for due in ordered {
      let ring = Ring(alarm: due.alarm, ticketEnd: due.ticketEnd, supersedes: [])
      guard let ticket = due.alarm.ticket, due.alarm.text == nil else {
        decisions.rings.append(ring)
        continue
      }
      if let end = due.ticketEnd, isUseless(due.alarm, end: end, now: now) {
        decisions.expired.append(due.alarm.id)
      } else if let place = places[ticket] {
        let earlier = decisions.rings[place]
        decisions.rings[place] = ring
        decisions.rings[place].supersedes = earlier.supersedes + [earlier.alarm.id]
      } else {
        places[ticket] = decisions.rings.count
        decisions.rings.append(ring)
      }
    }
    decisions.rings.sort { left, right in
      (left.alarm.due, left.alarm.id) < (right.alarm.due, right.alarm.id)
    }
    return decisions
  }

  /// When something is to be done next; nil = never.
  /// - Parameters:
  ///   - nextDue: the earliest pending alarm.
  ///   - nextAttempt: the earliest queued delivery.
  ///   - othersSend: another process has claimed deliveries.
  public static func nextWake(
    nextDue: Instant?, nextAttempt: Instant?, othersSend: Bool, now: Instant
  ) -> Instant? {
    let attempt = nextAttempt.map { RetryPolicy.isDue($0, now: now) ? now : $0 }
    let look = othersSend ? now.adding(seconds: lookAfterOthersSeconds) : nil
    return [nextDue, attempt, look].compactMap(\.self).min()
  }

  private static func isUseless(_ alarm: Alarm, end: Instant, now: Instant) -> Bool {
    now.seconds(since: max(end, alarm.due)) > usefulSeconds
  }
}
