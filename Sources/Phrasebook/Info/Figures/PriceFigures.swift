import Tariffs

// Prices. What is printed in the town's list is marked by nothing; what the rules give between is an
// asterisk's matter when the rule was inferred.
extension TownFigures {
  /// A zone's price list, for vehicles of some labels where it depends on them.
  private struct PriceList {
    let zone: Zone
    /// Ids; empty = any vehicle.
    var labels: [String]
    let rate: Rate
    let ladder: Ladder
    let status: FactStatus
    let isInferred: Bool
  }

  /// `{{table prices}}`: a row a zone, or the whole list of a single one; then fixed tickets, and what is
  /// not published.
  func prices(_ zones: [Zone], in edition: Edition) -> [InfoBlock] {
    let paid = zones.filter { $0.duringHours == .pay }
    let lists = paid.flatMap { priceLists($0, in: edition) }
    var blocks: [InfoBlock] = []
    if lists.count == 1, let list = lists.first {
      blocks += wholeList(list, in: edition)
    } else if !lists.isEmpty {
      blocks += summary(lists, in: edition)
    }
    var facts = paid.compactMap { products($0, in: edition) }
    let known = Set(lists.map(\.zone.id) + facts.map(\.zone.id))
    facts += paid.filter { !known.contains($0.id) }.map { withoutList($0, in: edition) }
    if !facts.isEmpty { blocks += list(facts) }
    return blocks.isEmpty ? [sentence("info.max_stay.none")] : blocks
  }

  // MARK: Price lists

  private func priceLists(_ zone: Zone, in edition: Edition) -> [PriceList] {
    let rules = edition.classRules.merging(zone.classRules) { _, zone in zone }
    let labels = VehicleClass.labelIDs.filter { rules[$0]?.changesPrice ?? false }
    guard !labels.isEmpty else {
      return priceList(zone, label: nil, rule: nil, in: edition).map { [$0] } ?? []
    }
    var lists: [PriceList] = []
    for label in VehicleClass.labelIDs {
      let rule = rules[label]
      // Who does not pay, or may not park, is in the list of classes.
      if let rule, !rule.admitted || rule.free || rule.percent == -100 { continue }
      guard let list = priceList(zone, label: label, rule: rule, in: edition) else { continue }
      if let same = lists.firstIndex(where: { $0.ladder == list.ladder }) {
        lists[same].labels.append(label)
      } else {
        lists.append(list)
      }
    }
    if lists.count == 1 { lists[0].labels = [] }
    return lists
  }

  private func priceList(
    _ zone: Zone, label: String?, rule: ClassRule?, in edition: Edition
  ) -> PriceList? {
    guard let id = rule?.change.rateID ?? zone.rateID, let rate = edition.rates[id],
      rate.hasPrices,
      let ladder = rate.ladder(
        modifiers: rule?.modifiers ?? [], roundToCents: rule?.roundToCents,
        rounding: rule?.rounding)
    else { return nil }
    return PriceList(
      zone: zone, labels: label.map { [$0] } ?? [], rate: rate, ladder: ladder,
      status: rule?.isInferred ?? false
        ? .inferred : edition.rateStatuses[id] ?? zone.provenance.status,
      isInferred: edition.inferredRateIDs.contains(id))
  }

  private func labels(of list: PriceList) -> String {
    list.labels.isEmpty ? "–" : phrases.list(list.labels.map { name(ofClass: $0) })
  }

  private func wholeList(_ list: PriceList, in edition: Edition) -> [InfoBlock] {
    var hasMark = false
    let rows = list.ladder.rows(of: list.zone).map { row in
      let price = cell(row.cents.value, minutes: row.minutes, of: list, in: edition, &hasMark)
      return [phrases.duration(minutes: row.minutes), price]
    }
    let columns = [
      InfoTable.Column(phrase("info.column.time")),
      InfoTable.Column(phrase("info.column.price"), isFigure: true),
    ]
    return [
      paragraph(name(list.zone.names)),
      InfoBlock(.table(InfoTable(columns: columns, rows: rows)), line: 0),
    ] + priceNotes(hasMark: hasMark, [list.status])
  }

  private func summary(_ lists: [PriceList], in edition: Edition) -> [InfoBlock] {
    let statuses = lists.map(\.status)
    let common = commonStatus(statuses)
    let hasLabels = lists.contains { !$0.labels.isEmpty }
    var hasMark = false
    let rows = lists.map { list in
      let zone = phrases.capitalized(name(list.zone.names))
      return [marked(zone, list.status, common: common)]
        + (hasLabels ? [labels(of: list)] : [])
        + [least(of: list, in: edition, &hasMark)]
        + Self.times.map { price(minutes: $0, of: list, in: edition, &hasMark) }
        + [most(of: list, in: edition, &hasMark)]
    }
    let columns =
      [InfoTable.Column(phrase("info.column.zone"))]
      + (hasLabels ? [InfoTable.Column(phrase("info.column.vehicle"))] : [])
      + [InfoTable.Column(phrase("info.column.least"), isFigure: true)]
      + Self.times.map { InfoTable.Column(phrases.duration(minutes: $0), isFigure: true) }
      + [InfoTable.Column(phrase("info.column.most"), isFigure: true)]
    return [InfoBlock(.table(InfoTable(columns: columns, rows: rows)), line: 0)]
      + priceNotes(hasMark: hasMark, statuses)
  }

  /// The stays that each row has a price of, in minutes.
  private static let times = [30, 60, 120]

  private func priceNotes(hasMark: Bool, _ statuses: [FactStatus?]) -> [InfoBlock] {
    (hasMark ? [sentence("info.prices.between")] : [])
      + statusNote(commonStatus(statuses), statuses)
  }

  /// The least that buys so many minutes; a dash beyond the longest ticket.
  private func price(
    minutes: Int, of list: PriceList, in edition: Edition, _ hasMark: inout Bool
  ) -> String {
    let rows = list.ladder.rows(of: list.zone)
    guard let last = rows.last, minutes <= last.minutes,
      let cents = list.ladder.cents(for: minutes)
    else { return "–" }
    return cell(cents.value, minutes: minutes, of: list, in: edition, &hasMark)
  }

  /// The least payment; a dash where every minute can be paid for by itself.
  private func least(
    of list: PriceList, in edition: Edition, _ hasMark: inout Bool
  ) -> String {
    if case .bands = list.rate.form, list.rate.minimum == nil { return "–" }
    guard let cents = list.ladder.cents(for: list.ladder.freeMinutes + 1) else { return "–" }
    return limit(cents, minutes: list.ladder.minutes(for: cents), of: list, in: edition, &hasMark)
  }

  /// The greatest payment; a dash where there is none, or none is published.
  private func most(
    of list: PriceList, in edition: Edition, _ hasMark: inout Bool
  ) -> String {
    var maximum = list.ladder.maximumMinutes
    if case .minutes(let minutes) = list.zone.maximumStay {
      maximum = min(maximum ?? minutes, minutes)
    }
    guard let maximum, let cents = list.ladder.cents(for: maximum) else { return "–" }
    return limit(cents, minutes: maximum, of: list, in: edition, &hasMark)
  }

  private func limit(
    _ cents: Cents, minutes: Int, of list: PriceList, in edition: Edition, _ hasMark: inout Bool
  ) -> String {
    phrase(
      "info.prices.limit",
      [
        "price": cell(cents.value, minutes: minutes, of: list, in: edition, &hasMark),
        "duration": phrases.duration(minutes: minutes),
      ])
  }

  private func cell(
    _ cents: Int, minutes: Int, of list: PriceList, in edition: Edition, _ hasMark: inout Bool
  ) -> String {
    if cents == 0 { return phrase("info.prices.nothing") }
    let text = money(cents, in: edition)
    guard list.isInferred, !list.rate.prints(minutes: minutes) else { return text }
    hasMark = true
    return text + "*"
  }

  // MARK: Other prices

  /// Fixed tickets.
  private func products(_ zone: Zone, in edition: Edition) -> ZoneFact? {
    let ids = ([zone.rateID].compactMap { $0 } + zone.productRateIDs)
      .filter { edition.rates[$0]?.isProducts ?? false }
    guard let first = ids.first else { return nil }
    let texts = ids.flatMap { edition.rates[$0].map { productTexts($0, in: edition) } ?? [] }
    return ZoneFact(
      zone: zone, text: joined(texts), status: edition.rateStatuses[first] ?? zone.provenance.status
    )
  }

  func productTexts(_ rate: Rate, in edition: Edition) -> [String] {
    guard case .products(let products) = rate.form else { return [] }
    return products.map { product in
      phrase(
        "info.prices.product",
        ["name": name(product.names), "price": money(product.cents, in: edition)])
    }
  }

  /// A zone without price list and fixed tickets.
  private func withoutList(_ zone: Zone, in edition: Edition) -> ZoneFact {
    let unpublished = ZoneFact(zone: zone, text: phrase("info.prices.unpublished"), status: nil)
    guard let id = zone.rateID, let rate = edition.rates[id] else { return unpublished }
    let status = edition.rateStatuses[id] ?? zone.provenance.status
    if let free = rate.freeMinutes {
      return ZoneFact(
        zone: zone,
        text: phrase(
          rate.isFree(in: zone) ? "info.prices.free" : "info.prices.free_then_unpublished",
          ["duration": phrases.duration(minutes: free.minutes)]),
        status: status)
    }
    guard let least = rate.minimum, let cents = least.cents else { return unpublished }
    let values = [
      "price": money(cents, in: edition),
      "duration": least.minutes.map { phrases.duration(minutes: $0) } ?? "",
    ]
    return ZoneFact(
      zone: zone,
      text: phrase(
        least.minutes == nil ? "info.prices.least_only" : "info.prices.least_with_time_only", values
      ),
      status: edition.inferredRateIDs.contains(id) ? .inferred : status)
  }
}

extension Ladder {
  /// The price table up to the zone's longest stay.
  fileprivate func rows(of zone: Zone) -> [PriceTable.Row] {
    var maximum: Int?
    if case .minutes(let minutes) = zone.maximumStay { maximum = minutes }
    return PriceTable(self, maximumMinutes: maximum).rows
  }
}

extension Rate {
  /// Whether the price of so many minutes is in the printed list itself.
  fileprivate func prints(minutes: Int) -> Bool {
    if table.contains(where: { $0.minutes == minutes }) { return true }
    switch form {
    case .points(let points, _): return points.contains { $0.minutes == minutes }
    case .bands(let bands):
      guard let first = bands.first else { return false }
      return minutes % first.perMinutes == 0 && minutes <= first.upToMinutes ?? .max
    case .products, .unpublished: return true
    }
  }
}
