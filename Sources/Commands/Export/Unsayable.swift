import Tariffs

/// Something that a town's file says and a format of others has no words for.
struct Unsayable: Hashable {
  enum Topic: String, CaseIterable {
    case geometry
    case zoneLeftOut = "zone_left_out"
    case tagTooLong = "tag_too_long"
    case hoursRule = "hours_rule"
    case price
    case minimum
    case freeMinutes = "free_minutes"
    case products
    case maximumPerDay = "maximum_per_day"
    case gap
    case prepay
    case returnBan = "return_ban"
    case extensionRule = "extension"
    case ignoredMinutes = "ignored_minutes"
    case refund
    case place
    case classRule = "class"
    case residentSector = "resident_sector"
    case specialPeriod = "special_period"
    case surcharge
    case penalty
    case card
  }

  /// Nil: of the whole town.
  let zone: String?
  let topic: Topic
  /// What exactly, in the words of the town file.
  let detail: String
}

/// Collects what could not be said; the same thing twice is said once.
struct UnsayableList {
  private(set) var items: [Unsayable] = []

  mutating func add(_ topic: Unsayable.Topic, zone: String?, _ detail: String = "") {
    let item = Unsayable(zone: zone, topic: topic, detail: detail)
    if !items.contains(item) { items.append(item) }
  }
}

extension UnsayableList {
  /// What neither format knows of a zone.
  mutating func addCommon(_ zone: Zone) {
    if let minutes = zone.maximumPerDayMinutes {
      add(.maximumPerDay, zone: zone.id, "\(minutes) min")
    }
    if let gap = zone.gap, gap.policy != .carry || gap.overnight != .carry {
      let night = gap.overnight == gap.policy ? "" : ", overnight \(gap.overnight.rawValue)"
      add(.gap, zone: zone.id, gap.policy.rawValue + night)
    }
    if let prepay = zone.prepay, prepay.allowed {
      add(.prepay, zone: zone.id, prepay.atMostMinutes.map { "\($0) min" } ?? "")
    }
    if let rule = zone.extensionRule, rule != ExtensionRule() { add(.extensionRule, zone: zone.id) }
    if zone.ignoredMinutes > 0 { add(.ignoredMinutes, zone: zone.id, "\(zone.ignoredMinutes) min") }
    if let means = zone.refundedWith, !means.isEmpty {
      add(.refund, zone: zone.id, means.joined(separator: ", "))
    }
    let area = zone.area.sectors + [zone.area.place].compactMap { $0 }
    if !area.isEmpty { add(.place, zone: zone.id, area.joined(separator: ", ")) }
    for cause in zone.penalties.keys.sorted() { add(.penalty, zone: zone.id, cause) }
  }

  /// What neither format knows of a town.
  mutating func addCommon(_ edition: Edition) {
    for period in edition.specialPeriods {
      add(.specialPeriod, zone: nil, "\(period.id): \(period.when)")
    }
    for surcharge in edition.surcharges { add(.surcharge, zone: nil, surcharge.id) }
    for cause in edition.penalties.keys.sorted() { add(.penalty, zone: nil, cause) }
    for card in edition.cards { add(.card, zone: nil, card.id) }
  }

  mutating func addReturnBan(_ ban: ReturnBan, zone: String) {
    add(
      .returnBan, zone: zone,
      "\(ban.minutes) min, \(ban.after.rawValue), \(ban.from.rawValue), \(ban.within.rawValue)"
    )
  }
}
