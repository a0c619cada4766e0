import OpeningHours

/// Resolves zone, class, period and signals into regimes.
struct RegimeFactory {
  let vehicle: VehicleClass?
  let sector: String?
  let place: String?
  let signals: [String: SignalValue]
  let assuming: Assumptions
  let sources: [String: Source]
  /// The rules met so far; a regime's number is its place here.
  private var essences: [Regime.Essence] = []

  init(
    vehicle: VehicleClass?, sector: String?, place: String?, signals: [String: SignalValue],
    assuming: Assumptions, sources: [String: Source]
  ) {
    self.sources = sources
    self.vehicle = vehicle
    self.sector = sector
    self.place = place
    self.signals = signals
    self.assuming = assuming
  }

  /// The special periods of an edition that change the zone for this car.
  mutating func periods(
    of zone: Zone, in edition: Edition
  ) -> [(when: CompiledHours, regime: Regime)] {
    edition.specialPeriods.compactMap { period in
      let rules = period.rules.filter { $0.covers(zone: zone.id) }
      guard let (rule, caveat) = choice(among: rules, of: zone),
        let change = rule.change
      else { return nil }
      return (
        CompiledHours(period.when),
        regime(
          of: change.applied(to: zone), in: edition, period: period.id,
          extra: caveat.map { [$0] } ?? [])
      )
    }
  }

  /// The first rule that fits where the car stands. Where that is not known and matters, the rule that
  /// names most sectors, as a guess. Where only the sector is known, a place in it may have other rules.
  private func choice(among rules: [PeriodRule], of zone: Zone) -> (PeriodRule, Caveat?)? {
    let place = place ?? zone.area.place
    let sector = sector ?? (zone.area.sectors.count == 1 ? zone.area.sectors[0] : nil)
    if place != nil || sector != nil {
      guard let index = rules.firstIndex(where: { $0.fits(sector: sector, place: place) })
      else { return nil }
      let mayBeElsewhere = place == nil && rules[..<index].contains { !$0.places.isEmpty }
      return (rules[index], mayBeElsewhere ? .dependsOnPlace : nil)
    }
    guard let first = rules.first else { return nil }
    guard first.needsLocation else { return (first, nil) }
    return rules.max { $0.sectors.count < $1.sectors.count }.map { ($0, .dependsOnSector) }
  }

  /// - Parameters:
  ///   - period: the id of the special period that `zone` is changed for, if any.
  ///   - extra: caveats to add.
  mutating func regime(
    of zone: Zone, in edition: Edition, period: String?, extra: [Caveat] = []
  ) -> Regime {
    let timed = edition.surcharges.filter {
      // One whose signal was not given is a caveat at the times at which it might act.
      guard $0.when != nil, $0.concerns(zone: zone.id, vehicle: vehicle) else { return false }
      guard let value = signals[$0.signal] else { return true }
      return $0.modifier(value: value) != nil
    }
    let base = regime(of: zone, in: edition, period: period, extra: extra, timed: [])
    guard !timed.isEmpty else { return base }
    // Each combination of surcharges that may act together is a price list of its own. It has the
    // number of the rules it belongs to: a ticket bought with a surcharge passes changes of date like
    // any other.
    let surcharged = (1..<(1 << min(timed.count, 4))).map { combination in
      let acting = timed.indices.filter { combination & (1 << $0) != 0 }.map { timed[$0].id }
      return regime(
        of: zone, in: edition, period: period, extra: extra, timed: Set(acting),
        number: base.rulesNumber)
    }
    return regime(
      of: zone, in: edition, period: period, extra: extra, timed: [], number: base.rulesNumber,
      timedSurcharges: timed.prefix(4).compactMap { $0.when.map { CompiledHours($0) } },
      surcharged: surcharged)
  }

  /// - Parameter timed: the ids of the surcharges bound to times that act.
  private mutating func regime(
    of zone: Zone, in edition: Edition, period: String?, extra: [Caveat], timed: Set<String>,
    number: Int? = nil, timedSurcharges: [CompiledHours] = [], surcharged: [Regime] = []
  ) -> Regime {
    var caveats = extra
    let (rule, isHome) = classRule(of: zone, in: edition, caveats: &caveats)
    var zone = rule?.change.applied(to: zone) ?? zone
    if let tried = assuming.hours { zone.hours = .published(tried) }
    let pricing = pricing(of: zone, rule: rule, in: edition, timed: timed, caveats: &caveats)
    var gap = zone.gap ?? Gap(policy: .carry)
    var prepay = zone.prepay
    if let tried = assuming.gap { gap = Gap(policy: tried) }
    if let tried = assuming.prepayAllowed { prepay = Prepay(allowed: tried) }
    if assuming != Assumptions() { caveats.append(.policyTried) }
    note(zone, pricing.ladder, in: edition, caveats: &caveats)
    let essence = Regime.Essence(
      admission: admission(rule), isHome: isHome, hours: zone.hours,
      during: zone.duringHours, outside: zone.outsideHours, ladder: pricing.ladder,
      products: pricing.products, gap: gap, prepay: prepay, maximum: maximum(of: zone),
      perDay: zone.maximumPerDayMinutes, ban: zone.returnBan)
    return Regime(
      editionID: edition.id, periodID: period, checked: edition.checked, essence: essence,
      zone: zone, gapIsAssumed: zone.gap == nil && assuming.gap == nil,
      newestSourceYear: newestSourceYear(of: zone), caveats: caveats,
      rulesNumber: number ?? self.number(of: essence),
      timedSurcharges: timedSurcharges, surcharged: surcharged)
  }

  private mutating func number(of essence: Regime.Essence) -> Int {
    let number = essences.firstIndex(of: essence) ?? essences.count
    if number == essences.count { essences.append(essence) }
    return number
  }

  // MARK: Class

  /// The rule of the vehicle's class, and whether it is a resident at home.
  private func classRule(
    of zone: Zone, in edition: Edition, caveats: inout [Caveat]
  ) -> (ClassRule?, isHome: Bool) {
    guard let vehicle else {
      let priced = zone.classRules.merging(edition.classRules) { zone, _ in zone }
      if priced.contains(where: { VehicleClass.labelIDs.contains($0.key) && $0.value.changesPrice })
      {
        caveats.append(.dependsOnVehicle)
      }
      return (nil, false)
    }
    let rule = zone.classRules[vehicle.ruleID] ?? edition.classRules[vehicle.ruleID]
    if case .resident(let home) = vehicle {
      let isHome = isHome(home, zone: zone, anywhere: rule?.anywhere ?? false, caveats: &caveats)
      if isHome, rule == nil, zone.duringHours != .residentsOnly {
        caveats.append(.vehicleRuleUnpublished)
      }
      return (isHome ? rule : nil, isHome)
    }
    if rule == nil { caveats.append(.vehicleRuleUnpublished) }
    if rule?.isInferred ?? false { caveats.append(.figureInferred) }
    return (rule, false)
  }

  private func isHome(
    _ home: String?, zone: Zone, anywhere: Bool, caveats: inout [Caveat]
  ) -> Bool {
    guard let home, !anywhere else { return true }
    if !zone.residentsOf.isEmpty { return zone.residentsOf.contains(home) }
    if let sector { return sector == home }
    if !zone.area.sectors.isEmpty { return zone.area.sectors.contains(home) }
    if !caveats.contains(.dependsOnSector) { caveats.append(.dependsOnSector) }
    return true
  }

  private func admission(_ rule: ClassRule?) -> Regime.Admission {
    guard let rule else { return .pays }
    if !rule.admitted { return .notAdmitted }
    return rule.free || rule.percent == -100 ? .free : .pays
  }

  // MARK: Price

  private func pricing(
    of zone: Zone, rule: ClassRule?, in edition: Edition, timed: Set<String>,
    caveats: inout [Caveat]
  ) -> (ladder: Ladder?, products: [Regime.PricedProduct]) {
    var modifiers = rule?.modifiers ?? []
    for surcharge in edition.surcharges where surcharge.concerns(zone: zone.id, vehicle: vehicle) {
      guard surcharge.when == nil || timed.contains(surcharge.id) else { continue }
      guard let value = signals[surcharge.signal] else {
        let isPriced = zone.rateID != nil || !zone.productRateIDs.isEmpty
        if isPriced, !caveats.contains(.signalUnknown) { caveats.append(.signalUnknown) }
        continue
      }
      if let modifier = surcharge.modifier(value: value) { modifiers.append(modifier) }
    }
    var ladder: Ladder?
    var products: [Regime.PricedProduct] = []
    for id in [zone.rateID].compactMap({ $0 }) + zone.productRateIDs {
      guard let rate = edition.rates[id] else { continue }
      if edition.inferredRateIDs.contains(id), !caveats.contains(.figureInferred) {
        caveats.append(.figureInferred)
      }
      if case .products(let offered) = rate.form {
        products += offered.map { product in
          Regime.PricedProduct(
            product: product,
            cents: rate.modifiedCents(product, modifiers: modifiers, rule: rule))
        }
      } else {
        ladder = rate.ladder(
          modifiers: modifiers, roundToCents: rule?.roundToCents, rounding: rule?.rounding)
        if rate.assumesCoinStep { caveats.append(.coinStepAssumed) }
      }
    }
    return (ladder, products)
  }

  // MARK: Limits and caveats

  /// Nil as soon as one of the sources has no date: it may be a page that is kept up to date.
  private func newestSourceYear(of zone: Zone) -> Int? {
    let years = zone.provenance.sources.map { sources[$0]?.year }
    return years.contains(nil) ? nil : years.compactMap { $0 }.max()
  }

  private func maximum(of zone: Zone) -> Int? {
    if case .minutes(let minutes) = zone.maximumStay { minutes } else { nil }
  }

  private func note(
    _ zone: Zone, _ ladder: Ladder?, in edition: Edition, caveats: inout [Caveat]
  ) {
    if edition.validFrom == nil { caveats.append(.editionUndated) }
    if !zone.inferredMembers.isEmpty, !caveats.contains(.figureInferred) {
      caveats.append(.figureInferred)
    }
    if zone.maximumStay == nil, let ladder, ladder.maximumMinutes == nil {
      caveats.append(.maximumStayUnpublished)
    }
    if zone.hours == .unpublished, ladder != nil { caveats.append(.hoursUnpublished) }
  }
}
