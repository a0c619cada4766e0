import CivilTime

extension TownCheck {
  /// The engine's answer to a published case of a notice.
  public func answer(
    to penalty: PenaltyExample, zone: String
  ) throws(PenaltyQuestionError) -> PenaltyAnswer {
    let clock = engine.clock
    return try engine.penalty(
      PenaltyQuestion(
        zoneID: zone, cause: penalty.cause, paidEnd: penalty.paidEnd.map { clock.instant(of: $0) },
        notice: clock.instant(of: penalty.notice), payment: clock.instant(of: penalty.payment),
        paidMinutes: penalty.paidMinutes, paid: penalty.paidCents.map { Cents($0) }))
  }

  /// What differs, as `member: expected X / answered Y`.
  func differences(_ penalty: PenaltyExample, zone: String) -> [String] {
    let answer: PenaltyAnswer
    do throws(PenaltyQuestionError) { answer = try self.answer(to: penalty, zone: zone) } catch {
      return [error.code]
    }
    let expected = penalty.expected
    var found: [String] = []
    func compare(_ member: String, _ wanted: String?, _ answered: String?) {
      guard let wanted, wanted != answered else { return }
      found.append("\(member): \(wanted) / \(answered ?? "-")")
    }
    compare("outcome", expected.outcome, answer.outcome.rawValue)
    compare("cancellable", expected.cancellable?.description, answer.isCancellable?.description)
    compare(
      "cancel_until", expected.cancelUntil?.iso8601(.minutes),
      answer.cancelUntil.map { engine.clock.local($0).iso8601(.minutes) })
    for figure in PenaltyAnswer.figures {
      compare(
        figure.name, expected.figures[figure.name]?.description, figure.value(answer)?.description)
    }
    if !expected.means.isEmpty {
      compare("means", expected.means.joined(separator: ","), answer.means?.joined(separator: ","))
    }
    for caveat in expected.caveats where !answer.caveats.contains(where: { $0.rawValue == caveat })
    {
      compare("caveats", caveat, answer.caveats.map(\.rawValue).joined(separator: ","))
    }
    return found
  }
}
