import JSONText

/// Reads what a notice for one cause costs.
struct PenaltyReader {
  let cause: String
  let reader: ObjectReader
  private var findings: Findings { reader.findings }

  func penalty() -> Penalty? {
    let cancel = reader.list("cancel").compactMap { offer($0) }
    let cancellable = reader.bool("cancellable")
    let fines = reader.list("fine").compactMap { fine($0) }
    let early = earlyPayment()
    let postPaid = postPaid()
    reader.finish()
    reader.requireProvenance()
    guard let provenance = reader.provenance else { return nil }
    return Penalty(
      cause: cause, cancel: cancel, cancellable: cancellable, fines: fines, earlyPayment: early,
      postPaid: postPaid, provenance: provenance)
  }

  private enum WindowStart: String, CaseIterable {
    case notice
    case paidEnd = "paid_end"
  }
  private enum WindowEnd: String, CaseIterable { case midnight }

  private func offer(_ offer: ObjectReader) -> CancelOffer? {
    // Written as null: it can be cancelled, but nobody published for how much.
    let isUnpublished = offer.has("cents")
    let cents = offer.int("cents", in: RateReader.centsRange)
    let times = offer.int("times_maximum", in: 1...100)
    let deadline = deadline(offer.object("window"))
    let most = offer.object("overstay_at_most")
    let percent = most?.int("percent_of_paid", in: 1...10_000)
    let minutes = most?.int("minutes", in: RateReader.minutesRange)
    most?.finish()
    let means = offer.strings("means")
    offer.finish()
    guard
      let price = cents.map({ CancelOffer.Price.cents($0) }) ?? times.map({ .timesMaximum($0) })
        ?? (isUnpublished ? .unpublished : nil)
    else {
      findings.record(offer.cursor.failure(.missingMember("cents")))
      return nil
    }
    return CancelOffer(
      price: price, deadline: deadline, overstayAtMostPercentOfPaid: percent,
      overstayAtMostMinutes: minutes, means: means)
  }

  private func deadline(_ window: ObjectReader?) -> CancelOffer.Deadline {
    guard let window else { return .unpublished }
    let from: WindowStart? = window.word("from")
    let until: WindowEnd? = window.word("until")
    let minutes = window.int("minutes", in: RateReader.minutesRange)
    window.finish()
    if until != nil { return .midnight }
    guard let minutes else {
      findings.record(window.cursor.failure(.missingMember("minutes")))
      return .unpublished
    }
    return from == .paidEnd ? .minutesAfterPaidEnd(minutes) : .minutesAfterNotice(minutes)
  }

  private func fine(_ band: ObjectReader) -> FineBand? {
    let over = band.int("over_minutes", in: 0...RateReader.longestMinutes)
    let upTo = band.int("up_to_minutes", in: RateReader.minutesRange)
    let cents = band.int("cents", in: RateReader.centsRange)
    let from = band.int("cents_from", in: RateReader.centsRange)
    let to = band.int("cents_to", in: RateReader.centsRange)
    band.finish()
    let amount: FineBand.Amount =
      if let cents { .cents(cents) } else if let from, let to { .range(from: from, to: to) } else {
        .unpublished
      }
    return FineBand(overMinutes: over ?? 0, upToMinutes: upTo, amount: amount)
  }

  private func earlyPayment() -> Penalty.EarlyPayment? {
    guard let early = reader.object("early_payment") else { return nil }
    let percent = early.requiredInt("percent", in: 1...100)
    let days = early.int("days", in: 1...365)
    early.finish()
    return percent.map { Penalty.EarlyPayment(percent: $0, days: days) }
  }

  private func postPaid() -> Penalty.PostPaid? {
    guard let charge = reader.object("post_paid") else { return nil }
    let cents = charge.requiredInt("cents", in: RateReader.centsRange)
    let per: Penalty.PostPaid.Unit? = charge.requiredWord("per")
    charge.finish()
    guard let cents, let per else { return nil }
    return Penalty.PostPaid(cents: cents, per: per)
  }
}

/// Reads a residents' or other card.
struct CardReader {
  let id: String
  let reader: ObjectReader

  func card() -> Card? {
    let names = reader.names()
    let forClass = reader.text("for")
    let sectors = reader.strings("sectors")
    var cents = reader.int("cents", in: RateReader.centsRange).map { [$0] } ?? []
    if let list = reader.fact("cents_by_vehicle"),
      let prices = reader.findings.collect(try list.array())
    {
      cents = prices.compactMap { price in
        reader.findings.read(price) { cursor throws(JSONShapeError) in
          try cursor.int(in: RateReader.centsRange)
        }
      }
    }
    let per = reader.requiredText("per")
    let grace = reader.text("grace_until")
    let proration: Card.Proration? = reader.word("proration")
    reader.finish()
    guard let per, let provenance = reader.provenance else { return nil }
    return Card(
      id: id, names: names ?? LocalizedText(["en": id]), forClass: forClass, sectors: sectors,
      cents: cents, per: per, graceUntil: grace, proration: proration, provenance: provenance)
  }
}
