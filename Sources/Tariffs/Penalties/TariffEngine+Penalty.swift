import CivilTime

extension TariffEngine {
  /// Whether a notice can be cancelled at the moment of payment, for how much and until when, and the
  /// fine otherwise. The day of the notice decides which edition's rules hold.
  public func penalty(
    _ question: PenaltyQuestion
  ) throws(PenaltyQuestionError) -> PenaltyAnswer {
    let date = clock.local(question.notice).date
    guard let edition = town.edition(on: date) else { throw .noEdition }
    if let id = question.zoneID, edition.zone(id) == nil { throw .zoneNotInEdition(id) }
    let known = edition.penaltyCauses
    guard known.contains(question.cause) || PenaltyCause.common.contains(question.cause) else {
      throw .unknownCause(
        question.cause, known: known + PenaltyCause.common.filter { !known.contains($0) })
    }
    let zone = question.zoneID.flatMap { edition.zone($0) } ?? edition.onlyZone
    var answer = PenaltyAnswer(question, edition: edition)
    answer.zoneID = zone?.id
    note(edition, date: date, answer: &answer)
    if question.payment < question.notice { answer.caveats.append(.noticeAhead) }
    let prepared = zone.flatMap { self.prepared(zone: $0.id) }
    let state = prepared?.state(at: question.notice)
    if let state, case .published = state.zone.hours, !state.isRegulated,
      !state.caveats.contains(.dependsOnSector)
    {
      answer.caveats.append(.outsideHours)
      if state.caveats.contains(.holidaysUnknown) { answer.caveats.append(.holidaysUnknown) }
    }
    guard let penalty = try penalty(for: question.cause, zone: zone, in: edition) else {
      answer.caveats.append(.penaltyUnpublished)
      return answer
    }
    let evaluation = PenaltyEvaluation(
      penalty: penalty, question: question, clock: clock,
      greatestPayment: zone.flatMap { edition.greatestPayment(in: $0) },
      paidMinutes: question.paidMinutes
        ?? question.paid.flatMap { paid in state?.ladder?.minutes(for: paid) },
      zoneID: zone?.id, zoneIDs: edition.zones.map(\.id))
    try evaluation.fill(&answer, charge: prepared)
    return answer
  }

  /// The zone's rule for the cause before the town's, and either before those for any cause.
  private func penalty(
    for cause: String, zone: Zone?, in edition: Edition
  ) throws(PenaltyQuestionError) -> Penalty? {
    for cause in [cause, PenaltyCause.any] {
      if let zone {
        if let penalty = zone.penalties[cause] ?? edition.penalties[cause] { return penalty }
      } else if edition.zones.contains(where: { $0.penalties[cause] != nil }) {
        throw .zoneNeeded(known: edition.zones.map(\.id))
      } else if let penalty = edition.penalties[cause] {
        return penalty
      }
    }
    return nil
  }

  private func note(_ edition: Edition, date: CivilDate, answer: inout PenaltyAnswer) {
    if edition.validFrom == nil { answer.caveats.append(.editionUndated) }
    if let checked = edition.checked, date > checked { answer.caveats.append(.editionChecked) }
  }
}

extension Edition {
  /// The causes that the rules name, sorted.
  public var penaltyCauses: [String] {
    zones.reduce(into: Set(penalties.keys)) { $0.formUnion($1.penalties.keys) }.sorted()
  }

  fileprivate var onlyZone: Zone? { zones.count == 1 ? zones[0] : nil }

  /// The most that one ticket of an ordinary vehicle costs in a zone; nil when it is not published.
  func greatestPayment(in zone: Zone) -> Cents? {
    guard let rate = zone.rateID.flatMap({ rates[$0] }) else { return nil }
    if let cents = rate.maximum?.cents { return Cents(cents) }
    guard let ladder = rate.ladder(modifiers: [], roundToCents: nil, rounding: nil) else {
      return nil
    }
    var most = ladder.maximumMinutes
    if case .minutes(let minutes) = zone.maximumStay { most = min(most ?? minutes, minutes) }
    return most.flatMap { ladder.cents(for: $0) }
  }
}
