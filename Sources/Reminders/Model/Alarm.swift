import CivilTime

/// A notification that is due at an instant.
public struct Alarm: Hashable, Sendable {
  /// Why the alarm exists.
  public enum Cause: Hashable, Sendable {
    /// So many minutes before the ticket's end, the walk not counted in; 0 = at the end.
    case lead(minutes: Int)
    /// A moment that the driver named.
    case moment
    /// The driver wished to be told again.
    case snooze(of: Int64)
    /// One notice over all tickets that ended while nobody could be told; it has no ticket.
    case summary
  }

  /// `pending` -> `firing` -> `delivered` | `failed`; `pending` -> `cancelled` | `superseded` | `expired`.
  public enum State: String, CaseIterable, Sendable {
    case pending
    /// Claimed, on disk, before anything was sent.
    case firing
    /// At least one channel took it.
    case delivered
    /// Every channel gave up; `reason` says why.
    case failed
    /// By the driver, a stop or an extension.
    case cancelled
    /// A later alarm of the same ticket was due in the same step and speaks for both.
    case superseded
    /// The ticket had ended so long ago that the driver was told in one summary only.
    case expired
  }

  public var id: Int64
  /// Nil = an alarm without a ticket.
  public var ticket: Int64?
  public var generation: Int
  public var cause: Cause
  public var due: Instant
  public var state: State
  /// The driver's own words; nil = the ticket's.
  public var text: String?
  public var created: Instant
  /// When it left `pending`.
  public var fired: Instant?
  /// When it reached an end state.
  public var settled: Instant?
  /// A stable word of why it is in its state: `extended`, `stopped`, `snoozed`, `cancelled`, `past`,
  /// `no_channel`, or what the first channel said. A `firing` alarm that has one is withdrawn: the
  /// attempts under way are its last.
  public var reason: String?
  /// The alarm that was told in its place, of one that is `superseded` or `expired`.
  public var spokenBy: Int64?

  public init(
    id: Int64, ticket: Int64?, generation: Int, cause: Cause, due: Instant, state: State,
    text: String?, created: Instant, fired: Instant?, settled: Instant?, reason: String?,
    spokenBy: Int64? = nil
  ) {
    self.id = id
    self.ticket = ticket
    self.generation = generation
    self.cause = cause
    self.due = due
    self.state = state
    self.text = text
    self.created = created
    self.fired = fired
    self.settled = settled
    self.reason = reason
    self.spokenBy = spokenBy
  }
}

extension Alarm {
  /// How many seconds after its moment it is told; 0 when in time.
  public func secondsLate(at now: Instant) -> Int { max(0, now.seconds(since: due)) }
}
