import CivilTime
import Reminders

extension CommandOption {
  static let ticket = value("ticket", "ticket")
}

/// Which ticket a call is about.
struct TicketSelection {
  let context: CommandContext
  let store: ReminderStore

  /// A number as people type it, `3` or `#3`; nil when the text has no such form.
  static func number(_ text: String) -> Int64? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(digits), number > 0
    else { return nil }
    return number
  }

  func number(typed text: String) throws(CommandFailure) -> Int64 {
    guard let number = Self.number(text) else {
      throw .usage(context.phrase("ticket.error.not_a_number", ["text": text]))
    }
    return number
  }

  /// The ticket of that number, else the only one that runs.
  ///
  /// - Parameter text: nil = none was named.
  func ticket(typed text: String?) throws(CommandFailure) -> Ticket {
    guard let text else { return try only() }
    let id = try number(typed: text)
    guard let ticket = try context.stored({ () throws(StoreError) in try store.ticket(id) }) else {
      throw context.failure(StoreError(path: store.path, problem: .noTicket(id)))
    }
    return ticket
  }

  /// The same, which has not ended and was not stopped.
  func running(typed text: String?) throws(CommandFailure) -> Ticket {
    let ticket = try ticket(typed: text)
    if ticket.state == .stopped {
      throw context.failure(StoreError(path: store.path, problem: .ticketStopped(ticket.id)))
    }
    guard ticket.end > context.invocation.now else {
      let clock = TicketTowns(context).clock(ticket)
      throw .failure(
        context.phrase(
          "ticket.error.ended",
          [
            "ticket": "\(ticket.id)",
            "end": context.phrases.momentInSentence(
              clock.local(ticket.end), seenFrom: clock.local(context.invocation.now).date),
          ]))
    }
    return ticket
  }

  /// The ticket that a request extended before; ids are those of a ticket, so that the next one may use them anew.
  ///
  /// - Parameter text: nil = none was named: it is one that runs; where none runs, the one that ended last.
  func extended(byRequest id: String, typed text: String?) throws(CommandFailure) -> Ticket? {
    let known = try context.stored { () throws(StoreError) in
      try store.tickets(extendedByRequest: id)
    }
    if let text {
      let number = try number(typed: text)
      return known.first { $0.id == number }
    }
    let now = context.invocation.now
    let running = try context.stored { () throws(StoreError) in
      try store.tickets(.running(at: now))
    }
    if running.isEmpty { return known.last }
    let candidates = known.filter { ticket in running.contains { $0.id == ticket.id } }
    return candidates.count == 1 ? candidates.first : nil
  }

  private func only() throws(CommandFailure) -> Ticket {
    let now = context.invocation.now
    let running = try context.stored { () throws(StoreError) in
      try store.tickets(.running(at: now))
    }
    guard let first = running.first else {
      throw .failure(context.phrase("ticket.error.none_running"))
    }
    guard running.count == 1 else {
      throw .usage(
        context.phrase(
          "ticket.error.several_running",
          ["tickets": context.phrases.list(running.map { "\($0.id)" }, .or)]))
    }
    return first
  }
}
