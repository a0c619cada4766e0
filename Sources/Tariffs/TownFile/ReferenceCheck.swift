/// Checks that what the parts of an edition call each other by exists.
struct ReferenceCheck {
  let edition: Edition
  let reader: ObjectReader

  func run() {
    for zone in edition.zones { check(zone) }
    for rule in edition.classRules.values { check(rule.change) }
    for period in edition.specialPeriods {
      for rule in period.rules {
        for id in rule.zoneIDs where edition.zone(id) == nil { refuse(.unknownZone, id) }
        if let change = rule.change { check(change) }
      }
    }
    for surcharge in edition.surcharges {
      for id in surcharge.zoneIDs where edition.zone(id) == nil { refuse(.unknownZone, id) }
    }
    for example in edition.examples
    where example.card == nil && edition.zone(example.zone) == nil {
      refuse(.unknownZone, example.zone)
    }
  }

  private func check(_ zone: Zone) {
    check(rate: zone.rateID, products: zone.productRateIDs)
    for rule in zone.classRules.values { check(rule.change) }
  }

  private func check(_ change: ZoneChange) {
    check(rate: change.rateID ?? nil, products: change.productRateIDs ?? [])
    for rule in change.classRules.values { check(rule.change) }
  }

  private func check(rate: String?, products: [String]) {
    if let rate, edition.rates[rate] == nil { refuse(.unknownRate, rate) }
    for id in products {
      guard let rate = edition.rates[id] else {
        refuse(.unknownRate, id)
        continue
      }
      if case .products = rate.form { continue }
      refuse(.notProducts, id)
    }
  }

  private func refuse(_ fault: FileFault, _ text: String) {
    reader.findings.refuse(reader.cursor, fault, text)
  }
}
