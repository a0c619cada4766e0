import JSONText

/// Checks what only the parts of an edition together show: that what they call each other by exists, and
/// that prices stay exact under all modifiers at once.
struct ReferenceCheck {
  let edition: Edition
  let reader: ObjectReader

  func run() {
    for zone in edition.zones { check(zone) }
    check(edition.classRules, at: member("classes"))
    for period in edition.specialPeriods {
      for rule in period.rules {
        for id in rule.zoneIDs where !isDeclared(zone: id) { refuse(.unknownZone, id) }
        if let change = rule.change { check(change, at: nil) }
      }
    }
    for surcharge in edition.surcharges {
      for id in surcharge.zoneIDs where !isDeclared(zone: id) { refuse(.unknownZone, id) }
    }
    checkModifiers()
    for example in edition.examples
    where example.card == nil && !isDeclared(zone: example.zone) {
      refuse(
        .unknownZone, example.zone, at: example.cursor.flatMap { member("zone", of: $0) })
    }
  }

  /// The most that a class and all signals together can do to a price must leave whole numbers that the
  /// machine can hold. Every percentage multiplies them by a hundred and more, in the worst case.
  private func checkModifiers() {
    var rules = Array(edition.classRules.values)
    for zone in edition.zones { rules += zone.classRules.values }
    for period in edition.specialPeriods {
      for rule in period.rules {
        rules += rule.change.map { Array($0.classRules.values) } ?? []
      }
    }
    let surcharges = edition.surcharges.map { $0.strongest }
    let worst = ([[]] + rules.map(\.modifiers)).map { $0 + surcharges }
    for rate in edition.rates.values {
      let curve: PriceCurve?
      var longest = RateReader.longestMinutes
      switch rate.form {
      case .points(let points, .linear):
        curve = Rate.curve(through: points)
        longest = max(points.last?.minutes ?? 0, rate.maximum?.minutes ?? 0)
      case .bands(let bands): curve = Rate.curve(of: bands)
      default: curve = PriceCurve.flat(cents: RateReader.largestCents)
      }
      guard let curve else { continue }
      if worst.contains(where: { !curve.staysExact(under: $0, upTo: longest) }) {
        refuse(.figuresTooLarge, rate.id)
      }
    }
  }

  private func check(_ zone: Zone) {
    let cursor = member("zones").flatMap { member(zone.id, of: $0) }
    check(rate: zone.rateID, products: zone.productRateIDs, of: cursor)
    check(zone.classRules, at: cursor.flatMap { member("classes", of: $0) })
  }

  private func check(_ rules: [String: ClassRule], at cursor: JSONCursor?) {
    for (id, rule) in rules {
      check(rule.change, at: cursor.flatMap { member(id, of: $0) })
    }
  }

  private func check(_ change: ZoneChange, at cursor: JSONCursor?) {
    check(rate: change.rateID ?? nil, products: change.productRateIDs ?? [], of: cursor)
    check(change.classRules, at: cursor.flatMap { member("classes", of: $0) })
  }

  private func check(rate: String?, products: [String], of cursor: JSONCursor?) {
    if let rate, !isDeclared(rate: rate) {
      refuse(.unknownRate, rate, at: cursor.flatMap { member("rate", of: $0) })
    }
    for id in products {
      let list = cursor.flatMap { member("products", of: $0) }
      guard let rate = edition.rates[id] else {
        if !isDeclared(rate: id) { refuse(.unknownRate, id, at: list) }
        continue
      }
      if case .products = rate.form { continue }
      refuse(.notProducts, id, at: list)
    }
  }

  /// Whether the file has it, with faults of its own or without.
  private func isDeclared(rate id: String) -> Bool {
    edition.rates[id] != nil || member("rates").flatMap { member(id, of: $0) } != nil
  }

  private func isDeclared(zone id: String) -> Bool {
    edition.zone(id) != nil || member("zones").flatMap { member(id, of: $0) } != nil
  }

  private func member(_ key: String, of cursor: JSONCursor? = nil) -> JSONCursor? {
    (try? (cursor ?? reader.cursor).optionalMember(key)) ?? nil
  }

  /// At the place if it stands in this edition, else at the edition.
  private func refuse(_ fault: FileFault, _ text: String, at cursor: JSONCursor? = nil) {
    reader.findings.refuse(cursor ?? reader.cursor, fault, text)
  }
}
