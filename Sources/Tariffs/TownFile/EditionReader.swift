import CivilTime
import JSONText
import OpeningHours

/// Reads one edition, already merged with the one it is based on.
struct EditionReader {
  let id: String
  let reader: ObjectReader
  private var findings: Findings { reader.findings }

  func edition() -> Edition {
    findings.mentionedSources = Set(reader.provenance?.sources ?? [])
    let rates = rates()
    let zones = reader.entries("zones")
    var edition = Edition(
      id: id, names: reader.names(), validFrom: reader.date("valid_from"),
      validTo: reader.date("valid_to"), checked: reader.date("checked"),
      currency: reader.text("currency") ?? "EUR",
      zones: zones.compactMap { ZoneReader(id: $0.id, reader: $0.reader).zone() },
      rates: rates.rates, inferredRateIDs: rates.inferred, rateStatuses: rates.statuses,
      classRules: classRules(), specialPeriods: specialPeriods(),
      surcharges: reader.list("surcharges").compactMap { surcharge($0) }, penalties: penalties(),
      cards: reader.entries("cards").compactMap { CardReader(id: $0.id, reader: $0.reader).card() },
      examples: [])
    edition.sourceKeys = findings.mentionedSources
    edition.examples = reader.list("examples").compactMap { ExampleReader(reader: $0).example() }
    _ = reader.date("planned_from")
    reader.finish(also: ["based_on"])
    if let from = edition.validFrom, let to = edition.validTo, to < from {
      findings.refuse(reader.cursor, .editionBackwards, id)
    }
    ReferenceCheck(edition: edition, reader: reader).run()
    return edition
  }

  private func rates() -> (
    rates: [String: Rate], inferred: Set<String>, statuses: [String: FactStatus]
  ) {
    var rates: [String: Rate] = [:]
    var inferred: Set<String> = []
    var statuses: [String: FactStatus] = [:]
    for (id, reader) in reader.entries("rates") {
      guard let read = RateReader(id: id, reader: reader).rate() else { continue }
      rates[id] = read.rate
      if read.isInferred { inferred.insert(id) }
      statuses[id] = reader.provenance?.status
    }
    return (rates, inferred, statuses)
  }

  private func classRules() -> [String: ClassRule] {
    var rules: [String: ClassRule] = [:]
    for (id, reader) in reader.entries("classes") {
      rules[id] = ClassRuleReader(id: id, reader: reader).rule()
    }
    return rules
  }

  private func penalties() -> [String: Penalty] {
    var penalties: [String: Penalty] = [:]
    for (cause, reader) in reader.entries("penalties") {
      penalties[cause] = PenaltyReader(cause: cause, reader: reader).penalty()
    }
    return penalties
  }

  // MARK: Special periods

  private func specialPeriods() -> [SpecialPeriod] {
    reader.list("special_periods").compactMap { period in
      let id = period.requiredText("id")
      let names = period.names()
      period.require("when")
      let when = period.openingHours("when")
      let rules = period.list("rules").compactMap { rule($0) }
      period.finish()
      period.requireProvenance()
      if rules.isEmpty { findings.refuse(period.cursor, .emptyPeriod) }
      guard let id, let when, let provenance = period.provenance else { return nil }
      return SpecialPeriod(
        id: id, names: names ?? LocalizedText(["en": id]), when: when, rules: rules,
        provenance: provenance)
    }
  }

  private func rule(_ rule: ObjectReader) -> PeriodRule? {
    let zoneIDs = rule.strings("zones")
    let sectors = rule.strings("sectors")
    let places = rule.strings("places")
    let unchanged = rule.bool("unchanged") ?? false
    let change = rule.object("change").map { reader in
      let change = ZoneChangeReader(reader: reader).change()
      reader.finish()
      return change
    }
    rule.finish()
    if !unchanged, change == nil {
      findings.record(rule.cursor.failure(.missingMember("change")))
    }
    guard let provenance = rule.provenance else { return nil }
    return PeriodRule(
      zoneIDs: zoneIDs, sectors: sectors, places: places, change: change, provenance: provenance)
  }

  // MARK: Surcharges

  private func surcharge(_ surcharge: ObjectReader) -> Surcharge? {
    let id = surcharge.requiredText("id")
    let names = surcharge.names()
    let signal = surcharge.requiredText("signal")
    let steps = surcharge.list("steps").compactMap { step -> Surcharge.Step? in
      let above = step.requiredInt("above", in: -100_000...100_000)
      let percent = step.requiredInt("percent", in: -100...10_000)
      step.finish()
      guard let above, let percent else { return nil }
      return Surcharge.Step(above: above, percent: percent)
    }
    let perHour = surcharge.int("add_cents_per_hour", in: 0...100_000)
    let percent = surcharge.int("percent", in: -100...10_000)
    let ofBase: SurchargeBase? = surcharge.word("of")
    let when = surcharge.openingHours("when")
    let zones = surcharge.strings("zones")
    let exempt = surcharge.strings("exempt")
    let unit = surcharge.text("unit")
    _ = surcharge.text("look_back")
    surcharge.finish()
    for id in exempt where !VehicleClass.ids.contains(id) {
      findings.refuse(surcharge.cursor, .unknownClass, id)
    }
    surcharge.requireProvenance()
    guard let id, let signal, let provenance = surcharge.provenance else { return nil }
    let effect: Surcharge.Effect
    if !steps.isEmpty {
      effect = .steps(steps.sorted { $0.above < $1.above })
    } else if let perHour {
      effect = .centsPerHour(perHour)
    } else if let percent {
      effect = .percent(percent)
    } else {
      findings.record(surcharge.cursor.failure(.missingMember("steps")))
      return nil
    }
    return Surcharge(
      id: id, names: names ?? LocalizedText(["en": id]), signal: signal, effect: effect,
      unit: unit, ofBase: ofBase == .base, when: when, zoneIDs: zones, exempt: exempt,
      provenance: provenance)
  }

  private enum SurchargeBase: String, CaseIterable {
    /// The price before any modifier.
    case base
    /// The price so far.
    case running
  }
}
