import CivilTime
import Reminders

/// What the store should do, in arrays and as plainly as possible; no files, no crashes of its own.
struct PlainReminders {
  struct PlainTicket {
    var arrival: Instant
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

  mutating func add(_ alarm: PlainAlarm) -> Int64 {
    lastAlarm += 1
    alarms[lastAlarm] = alarm
    return lastAlarm
  }

  mutating func addLeads(_ leads: [Int], ticket id: Int64, now: Instant) {
    guard let ticket = tickets[id] else { return }
    // The clock may have been set back since.
    let now = max(now, ticket.arrival)
    var isSilent = !leads.isEmpty && ticket.end > now
    let left = ticket.end.seconds(since: now)
    let middle = max(0, (left + 1) / 2 / 60 - ticket.walk)
    let isShort = leads.allSatisfy { ticket.end.adding(minutes: -$0 - ticket.walk) <= now }
    for lead in Set(leads).sorted(by: >) where !(isSilent && isShort && lead == middle) {
      let due = ticket.end.adding(minutes: -lead - ticket.walk)
      var alarm = PlainAlarm(
        ticket: id, generation: ticket.generation, cause: .lead(minutes: lead), due: due)
      if due > now {
        isSilent = false
      } else {
        alarm.state = .superseded
        alarm.reason = "past"
      }
      _ = add(alarm)
    }
    guard isSilent else { return }
    _ = add(
      PlainAlarm(
        ticket: id, generation: ticket.generation,
        cause: .lead(minutes: middle), due: now.adding(seconds: left / 2)))
  }

  mutating func park(end: Instant, walk: Int, leads: [Int], now: Instant) {
    lastTicket += 1
    tickets[lastTicket] = PlainTicket(arrival: now, end: end, walk: walk)
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

  func active(_ id: Int64) throws(Refusal) -> PlainTicket {
    guard let ticket = tickets[id] else { throw Refusal(code: "no_ticket") }
    if ticket.isStopped { throw Refusal(code: "ticket_stopped") }
    return ticket
  }

  func isOpen(_ alarm: Int64) -> Bool {
    alarms[alarm]?.state == .pending || alarms[alarm]?.state == .firing
  }

  mutating func withdraw(_ id: Int64, _ reason: String) {
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
}
