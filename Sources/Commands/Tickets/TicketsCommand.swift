import CivilTime
import JSONText
import Reminders

/// `aparka tickets`: the tickets that run; with `--all` those that ended or were stopped as well.
enum TicketsCommand: Command {
  static let name = "tickets"
  static let options: [CommandOption] = [all, ParkRequest.calendar]
  static let all = CommandOption.flag("all")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let towns = TicketTowns(context)
    let store = try context.openStoreIfThere(asksOnly: true)
    let tickets = try tickets(context, store)
    if let path = context.arguments.value(ParkRequest.calendar) {
      return try write(tickets, to: path, store, context, towns)
    }
    if context.wantsJSON {
      var shown: [JSONOutput] = []
      for ticket in tickets {
        guard let store else { break }
        let answers = ReminderAnswers(context: context, store: store, towns: towns)
        shown.append(
          try answers.json(ticket, alarms: try alarms(of: ticket, openOnly: false, store, context)))
      }
      context.print(
        .object([
          ("at", .time(context.invocation.now, towns.ownClock)), ("tickets", .array(shown)),
        ]))
      return 0
    }
    guard let store, !tickets.isEmpty else {
      context.print(context.phrase("ticket.none"))
      return 0
    }
    let words = TicketWords(context: context, towns: towns)
    var open = 0
    for ticket in tickets {
      let alarms = try alarms(of: ticket, openOnly: true, store, context)
      open += alarms.count
      for line in words.listLines(ticket, alarms) { context.print(line) }
    }
    if open > 0 {
      for line in ReminderRoute(context).lines(context, alarms: open) { context.print(line) }
    }
    return 0
  }

  private static func tickets(
    _ context: CommandContext, _ store: ReminderStore?
  ) throws(CommandFailure) -> [Ticket] {
    guard let store else { return [] }
    let now = context.invocation.now
    let filter = context.arguments.has(all) ? TicketFilter.all : .running(at: now)
    return try context.stored { () throws(StoreError) in try store.tickets(filter) }
  }

  private static func alarms(
    of ticket: Ticket, openOnly: Bool, _ store: ReminderStore, _ context: CommandContext
  ) throws(CommandFailure) -> [Alarm] {
    try context.stored { () throws(StoreError) in
      try store.alarms(AlarmFilter(openOnly: openOnly, ticket: ticket.id))
    }
  }

  private static func write(
    _ tickets: [Ticket], to path: String, _ store: ReminderStore?, _ context: CommandContext,
    _ towns: TicketTowns
  ) throws(CommandFailure) -> Int32 {
    // RFC 5545, section 3.6: a calendar without a component is none.
    guard let store, !tickets.isEmpty else { throw .failure(context.phrase("ticket.none")) }
    let calendar = TicketCalendar(context: context, towns: towns)
    try calendar.requireWritable(path)
    var events: [Ticket: [Alarm]] = [:]
    for ticket in tickets {
      events[ticket] = try alarms(of: ticket, openOnly: true, store, context)
    }
    try calendar.write(tickets.map { calendar.event($0, events[$0] ?? []) }, to: path)
    if path != "-" {
      context.print(context.phrase("reminder.calendar", ["path": path]))
    }
    return 0
  }
}
