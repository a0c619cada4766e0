/// Reads what an edition or a zone says of a vehicle class.
struct ClassRuleReader {
  let id: String
  let reader: ObjectReader

  func rule() -> ClassRule {
    if !VehicleClass.ids.contains(id) { reader.findings.refuse(reader.cursor, .unknownClass, id) }
    var rule = ClassRule()
    rule.admitted = reader.bool("admitted") ?? true
    rule.free = reader.bool("free") ?? false
    rule.percent = reader.int("percent", in: -100...1000)
    rule.addCentsPerHour = reader.int("add_cents_per_hour", in: -100_000...100_000)
    rule.roundToCents = reader.int("round_to_cents", in: 1...100_000)
    rule.rounding = reader.word("rounding")
    rule.anywhere = reader.bool("anywhere") ?? false
    rule.change = ZoneChangeReader(reader: reader).change()
    rule.isInferred = reader.isMarkedInferred || !reader.inferredMembers.isEmpty
    rule.status = rule.isInferred ? .inferred : reader.provenance?.status
    reader.finish()
    return rule
  }
}

/// Reads the members of a zone that a class rule or a special period changes. A member that is null
/// takes the zone's away.
struct ZoneChangeReader {
  let reader: ObjectReader

  func change() -> ZoneChange {
    let policies = PolicyReader(reader: reader)
    var change = ZoneChange()
    change.color = reader.text("color")
    change.actsAs = reader.text("acts_as")
    change.hours = policies.hours()
    if reader.isNull("hours") { change.hours = .unpublished }
    change.duringHours = reader.word("during_hours")
    change.outsideHours = reader.word("outside_hours")
    if reader.has("residents_of") { change.residentsOf = reader.strings("residents_of") }
    if reader.has("rate") { change.rateID = .some(reader.text("rate")) }
    if reader.has("products") { change.productRateIDs = reader.strings("products") }
    if reader.has("maximum_stay") { change.maximumStay = .some(policies.maximumStay()) }
    if reader.has("maximum_per_day") {
      change.maximumPerDayMinutes = .some(policies.maximumPerDay())
    }
    if reader.has("gap") { change.gap = .some(policies.gap()) }
    if reader.has("prepay") { change.prepay = .some(policies.prepay()) }
    if reader.has("return_ban") { change.returnBan = .some(policies.returnBan()) }
    for (id, rule) in reader.entries("classes") {
      change.classRules[id] = ClassRuleReader(id: id, reader: rule).rule()
    }
    change.inferredMembers = reader.inferredMembers
    return change
  }
}
