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
    let hours = PolicyReader(reader: reader).hours()
    guard let provenance = reader.provenance else {
      reader.requireProvenance()
      return nil
    }
    var zone = Zone(
      id: id, names: names ?? LocalizedText(["en": id]), color: reader.text("color"), area: area,
      hours: hours ?? .unpublished, provenance: provenance)
    let policies = PolicyReader(reader: reader)
    zone.duringHours = reader.word("during_hours") ?? .pay
    zone.outsideHours = reader.word("outside_hours") ?? .free
    zone.residentsOf = reader.strings("residents_of")
    zone.rateID = reader.text("rate")
    zone.productRateIDs = reader.strings("products")
    zone.maximumStay = policies.maximumStay()
    zone.maximumPerDayMinutes = policies.maximumPerDay()
    zone.gap = policies.gap()
    zone.prepay = policies.prepay()
    zone.returnBan = policies.returnBan()
    zone.extensionRule = policies.extensionRule()
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
    for member in Zone.figureMembers {
      zone.memberStatuses[member] = reader.ownStatus(of: member)
    }
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
}
