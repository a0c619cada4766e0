import CivilTime
import Tariffs

/// A plan in words: its tickets in order, then what they cost together and how long the stay is legal.
public struct PlanWords {
  private let phrases: Phrasebook
  private let plan: Plan
  private let clock: TownClock
  private let currency: String
  private let today: CivilDate

  /// - Parameter currency: ISO 4217, of the edition in force at the arrival.
  public init(_ plan: Plan, phrases: Phrasebook, clock: TownClock, currency: String) {
    self.phrases = phrases
    self.plan = plan
    self.clock = clock
    self.currency = currency
    today = clock.local(plan.arrival).date
  }

  /// `Palma, zone 1: Tuesday 14 October 2025, 9:00 to 19:00`.
  public func title(town: String, zone: String) -> String {
    phrases.phrase(
      "plan.title",
      [
        "town": town, "zone": zone,
        "arrival": phrases.dateTime(clock.local(plan.arrival), .full), "end": said(plan.end),
      ])
  }

  public func lines() -> [String] {
    var lines = plan.tickets.map { ticket in
      phrases.phrase(
        "plan.ticket",
        [
          "from": time(ticket.countingFrom ?? ticket.arrival), "paid": money(ticket.paid),
          "duration": phrases.duration(minutes: ticket.countedMinutes),
          "until": said(ticket.validUntil ?? ticket.arrival),
        ])
    }
    switch plan.outcome {
    case .covered:
      lines.append(
        phrases.phrase(
          plan.tickets.isEmpty ? "plan.free" : "plan.total", ["paid": money(plan.paid)]))
    case .partly: lines.append(partly())
    case .notAllowed:
      // A stay without a published price may well be possible.
      if plan.isPriced { lines.append(phrases.phrase("plan.not_allowed")) }
    }
    if let reason = plan.reason, !isUnpricedFromThen { lines.append(reasonInWords(reason)) }
    if plan.outcome != .covered, let from = plan.returnFrom {
      lines.append(phrases.phrase("quote.return_from", ["from": said(from)]))
    }
    return lines
  }

  /// One line for a comparison: the price, or why the stay is not possible.
  public func comparison() -> String {
    switch plan.outcome {
    case .covered:
      plan.tickets.isEmpty
        ? phrases.phrase("quote.free")
        : phrases.phrase("compare.price", count: plan.tickets.count, values: money(plan.paid))
    case .partly:
      isUnpricedFromThen ? partly() : partly() + " " + (plan.reason.map(reasonInWords) ?? "")
    case .notAllowed: plan.reason.map(reasonInWords) ?? phrases.phrase("plan.not_allowed")
    }
  }

  public func caveats() -> [String] {
    plan.caveats.map { phrases.phrase("caveat.\($0.rawValue)") }
  }

  /// Whether only the price of the rest is unknown: a longer stay may well be legal.
  private var isUnpricedFromThen: Bool {
    plan.outcome == .partly && plan.reason == .refused(.priceUnpublished)
  }

  private func partly() -> String {
    phrases.phrase(
      isUnpricedFromThen ? "plan.priced_until" : "plan.partly", ["until": said(plan.legalUntil)])
  }

  private func reasonInWords(_ reason: Plan.Reason) -> String {
    switch reason {
    case .refused(let reason): phrases.phrase("refusal.\(reason.rawValue)")
    case .residentsOnly: phrases.phrase("quote.residents_only")
    }
  }

  private func time(_ instant: Instant) -> String {
    phrases.moment(clock.local(instant), seenFrom: today)
  }

  private func said(_ instant: Instant) -> String {
    phrases.momentInSentence(clock.local(instant), seenFrom: today)
  }

  private func money(_ cents: Cents) -> String {
    phrases.money(cents: cents.value, currency: currency)
  }
}

extension Phrasebook {
  fileprivate func phrase(_ key: String, count: Int, values price: String) -> String {
    phrase(key, ["price": price], count: count)
  }
}
