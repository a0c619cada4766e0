import CivilTime
import JSONText
import Phrasebook
import Reminders

/// `aparka alarms add [TICKET] --lead 12`, `aparka alarms add [TICKET] --at 10:30`.
struct AlarmAdding {
  static let longestTextBytes = 1000

  private let call: AlarmCall
  private let context: CommandContext
  private let towns: TicketTowns

  init(_ call: AlarmCall) {
    self.call = call
    context = call.context
    towns = TicketTowns(call.context)
  }

  func run() throws(CommandFailure) -> Int32 {
    let arguments = context.arguments
    guard arguments.has(AlarmsCommand.lead) != arguments.has(.at) else {
      throw .usage(context.phrase("alarm.error.lead_or_moment"))
    }
    let text = arguments.value(AlarmsCommand.text)
    if let text, text.utf8.count > Self.longestTextBytes {
      throw .usage(
        context.phrase("alarm.error.text_too_long", ["limit": "\(Self.longestTextBytes)"]))
    }
    let usesTimers = try context.usesTimers()
    let store = try context.openStore()
    let selection = TicketSelection(context: context, store: store)
    let typed = arguments.value(.ticket) ?? call.words.first
    let now = context.invocation.now
    let alarm: Alarm
    var ticket: Ticket?
    var route = ReminderRoute(context)
    if let lead = arguments.value(AlarmsCommand.lead) {
      let minutes = try context.minutes(lead, in: 0...ParkRequest.longestLead)
      let running = try selection.running(typed: typed)
      ticket = running
      let due = running.end.adding(minutes: -(minutes + running.draft.walkMinutes))
      try handOver(due, usesTimers, &route, running)
      alarm = try context.stored { () throws(StoreError) in
        try store.addAlarm(leadMinutes: minutes, ticket: running.id, text: text, now: now)
      }
    } else {
      // A moment needs no ticket.
      ticket = try typed.map { (text) throws(CommandFailure) in
        try selection.running(typed: text)
      }
      let due = try context.moment(in: ticket.map { towns.clock($0) } ?? towns.ownClock)
      try handOver(due, usesTimers, &route, ticket)
      let id = ticket?.id
      alarm = try context.stored { () throws(StoreError) in
        try store.addAlarm(at: due, ticket: id, text: text, now: now)
      }
    }
    route.wake(context)
    return try AlarmChanging.tell(
      "alarm.added", [alarm], ticket: ticket, store: store, route: route, context, towns)
  }

  private func handOver(
    _ due: Instant, _ usesTimers: Bool, _ route: inout ReminderRoute, _ ticket: Ticket?
  ) throws(CommandFailure) {
    let ago = context.invocation.now.seconds(since: due)
    if ago > 0 {
      throw .usage(
        context.phrase(
          "alarm.error.past",
          ["time": TicketWords(context: context, towns: towns).time(due, of: ticket)]))
    }
    guard usesTimers else { return }
    try SystemdTimers(context).make(at: [due])
    route.timers = 1
  }
}
