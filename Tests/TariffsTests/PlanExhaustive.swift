import CivilTime

@testable import Tariffs

/// The plain way to plan: every amount at every moment a ticket is due, replayed through `quote` with the
/// tickets before it, and nothing left out but what already costs as much as the best. Whether a minute is
/// free is asked minute by minute.
struct PlanExhaustive {
  let zone: PreparedZone
  let end: Instant
  /// Amounts to put into the meter; those that it refuses lead nowhere.
  let amounts: [Int]
  /// Lengths to ask for; they reach tickets whose price is not a known amount.
  let lengths: [Int]
  private(set) var cheapest: Int?
  private(set) var farthest: Instant
  private(set) var quotes = 0
  private var freeMinutes: [Instant: Bool] = [:]
  private var legalMinutes: [Instant: Bool] = [:]
  private let quoteLimit: Int

  init(
    zone: PreparedZone, from arrival: Instant, until end: Instant, amounts: [Int],
    lengths: [Int] = [], quoteLimit: Int = 12_000
  ) {
    self.zone = zone
    self.end = end
    self.amounts = amounts
    self.lengths = lengths
    self.quoteLimit = quoteLimit
    farthest = arrival
    // Before the first ticket one may buy for the opening, where that is sold.
    if isFree(arrival) { buy(at: arrival, paid: 0, previous: []) }
    visit(arrival, paid: 0, previous: [])
  }

  var gaveUp: Bool { quotes >= quoteLimit }

  private mutating func visit(_ moment: Instant, paid: Int, previous: [PreviousTicket]) {
    guard !gaveUp, cheapest.map({ paid < $0 }) ?? true else { return }
    var moment = moment
    while moment < end, isFree(moment) { moment = moment.adding(minutes: 1) }
    farthest = max(farthest, min(moment, end))
    if moment >= end {
      cheapest = paid
      return
    }
    buy(at: moment, paid: paid, previous: previous)
  }

  private mutating func buy(at moment: Instant, paid: Int, previous: [PreviousTicket]) {
    var tried: Set<[Int64]> = []
    let wants: [QuoteRequest.Want] =
      amounts.map { .money(Cents($0)) } + lengths.map { .minutes($0) } + [.until(end)]
    for want in wants {
      quotes += 1
      let quote = zone.quote(QuoteRequest(arrival: moment, want: want, previous: previous))
      guard quote.outcome == .ticket, let until = quote.validUntil, until > moment else { continue }
      let isNew = tried.insert([Int64(quote.paid.value), until.secondsSince1970]).inserted
      guard isNew else { continue }
      // A ticket that lives on over forbidden hours does not make them legal.
      var legal = moment
      while legal < min(until, end), isLegal(legal) { legal = legal.adding(minutes: 1) }
      farthest = max(farthest, legal)
      guard legal == min(until, end) else { continue }
      visit(
        until, paid: paid + quote.paid.value,
        previous: previous + [PreviousTicket(from: quote.countingFrom ?? moment, until: until)])
    }
  }

  private mutating func isLegal(_ moment: Instant) -> Bool {
    if let known = legalMinutes[moment] { return known }
    let answer = zone.quote(QuoteRequest(arrival: moment, want: .money(.zero)))
    let isLegal = answer.outcome != .residentsOnly && answer.refusal?.reason != .forbidden
    legalMinutes[moment] = isLegal
    return isLegal
  }

  private mutating func isFree(_ moment: Instant) -> Bool {
    if let known = freeMinutes[moment] { return known }
    let answer = zone.quote(QuoteRequest(arrival: moment, want: .money(.zero))).outcome == .free
    freeMinutes[moment] = answer
    return answer
  }
}
