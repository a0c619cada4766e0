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
}
