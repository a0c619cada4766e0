import CivilTime
import OpeningHours

@testable import Tariffs

/// A meter that works minute by minute: the slow and plain way to lay paid time over a schedule. It asks
/// `CompiledHours.state` at every local minute and knows nothing of windows. For schedules whose edges are
/// not inside a clock change.
struct PlainMeter {
  let hours: CompiledHours
  let holidays: HolidaySet
  let clock: TownClock
  let ladder: Ladder
  let gap: Gap
  /// Counted minutes of one ticket.
  let maximum: Int?

  struct Ticket: Equatable {
    var paid = 0
    var counted = 0
    var countingFrom: Instant?
    var validUntil: Instant?
  }

  static let horizonMinutes = 40 * 1440

  func isOpen(_ moment: Instant) -> Bool {
    hours.state(at: clock.local(moment), holidays: holidays).isOpen
  }

  private func most(_ minutes: Int) -> Int {
    min(minutes, maximum ?? .max, ladder.maximumMinutes ?? .max)
  }

  /// What an amount buys, from a moment that may be closed.
  func pay(_ cents: Int, from arrival: Instant) -> Ticket {
    var ticket = Ticket()
    var left = cents
    var moment = arrival
    while true {
      let wanted = most(ladder.minutes(for: Cents(left)))
      // Money that is left over buys something, or stays.
      if ticket.counted > 0, wanted == 0 || ladder.cents(for: wanted) == .zero { return ticket }
      let isFirst = ticket.counted == 0
      let laid = lay(wanted, from: &moment, into: &ticket)
      guard laid.minutes > 0 else { return ticket }
      let least = ladder.cents(for: laid.minutes)?.value ?? 0
      // A first amount is accepted as it is; the rest of one need not be.
      let isExact =
        (isFirst || ladder.acceptance(of: Cents(left)) == .accepted)
        && laid.minutes == ladder.minutes(for: Cents(left))
      ticket.paid += isExact ? left : least
      left -= isExact ? left : least
      guard laid.beginsAgain, left > 0, isFirst || least > 0 else { return ticket }
    }
  }

  /// What so many counted minutes cost; nil when they are not sold in one go.
  func stay(_ minutes: Int, from arrival: Instant) -> Ticket? {
    var ticket = Ticket()
    var left = minutes
    var moment = arrival
    while left > 0 {
      let wanted = most(left)
      guard wanted > 0 else { return nil }
      var probe = Ticket()
      var ahead = moment
      let needed = lay(wanted, from: &ahead, into: &probe)
      let price = ladder.cents(for: needed.minutes) ?? .zero
      // The ticket is for what its price buys.
      let bought = most(max(ladder.minutes(for: price), needed.minutes))
      let laid = lay(needed.minutes == wanted ? bought : wanted, from: &moment, into: &ticket)
      ticket.paid += price.value
      left -= needed.minutes
      if left > 0, !laid.beginsAgain { return nil }
    }
    return ticket
  }

  /// Counts minutes one by one. `beginsAgain`: it stands at a closing behind which a new ticket begins.
  private func lay(
    _ minutes: Int, from moment: inout Instant, into ticket: inout Ticket
  ) -> (minutes: Int, beginsAgain: Bool) {
    var laid = 0
    var lastDay: CivilDate?
    let end = moment.adding(minutes: Self.horizonMinutes)
    while moment < end {
      if isOpen(moment) {
        if laid == minutes { return (laid, false) }
        if ticket.countingFrom == nil { ticket.countingFrom = moment }
        lastDay = clock.local(moment).date
        moment = moment.adding(minutes: 1)
        laid += 1
        ticket.counted += 1
        ticket.validUntil = moment
        continue
      }
      if laid > 0 || minutes == 0 {
        guard let opening = nextOpening(after: moment, until: end) else { return (laid, false) }
        let isSameDay = clock.local(opening).date == lastDay
        switch isSameDay ? gap.policy : gap.overnight {
        case .cut: return (laid, false)
        case .newTicket: return (laid, true)
        case .carry: if laid == minutes { return (laid, false) }
        }
        moment = opening
      } else {
        moment = moment.adding(minutes: 1)
      }
    }
    return (laid, false)
  }

  private func nextOpening(after moment: Instant, until end: Instant) -> Instant? {
    var moment = moment
    while moment < end, !isOpen(moment) { moment = moment.adding(minutes: 1) }
    return moment < end ? moment : nil
  }
}
