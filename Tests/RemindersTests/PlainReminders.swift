import CivilTime
import Reminders

/// What the store should do, in arrays and as plainly as possible; no files, no crashes of its own.
struct PlainReminders {
  struct PlainTicket {
    var end: Instant
    var walk: Int
    var generation = 0
    var isStopped = false
  }

  struct PlainAlarm: Equatable {
    var ticket: Int64?
    var generation: Int
    var cause: Alarm.Cause
    var due: Instant
    var state = Alarm.State.pending
    var text: String?
    var reason: String?
    var spokenBy: Int64?
  }

  struct Row: Equatable {
    var alarm: Int64
    var channel: String
    var position: Int
    var state = Delivery.State.queued
    var attempts = 0
    var next: Instant
    var giveUp: Instant
    var reason: String?
  }

  /// A wish that makes no sense, by the store's code for it.
  struct Refusal: Error, Equatable { var code: String }

  var plan: DeliveryPlan
  var tickets: [Int64: PlainTicket] = [:]
  var alarms: [Int64: PlainAlarm] = [:]
  /// In the order in which they were queued.
  var rows: [Row] = []
  var lastTicket: Int64
  var lastAlarm: Int64

  // MARK: Wishes

  mutating func add(_ alarm: PlainAlarm) -> Int64 {
    lastAlarm += 1
    alarms[lastAlarm] = alarm
    return lastAlarm
  }

  mutating func addLeads(_ leads: [Int], ticket id: Int64, now: Instant) {
    guard let ticket = tickets[id] else { return }
    let ordered = Set(leads).sorted(by: >)
    for lead in ordered {
      let due = ticket.end.adding(minutes: -lead - ticket.walk)
      var alarm = PlainAlarm(
        ticket: id, generation: ticket.generation, cause: .lead(minutes: lead), due: due)
      if due < now {
        if lead == ordered.last && ticket.end > now {
          alarm.due = now
        } else {
          alarm.state = .superseded
          alarm.reason = "past"
        }
      }
      _ = add(alarm)
    }
  }

  mutating func park(end: Instant, walk: Int, leads: [Int], now: Instant) {
    lastTicket += 1
    tickets[lastTicket] = PlainTicket(end: end, walk: walk)
    addLeads(leads, ticket: lastTicket, now: now)
  }

  mutating func extend(
    _ id: Int64, end: Instant, leads: [Int], now: Instant
  ) throws(Refusal) {
    guard var ticket = tickets[id] else { throw Refusal(code: "no_ticket") }
    if ticket.isStopped { throw Refusal(code: "ticket_stopped") }
    ticket.end = end
    ticket.generation += 1
    tickets[id] = ticket
    for (alarm, value) in alarms.sorted(by: { $0.key < $1.key })
    where value.ticket == id && isOpen(alarm) {
      switch value.cause {
      case .moment: alarms[alarm]?.generation = ticket.generation
      case .snooze where value.text != nil: alarms[alarm]?.generation = ticket.generation
      default: withdraw(alarm, "extended")
      }
    }
    addLeads(leads, ticket: id, now: now)
  }

  mutating func stop(_ id: Int64) throws(Refusal) {
    guard let ticket = tickets[id] else { throw Refusal(code: "no_ticket") }
    if ticket.isStopped { return }
    tickets[id]?.isStopped = true
    cancelAll(ticket: id, "stopped")
  }

  mutating func addMoment(
    _ moment: Instant, ticket: Int64?, text: String?, now: Instant
  ) throws(Refusal) {
    if moment < now { throw Refusal(code: "moment_past") }
    let generation = try ticket.map { id throws(Refusal) in try active(id).generation } ?? 0
    let isThere = alarms.values.contains { alarm in
      alarm.cause == .moment && alarm.state == .pending && alarm.ticket == ticket
        && alarm.due == moment && alarm.text == text
    }
    if isThere { return }
    _ = add(
      PlainAlarm(
        ticket: ticket, generation: generation, cause: .moment, due: moment, text: text))
  }

  mutating func snooze(_ id: Int64, minutes: Int, now: Instant) throws(Refusal) {
    guard let alarm = alarms[id] else { throw Refusal(code: "no_alarm") }
    if alarm.state == .pending || alarm.state == .cancelled {
      throw Refusal(code: "alarm_not_rung")
    }
    let generation = try alarm.ticket.map { id throws(Refusal) in try active(id).generation } ?? 0
    if alarm.state == .firing { withdraw(id, "snoozed") }
    let due = now.adding(minutes: minutes)
    let pending = alarms.first { $0.value.cause == .snooze(of: id) && $0.value.state == .pending }
    if let pending {
      alarms[pending.key]?.due = due
      alarms[pending.key]?.generation = generation
    } else {
      _ = add(
        PlainAlarm(
          ticket: alarm.ticket, generation: generation, cause: .snooze(of: id), due: due,
          text: alarm.text))
    }
  }

  mutating func cancel(_ id: Int64) throws(Refusal) {
    guard alarms[id] != nil else { throw Refusal(code: "no_alarm") }
    if !isOpen(id) { throw Refusal(code: "alarm_over") }
    withdraw(id, "cancelled")
  }

  mutating func cancelAll(ticket: Int64?, _ reason: String) {
    for id in alarms.keys.sorted() where isOpen(id) {
      if ticket == nil || alarms[id]?.ticket == ticket { withdraw(id, reason) }
    }
  }

  private func active(_ id: Int64) throws(Refusal) -> PlainTicket {
    guard let ticket = tickets[id] else { throw Refusal(code: "no_ticket") }
    if ticket.isStopped { throw Refusal(code: "ticket_stopped") }
    return ticket
  }

  func isOpen(_ alarm: Int64) -> Bool {
    alarms[alarm]?.state == .pending || alarms[alarm]?.state == .firing
  }

  private mutating func withdraw(_ id: Int64, _ reason: String) {
    if alarms[id]?.state == .pending {
      alarms[id]?.state = .cancelled
      alarms[id]?.reason = reason
      return
    }
    let reason = alarms[id]?.reason ?? reason
    alarms[id]?.reason = reason
    for place in rows.indices where rows[place].alarm == id && rows[place].state == .queued {
      rows[place].state = .cancelled
      rows[place].reason = reason
    }
    conclude(id)
  }

  // MARK: Steps

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

  private mutating func ring(_ id: Int64, end: Instant?, now: Instant) {
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

  private mutating func nextChannel(_ alarm: Int64, after position: Int, now: Instant) {
    let next = rows.indices.first { place in
      rows[place].alarm == alarm && rows[place].position > position
        && rows[place].state == .queued && rows[place].attempts == 0
    }
    if let next { rows[next].next = min(rows[next].next, now) }
  }

  private mutating func backToQueue(
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

  private mutating func conclude(_ id: Int64) {
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
