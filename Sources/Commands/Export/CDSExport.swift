import CivilTime
import JSONText
import OpeningHours
import Tariffs

/// A town as a data set of the Curb Data Specification of the Open Mobility Foundation, version 1.0
/// (Curbs API): its policies, and curb zones without geometry that name them.
struct CDSExport {
  let engine: TariffEngine
  let edition: Edition
  let moment: Instant
  private(set) var unsayable = UnsayableList()
  private var policies: [JSONOutput] = []
  private var zones: [JSONOutput] = []

  /// - Parameter moment: where an edition does not say since when it holds, this stands for it.
  init(_ engine: TariffEngine, edition: Edition, at moment: Instant) {
    self.engine = engine
    self.edition = edition
    self.moment = moment
    for zone in edition.zones { add(zone) }
    unsayable.addCommon(edition)
  }

  /// The answer of a CDS server.
  var json: JSONOutput {
    .object([
      ("version", "1.0.0"), ("time_zone", .string(engine.clock.identifier)),
      ("last_updated", timestamp(edition.checked ?? edition.validFrom)),
      ("currency", .string(edition.currency)),
      ("data", .object([("zones", .array(zones)), ("policies", .array(policies))])),
    ])
  }

  /// Midnight at the beginning of a day, in milliseconds.
  private func timestamp(_ date: CivilDate?) -> JSONOutput {
    let instant =
      date.map { engine.clock.instant(of: LocalDateTime(date: $0, minuteOfDay: 0)) } ?? moment
    return .int(Int(instant.secondsSince1970) * 1000)
  }

  // MARK: A zone

  private mutating func add(_ zone: Zone) {
    guard case .published(let hours) = zone.hours else {
      unsayable.add(.zoneLeftOut, zone: zone.id, "hours_unpublished")
      return
    }
    let price = ExportPrice(zone, rule: nil, in: edition)
    guard price != nil || zone.duringHours != .pay else {
      // A rule without a rate would say that parking is free.
      unsayable.add(.zoneLeftOut, zone: zone.id, "price_unpublished")
      return
    }
    let spans = CDSTimeSpans(hours, from: engine.clock.local(moment).date.components.year)
    for rule in spans.leftOut { unsayable.add(.hoursRule, zone: zone.id, rule) }
    var ids: [String] = []
    // The first policy takes precedence.
    func add(_ rules: [JSONOutput], _ times: [JSONOutput]) {
      ids.append(addPolicy(zone, priority: ids.count + 1, rules: rules, timeSpans: times))
    }
    for (classID, rule) in classRules(of: zone) {
      if let rules = classRules(zone, classID, rule) { add(rules, spans.json) }
    }
    if zone.duringHours == .residentsOnly {
      add([Self.rule("parking", userClass: "permit")], spans.json)
    }
    switch zone.duringHours {
    case .pay: add([payingRule(zone, price, userClass: nil)], spans.json)
    case .residentsOnly, .forbidden: add([Self.rule("no parking")], spans.json)
    }
    if !spans.isAlways {
      if zone.outsideHours == .residentsOnly {
        add([Self.rule("parking", userClass: "permit")], [])
      }
      add([Self.rule(zone.outsideHours == .free ? "parking" : "no parking")], [])
    }
    notes(zone, price)
    zones.append(
      .object([
        ("curb_zone_id", .string(NameBasedUUID.text("\(engine.town.id)/\(zone.id)"))),
        ("curb_policy_ids", .array(ids.map { .string($0) })),
        ("published_date", timestamp(edition.validFrom ?? edition.checked)),
        ("last_updated_date", timestamp(edition.checked ?? edition.validFrom)),
        ("start_date", timestamp(edition.validFrom ?? edition.checked)),
        ("name", .string(zone.names.text(languages: ["es", "en"]))),
        ("user_zone_id", .string(zone.id)),
      ]))
  }

  /// What the zone says beside its policies.
  private mutating func notes(_ zone: Zone, _ price: ExportPrice?) {
    unsayable.add(.geometry, zone: zone.id)
    unsayable.addCommon(zone)
    if let ban = zone.returnBan, noReturn(ban) == nil {
      unsayable.addReturnBan(ban, zone: zone.id)
    }
    if let price {
      notePrice(zone, price)
      if price.ladder.freeMinutes > 0 {
        unsayable.add(.freeMinutes, zone: zone.id, "\(price.ladder.freeMinutes) min")
      }
    }
    for id in zone.productRateIDs + [zone.rateID].compactMap({ $0 }) {
      guard case .products(let products)? = edition.rates[id]?.form else { continue }
      for product in products {
        unsayable.add(.products, zone: zone.id, "\(product.id), \(product.cents) cents")
      }
    }
  }

  /// Rates that are not the price at every minute say so.
  private mutating func notePrice(_ zone: Zone, _ price: ExportPrice) {
    let (minutes, most) = price.deviation(centsByHour: price.centsByHour)
    guard minutes > 0 else { return }
    unsayable.add(.price, zone: zone.id, "\(minutes)/\(price.lastMinute) min, <= \(most) cents")
  }

  // MARK: Vehicle classes

  private func classRules(of zone: Zone) -> [(id: String, rule: ClassRule)] {
    edition.classRules.merging(zone.classRules) { $1 }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The rules of a class, as far as they are about who may park and for how much.
  private mutating func classRules(
    _ zone: Zone, _ id: String, _ rule: ClassRule
  ) -> [JSONOutput]? {
    if rule.change != ZoneChange() { unsayable.add(.classRule, zone: zone.id, id) }
    let userClass = Self.userClasses[id] ?? id
    if !rule.admitted { return [Self.rule("no parking", userClass: userClass)] }
    var rules: [JSONOutput]?
    if rule.free || rule.percent == -100 {
      rules = [Self.rule("parking", userClass: userClass)]
    } else if zone.duringHours == .pay, !rule.modifiers.isEmpty,
      let price = ExportPrice(zone, rule: rule, in: edition)
    {
      rules = [payingRule(zone, price, userClass: userClass)]
      notePrice(zone, price)
    }
    if rules != nil, id == "resident", !rule.anywhere {
      unsayable.add(.residentSector, zone: zone.id)
    }
    return rules
  }

  /// The well-known words of the specification where it has one; for the others the specification
  /// lets a data set have its own.
  private static let userClasses = [
    "motorcycle": "motorcycle", "commercial": "freight", "resident": "permit",
    "disabled": "disabled_badge", "zero": "dgt_0", "eco": "dgt_eco", "c": "dgt_c", "b": "dgt_b",
    "none": "dgt_none",
  ]

  // MARK: Policies

  private func payingRule(
    _ zone: Zone, _ price: ExportPrice?, userClass: String?
  ) -> JSONOutput {
    var members: [(key: String, value: JSONOutput)] = [("activity", "parking")]
    if case .minutes(let minutes) = zone.maximumStay {
      members += [("max_stay", .int(minutes)), ("max_stay_unit", "minute")]
    } else if zone.maximumStay == nil, let most = price?.ladder.maximumMinutes {
      members += [("max_stay", .int(most)), ("max_stay_unit", "minute")]
    }
    if let ban = zone.returnBan, let minutes = noReturn(ban) {
      members += [("no_return", .int(minutes)), ("no_return_unit", "minute")]
    }
    if let userClass { members.append(("user_classes", [.string(userClass)])) }
    if let price { members.append(("rate", .array(rates(price)))) }
    return .object(members)
  }

  private static func rule(_ activity: String, userClass: String? = nil) -> JSONOutput {
    var members: [(key: String, value: JSONOutput)] = [("activity", .string(activity))]
    if let userClass { members.append(("user_classes", [.string(userClass)])) }
    members.append(("rate", []))
    return .object(members)
  }

  /// `no_return` counts from when the car leaves and holds for the zone, whatever the stay was.
  private func noReturn(_ ban: ReturnBan) -> Int? {
    ban.after == .anyTicket && ban.from == .end && ban.within == .zone && ban.minutes > 0
      ? ban.minutes : nil
  }

  /// Hours with the same charge are one rate; the last has no end, as it goes on until the car leaves.
  private func rates(_ price: ExportPrice) -> [JSONOutput] {
    let hours = price.centsByHour
    var rates: [JSONOutput] = []
    var start = 0
    for (hour, cents) in hours.enumerated() {
      if hour + 1 < hours.count, hours[hour + 1] == cents { continue }
      var members: [(key: String, value: JSONOutput)] = [
        ("rate", .int(cents)), ("rate_unit", "hour"), ("rate_unit_period", "rolling"),
      ]
      if let step = price.stepCents { members.append(("increment_amount", .int(step))) }
      members.append(("start_duration", .int(start)))
      if hour + 1 < hours.count { members.append(("end_duration", .int(hour + 1))) }
      rates.append(.object(members))
      start = hour + 1
    }
    return rates
  }

  /// Adds a policy and gives its id. The id is made from all it says: another policy is another id.
  private mutating func addPolicy(
    _ zone: Zone, priority: Int, rules: [JSONOutput], timeSpans: [JSONOutput]
  ) -> String {
    var members: [(key: String, value: JSONOutput)] = [
      ("published_date", timestamp(edition.validFrom ?? edition.checked)),
      ("priority", .int(priority)), ("rules", .array(rules)),
    ]
    if !timeSpans.isEmpty { members.append(("time_spans", .array(timeSpans))) }
    let content = JSONOutput.object(members).text()
    let id = NameBasedUUID.text("\(engine.town.id)/\(zone.id)/\(content)")
    policies.append(.object([("curb_policy_id", .string(id))] + members))
    return id
  }
}
