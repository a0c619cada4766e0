import CivilTime
import Reminders

// Firing, sending, recovering, in the plain.

extension PlainReminders {
  /// Of a process that died.
  mutating func recover(now: Instant) {
    for place in rows.indices where rows[place].state == .sending {
      backToQueue(place, at: now, orFailWith: nil)
      conclude(rows[place].alarm)
    }
  }

  mutating func fire(now: Instant) {
    let due = alarms.filter { $0.value.state == .pending && $0.value.due <= now }
      .sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
    var expired: [Int64] = []
    for (id, alarm) in due {
      let end = alarm.ticket.flatMap { tickets[$0]?.end }
      if let end, alarm.text == nil {
        if now.seconds(since: max(end, alarm.due)) > 7200 {
          expired.append(id)
          continue
        }
        let later = due.last { $0.value.ticket == alarm.ticket && $0.value.text == nil }
        if let later, later.key != id {
          alarms[id]?.state = .superseded
          alarms[id]?.spokenBy = later.key
          continue
        }
      }
      ring(id, end: end, now: now)
    }
    if expired.isEmpty { return }
    var summary = alarms.keys.sorted().first { id in
      alarms[id]?.cause == .summary && alarms[id]?.state == .firing && alarms[id]?.reason == nil
        && rows.allSatisfy { $0.alarm != id || ($0.attempts == 0 && $0.state == .queued) }
    }
    if summary == nil {
      let id = add(PlainAlarm(ticket: nil, generation: 0, cause: .summary, due: now))
      ring(id, end: nil, now: now)
      summary = id
    }
    for id in expired {
      alarms[id]?.state = .expired
      alarms[id]?.spokenBy = summary
    }
  }

  struct Unsaved: Equatable {
    var alarm: Int64
    var channel: String
    var supersedes: [Int64]
  }

  /// What can be told from memory, each through its first channel; by alarm.
  func unsaved(now: Instant) -> [Unsaved] {
    guard let first = plan.channels.first else { return [] }
    var fired = self
    fired.fire(now: now)
    return alarms.keys.sorted().compactMap { id in
      let queued = rows.filter { $0.alarm == id && $0.state == .queued }
      if alarms[id]?.state == .firing, queued.contains(where: { $0.next <= now }) {
        return Unsaved(alarm: id, channel: queued[0].channel, supersedes: [])
      }
      guard alarms[id]?.state == .pending, fired.alarms[id]?.state == .firing else { return nil }
      let supersedes = fired.alarms.keys.sorted().filter { other in
        fired.alarms[other]?.state == .superseded && fired.alarms[other]?.spokenBy == id
          && alarms[other]?.state == .pending
      }
      return Unsaved(alarm: id, channel: first, supersedes: supersedes)
    }
  }

  /// The disk works again.
  mutating func fold(_ unsaved: [Unsaved], now: Instant) {
    for told in unsaved {
      let id = told.alarm
      let place = rows.firstIndex { $0.alarm == id && $0.channel == told.channel }
      if let place {
        rows[place].state = .delivered
        rows[place].attempts += 1
        rows[place].reason = nil
      } else {
        rows.append(
          Row(
            alarm: id, channel: told.channel, position: 0, state: .delivered, attempts: 1,
            next: now, giveUp: now))
      }
      for other in rows.indices where rows[other].alarm == id && rows[other].state == .queued {
        rows[other].state = .cancelled
        rows[other].reason = "other_channel"
      }
      alarms[id]?.state = .delivered
      alarms[id]?.reason = "from_memory"
      for other in told.supersedes {
        alarms[other]?.state = .superseded
        alarms[other]?.spokenBy = id
      }
    }
  }

  mutating func ring(_ id: Int64, end: Instant?, now: Instant) {
    if plan.channels.isEmpty {
      alarms[id]?.state = .failed
      alarms[id]?.reason = "no_channel"
      return
    }
    alarms[id]?.state = .firing
    for (place, channel) in plan.channels.enumerated() {
      let position = plan.mode == .first ? place : 0
      rows.append(
        Row(
          alarm: id, channel: channel, position: position,
          next: now.adding(seconds: 20 * position),
          giveUp: max(end ?? now, now).adding(minutes: 30)))
    }
  }

  func isDue(_ row: Row, _ now: Instant) -> Bool {
    row.state == .queued && (row.next <= now || row.next > now.adding(seconds: 120))
  }

  /// Places of the rows that may be sent, in their order.
  mutating func claim(now: Instant) -> [Int] {
    let due = rows.indices.filter { isDue(rows[$0], now) }.sorted { left, right in
      let (isLeftSetBack, isRightSetBack) = (rows[left].next > now, rows[right].next > now)
      if isLeftSetBack != isRightSetBack { return isRightSetBack }
      return (rows[left].next, left) < (rows[right].next, right)
    }
    for place in due {
      rows[place].state = .sending
      rows[place].attempts += 1
    }
    return due
  }

  mutating func settle(_ place: Int, _ outcome: DeliveryOutcome, now: Instant) {
    let (alarm, position) = (rows[place].alarm, rows[place].position)
    switch outcome {
    case .delivered:
      rows[place].state = .delivered
      rows[place].reason = nil
      for other in rows.indices
      where rows[other].alarm == alarm && rows[other].position != position
        && rows[other].state == .queued
      {
        rows[other].state = .cancelled
        rows[other].reason = "other_channel"
      }
    case .retry(let reason):
      let delays = [2, 5, 10, 20, 40, 60]
      let delay = delays[min(rows[place].attempts, 6) - 1]
      backToQueue(place, at: now.adding(seconds: delay), orFailWith: reason, now: now)
      nextChannel(alarm, after: position, now: now)
    case .permanent(let reason):
      rows[place].state = .failed
      rows[place].reason = reason
      nextChannel(alarm, after: position, now: now)
    }
    conclude(alarm)
  }

  mutating func nextChannel(_ alarm: Int64, after position: Int, now: Instant) {
    let next = rows.indices.first { place in
      rows[place].alarm == alarm && rows[place].position > position
        && rows[place].state == .queued && rows[place].attempts == 0
    }
    if let next { rows[next].next = min(rows[next].next, now) }
  }

  mutating func backToQueue(
    _ place: Int, at moment: Instant, orFailWith reason: String?, now: Instant? = nil
  ) {
    let row = rows[place]
    let isTaken = rows.contains { other in
      other.alarm == row.alarm && other.position != row.position && other.state == .delivered
    }
    if let reason { rows[place].reason = reason }
    if let alarm = alarms[row.alarm], alarm.state == .firing, let withdrawn = alarm.reason {
      rows[place].state = .cancelled
      rows[place].reason = withdrawn
    } else if isTaken {
      rows[place].state = .cancelled
      rows[place].reason = "other_channel"
    } else if let now, now >= row.giveUp {
      rows[place].state = .failed
    } else {
      rows[place].state = .queued
      rows[place].next = now == nil ? moment : min(moment, row.giveUp)
    }
  }

  mutating func conclude(_ id: Int64) {
    guard alarms[id]?.state == .firing else { return }
    let own = rows.filter { $0.alarm == id }
    let isOpen = own.contains { $0.state == .queued || $0.state == .sending }
    let isTaken = own.contains { $0.state == .delivered }
    if isTaken && (!isOpen || (plan.mode == .first && own.count > 1)) {
      alarms[id]?.state = .delivered
      alarms[id]?.reason = nil
    } else if !isOpen {
      let withdrawn = alarms[id]?.reason
      alarms[id]?.state = withdrawn == nil ? .failed : .cancelled
      alarms[id]?.reason = withdrawn ?? own.first { $0.state == .failed }?.reason
    }
  }

  func nextWake(now: Instant) -> Instant? {
    let due = alarms.values.filter { $0.state == .pending }.map(\.due).min()
    let queued = rows.filter { $0.state == .queued }
    let attempt = queued.contains { isDue($0, now) } ? now : queued.map(\.next).min()
    return [due, attempt].compactMap(\.self).min()
  }
}
