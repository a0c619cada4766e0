import Tariffs

// Who pays something else than others: classes of vehicles, signals, residents.
extension TownFigures {
  /// What holds for a class: in the whole town, or in some of its zones.
  private struct ClassFact {
    var classes: [String]
    var zones: [Zone]
    let text: String
    let status: FactStatus?
  }

  /// `{{vehicle_classes}}`: those with a rule, and the names of those without.
  func vehicleClasses(_ wanted: String?, in edition: Edition) -> [InfoBlock] {
    if wanted == "resident" { return residents(in: edition) }
    let ids = VehicleClass.ids.filter { $0 != "resident" && (wanted == nil || $0 == wanted) }
    let known = facts(ofClasses: ids, in: edition)
    let without = ids.filter { facts(ofClasses: [$0], in: edition).isEmpty }
    return (known.isEmpty ? [] : list(known))
      + (without.isEmpty
        ? []
        : [
          sentence(
            "info.classes.unpublished", ["classes": phrases.list(without.map { name(ofClass: $0) })]
          )
        ])
  }

  /// Zones of which the same is true for a class are told together, and then classes.
  func facts(ofClasses ids: [String], in edition: Edition) -> [Fact] {
    var groups: [ClassFact] = []
    for fact in ids.flatMap({ facts(ofClass: $0, in: edition) }) {
      if let place = groups.firstIndex(where: {
        $0.text == fact.text && $0.status == fact.status && $0.zones == fact.zones
      }) {
        groups[place].classes += fact.classes
      } else {
        groups.append(fact)
      }
    }
    return groups.map { group in
      let classes = phrases.list(group.classes.map { name(ofClass: $0) })
      let subject =
        group.zones.isEmpty
        ? classes
        : phrase("info.classes.in_zones", ["class": classes, "zones": names(of: group.zones)])
      return Fact(subject: subject, text: group.text, status: group.status)
    }
  }

  private func facts(ofClass id: String, in edition: Edition) -> [ClassFact] {
    var facts: [ClassFact] = []
    if let rule = edition.classRules[id] {
      facts.append(
        ClassFact(
          classes: [id], zones: [], text: words(rule, in: edition), status: rule.status))
    }
    for zone in edition.zones {
      guard let rule = zone.classRules[id] else { continue }
      let (text, status) = (words(rule, in: edition), rule.status ?? zone.provenance.status)
      if let place = facts.firstIndex(where: {
        !$0.zones.isEmpty && $0.text == text && $0.status == status
      }) {
        facts[place].zones.append(zone)
      } else {
        facts.append(ClassFact(classes: [id], zones: [zone], text: text, status: status))
      }
    }
    return facts
  }

  /// A rule in words.
  private func words(_ rule: ClassRule, in edition: Edition) -> String {
    if !rule.admitted { return phrase("info.classes.not_admitted") }
    if rule.free || rule.percent == -100 { return phrase("info.classes.free") }
    var texts: [String] = []
    if rule.change.duringHours == .pay { texts.append(phrase("info.classes.may_park")) }
    if let id = rule.change.rateID ?? nil, let rate = edition.rates[id] {
      texts += self.words(rate, in: edition)
    } else {
      if let percent = rule.percent { texts.append(words(percent: percent)) }
      if let cents = rule.addCentsPerHour {
        texts.append(
          phrase(
            cents < 0 ? "info.classes.less_per_hour" : "info.classes.more_per_hour",
            ["amount": money(abs(cents), in: edition)]))
      }
    }
    if case .published(let hours)? = rule.change.hours {
      let words = phrases.hours(hours, closed: .free, from: today)
      texts.append(phrase("info.classes.own_hours", ["hours": words]))
    }
    switch rule.change.maximumStay {
    case .some(.some(.minutes(let minutes))):
      texts.append(
        phrase("info.classes.own_maximum", ["duration": phrases.duration(minutes: minutes)]))
    case .some(.some(.unlimited)): texts.append(phrase("info.max_stay.unlimited"))
    default: break
    }
    return texts.isEmpty ? phrase("info.classes.as_others") : joined(texts)
  }

  /// A price list of the class's own. What it adds or takes off is in its prices already.
  private func words(_ rate: Rate, in edition: Edition) -> [String] {
    let products = productTexts(rate, in: edition)
    if !products.isEmpty { return products }
    if rate.hasPrices { return [phrase("info.classes.own_prices")] }
    return rate.freeMinutes.map {
      [phrase("info.prices.free", ["duration": phrases.duration(minutes: $0.minutes)])]
    } ?? []
  }

  private func words(percent: Int) -> String {
    phrase(
      percent < 0 ? "info.classes.less_percent" : "info.classes.more_percent",
      ["percent": phrases.percent(abs(percent))])
  }

  // MARK: Surcharges

  /// `{{surcharges}}`.
  func surcharges(in edition: Edition) -> [InfoBlock] {
    let facts = edition.surcharges.map { surcharge in
      var texts = effects(surcharge, in: edition)
      if let when = surcharge.when { texts.append(phrases.hours(when, from: today)) }
      let zones = edition.zones.filter { surcharge.zoneIDs.contains($0.id) }
      if !zones.isEmpty, zones.count < edition.zones.filter({ $0.duringHours == .pay }).count {
        texts.append(phrase("info.surcharges.zones", ["zones": names(of: zones)]))
      }
      if !surcharge.exempt.isEmpty {
        texts.append(
          phrase(
            "info.surcharges.exempt",
            ["classes": phrases.list(surcharge.exempt.map { name(ofClass: $0) })]))
      }
      return Fact(
        subject: name(surcharge.names), text: joined(texts), status: surcharge.provenance.status)
    }
    return facts.isEmpty ? [sentence("info.surcharges.none")] : list(facts)
  }

  private func effects(_ surcharge: Surcharge, in edition: Edition) -> [String] {
    switch surcharge.effect {
    case .steps(let steps):
      steps.map { step in
        phrase(
          "info.surcharges.above",
          [
            "figure": phrases.integer(step.above) + (surcharge.unit.map { "\u{A0}" + $0 } ?? ""),
            "change": words(percent: step.percent),
          ])
      }
    case .centsPerHour(let cents):
      [phrase("info.classes.more_per_hour", ["amount": money(cents, in: edition)])]
    case .percent(let percent): [words(percent: percent)]
    }
  }

  // MARK: Residents

  /// `{{residents}}`: where they alone may park, and what else holds for them.
  func residents(in edition: Edition) -> [InfoBlock] {
    var facts: [Fact] = []
    let groups: [(key: String, zones: [Zone], member: String)] = [
      ("always", edition.zones.filter { $0.duringHours == .residentsOnly }, "during_hours"),
      ("outside", edition.zones.filter { $0.outsideHours == .residentsOnly }, "outside_hours"),
    ]
    for (key, zones, member) in groups {
      for status in FactStatus.allCases {
        let alike = zones.filter { $0.status(of: member) == status }
        guard !alike.isEmpty else { continue }
        facts.append(
          Fact(
            text: phrase("info.residents.\(key)", ["zones": names(of: alike)]), status: status))
      }
    }
    facts += self.facts(ofClasses: ["resident"], in: edition)
    return facts.isEmpty ? [sentence("info.residents.none")] : list(facts)
  }

  /// `{{cards}}`.
  func cards(in edition: Edition) -> [InfoBlock] {
    let facts = edition.cards.map { card in
      var texts: [String] = []
      let prices = card.cents.map { money($0, in: edition) }
      switch prices.count {
      case 0: texts.append(phrase("info.prices.unpublished"))
      case 1: texts.append(phrase("info.cards.per.\(card.per)", ["price": prices[0]]))
      default:
        texts.append(
          phrase(
            "info.cards.by_vehicle",
            [
              "prices": phrases.list(prices),
              "each": phrase("info.cards.per.\(card.per)", ["price": ""]).trimmedText,
            ]))
      }
      if !card.sectors.isEmpty {
        texts.append(
          phrase(
            "info.cards.sectors", ["sectors": phrases.list(card.sectors.map(Self.areaName))],
            count: card.sectors.count
          ))
      }
      if let proration = card.proration {
        texts.append(phrase("info.cards.part.\(proration.rawValue)"))
      }
      if let grace = card.graceUntil.flatMap(dayOfYear) {
        texts.append(phrase("info.cards.grace", ["date": grace]))
      }
      return Fact(
        subject: name(card.names), text: joined(texts), status: card.provenance.status)
    }
    return facts.isEmpty ? [sentence("info.cards.none")] : list(facts)
  }
}

extension String {
  /// Without the space where a price was left out.
  fileprivate var trimmedText: String { String(trimmed) }
}
