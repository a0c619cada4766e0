import CivilTime

/// One rule held against one question.
struct PenaltyEvaluation {
  let penalty: Penalty
  let question: PenaltyQuestion
  let clock: TownClock
  /// The most that one ticket costs in the zone, if published.
  let greatestPayment: Cents?
  let paidMinutes: Int?
  /// The zone, if known, and those that there are.
  let zoneID: String?
  let zoneIDs: [String]

  /// - Parameter zone: the zone whose windows a charge counts.
  func fill(
    _ answer: inout PenaltyAnswer, charge zone: PreparedZone?
  ) throws(PenaltyQuestionError) {
    answer.provenance = penalty.provenance
    if penalty.provenance.status == .inferred { answer.caveats.append(.figureInferred) }
    if question.cause == PenaltyCause.overstay {
      guard let elapsed = question.elapsedMinutes else { throw .paidEndNeeded }
      answer.overstayMinutes = max(0, elapsed)
      if elapsed < 0 {
        answer.outcome = .noOverstay
        return
      }
    }
    if let postPaid = penalty.postPaid {
      guard let zone else { throw .zoneNeeded(known: zoneIDs) }
      answer.outcome = .postPaid
      answer.charge = charge(postPaid, in: zone, caveats: &answer.caveats)
    } else {
      try cancel(&answer)
    }
    fine(&answer)
  }

  // MARK: Cancelling

  /// What became of the offers that cannot be taken.
  private struct Rejections {
    /// The last deadline that has passed.
    var passed: Instant?
    var tooLong = false
    var needsPaidTime = false
  }

  /// Takes the first offer that holds at the moment of payment.
  private func cancel(_ answer: inout PenaltyAnswer) throws(PenaltyQuestionError) {
    var rejections = Rejections()
    for offer in penalty.cancel {
      switch overstayFits(offer) {
      case true?: break
      case false?:
        rejections.tooLong = true
        continue
      case nil:
        rejections.needsPaidTime = true
        continue
      }
      let deadline = try deadline(offer)
      if let deadline, question.payment > deadline {
        rejections.passed = max(deadline, rejections.passed ?? deadline)
        continue
      }
      answer.outcome = .cancellable
      answer.cancel = try price(offer)
      answer.cancelUntil = deadline
      answer.means = offer.means.isEmpty ? nil : offer.means
      if answer.cancel == nil { answer.caveats.append(.cancelAmountUnpublished) }
      if deadline == nil { answer.caveats.append(.cancelDeadlineUnpublished) }
      return
    }
    if rejections.needsPaidTime {
      answer.caveats.append(.paidTimeNeeded)
    } else if let passed = rejections.passed {
      answer.outcome = .tooLate
      answer.cancelUntil = passed
    } else if rejections.tooLong {
      answer.outcome = .overstayTooLong
    } else if penalty.cancellable == false {
      answer.outcome = .notCancellable
    } else {
      answer.caveats.append(.cancellingUnpublished)
    }
  }

  /// Whether the overstay is short enough for an offer; nil when the paid time would have to be known.
  private func overstayFits(_ offer: CancelOffer) -> Bool? {
    guard let overstay = question.elapsedMinutes else {
      let isFree =
        offer.overstayAtMostMinutes == nil && offer.overstayAtMostPercentOfPaid == nil
      return isFree ? true : nil
    }
    if let most = offer.overstayAtMostMinutes, overstay > most { return false }
    guard let percent = offer.overstayAtMostPercentOfPaid else { return true }
    guard let paidMinutes else { return nil }
    return overstay * 100 <= paidMinutes * percent
  }

  /// The last minute in which an offer can be taken; nil when it is not published. "Within 60 minutes"
  /// holds the 60th: a driver who pays as the minute shows is in time.
  private func deadline(_ offer: CancelOffer) throws(PenaltyQuestionError) -> Instant? {
    switch offer.deadline {
    case .minutesAfterNotice(let minutes): return question.notice.adding(minutes: minutes)
    case .minutesAfterPaidEnd(let minutes):
      guard let end = question.paidEnd else { throw .paidEndNeeded }
      return end.adding(minutes: minutes)
    case .midnight:
      let next = clock.local(question.notice).date.adding(days: 1)
      return clock.instant(of: LocalDateTime(date: next, secondOfDay: 0)).adding(minutes: -1)
    case .unpublished: return nil
    }
  }

  private func price(_ offer: CancelOffer) throws(PenaltyQuestionError) -> Cents? {
    switch offer.price {
    case .cents(let cents): return Cents(cents)
    case .timesMaximum(let times):
      guard zoneID != nil else { throw .zoneNeeded(known: zoneIDs) }
      return greatestPayment.map { Cents($0.value * times) }
    case .unpublished: return nil
    }
  }

  // MARK: Fine

  private func fine(_ answer: inout PenaltyAnswer) {
    guard let amount = fineBand?.amount, let (from, to) = Self.bounds(amount) else {
      // A charge takes the place of the fine.
      if answer.charge == nil { answer.caveats.append(.fineUnpublished) }
      return
    }
    let early = penalty.earlyPayment.map { early in
      PenaltyAnswer.Fine.Early(
        percent: early.percent, from: Self.reduced(from, by: early.percent),
        to: Self.reduced(to, by: early.percent), days: early.days)
    }
    if let early, early.days == nil { answer.caveats.append(.earlyTermUnpublished) }
    answer.fine = PenaltyAnswer.Fine(from: from, to: to, early: early)
  }

  /// The band of the overstay. Where the overstay does not matter or is unknown, a band that holds all.
  private var fineBand: FineBand? {
    guard question.cause == PenaltyCause.overstay, let overstay = question.elapsedMinutes else {
      return penalty.fines.first { $0.overMinutes == 0 && $0.upToMinutes == nil }
    }
    return penalty.fines.first { $0.holds(overstay) }
  }

  private static func bounds(_ amount: FineBand.Amount) -> (from: Cents, to: Cents)? {
    switch amount {
    case .cents(let cents): (Cents(cents), Cents(cents))
    case .range(let from, let to): (Cents(from), Cents(to))
    case .unpublished: nil
    }
  }

  /// Rounded to the nearest cent.
  private static func reduced(_ cents: Cents, by percent: Int) -> Cents {
    Cents(
      Rounding.nearest.multiple(of: 1, numerator: cents.value * (100 - percent), denominator: 100))
  }
}

extension FineBand {
  /// Whether the band holds an overstay of so many minutes. The first band holds 0 as well: a car that
  /// stands in the minute in which its ticket ended has overstayed.
  func holds(_ overstay: Int) -> Bool {
    (overstay > overMinutes || overMinutes == 0) && overstay <= upToMinutes ?? .max
  }
}
