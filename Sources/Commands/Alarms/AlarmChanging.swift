import CivilTime
import JSONText
import Phrasebook
import Reminders

/// `aparka alarms snooze`, `cancel` and `clear`.
struct AlarmChanging {
  static let longestSnooze = 240

  private let call: AlarmCall
  private let context: CommandContext
  private let towns: TicketTowns

  init(_ call: AlarmCall) {
    self.call = call
    context = call.context
    towns = TicketTowns(call.context)
  }

  func snooze() throws(CommandFailure) -> Int32 {
    let id = try call.alarm()
    let minutes =
      try call.words.dropFirst().first.map { (text) throws(CommandFailure) in
        try context.minutes(text, in: 1...Self.longestSnooze)
      } ?? context.settings.snoozeMinutes
    let store = try context.openStore()
    let now = context.invocation.now
    let alarm = try context.stored { () throws(StoreError) in
      try store.snooze(id, minutes: minutes, now: now)
    }
    var route = ReminderRoute(context)
    route.wake(context)
    return try Self.tell(
      "alarm.snoozed", [alarm], ticket: try ticket(of: alarm, store), store: store, route: route,
      context, towns)
  }

  func cancel() throws(CommandFailure) -> Int32 {
    let id = try call.alarm()
    let store = try context.openStore()
    let now = context.invocation.now
    let alarm = try context.stored { () throws(StoreError) in
      try store.cancelAlarm(id, now: now)
    }
    var route = ReminderRoute(context)
    route.wake(context)
    return try Self.tell(
      "alarm.cancelled", [alarm], ticket: try ticket(of: alarm, store), store: store, route: nil,
      context, towns)
  }

  /// Cancels all alarms that are still to ring, or those of `--ticket`.
  func clear() throws(CommandFailure) -> Int32 {
    guard let store = try context.openStoreIfThere() else { return cleared(0) }
    let selection = TicketSelection(context: context, store: store)
    let ticket = try context.arguments.value(.ticket).map { (text) throws(CommandFailure) in
      try selection.ticket(typed: text).id
    }
    let now = context.invocation.now
    let count = try context.stored { () throws(StoreError) in
      try store.cancelAlarms(ticket: ticket, now: now)
    }
    var route = ReminderRoute(context)
    route.wake(context)
    return cleared(count)
  }

  private func cleared(_ count: Int) -> Int32 {
    if context.wantsJSON {
      context.print(.object([("cancelled", .int(count))]))
    } else {
      context.print(context.phrase("alarm.cleared", count: count))
    }
    return 0
  }

  private func ticket(
    of alarm: Alarm, _ store: ReminderStore
  ) throws(CommandFailure) -> Ticket? {
    guard let id = alarm.ticket else { return nil }
    return try context.stored { () throws(StoreError) in try store.ticket(id) }
  }

  /// Says what was done with an alarm, and which way it will ring.
  ///
  /// - Parameter route: nil where nothing is to ring.
  static func tell(
    _ key: String, _ alarms: [Alarm], ticket: Ticket?, store: ReminderStore,
    route: ReminderRoute?, _ context: CommandContext, _ towns: TicketTowns
  ) throws(CommandFailure) -> Int32 {
    let tickets = ticket.map { [$0.id: $0] } ?? [:]
    let printing = AlarmPrinting(context: context, towns: towns, tickets: tickets)
    if context.wantsJSON {
      var list: [JSONOutput] = []
      for alarm in alarms { list.append(try printing.json(alarm, store)) }
      context.print(
        .object([("alarms", .array(list)), ("reminder", route.map(\.json) ?? .null)]))
      return 0
    }
    let words = TicketWords(context: context, towns: towns)
    for alarm in alarms {
      context.print(
        context.phrase(
          key, ["alarm": "\(alarm.id)", "time": words.said(alarm.due, of: ticket)]))
    }
    if let route {
      for line in route.lines(context, alarms: alarms.filter(\.isOpen).count) {
        context.print(line)
      }
    }
    return 0
  }
}
