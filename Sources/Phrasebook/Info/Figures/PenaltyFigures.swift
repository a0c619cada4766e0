import Tariffs

// Notices, as rules: what `aparka fine` says of a single one.
extension TownFigures {
  /// `{{penalty}}`: cancelling, fines and early payment by cause; those of zones with rules of their own
  /// apart.
  func penalties(_ wanted: String?, in edition: Edition) -> [InfoBlock] {
    func facts(_ penalties: [String: Penalty], zone: Zone?) -> [Fact] {
      penalties.values.filter { wanted == nil || $0.cause == wanted }
        .sorted { Self.order($0.cause) < Self.order($1.cause) }
        .map { fact($0, zone: zone, in: edition) }
    }
    let all =
      facts(edition.penalties, zone: nil)
      + edition.zones.flatMap { facts($0.penalties, zone: $0) }
    return all.isEmpty ? [sentence("info.penalty.none")] : list(all)
  }

  /// The common causes first, `any` last.
  private static func order(_ cause: String) -> String {
    let place =
      PenaltyCause.common.firstIndex(of: cause)
      ?? (cause == PenaltyCause.any ? PenaltyCause.common.count + 1 : PenaltyCause.common.count)
    return "\(place) \(cause)"
  }

  private func fact(_ penalty: Penalty, zone: Zone?, in edition: Edition) -> Fact {
    let key = "cause.\(penalty.cause)"
    let cause = phrases.has(key) ? phrases.phrase(key) : penalty.cause
    let subject =
      zone.map { phrase("info.penalty.in_zone", ["cause": cause, "zone": name($0.names)]) } ?? cause
    let texts =
      penalty.postPaid.map { [charge($0, in: edition)] }
      ?? cancelling(penalty, in: edition) + fines(penalty, in: edition)
    return Fact(
      text: phrases.capitalized(subject), status: penalty.provenance.status, details: texts)
  }

  private func charge(_ charge: Penalty.PostPaid, in edition: Edition) -> String {
    phrase(
      "info.penalty.charge_per_\(charge.per.rawValue)", ["amount": money(charge.cents, in: edition)]
    )
  }

  // MARK: Cancelling

  private func cancelling(_ penalty: Penalty, in edition: Edition) -> [String] {
    if penalty.cancel.isEmpty {
      return [
        phrases.phrase(
          penalty.cancellable == false ? "fine.not_cancellable" : "fine.cancelling_unpublished")
      ]
    }
    return penalty.cancel.map { offer in
      var texts = [
        phrase(
          "info.penalty.cancel", ["price": price(offer.price, in: edition), "until": until(offer)])
      ]
      var conditions: [String] = []
      if let percent = offer.overstayAtMostPercentOfPaid {
        conditions.append(
          phrase("info.penalty.at_most_share", ["percent": phrases.percent(percent)]))
      }
      if let minutes = offer.overstayAtMostMinutes {
        conditions.append(
          phrase("info.penalty.at_most_time", ["duration": phrases.duration(minutes: minutes)]))
      }
      if !conditions.isEmpty { texts.append(phrases.list(conditions)) }
      if !offer.means.isEmpty {
        let means = offer.means.map { phrase("fine.means.\($0)") }
        texts.append(phrases.list(means, .or))
      }
      return joined(texts)
    }
  }

  private func price(_ price: CancelOffer.Price, in edition: Edition) -> String {
    switch price {
    case .cents(let cents): money(cents, in: edition)
    case .timesMaximum(let times):
      phrase("info.penalty.times_maximum", ["times": phrases.integer(times)])
    case .unpublished: phrase("info.penalty.amount_unpublished")
    }
  }

  private func until(_ offer: CancelOffer) -> String {
    switch offer.deadline {
    case .minutesAfterNotice(let minutes):
      phrase("info.penalty.after_notice", ["duration": phrases.duration(minutes: minutes)])
    case .minutesAfterPaidEnd(let minutes):
      phrase("info.penalty.after_paid_end", ["duration": phrases.duration(minutes: minutes)])
    case .midnight: phrase("info.penalty.midnight")
    case .unpublished: phrase("info.penalty.term_unpublished")
    }
  }

  // MARK: Fines

  private func fines(_ penalty: Penalty, in edition: Edition) -> [String] {
    guard !penalty.fines.isEmpty else { return [phrase("fine.amount_unpublished")] }
    var texts = penalty.fines.map { band in
      let amount = amount(band.amount, in: edition)
      let values = [
        "amount": amount, "over": phrases.duration(minutes: band.overMinutes),
        "to": band.upToMinutes.map { phrases.duration(minutes: $0) } ?? "",
      ]
      switch (band.overMinutes, band.upToMinutes) {
      case (0, nil): return phrase("info.penalty.fine", values)
      case (0, _?): return phrase("info.penalty.fine_up_to", values)
      case (_, nil): return phrase("info.penalty.fine_over", values)
      case (_, _?): return phrase("info.penalty.fine_between", values)
      }
    }
    if let early = penalty.earlyPayment {
      let values = ["percent": phrases.percent(early.percent)]
      texts.append(
        early.days.map { phrase("info.penalty.early", values, count: $0) }
          ?? phrase("info.penalty.early_no_term", values))
    }
    return texts
  }

  private func amount(_ amount: FineBand.Amount, in edition: Edition) -> String {
    switch amount {
    case .cents(let cents): money(cents, in: edition)
    case .range(let from, let to):
      phrase(
        "info.penalty.range", ["from": money(from, in: edition), "to": money(to, in: edition)])
    case .unpublished: phrase("info.penalty.amount_unpublished")
    }
  }
}
