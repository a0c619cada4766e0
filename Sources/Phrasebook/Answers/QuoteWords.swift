import CivilTime
import Tariffs

/// A quote in words: the answer first, then why, then what to be careful about.
public struct QuoteWords {
  private let phrases: Phrasebook
  private let quote: Quote
  private let clock: TownClock
  private let currency: String
  private let today: CivilDate

  /// - Parameter currency: ISO 4217, of the quote's edition.
  public init(_ quote: Quote, phrases: Phrasebook, clock: TownClock, currency: String) {
    self.phrases = phrases
    self.quote = quote
    self.clock = clock
    self.currency = currency
    today = clock.local(quote.arrival).date
  }

  /// `Calatayud, blue zone, Tuesday 14 October 2025, 12:50`.
  public func title(town: String, zone: String) -> String {
    phrases.phrase(
      "quote.title",
      [
        "town": town, "zone": zone,
        "arrival": phrases.dateTime(clock.local(quote.arrival), .full),
      ])
  }

  /// The answer in one line, or two.
  public func answer() -> [String] {
    let lines =
      switch quote.outcome {
      case .ticket: ticket()
      case .free: [free()]
      case .residentsOnly: [phrases.phrase("quote.residents_only")]
      case .refused: refused()
      }
    return lines.map(phrases.capitalized)
  }

  /// Why it is so: the limits that acted.
  public func reasons() -> [String] {
    let until = mayStayUntil.map(said) ?? ""
    return quote.limits.map { phrases.phrase("limit.\($0.rawValue)", ["until": until]) }
  }

  /// What the driver should know about how sure it is.
  public func caveats() -> [String] {
    quote.caveats.map { phrases.phrase("caveat.\($0.rawValue)") }
  }

  /// The segments, a line each.
  public func explanation() -> [String] {
    quote.segments.map { segment in
      phrases.phrase(
        "segment.\(segment.kind.rawValue)",
        [
          "span": span(segment),
          "duration": phrases.duration(minutes: segment.minutes),
          "price": money(segment.cents),
        ])
    }
  }

  /// What the ticket was worth when the car left before its end.
  public func stopped(_ stopped: StoppedTicket) -> [String] {
    var lines = [
      phrases.phrase(
        "stopped.used",
        [
          "at": said(stopped.stoppedAt),
          "duration": phrases.duration(minutes: stopped.usedMinutes),
          "price": money(stopped.usedCents),
        ])
    ]
    if stopped.refundedWith.isEmpty {
      lines.append(phrases.phrase("stopped.no_refund"))
    } else {
      lines.append(
        phrases.phrase(
          "stopped.refund",
          [
            "refund": money(stopped.refund),
            "means": phrases.list(
              stopped.refundedWith.map { phrases.phrase("means.\($0)") }, .or),
          ]))
    }
    return lines
  }

  // MARK: Lines

  private func ticket() -> [String] {
    var lines: [String] = []
    let values = [
      "paid": money(quote.paid), "duration": phrases.duration(minutes: quote.countedMinutes),
      "until": quote.validUntil.map(said) ?? "",
    ]
    lines.append(phrases.phrase(quote.paid == .zero ? "quote.zero_ticket" : "quote.ticket", values))
    if let from = quote.countingFrom, from != quote.arrival {
      lines.append(phrases.phrase("quote.counting_from", ["from": said(from)]))
    }
    if quote.change > .zero {
      lines.append(phrases.phrase("quote.change", ["change": money(quote.change)]))
    }
    if let until = quote.freeUntil {
      lines.append(phrases.phrase("quote.then_free_until", ["until": said(until)]))
    }
    if let from = quote.returnFrom {
      lines.append(phrases.phrase("quote.return_from", ["from": said(from)]))
    }
    return lines
  }

  private func free() -> String {
    guard let until = quote.freeUntil else { return phrases.phrase("quote.free") }
    return phrases.phrase("quote.free_until", ["until": said(until)])
  }

  private func refused() -> [String] {
    guard let refusal = quote.refusal else { return [] }
    var lines = [phrases.phrase("refusal.\(refusal.reason.rawValue)")]
    if quote.freeUntil != nil { lines.append(free()) }
    guard let nearest = refusal.nearest else { return lines }
    if let paid = nearest.paid, let minutes = nearest.countedMinutes {
      lines.append(
        phrases.phrase(
          "quote.nearest_ticket",
          [
            "paid": money(paid), "duration": phrases.duration(minutes: minutes),
            "until": nearest.until.map(said) ?? "",
          ]))
    }
    if let until = nearest.until, nearest.paid == nil, nearest.from == nil,
      refusal.reason != .priceUnpublished
    {
      lines.append(phrases.phrase("quote.nearest_until", ["until": said(until)]))
    }
    if let from = nearest.from {
      lines.append(phrases.phrase("quote.nearest_from", ["from": said(from)]))
    }
    return lines
  }

  /// The end of the time that the car may stay, where a limit says that it must leave then.
  private var mayStayUntil: Instant? {
    quote.segments.first { $0.kind == .residentsOnly || $0.kind == .forbidden }?.from
      ?? quote.validUntil ?? quote.freeUntil
  }

  private func said(_ instant: Instant) -> String {
    phrases.momentInSentence(clock.local(instant), seenFrom: today)
  }

  /// `14:00-16:00`, `Wed 15 Oct, 9:30-10:45`, `20:00 – Wed 15 Oct, 9:30`.
  private func span(_ segment: Segment) -> String {
    let (from, to) = (clock.local(segment.from), clock.local(segment.to))
    return phrases.phrase(
      from.date == to.date ? "segment.span" : "segment.span_over_days",
      [
        "from": phrases.moment(from, seenFrom: today),
        "to": phrases.moment(to, seenFrom: from.date),
      ])
  }

  private func money(_ cents: Cents) -> String {
    phrases.money(cents: cents.value, currency: currency)
  }
}
