import CivilTime
import Reminders
import Tariffs

/// What of a ticket was not used when the car left, as far as the town's rules say.
struct UnusedTime {
  /// Minutes that the purchases count up to the moment, and behind it.
  var usedMinutes = 0
  var unusedMinutes = 0
  /// What a ticket for the used minutes would have cost.
  var usedCents = 0
  /// What the town gives back; 0 where it gives nothing back.
  var refundCents = 0
  /// The means of payment that give it back.
  var refundedWith: [String] = []

  /// Nil when the purchases cannot be quoted again as they were bought: the rules have changed since, or a
  /// signal acted that is not known now.
  init?(_ ticket: Ticket, leftAt moment: Instant, _ context: CommandContext) {
    let desk = QuoteDesk(library: context.library, words: context.phrases.readingWords)
    for (place, purchase) in ticket.purchases.enumerated() {
      guard let counted = purchase.countedMinutes else { return nil }
      if purchase.end <= moment {
        usedMinutes += counted
        usedCents += Int(purchase.paidCents ?? 0)
        continue
      }
      guard let stopped = Self.stopped(ticket, place, moment, desk) else { return nil }
      usedMinutes += stopped.usedMinutes
      unusedMinutes += counted - stopped.usedMinutes
      usedCents += stopped.usedCents.value
      refundCents += stopped.refund.value
      refundedWith = stopped.refundedWith
    }
  }

  /// Quotes one purchase again, by its price and, where that gives another end (a fixed ticket's price may buy
  /// something else), by its minutes.
  private static func stopped(
    _ ticket: Ticket, _ place: Int, _ moment: Instant, _ desk: QuoteDesk
  ) -> StoppedTicket? {
    let purchase = ticket.purchases[place]
    var wants: [QuoteQuestion.Want] = []
    if let paid = purchase.paidCents, paid > 0 { wants.append(.money(Cents(Int(paid)))) }
    if let minutes = purchase.countedMinutes, minutes > 0 { wants.append(.minutes(minutes)) }
    for want in wants {
      var question = TicketExtending.question(
        ticket, want, before: ticket.purchases[..<place])
      question.at = purchase.arrival.iso8601
      // The car was still there when it paid.
      question.stoppedAt = max(moment, purchase.arrival).iso8601
      if let answer = try? desk.answer(question, now: { moment }), let stopped = answer.stopped,
        answer.quote.validUntil == purchase.end,
        answer.quote.countedMinutes == purchase.countedMinutes,
        purchase.paidCents.map({ Int($0) == answer.quote.paid.value }) ?? true
      {
        return stopped
      }
    }
    return nil
  }
}
