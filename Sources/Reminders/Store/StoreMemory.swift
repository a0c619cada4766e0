import CivilTime

/// What the store keeps in memory for the time when the disk cannot be used.
struct StoreMemory {
  /// An open alarm as it was seen last.
  struct Seen {
    var alarm: Alarm
    var ticket: Ticket?
    var key: String
    /// Of a firing one: the channels that are still to have it.
    var channels: [String]
  }

  /// A notice that a channel took and that is not on disk.
  struct Sent {
    var notice: MemoryNotice
    var channel: String
    var receipt: String?
    var at: Instant
  }

  /// The next open alarms, as of the last look ahead.
  var seen: [Seen] = []
  var sent: [Sent] = []

  /// Alarms that need no telling any more.
  var settledAlarms: Set<Int64> {
    var ids: Set<Int64> = []
    for sent in sent {
      ids.insert(sent.notice.alarm.id)
      ids.formUnion(sent.notice.supersedes)
    }
    return ids
  }

  /// What is to be told of these, the newest of each ticket for all of it.
  static func notices(of seen: [Seen], now: Instant) -> [MemoryNotice] {
    let byID = Dictionary(seen.map { ($0.alarm.id, $0) }) { first, _ in first }
    let pending = seen.filter { $0.alarm.state == .pending }.map { seen in
      Scheduler.Due(alarm: seen.alarm, ticketEnd: seen.ticket?.end)
    }
    let rings = Scheduler.decide(pending, now: now).rings.map { ring in
      (ring.alarm, ring.supersedes)
    }
    // One that is under way everywhere needs nothing from here.
    let firing = seen.filter { $0.alarm.state == .firing && !$0.channels.isEmpty }
      .map { ($0.alarm, [Int64]()) }
    return (firing + rings).compactMap { alarm, supersedes in
      byID[alarm.id].map { seen in
        MemoryNotice(
          alarm: alarm, ticket: seen.ticket, key: seen.key, channels: seen.channels,
          supersedes: supersedes)
      }
    }
  }
}
