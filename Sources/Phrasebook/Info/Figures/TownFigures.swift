import CivilTime
import OpeningHours
import Tariffs

/// A town's figures as pages show them, from the edition in force at a moment. They are the rules of
/// ordinary days: what a special period changes is told by `{{periods}}`.
///
/// Nothing is left empty: what nobody published is said so in a sentence.
public struct TownFigures: Sendable {
  let engine: TariffEngine
  let calendars: [HolidayCalendar]
  let phrases: Phrasebook
  /// The town's date at the moment.
  let today: CivilDate
  let edition: Edition?

  /// - Parameters:
  ///   - calendars: those of `engine.town.holidayFiles`.
  ///   - phrases: in the language of the pages.
  public init(
    engine: TariffEngine, calendars: [HolidayCalendar], at moment: Instant, phrases: Phrasebook
  ) {
    self.engine = engine
    self.calendars = calendars
    self.phrases = phrases
    today = engine.clock.local(moment).date
    edition = engine.town.edition(on: today)
  }

  public var townName: String { name(engine.town.names) }
  /// Nil when none is in force.
  public var editionID: String? { edition?.id }

  /// That no tariff is known for the day, and for which days one is; nil when one is.
  var withoutEdition: String? {
    guard edition == nil else { return nil }
    let known = engine.town.editions.map { edition in
      let values = [
        "from": edition.validFrom.map { phrases.date($0, .declinable) } ?? "",
        "to": edition.validTo.map { phrases.date($0, .declinable) } ?? "",
      ]
      switch (edition.validFrom, edition.validTo) {
      case (_?, _?): return phrase("info.known.from_to", values)
      case (_?, nil): return phrase("info.known.from", values)
      case (nil, _): return phrase("info.known.to", values)
      }
    }
    return phrase("refusal.no_edition") + " "
      + phrase("info.known.dates", ["dates": phrases.list(known)])
  }

  /// What stands in a placeholder's place; one block at least.
  public func blocks(for placeholder: InfoPlaceholder) -> [InfoBlock] {
    guard let edition else { return [paragraph(phrase("info.not_known"))] }
    let argument = placeholder.argument
    let zones = edition.zones.filter { argument == nil || [$0.id, $0.color].contains(argument) }
    if placeholder.figure.argument == .zone, let argument, zones.isEmpty {
      return [sentence("info.no_such_zone", ["zone": argument])]
    }
    switch placeholder.figure {
    case .zones: return zoneTable(zones, in: edition)
    case .tablePrices: return prices(zones, in: edition)
    case .hours: return hours(zones, in: edition)
    case .maximumStay: return maximumStay(zones, in: edition)
    case .freeMinutes: return freeMinutes(zones, in: edition)
    case .paidTime: return paidTime(zones)
    case .returnBan: return returnBan(zones)
    case .refunds: return refunds(zones)
    case .penalty: return penalties(argument, in: edition)
    case .holidays: return holidays(argument.flatMap { Int($0) } ?? today.year)
    case .vehicleClasses: return vehicleClasses(argument, in: edition)
    case .surcharges: return surcharges(in: edition)
    case .residents: return residents(in: edition)
    case .cards: return cards(in: edition)
    case .periods: return periods(in: edition)
    case .edition: return inForce(edition)
    case .sources: return sources(of: edition)
    }
  }

  // MARK: Words that all figures share

  func phrase(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
    phrases.phrase(key, values, count: count)
  }

  func name(_ names: LocalizedText) -> String {
    names.text(languages: phrases.language.chain.map(\.rawValue))
  }

  /// A sector or place as people write it: town files name them by ids, `ribera-de-deusto`.
  static func areaName(_ id: String) -> String {
    let small: Set<Substring> = ["de", "del", "la", "las", "los", "el", "y", "eta"]
    let words = id.split(separator: "-").enumerated().map { place, word in
      place > 0 && small.contains(word)
        ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }
    return words.joined(separator: " ")
  }

  func name(ofClass id: String) -> String {
    let key = "vehicle_class.\(id)"
    return phrases.has(key) ? phrases.phrase(key) : id
  }

  func money(_ cents: Int, in edition: Edition) -> String {
    phrases.money(cents: cents, currency: edition.currency)
  }

  func paragraph(_ text: String) -> InfoBlock {
    InfoBlock(.paragraph([InfoRun(phrases.capitalized(text))]), line: 0)
  }

  func sentence(_ key: String, _ values: [String: String] = [:]) -> InfoBlock {
    paragraph(phrase(key, values))
  }

  /// Texts one after the other, as in `a; b`.
  func joined(_ texts: [String]) -> String {
    texts.dropFirst().reduce(texts.first ?? "") {
      phrase("hours.rule.then", ["first": $0, "last": $1])
    }
  }

  /// A list of facts. What is not official says so: each fact for itself, or all together below when
  /// none is.
  func list(_ facts: [Fact]) -> [InfoBlock] {
    let common = commonStatus(facts.map(\.status))
    let items = facts.map { fact in
      let words =
        fact.subject.map { phrase("info.item", ["what": $0, "text": fact.text]) } ?? fact.text
      let details = fact.details.map { [paragraph($0)] }
      return [paragraph(marked(words, fact.status, common: common))]
        + (details.isEmpty ? [] : [InfoBlock(.list(start: nil, items: details), line: 0)])
    }
    return [InfoBlock(.list(start: nil, items: items), line: 0)]
      + statusNote(common, facts.map(\.status))
  }

  /// The same of zones: those of which the same is true are told together.
  func list(_ facts: [ZoneFact]) -> [InfoBlock] {
    var groups: [(zones: [Zone], text: String, status: FactStatus?)] = []
    for fact in facts {
      if let place = groups.firstIndex(where: { $0.text == fact.text && $0.status == fact.status })
      {
        groups[place].zones.append(fact.zone)
      } else {
        groups.append(([fact.zone], fact.text, fact.status))
      }
    }
    return list(
      groups.map { Fact(subject: names(of: $0.zones), text: $0.text, status: $0.status) })
  }

  /// Names with commas of their own are told apart by semicolons.
  func names(of zones: [Zone]) -> String {
    let names = zones.map { name($0.names) }
    return names.contains { $0.contains(",") } ? joined(names) : phrases.list(names)
  }

  // MARK: How well it is known

  func marked(_ text: String, _ status: FactStatus?, common: FactStatus? = nil) -> String {
    guard let status, status != .official, status != common else { return text }
    return phrase("info.status.\(status.rawValue)", ["text": text])
  }

  /// What a note below may say of all figures, but for those that are marked; nil where one is official.
  func commonStatus(_ statuses: [FactStatus?]) -> FactStatus? {
    let known = Set(statuses.compactMap(\.self))
    if known.contains(.official) { return nil }
    return known.contains(.press) ? .press : known.first
  }

  func statusNote(_ common: FactStatus?, _ statuses: [FactStatus?]) -> [InfoBlock] {
    guard let common else { return [] }
    let hasOthers = statuses.contains { $0 != nil && $0 != common }
    return [sentence(hasOthers ? "info.rest_\(common.rawValue)" : "info.all_\(common.rawValue)")]
  }
}

/// A line of a list of figures.
struct Fact {
  /// What it is about; nil when the text says it.
  var subject: String?
  var text: String
  /// Nil where it has no figure.
  var status: FactStatus?
  /// Lines of their own below it.
  var details: [String] = []
}

/// What is true of a zone.
struct ZoneFact {
  var zone: Zone
  var text: String
  /// Nil where it has no figure.
  var status: FactStatus?
}
