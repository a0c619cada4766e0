import CivilTime

/// Alarms of a store whose file is lost: all that is left of them.
public struct RememberedAlarms {
  private var seen: [StoreMemory.Seen]

  public init() { seen = [] }

  init(_ seen: [StoreMemory.Seen]) { self.seen = seen }

  public var isEmpty: Bool { seen.isEmpty }
  public var count: Int { seen.count }
  /// When the next one is due; one that is under way is due at once.
  public var next: Instant? { seen.map(\.alarm.due).min() }

  /// What is to be told now. It is forgotten, as is what it speaks for.
  public mutating func takeDue(now: Instant) -> [MemoryNotice] {
    let due = seen.filter { $0.alarm.due <= now }
    seen.removeAll { $0.alarm.due <= now }
    return StoreMemory.notices(of: due, now: now)
  }

  /// Forgets those that another file of the same store holds, too.
  public mutating func forget(heldBy store: ReminderStore) {
    seen.removeAll { seen in
      guard let key = try? store.key(ofAlarm: seen.alarm.id), key == seen.key,
        let held = try? store.alarm(seen.alarm.id)
      else { return false }
      return held.due == seen.alarm.due && held.ticket == seen.alarm.ticket
    }
  }
}
