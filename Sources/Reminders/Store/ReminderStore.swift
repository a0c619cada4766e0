import CivilTime

/// Tickets, alarms and the outbox in one SQLite file. Each operation is one transaction, durable when
/// it returns. Confined to the thread that uses it; several processes may have the file open.
public final class ReminderStore {
  public let path: String

  /// Opens the file; makes it, and its folder, when there is none.
  public init(path: String, settings: StoreSettings = StoreSettings()) throws(StoreError) {
    fatalError("unwritten")
  }
}

// Tickets
extension ReminderStore {
  /// Saves a ticket with an alarm for each lead time, in one transaction.
  /// - Parameters:
  ///   - leads: minutes before the end, in any order; 0 = at the end. See `LeadLadder` for those that
  ///     are past.
  ///   - refusingLookalike: saves nothing when an active ticket looks the same (see `lookalike`).
  public func park(
    _ draft: TicketDraft, leads: [Int], refusingLookalike: Bool = false, now: Instant
  ) throws(StoreError) -> ParkResult { fatalError("unwritten") }

  /// An active ticket of the same town, zone and vehicle whose arrival is within a minute (R18).
  public func lookalike(of draft: TicketDraft) throws(StoreError) -> Ticket? {
    fatalError("unwritten")
  }

  /// Moves a ticket's end to that of `purchase`: its generation goes up, alarms and deliveries of the
  /// earlier one are cancelled (`extended`), new ones come by `leads` (R21).
  /// - Parameters:
  ///   - walkMinutes: nil = as before.
  ///   - requestID: the same one again changes nothing.
  public func extend(
    _ ticket: Int64, by purchase: Purchase, leads: [Int], walkMinutes: Int? = nil,
    requestID: String? = nil, now: Instant
  ) throws(StoreError) -> ParkResult { fatalError("unwritten") }

  /// The car has left: alarms and deliveries are cancelled (`stopped`). Stopping twice is once.
  @discardableResult
  public func stop(_ ticket: Int64, now: Instant) throws(StoreError) -> Ticket {
    fatalError("unwritten")
  }

  public func ticket(_ id: Int64) throws(StoreError) -> Ticket? { fatalError("unwritten") }

  /// By end, the earliest first.
  public func tickets(_ filter: TicketFilter) throws(StoreError) -> [Ticket] {
    fatalError("unwritten")
  }
}

// Alarms
extension ReminderStore {
  /// An alarm at a moment, now or later. The same moment with the same text again is the same alarm.
  public func addAlarm(
    at moment: Instant, ticket: Int64? = nil, text: String? = nil, now: Instant
  ) throws(StoreError) -> Alarm { fatalError("unwritten") }

  /// An alarm so many minutes, and the ticket's walk, before the ticket's end.
  public func addAlarm(
    leadMinutes: Int, ticket: Int64, text: String? = nil, now: Instant
  ) throws(StoreError) -> Alarm { fatalError("unwritten") }

  /// A new alarm `minutes` from now with the words of one that has rung. What of that one is still to
  /// be sent is cancelled (`snoozed`). Snoozing twice moves the pending snooze.
  public func snooze(_ alarm: Int64, minutes: Int, now: Instant) throws(StoreError) -> Alarm {
    fatalError("unwritten")
  }

  /// - Parameter reason: the stable word kept with it.
  @discardableResult
  public func cancelAlarm(
    _ alarm: Int64, reason: String = "cancelled", now: Instant
  ) throws(StoreError) -> Alarm { fatalError("unwritten") }

  /// Cancels all open alarms, or those of a ticket. Returns how many.
  @discardableResult
  public func cancelAlarms(
    ticket: Int64? = nil, reason: String = "cancelled", now: Instant
  ) throws(StoreError) -> Int { fatalError("unwritten") }

  public func alarm(_ id: Int64) throws(StoreError) -> Alarm? { fatalError("unwritten") }

  public func alarms(_ filter: AlarmFilter = AlarmFilter()) throws(StoreError) -> [Alarm] {
    fatalError("unwritten")
  }

  /// Alarms that reached an end state, the latest first.
  public func history(limit: Int) throws(StoreError) -> [Alarm] { fatalError("unwritten") }

  /// The outbox: all of one alarm, or the rows that are queued or under way.
  public func deliveries(of alarm: Int64? = nil) throws(StoreError) -> [Delivery] {
    fatalError("unwritten")
  }
}

// Upkeep
extension ReminderStore {
  public func health(now: Instant) throws(StoreError) -> StoreHealth { fatalError("unwritten") }

  /// Removes what is over: tickets stopped or ended that have no open alarm, with their alarms, and
  /// settled alarms without a ticket.
  @discardableResult
  public func clear(now: Instant) throws(StoreError) -> Removed { fatalError("unwritten") }

  /// As `clear`, of what has been over for so many days. The daemon does it once a day.
  @discardableResult
  public func prune(keepingDays: Int = 90, now: Instant) throws(StoreError) -> Removed {
    fatalError("unwritten")
  }

  /// Changes whenever another connection wrote (`PRAGMA data_version`).
  public func dataVersion() throws(StoreError) -> Int64 { fatalError("unwritten") }

  /// Makes the reserve file again if it is gone and there is space. Whether it is there.
  @discardableResult
  public func replenishReserve() -> Bool { fatalError("unwritten") }
}

// Firing
extension ReminderStore {
  /// T1: due alarms become `firing`, with a queued delivery for each channel, in one commit.
  /// - Parameter limit: about so many alarms in this commit.
  public func fireDue(
    now: Instant, plan: DeliveryPlan, limit: Int = 500
  ) throws(StoreError) -> FireReport { fatalError("unwritten") }

  /// T2: deliveries that are due become `sending`, owned by this process. Only then may they be sent.
  /// - Parameter owner: `OwnerLock.owner`.
  public func claim(
    now: Instant, owner: Int64, limit: Int = 500
  ) throws(StoreError) -> [Claim] { fatalError("unwritten") }

  /// T3: what became of claimed deliveries. Returns the alarms that reached an end state by it.
  @discardableResult
  public func settle(
    _ settlements: [Settlement], owner: Int64, now: Instant
  ) throws(StoreError) -> [Alarm] { fatalError("unwritten") }

  /// Deliveries whose process died while it sent them are queued again, due at once, with the same key.
  /// Call it at start and with each step. Returns how many.
  @discardableResult
  public func recover(lock: OwnerLock, now: Instant) throws(StoreError) -> Int {
    fatalError("unwritten")
  }

  /// The channel may work now (a notification server appeared): its waiting deliveries are due at once.
  @discardableResult
  public func hasten(channel: String, now: Instant) throws(StoreError) -> Int {
    fatalError("unwritten")
  }

  /// When something is to be done next; at or before `now` = at once; nil = nothing is pending.
  /// - Parameter owner: this process; deliveries of others are looked after within a minute.
  public func nextWake(now: Instant, owner: Int64?) throws(StoreError) -> Instant? {
    fatalError("unwritten")
  }
}

// When the storage is broken
extension ReminderStore {
  /// What is due and can only be sent from memory, when `fireDue` or `claim` threw a storage error: from
  /// the file if it can be read, else from what was seen last. Without those remembered as sent.
  public func dueFromMemory(now: Instant) -> [MemoryNotice] { fatalError("unwritten") }

  /// Remembers that a channel took a notice; the next step that can write makes it durable.
  public func rememberSent(_ notice: MemoryNotice, channel: String, receipt: String?, at: Instant) {
    fatalError("unwritten")
  }

  /// How many are remembered and not on disk.
  public var rememberedCount: Int { fatalError("unwritten") }
}
