import CivilTime
import JSONText
import Phrasebook
import Reminders

/// `aparka stop [TICKET]`: the car has left; its alarms are cancelled.
enum StopCommand: Command {
  static let name = "stop"
  static let options: [CommandOption] = [.ticket, .at]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...1, missing: "")
    let store = try context.openStore()
    let towns = TicketTowns(context)
    let selection = TicketSelection(context: context, store: store)
    let typed = context.arguments.value(.ticket) ?? context.arguments.operands.first
    let wasThere = context.arguments.has(.at)
    // Who says when the car left may say so after the ticket's end.
    let ticket =
      wasThere ? try selection.ticket(typed: typed) : try selection.running(typed: typed)
    if wasThere, ticket.state == .stopped { _ = try selection.running(typed: typed) }
    let moment = try moment(ticket, towns, context)
    let stopped = try context.stored { () throws(StoreError) in
      try store.stop(ticket.id, now: moment)
    }
    var route = ReminderRoute(context)
    route.wake(context)
    let unused = UnusedTime(ticket, leftAt: moment, context)
    if context.wantsJSON {
      context.print(try json(stopped, moment, unused, store, towns, context))
      return 0
    }
    let words = TicketWords(context: context, towns: towns)
    context.print(
      context.phrase(
        "stop.stopped",
        ["ticket": "\(ticket.id)", "at": words.said(moment, of: ticket)]))
    for line in lines(unused, moment, ticket, words, context) { context.print(line) }
    return 0
  }

  /// When the car left: between the last payment and now, and before the ticket's end.
  private static func moment(
    _ ticket: Ticket, _ towns: TicketTowns, _ context: CommandContext
  ) throws(CommandFailure) -> Instant {
    let clock = towns.clock(ticket)
    let now = context.invocation.now
    guard context.arguments.has(.at) else { return now }
    let moment = try context.moment(in: clock)
    let bought = ticket.purchases.map(\.arrival).max() ?? ticket.arrival
    guard moment <= now, moment >= bought, moment < ticket.end else {
      let today = clock.local(now).date
      func said(_ instant: Instant) -> String {
        context.phrases.momentInSentence(clock.local(instant), seenFrom: today)
      }
      throw .usage(
        context.phrase(
          "stop.error.not_then",
          ["ticket": "\(ticket.id)", "from": said(bought), "until": said(min(now, ticket.end))]))
    }
    return moment
  }

  private static func lines(
    _ unused: UnusedTime?, _ moment: Instant, _ ticket: Ticket, _ words: TicketWords,
    _ context: CommandContext
  ) -> [String] {
    let phrases = context.phrases
    guard let unused else {
      let left = max(0, ticket.end.seconds(since: moment) / 60)
      return [phrases.phrase("stop.left", ["duration": phrases.duration(minutes: left)])]
    }
    var lines = [
      phrases.phrase(
        "stop.unused",
        [
          "unused": phrases.duration(minutes: unused.unusedMinutes),
          "used": phrases.duration(minutes: unused.usedMinutes),
          "price": phrases.euros(cents: unused.usedCents),
        ])
    ]
    if unused.unusedMinutes > 0 {
      lines.append(
        unused.refundedWith.isEmpty
          ? phrases.phrase("stopped.no_refund")
          : phrases.phrase(
            "stopped.refund",
            [
              "refund": phrases.euros(cents: unused.refundCents),
              "means": phrases.list(
                unused.refundedWith.map { phrases.phrase("means.\($0)") }, .or),
            ]))
    }
    return lines
  }

  private static func json(
    _ ticket: Ticket, _ moment: Instant, _ unused: UnusedTime?, _ store: ReminderStore,
    _ towns: TicketTowns, _ context: CommandContext
  ) throws(CommandFailure) -> JSONOutput {
    let alarms = try context.stored { () throws(StoreError) in
      try store.alarms(AlarmFilter(openOnly: false, ticket: ticket.id))
    }
    let answers = ReminderAnswers(context: context, store: store, towns: towns)
    return .object([
      ("ticket", try answers.json(ticket, alarms: alarms)),
      ("remaining_minutes", .int(max(0, ticket.end.seconds(since: moment) / 60))),
      ("used_minutes", .optional(unused?.usedMinutes)),
      ("unused_minutes", .optional(unused?.unusedMinutes)),
      ("used_cents", .optional(unused?.usedCents)),
      ("refund_cents", .optional(unused?.refundCents)),
      (
        "refunded_with",
        unused.map { .array($0.refundedWith.map { .string($0) }) } ?? .null
      ),
    ])
  }
}
