import CivilTime
import JSONText
import Reminders
import Tariffs

/// What the driver's own tickets say against coming back: the town's rule makes the car stay away, and nobody but
/// the store knows that it was here. A warning and no refusal, for the same kind of vehicle may be another car.
struct ComingBack {
  /// How far back tickets are looked at; no rule reaches farther than a day.
  private static let lookedBackMinutes = 48 * 60

  let ticket: Ticket
  /// From when on the car may come back, where that is known.
  let from: Instant?

  /// - Returns: nil where nothing is against it, and where the driver said himself what was bought before.
  static func found(
    for draft: TicketDraft, asked question: QuoteQuestion, in store: ReminderStore,
    _ context: CommandContext
  ) throws(CommandFailure) -> ComingBack? {
    guard question.previous.isEmpty else { return nil }
    let arrival = draft.purchase.arrival
    let tickets = try context.stored { () throws(StoreError) in
      try store.tickets(
        town: draft.town, zone: draft.zone, vehicle: draft.vehicle,
        leftAfter: arrival.adding(minutes: -lookedBackMinutes))
    }
    // One that still runs is another car's, or the driver has said that it is none.
    let over = tickets.filter { $0.left <= arrival && $0.arrival < $0.left }
    guard let last = over.max(by: { $0.left < $1.left }) else { return nil }
    var question = question
    question.at = arrival.iso8601
    question.previous = over.flatMap { ticket in
      ticket.purchases.filter { $0.arrival < ticket.left }.map { purchase in
        .moments(
          from: purchase.arrival.iso8601, until: min(purchase.end, ticket.left).iso8601)
      }
    }
    let desk = QuoteDesk(library: context.library, words: context.phrases.readingWords)
    guard let quote = try? desk.answer(question, now: { arrival }).quote,
      quote.refusal?.reason == .returnBan
    else { return nil }
    return ComingBack(ticket: last, from: quote.returnFrom)
  }

  func line(_ context: CommandContext, _ words: TicketWords) -> String {
    guard let from else {
      return context.phrase("park.return_ban_open", ["ticket": "\(ticket.id)"])
    }
    return context.phrase(
      "park.return_ban", ["ticket": "\(ticket.id)", "from": words.said(from, of: ticket)])
  }

  func json(_ towns: TicketTowns) -> JSONOutput {
    .object([
      ("ticket", .int(Int(ticket.id))),
      ("return_from", from.map { .time($0, towns.clock(ticket)) } ?? .null),
    ])
  }
}

extension Ticket {
  /// When the car left, as far as is known: it was stopped, or its time was over.
  fileprivate var left: Instant { min(stopped ?? end, end) }
}
