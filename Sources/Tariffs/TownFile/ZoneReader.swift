import JSONText
import OpeningHours

/// Reads a zone of an edition, or the members of a zone that a class rule replaces.
struct ZoneReader {
  let id: String
  let reader: ObjectReader
  private var findings: Findings { reader.findings }

  func zone() -> Zone? {
    let names = reader.names()
    reader.require("name")
    let area = area()
    let hours = hours()
    guard let provenance = reader.provenance else {
      reader.requireProvenance()
      return nil
    }
    var zone = Zone(
      id: id, names: names ?? LocalizedText(["en": id]), color: reader.text("color"), area: area,
      hours: hours ?? .unpublished, provenance: provenance)
    zone.duringHours = reader.word("during_hours") ?? .pay
    zone.outsideHours = reader.word("outside_hours") ?? .free
    zone.residentsOf = reader.strings("residents_of")
    zone.rateID = reader.text("rate")
    zone.productRateIDs = reader.strings("products")
    zone.maximumStay = maximumStay()
    zone.maximumPerDayMinutes = maximumPerDay()
    zone.gap = gap()
    zone.prepay = prepay()
    zone.returnBan = returnBan()
    zone.extensionRule = extensionRule()
    if let unused = reader.object("unused_time") {
      zone.refundedWith = unused.strings("refunded_with")
      unused.finish()
    }
    zone.ignoredMinutes = reader.int("ignored_minutes", in: 0...1440) ?? 0
    zone.actsAs = reader.text("acts_as")
    for (id, rule) in reader.entries("classes") {
      zone.classRules[id] = ClassRuleReader(id: id, reader: rule).rule()
    }
    for (cause, penalty) in reader.entries("penalties") {
      zone.penalties[cause] = PenaltyReader(cause: cause, reader: penalty).penalty()
    }
    reader.finish()
    zone.inferredMembers = reader.inferredMembers + inferredObjects
    if reader.isMarkedInferred { zone.inferredMembers.append("zone") }
    return zone
  }

  /// Policies that are objects of their own and marked as inferred.
  private var inferredObjects: [String] {
    ["maximum_stay", "maximum_per_day", "gap", "prepay", "return_ban", "extension"].filter {
      reader.object($0)?.isMarkedInferred ?? false
    }
  }

  private func area() -> Zone.Area {
    guard let area = reader.object("area") else { return Zone.Area() }
    let sectors = area.strings("sectors")
    let place = area.text("place")
    _ = area.names("description")
    area.finish()
    return Zone.Area(sectors: sectors, place: place)
  }

  // MARK: Members that a class rule may replace too

  func hours() -> ZoneHours? {
    guard let text = reader.fact("hours"), let hours = reader.openingHours("hours") else {
      return nil
    }
    reader.requireProvenance()
    if hours.onlySaysClosed, !hours.isConstant { findings.refuse(text, .hoursOnlyClosed) }
    if hours.rules.contains(where: { $0.state == .unknown }) {
      findings.refuse(text, .hoursUnknownState)
    }
    return .published(hours)
  }

  func maximumStay() -> MaximumStay? {
    guard let stay = reader.object("maximum_stay") else { return nil }
    let minutes = stay.int("minutes", in: RateReader.minutesRange)
    let unlimited = stay.bool("unlimited") ?? false
    stay.finish()
    if unlimited { return .unlimited }
    if minutes == nil { findings.record(stay.cursor.failure(.missingMember("minutes"))) }
    return minutes.map { .minutes($0) }
  }

  func maximumPerDay() -> Int? {
    guard let day = reader.object("maximum_per_day") else { return nil }
    let unlimited = day.bool("unlimited") ?? false
    let minutes = day.int("minutes", in: 1...1500)
    day.finish()
    if !unlimited, minutes == nil {
      findings.record(day.cursor.failure(.missingMember("minutes")))
    }
    return unlimited ? nil : minutes
  }

  func returnBan() -> ReturnBan? {
    guard let ban = reader.object("return_ban") else { return nil }
    let minutes = ban.requiredInt("minutes", in: 0...10_080)
    let after: ReturnBan.Trigger? = ban.requiredWord("after")
    let from: ReturnBan.Start = ban.word("from") ?? .end
    let within: ReturnBan.Reach = ban.word("within") ?? .zone
    let radius = ban.int("radius_meters", in: 1...100_000)
    ban.finish()
    guard let minutes, let after else { return nil }
    return ReturnBan(
      minutes: minutes, after: after, from: from, within: within, radiusMeters: radius)
  }

  // MARK: Policies

  private func gap() -> Gap? {
    guard let gap = reader.object("gap") else { return nil }
    let policy: GapPolicy? = gap.requiredWord("policy")
    let overnight: GapPolicy? = gap.word("overnight")
    gap.finish()
    return policy.map { Gap(policy: $0, overnight: overnight) }
  }

  private func prepay() -> Prepay? {
    guard let prepay = reader.object("prepay") else { return nil }
    prepay.require("allowed")
    let allowed = prepay.bool("allowed")
    let minutes = prepay.int("at_most_minutes", in: 0...10_080)
    prepay.finish()
    return allowed.map { Prepay(allowed: $0, atMostMinutes: minutes) }
  }

  private enum LadderWord: String, CaseIterable { case continues, restarts }
  private enum MaximumWord: String, CaseIterable { case both, each }

  private func extensionRule() -> ExtensionRule? {
    guard let rule = reader.object("extension") else { return nil }
    let ladder: LadderWord = rule.word("ladder") ?? .continues
    let maximum: MaximumWord = rule.word("maximum") ?? .both
    rule.finish()
    return ExtensionRule(
      ladderContinues: ladder == .continues, maximumCountsBoth: maximum == .both)
  }
}

/// Reads what an edition or a zone says of a vehicle class.
struct ClassRuleReader {
  let id: String
  let reader: ObjectReader

  func rule() -> ClassRule {
    if !VehicleClass.ids.contains(id) { reader.findings.refuse(reader.cursor, .unknownClass, id) }
    let members = ZoneReader(id: id, reader: reader)
    var rule = ClassRule()
    rule.admitted = reader.bool("admitted") ?? true
    rule.free = reader.bool("free") ?? false
    rule.percent = reader.int("percent", in: -100...1000)
    rule.addCentsPerHour = reader.int("add_cents_per_hour", in: -100_000...100_000)
    rule.roundToCents = reader.int("round_to_cents", in: 1...100_000)
    rule.rounding = reader.word("rounding")
    rule.anywhere = reader.bool("anywhere") ?? false
    rule.hours = members.hours()
    rule.duringHours = reader.word("during_hours")
    rule.outsideHours = reader.word("outside_hours")
    rule.rateID = reader.text("rate")
    if reader.raw("products") != nil { rule.productRateIDs = reader.strings("products") }
    rule.maximumStay = members.maximumStay()
    if reader.has("maximum_per_day") { rule.maximumPerDay = .some(members.maximumPerDay()) }
    rule.returnBan = members.returnBan()
    rule.isInferred = reader.isMarkedInferred || !reader.inferredMembers.isEmpty
    reader.finish()
    return rule
  }
}
