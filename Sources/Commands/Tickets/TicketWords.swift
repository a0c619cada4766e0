import CivilTime
import Phrasebook
import Reminders

/// Tickets and their alarms in words.
struct TicketWords {
  let context: CommandContext
  let towns: TicketTowns

  private var phrases: Phrasebook { context.phrases }
  private var now: Instant { context.invocation.now }

  // MARK: What was saved

  /// The alarms of a ticket that was saved: when they ring, and which come too late.
  func alarmLines(_ ticket: Ticket, _ alarms: [Alarm]) -> [String] {
    var lines: [String] = []
    let coming = alarms.filter { $0.isOpen }
    if !coming.isEmpty {
      let times = times(coming, of: ticket)
      let walk = ticket.draft.walkMinutes
      lines.append(
        walk > 0
          ? phrases.phrase(
            "ticket.alarms_walk", ["times": times, "walk": phrases.duration(minutes: walk)],
            count: coming.count)
          : phrases.phrase("ticket.alarms", ["times": times], count: coming.count))
    }
    let past = alarms.filter { $0.state == .superseded }.compactMap { alarm in
      if case .lead(let minutes) = alarm.cause { phrases.duration(minutes: minutes) } else { nil }
    }
    if !past.isEmpty {
      lines.append(
        phrases.phrase("ticket.leads_past", ["leads": phrases.list(past)], count: past.count))
    }
    return lines
  }

  // MARK: Lists

  /// `3  La Vega, zona azul: until 11:00 (25 min left), 1.00 euros`, then what else there is to know.
  func listLines(_ ticket: Ticket, _ alarms: [Alarm]) -> [String] {
    let names = towns.names(ticket)
    let values = [
      "ticket": "\(ticket.id)", "town": names.town, "zone": names.zone,
      "until": said(ticket.end, of: ticket),
      "left": phrases.duration(minutes: (ticket.end.seconds(since: now) + 59) / 60),
      "at": said(ticket.stopped ?? ticket.end, of: ticket),
    ]
    var lines = [phrases.phrase("ticket.row.\(ticket.stateWord(at: now))", values)]
    var facts: [String] = []
    if let paid = ticket.paidCents {
      facts.append(
        phrases.phrase(
          "ticket.fact.paid", ["paid": phrases.euros(cents: Int(paid))],
          count: ticket.purchases.count))
    }
    if let vehicle = ticket.draft.vehicle {
      facts.append(phrases.phrase("ticket.fact.vehicle", ["vehicle": vehicle]))
    }
    if ticket.draft.walkMinutes > 0 {
      facts.append(
        phrases.phrase(
          "ticket.fact.walk",
          ["walk": phrases.duration(minutes: ticket.draft.walkMinutes)]))
    }
    if let place = ticket.draft.position {
      facts.append(
        phrases.phrase(
          "ticket.fact.position", ["position": "\(place.latitude),\(place.longitude)"]))
    }
    if let photo = ticket.draft.photoPath {
      facts.append(phrases.phrase("ticket.fact.photo", ["path": CommandContext.plain(photo)]))
    }
    if let note = ticket.draft.note {
      facts.append(phrases.phrase("ticket.fact.note", ["note": CommandContext.plain(note)]))
    }
    lines += facts.map { "   " + $0 }
    let pending = alarms.filter { $0.isOpen }
    if ticket.stateWord(at: now) == "active" {
      let times = times(pending, of: ticket)
      lines.append(
        "   "
          + (pending.isEmpty
            ? phrases.phrase("ticket.fact.no_alarm")
            : phrases.phrase("ticket.alarms", ["times": times], count: pending.count)))
    }
    return lines
  }

  // MARK: Figures

  func time(_ instant: Instant, of ticket: Ticket?) -> String {
    let clock = clock(of: ticket)
    return phrases.moment(clock.local(instant), seenFrom: clock.local(now).date)
  }

  /// The times of alarms; a date is said where it is another than that of the one before.
  private func times(_ alarms: [Alarm], of ticket: Ticket) -> String {
    let clock = clock(of: ticket)
    var date = clock.local(now).date
    var times: [String] = []
    for alarm in alarms {
      let local = clock.local(alarm.due)
      times.append(phrases.moment(local, seenFrom: date))
      date = local.date
    }
    return phrases.list(times)
  }

  func said(_ instant: Instant, of ticket: Ticket?) -> String {
    let clock = clock(of: ticket)
    return phrases.momentInSentence(clock.local(instant), seenFrom: clock.local(now).date)
  }

  func clock(of ticket: Ticket?) -> TownClock {
    ticket.map { towns.clock($0) } ?? towns.ownClock
  }
}

extension CommandContext {
  /// What a driver typed long ago, in one line that a terminal does not obey.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        plain.append(" ")
      } else {
        plain.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
    return String(plain)
  }
}
