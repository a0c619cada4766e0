import CivilTime
import Tariffs

/// An answer about a notice in words: whether it can be cancelled first, then the fine, then what to be
/// careful about.
public struct FineWords {
  private let phrases: Phrasebook
  private let answer: PenaltyAnswer
  private let clock: TownClock
  private let today: CivilDate

  public init(_ answer: PenaltyAnswer, phrases: Phrasebook, clock: TownClock) {
    self.answer = answer
    self.phrases = phrases
    self.clock = clock
    today = clock.local(answer.question.payment).date
  }

  /// Town, zone, cause and when the notice was written.
  public func title(town: String, zone: String?) -> String {
    let values = [
      "town": town, "zone": zone ?? "", "cause": cause,
      "notice": phrases.dateTime(clock.local(answer.question.notice), .full),
    ]
    return phrases.phrase(zone == nil ? "fine.title_town" : "fine.title", values)
  }

  /// The answer: what can be done now, and what it costs otherwise.
  public func lines() -> [String] { now() + overstay() + fine() }

  /// What the driver should know about how sure it is. What the answer itself says is not repeated.
  public func caveats() -> [String] {
    let said: Set<PenaltyCaveat> = [
      .cancelAmountUnpublished, .cancelDeadlineUnpublished, .fineUnpublished, .earlyTermUnpublished,
      .penaltyUnpublished, .cancellingUnpublished,
    ]
    return answer.caveats.filter { !said.contains($0) }.map { caveat in
      // Words that quotes have too are the same for both.
      let own = "fine.caveat.\(caveat.rawValue)"
      return phrases.phrase(phrases.has(own) ? own : "caveat.\(caveat.rawValue)")
    }
  }

  // MARK: Lines

  private var cause: String {
    let key = "cause.\(answer.cause)"
    return phrases.has(key) ? phrases.phrase(key) : answer.cause
  }

  private func overstay() -> [String] {
    guard answer.outcome != .noOverstay, let minutes = answer.overstayMinutes else { return [] }
    return [phrases.phrase("fine.overstay", ["duration": phrases.duration(minutes: minutes)])]
  }

  private func now() -> [String] {
    switch answer.outcome {
    case .cancellable: cancellable()
    case .tooLate:
      [phrases.phrase("fine.too_late", ["until": answer.cancelUntil.map(time) ?? ""])]
    case .postPaid: [charge()]
    case .unknown:
      answer.caveats.contains(.paidTimeNeeded)
        ? [phrases.phrase("fine.unknown")]
        : [
          phrases.phrase(
            answer.caveats.contains(.penaltyUnpublished)
              ? "fine.penalty_unpublished" : "fine.cancelling_unpublished")
        ]
    case .overstayTooLong, .notCancellable, .noOverstay:
      [phrases.phrase("fine.\(answer.outcome.rawValue)")]
    }
  }

  private func cancellable() -> [String] {
    var values: [String: String] = [:]
    var key = "fine.cancellable"
    if let cancel = answer.cancel { values["amount"] = money(cancel) } else { key += "_no_amount" }
    if let until = answer.cancelUntil { values["until"] = time(until) } else { key += "_no_term" }
    let means = answer.means.map { $0.map { phrases.phrase("fine.means.\($0)") } }
    return [
      phrases.phrase(key, values),
      means.map { phrases.phrase("fine.means.how", ["means": phrases.list($0, .or)]) }
        ?? phrases.phrase("fine.means.unpublished"),
    ]
  }

  private func charge() -> String {
    guard let charge = answer.charge else { return "" }
    return phrases.phrase(
      "fine.charge_per_\(charge.per.rawValue)",
      ["total": money(charge.total), "each": money(charge.each)], count: charge.count)
  }

  private func fine() -> [String] {
    guard answer.outcome != .noOverstay, answer.charge == nil,
      answer.provenance != nil || answer.fine != nil
    else { return [] }
    guard let fine = answer.fine else { return [phrases.phrase("fine.amount_unpublished")] }
    let isOtherwise = answer.outcome == .cancellable ? "otherwise" : "amount"
    var lines = [
      fine.isExact
        ? phrases.phrase("fine.\(isOtherwise)", ["amount": money(fine.from)])
        : phrases.phrase(
          "fine.\(isOtherwise)_range", ["from": money(fine.from), "to": money(fine.to)])
    ]
    if let early = fine.early { lines.append(self.early(early)) }
    return lines
  }

  private func early(_ early: PenaltyAnswer.Fine.Early) -> String {
    let range = early.from == early.to ? "" : "_range"
    let values = ["amount": money(early.from), "from": money(early.from), "to": money(early.to)]
    guard let days = early.days else {
      return phrases.phrase("fine.early\(range)_no_term", values)
    }
    return phrases.phrase("fine.early\(range)", values, count: days)
  }

  private func time(_ instant: Instant) -> String {
    phrases.momentInSentence(clock.local(instant), seenFrom: today)
  }

  private func money(_ cents: Cents) -> String {
    phrases.money(cents: cents.value, currency: answer.currency)
  }
}
