import Tariffs

/// The price of a zone as the formats of others can take it in: a ladder read minute by minute.
struct ExportPrice {
  let ladder: Ladder
  /// The most counted minutes; a ladder without an end is read for a day.
  let lastMinute: Int
  /// The printed points; whole hours and the end where a price a minute is published.
  let printedMinutes: [Int]
  /// The step of amounts, where one is published.
  let stepCents: Int?

  /// Nil when nothing can be bought.
  init?(_ zone: Zone, rule: ClassRule?, in edition: Edition) {
    guard let id = zone.rateID, let rate = edition.rates[id] else { return nil }
    if case .products = rate.form { return nil }
    let ladder = rate.ladder(
      modifiers: rule?.modifiers ?? [], roundToCents: rule?.roundToCents, rounding: rule?.rounding)
    guard let ladder else { return nil }
    var last = ladder.maximumMinutes ?? 1440
    if case .minutes(let most) = zone.maximumStay { last = min(last, most) }
    guard last > 0, ladder.cents(for: last) != nil else { return nil }
    self.ladder = ladder
    lastMinute = last
    if case .points(let points, _) = rate.form {
      printedMinutes = points.map(\.minutes).filter { 0 < $0 && $0 < last } + [last]
    } else {
      printedMinutes = Array(stride(from: 60, to: last, by: 60)) + [last]
    }
    stepCents = rule?.roundToCents ?? rate.roundToCents ?? rate.coinCents
  }

  func cents(_ minutes: Int) -> Int { ladder.cents(for: minutes)?.value ?? 0 }

  /// The charge of each hour of the stay, the last one as if it were whole.
  var centsByHour: [Int] {
    stride(from: 0, to: lastMinute, by: 60).map { start in
      let end = min(start + 60, lastMinute)
      let charge = cents(end) - (start == 0 ? 0 : cents(start))
      return (charge * 60 + (end - start) / 2) / (end - start)
    }
  }

  /// The minutes for which the sum of the hours is not the price, and by how much at most.
  func deviation(centsByHour: [Int]) -> (minutes: Int, mostCents: Int) {
    var minutes = 0
    var most = 0
    for minute in 1...lastMinute {
      var sixtieths = 0
      for (hour, cents) in centsByHour.enumerated() where hour * 60 < minute {
        sixtieths += cents * min(60, minute - hour * 60)
      }
      let step = stepCents ?? 1
      let told = (sixtieths + step * 60 - 1) / (step * 60) * step
      let difference = abs(told - cents(minute))
      if difference > 0 { minutes += 1 }
      most = max(most, difference)
    }
    return (minutes, most)
  }
}
