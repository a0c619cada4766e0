import CivilTime
import OpeningHours
import Tariffs

// Days: holidays, special periods; and since when the figures hold.
extension TownFigures {
  /// `{{holidays}}`.
  func holidays(_ year: Int) -> [InfoBlock] {
    let values = ["town": townName, "year": String(year)]
    let days = calendars.flatMap { calendar in
      calendar.years.filter { $0.year == year }.flatMap(\.days).map { (calendar, $0) }
    }.sorted { $0.1.date < $1.1.date }
    guard !days.isEmpty else { return [sentence("info.holidays.none", values)] }
    let statuses = days.map { FactStatus?($0.1.provenance.status) }
    let common = commonStatus(statuses)
    let rows = days.map { calendar, day in
      let name = name(day.names)
      return [
        phrases.date(day.date, .weekdayAndDay),
        marked(name, day.provenance.status, common: common), self.name(calendar.names),
      ]
    }
    let columns = ["date", "feast", "place"].map { InfoTable.Column(phrase("info.column.\($0)")) }
    return [
      paragraph(phrase("holidays.title", values)),
      InfoBlock(.table(InfoTable(columns: columns, rows: rows)), line: 0),
    ] + statusNote(common, statuses)
      + (engine.holidays.covers(year: year) ? [] : [sentence("info.holidays.incomplete", values)])
  }

  /// A month and day, `01-20`, in words.
  func dayOfYear(_ text: String) -> String? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2, let date = CivilDate(year: 2024, month: parts[0], day: parts[1])
    else { return nil }
    return phrases.date(date, .dayAndMonth)
  }

  // MARK: Special periods

  /// `{{periods}}`.
  func periods(in edition: Edition) -> [InfoBlock] {
    let facts = edition.specialPeriods.map { (period) -> Fact in
      let dates = phrases.dates(period.when)
      let isNow = !CompiledHours(period.when).spans(on: today, holidays: engine.holidays).isEmpty
      return Fact(
        subject: name(period.names),
        text: isNow ? phrase("info.periods.now", ["dates": dates]) : dates,
        status: period.provenance.status, details: ruleWords(of: period, in: edition))
    }
    return facts.isEmpty ? [sentence("info.periods.none")] : list(facts)
  }

  private func ruleWords(of period: SpecialPeriod, in edition: Edition) -> [String] {
    period.rules.map { rule in
      let text = rule.change.map { words($0, in: edition) } ?? phrase("info.periods.unchanged")
      let line = phrase("info.item", ["what": whereabouts(of: rule, in: edition), "text": text])
      // The period's own status stands at its head.
      return rule.provenance.status == period.provenance.status
        ? line : marked(line, rule.provenance.status)
    }
  }

  private func whereabouts(of rule: PeriodRule, in edition: Edition) -> String {
    var texts: [String] = []
    let zones = rule.zoneIDs.compactMap { edition.zone($0) }
    if !zones.isEmpty { texts.append(names(of: zones)) }
    if !rule.sectors.isEmpty {
      texts.append(
        phrase(
          "info.periods.sectors", ["sectors": phrases.list(rule.sectors.map(Self.areaName))],
          count: rule.sectors.count
        )
      )
    }
    if !rule.places.isEmpty {
      texts.append(
        phrase(
          "info.periods.places", ["places": phrases.list(rule.places.map(Self.areaName))],
          count: rule.places.count))
    }
    return texts.isEmpty
      ? phrase("info.periods.everywhere")
      : texts.dropFirst().reduce(texts[0]) {
        phrase("format.list.comma", ["first": $0, "last": $1])
      }
  }

  private func words(_ change: ZoneChange, in edition: Edition) -> String {
    var texts: [String] = []
    if let zone = change.actsAs.flatMap({ edition.zone($0) }) {
      texts.append(phrase("info.periods.acts_as", ["zone": name(zone.names)]))
    }
    switch change.duringHours {
    case .residentsOnly:
      let sectors = change.residentsOf ?? []
      texts.append(
        sectors.isEmpty
          ? phrase("hours.closed.residents_only")
          : phrase(
            "info.periods.residents_of", ["sectors": phrases.list(sectors.map(Self.areaName))],
            count: sectors.count))
    case .forbidden: texts.append(phrase("hours.closed.forbidden"))
    case .pay: texts.append(phrase("info.during.pay"))
    case nil: break
    }
    switch change.hours {
    case .published(let hours)?: texts.append(phrases.hours(hours, closed: .free, from: today))
    case .unpublished?: texts.append(phrase("info.periods.hours_unpublished"))
    case nil: break
    }
    if case .some(.some(.minutes(let minutes))) = change.maximumStay {
      texts.append(
        phrase("info.classes.own_maximum", ["duration": phrases.duration(minutes: minutes)]))
    }
    return texts.isEmpty ? phrase("info.periods.other_rules") : joined(texts)
  }

  // MARK: Edition

  /// `{{edition}}`: since when the rules hold, and when they were last compared with their sources.
  func inForce(_ edition: Edition) -> [InfoBlock] {
    var texts: [String] = []
    switch (edition.validFrom, edition.validTo) {
    case (let from?, let to?):
      texts.append(phrase("info.edition.from_to", ["from": date(from), "to": date(to)]))
    case (let from?, nil): texts.append(phrase("info.edition.from", ["from": date(from)]))
    case (nil, let to?): texts.append(phrase("info.edition.to", ["to": date(to)]))
    case (nil, nil): texts.append(phrase("info.edition.undated"))
    }
    if let checked = edition.checked {
      texts.append(phrase("info.edition.checked", ["date": date(checked)]))
    }
    let years = edition.sourceKeys.compactMap { engine.town.sources[$0]?.year }
    if let newest = years.max(), years.count == edition.sourceKeys.count,
      today.year - newest >= Self.oldAfterYears
    {
      texts.append(phrase("info.edition.old", ["year": String(newest)]))
    }
    return [paragraph(texts.joined(separator: " "))]
  }

  /// As quotes have it.
  private static let oldAfterYears = 3

  private func date(_ date: CivilDate) -> String { phrases.date(date, .declinable) }

  /// `{{sources}}`: the published texts, newest first.
  func sources(of edition: Edition) -> [InfoBlock] {
    let sources = edition.sourceKeys.compactMap { engine.town.sources[$0] }.sorted {
      ($1.date ?? "", $0.title, $0.key) < ($0.date ?? "", $1.title, $1.key)
    }
    guard !sources.isEmpty else { return [sentence("info.sources.none")] }
    let items = sources.map { source in
      let link = source.url.flatMap { url in
        url.hasPrefix("https://") || url.hasPrefix("http://") ? InfoLink.address(url) : nil
      }
      let rest = [source.publisher, source.date.map { phrases.date(written: $0) }].compactMap(
        \.self
      ).map { ", " + $0 }.joined()
      return [
        InfoBlock(
          .paragraph([InfoRun(source.title, link: link)] + (rest.isEmpty ? [] : [InfoRun(rest)])),
          line: 0)
      ]
    }
    return [InfoBlock(.list(start: nil, items: items), line: 0)]
  }
}
