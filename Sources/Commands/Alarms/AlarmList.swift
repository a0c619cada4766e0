import CivilTime
import JSONText
import Reminders

/// `aparka alarms`: what is to ring, and what failed within a day; with `--all` everything.
struct AlarmList {
  /// What is shown without `--limit`, to people and to programs.
  static let mostLines = 100
  static let mostMembers = 1000
  static let highestLimit = 1_000_000
  /// A failure is shown for a day without being asked for.
  static let failuresShownSeconds = 24 * 3600

  private let context: CommandContext
  private let towns: TicketTowns

  init(_ call: AlarmCall) {
    context = call.context
    towns = TicketTowns(call.context)
  }

  func run() throws(CommandFailure) -> Int32 {
    let limit = try limit()
    let store = try context.openStoreIfThere(asksOnly: true)
    var page = AlarmPage()
    var tickets: [Int64: Ticket] = [:]
    if let store {
      page = try shown(store, limit)
      tickets = try self.tickets(page.alarms, store)
    }
    let alarms = page.alarms
    let more = page.total - alarms.count
    let printing = AlarmPrinting(context: context, towns: towns, tickets: tickets)
    if context.wantsJSON {
      var list: [JSONOutput] = []
      if let store {
        for alarm in alarms { list.append(try printing.json(alarm, store)) }
      }
      context.print(
        .object([
          ("at", .time(context.invocation.now, towns.ownClock)), ("alarms", .array(list)),
          ("more", .int(more)),
        ]))
      return 0
    }
    guard !alarms.isEmpty else {
      context.print(context.phrase("alarm.none"))
      return 0
    }
    for alarm in alarms { context.print(printing.line(alarm)) }
    if more > 0 {
      context.print(
        context.phrase(
          "alarm.more", ["all": "\(min(page.total, Self.highestLimit))"], count: more))
    }
    let open = alarms.filter(\.isOpen).count
    if open > 0 {
      for line in ReminderRoute(context).lines(context, alarms: open) { context.print(line) }
    }
    return 0
  }

  private func limit() throws(CommandFailure) -> Int {
    guard let text = context.arguments.value(AlarmsCommand.limit) else {
      return context.wantsJSON ? Self.mostMembers : Self.mostLines
    }
    guard let limit = Int(text), (1...Self.highestLimit).contains(limit) else {
      throw .usage(
        context.phrase(
          "alarm.error.bad_limit", ["text": text, "most": "\(Self.highestLimit)"]))
    }
    return limit
  }

  private func shown(
    _ store: ReminderStore, _ limit: Int
  ) throws(CommandFailure) -> AlarmPage {
    let ticket = try context.arguments.value(.ticket).map { (text) throws(CommandFailure) in
      try TicketSelection(context: context, store: store).ticket(typed: text).id
    }
    let all = context.arguments.has(TicketsCommand.all)
    let since = context.invocation.now.adding(seconds: -Self.failuresShownSeconds)
    return try context.stored { () throws(StoreError) in
      all
        ? try store.page(of: ticket, limit: limit)
        : try store.page(of: ticket, failedSince: since, limit: limit)
    }
  }

  private func tickets(
    _ alarms: [Alarm], _ store: ReminderStore
  ) throws(CommandFailure) -> [Int64: Ticket] {
    var tickets: [Int64: Ticket] = [:]
    for id in Set(alarms.compactMap(\.ticket)) {
      tickets[id] = try context.stored { () throws(StoreError) in try store.ticket(id) }
    }
    return tickets
  }
}

/// Alarms as a line for people and as JSON.
struct AlarmPrinting {
  /// An alarm that is pending for longer than this after its time has nobody who rings it.
  private static let graceSeconds = 60

  let context: CommandContext
  let towns: TicketTowns
  let tickets: [Int64: Ticket]

  /// `12  10:45  15 min before the end of ticket 3 (La Vega, blue zone)`, and its state unless it is to ring.
  func line(_ alarm: Alarm) -> String {
    let ticket = alarm.ticket.flatMap { tickets[$0] }
    let words = TicketWords(context: context, towns: towns)
    var parts = ["\(alarm.id)", words.time(alarm.due, of: ticket), cause(alarm, ticket)]
    if let text = alarm.text {
      parts.append(context.phrase("alarm.quoted", ["text": CommandContext.plain(text)]))
    }
    if alarm.state == .pending, context.invocation.now.seconds(since: alarm.due) > Self.graceSeconds
    {
      parts.append(context.phrase("alarm.overdue"))
    }
    if alarm.state != .pending {
      var state = context.phrase("alarm.state.\(alarm.state.rawValue)")
      if let reason = alarm.reason {
        state = context.phrase(
          "alarm.state_reason", ["state": state, "reason": self.reason(reason)])
      }
      parts.append(state)
    }
    return parts.joined(separator: "  ")
  }

  private func cause(_ alarm: Alarm, _ ticket: Ticket?) -> String {
    var values = ["ticket": alarm.ticket.map { "\($0)" } ?? ""]
    if let ticket {
      let names = towns.names(ticket)
      values["town"] = names.town
      values["zone"] = names.zone
    }
    switch alarm.cause {
    case .lead(let minutes):
      values["lead"] = context.phrases.duration(minutes: minutes)
      return context.phrase(minutes == 0 ? "alarm.cause.end" : "alarm.cause.lead", values)
    case .moment:
      return context.phrase(
        ticket == nil ? "alarm.cause.moment" : "alarm.cause.moment_of_ticket", values)
    case .snooze(let alarm):
      values["alarm"] = "\(alarm)"
      return context.phrase(
        ticket == nil ? "alarm.cause.snooze" : "alarm.cause.snooze_of_ticket", values)
    case .summary: return context.phrase("alarm.cause.summary")
    }
  }

  /// Words where there are some; what a channel said, as it is.
  private func reason(_ reason: String) -> String {
    let key = "alarm.reason.\(reason)"
    if context.phrases.has(key) { return context.phrase(key) }
    return CommandContext.plain(reason)
  }

  func json(_ alarm: Alarm, _ store: ReminderStore) throws(CommandFailure) -> JSONOutput {
    let ticket = alarm.ticket.flatMap { tickets[$0] }
    let words = TicketWords(context: context, towns: towns)
    return try ReminderAnswers(context: context, store: store, towns: towns).json(
      alarm, clock: words.clock(of: ticket))
  }
}
