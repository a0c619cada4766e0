import OpeningHours
import Tariffs

// Zones: what they are, when, for how long.
extension TownFigures {
  /// `{{zones}}`: what each zone is in its hours and outside of them.
  func zoneTable(_ zones: [Zone], in edition: Edition) -> [InfoBlock] {
    let rows = zones.map { zone in
      [phrases.capitalized(place(of: zone)), during(zone, in: edition), outside(zone)]
    }
    let columns = ["zone", "during", "outside"].map {
      InfoTable.Column(phrase("info.column.\($0)"))
    }
    return [InfoBlock(.table(InfoTable(columns: columns, rows: rows)), line: 0)]
  }

  private func place(of zone: Zone) -> String {
    let sectors = zone.area.sectors
    guard !sectors.isEmpty else { return name(zone.names) }
    return phrase(
      "info.zone_in_sectors",
      ["zone": name(zone.names), "sectors": phrases.list(sectors.map(Self.areaName))],
      count: sectors.count)
  }

  private func during(_ zone: Zone, in edition: Edition) -> String {
    switch zone.duringHours {
    case .pay:
      let isFree = zone.rateID.flatMap { edition.rates[$0] }?.isFree(in: zone) ?? false
      return phrase(isFree ? "info.during.free" : "info.during.pay")
    case .residentsOnly: return phrase("hours.closed.residents_only")
    case .forbidden:
      return classesThatMayPark(zone, in: edition).map {
        phrase("info.during.except_for", ["classes": $0])
      } ?? phrase("hours.closed.forbidden")
    }
  }

  /// The classes that may stand where others may not; nil when there are none.
  private func classesThatMayPark(_ zone: Zone, in edition: Edition) -> String? {
    let ids = VehicleClass.ids.filter { id in
      (zone.classRules[id] ?? edition.classRules[id])?.change.duringHours == .pay
    }
    return ids.isEmpty ? nil : phrases.list(ids.map { name(ofClass: $0) })
  }

  /// Where nobody knows when the regulated hours end, nobody knows either when it is free.
  private func outside(_ zone: Zone) -> String {
    switch zone.hours {
    case .published(let hours): if hours.isConstant { return "–" }
    case .unpublished: if zone.outsideHours == .free { return phrase("info.hours.unpublished") }
    }
    return phrase("hours.closed.\(zone.outsideHours.rawValue)")
  }

  /// `{{hours}}`. Single days that are over are left out.
  func hours(_ zones: [Zone], in edition: Edition) -> [InfoBlock] {
    list(
      zones.map { zone in
        guard case .published(let hours) = zone.hours else {
          return ZoneFact(zone: zone, text: phrase("info.hours.unpublished"), status: nil)
        }
        let words = phrases.hours(hours, closed: ClosedWord(zone.outsideHours), from: today)
        let classes =
          zone.duringHours == .forbidden ? classesThatMayPark(zone, in: edition) : nil
        let key = classes == nil ? zone.duringHours.rawValue : "except_for"
        return ZoneFact(
          zone: zone,
          text: phrase("info.hours.\(key)", ["hours": words, "classes": classes ?? ""]),
          status: zone.status(of: "hours"))
      })
  }

  /// `{{max_stay}}`.
  func maximumStay(_ zones: [Zone], in edition: Edition) -> [InfoBlock] {
    let facts = zones.filter { $0.duringHours == .pay }.map { zone in
      var texts: [String] = []
      var status = zone.status(of: "maximum_stay")
      switch zone.maximumStay {
      case .minutes(let minutes): texts.append(phrases.duration(minutes: minutes))
      case .unlimited: texts.append(phrase("info.max_stay.unlimited"))
      case nil:
        if let minutes = longestTicket(zone, in: edition) {
          status = zone.provenance.status
          texts.append(
            phrase("info.max_stay.longest", ["duration": phrases.duration(minutes: minutes)]))
        }
      }
      if let minutes = zone.maximumPerDayMinutes {
        if texts.isEmpty { status = zone.status(of: "maximum_per_day") }
        texts.append(
          phrase("info.max_stay.per_day", ["duration": phrases.duration(minutes: minutes)]))
      }
      return texts.isEmpty
        ? ZoneFact(zone: zone, text: phrase("info.max_stay.unpublished"), status: nil)
        : ZoneFact(zone: zone, text: joined(texts), status: status)
    }
    return facts.isEmpty ? [sentence("info.max_stay.none")] : list(facts)
  }

  private func longestTicket(_ zone: Zone, in edition: Edition) -> Int? {
    guard let rate = zone.rateID.flatMap({ edition.rates[$0] }), rate.hasPrices else { return nil }
    return rate.ladder()?.maximumMinutes
  }

  /// `{{free_minutes}}`.
  func freeMinutes(_ zones: [Zone], in edition: Edition) -> [InfoBlock] {
    var facts: [ZoneFact] = []
    for zone in zones {
      if let id = zone.rateID, let free = edition.rates[id]?.freeMinutes {
        let key =
          free.ticketRequired ? "info.free_minutes.with_ticket" : "info.free_minutes.without_ticket"
        facts.append(
          ZoneFact(
            zone: zone, text: phrase(key, ["duration": phrases.duration(minutes: free.minutes)]),
            status: edition.rateStatuses[id] ?? zone.provenance.status))
      }
      if zone.ignoredMinutes > 0 {
        facts.append(
          ZoneFact(
            zone: zone,
            text: phrase(
              "info.free_minutes.ignored",
              ["duration": phrases.duration(minutes: zone.ignoredMinutes)]),
            status: zone.status(of: "ignored_minutes")))
      }
    }
    return facts.isEmpty ? [sentence("info.free_minutes.none")] : list(facts)
  }

  /// `{{paid_time}}`: what becomes of paid time at closed hours, and paying before the opening.
  func paidTime(_ zones: [Zone]) -> [InfoBlock] {
    let selling = zones.filter { $0.duringHours == .pay }
    guard !selling.isEmpty else { return [sentence("info.max_stay.none")] }
    var facts = selling.map { zone in
      guard let gap = zone.gap else {
        return ZoneFact(zone: zone, text: phrase("info.gap.unpublished"), status: nil)
      }
      var text = phrase("info.gap.\(gap.policy.rawValue)")
      if gap.overnight != gap.policy {
        text = joined([text, phrase("info.overnight.\(gap.overnight.rawValue)")])
      }
      return ZoneFact(zone: zone, text: text, status: zone.status(of: "gap"))
    }
    facts += selling.compactMap { zone in
      guard let prepay = zone.prepay else { return nil }
      let key = prepay.allowed ? "info.prepay.allowed" : "info.prepay.not_allowed"
      let most = prepay.atMostMinutes.map {
        ("info.prepay.at_most", ["duration": phrases.duration(minutes: $0)])
      }
      let text = prepay.allowed ? most.map { phrase($0.0, $0.1) } ?? phrase(key) : phrase(key)
      return ZoneFact(zone: zone, text: text, status: zone.status(of: "prepay"))
    }
    return list(facts)
  }

  /// `{{return_ban}}`.
  func returnBan(_ zones: [Zone]) -> [InfoBlock] {
    let facts = zones.compactMap { zone in
      zone.returnBan.map { ban in
        let values = [
          "duration": phrases.duration(minutes: ban.minutes),
          "after": phrase("info.return_ban.after.\(ban.after.rawValue)"),
          "where": phrase(
            "info.return_ban.within.\(ban.within.rawValue)", ["metres": "\(ban.radiusMeters ?? 0)"]),
        ]
        return ZoneFact(
          zone: zone,
          text: phrase(
            ban.minutes == 0 ? "info.return_ban.elsewhere" : "info.return_ban.wait", values),
          status: zone.status(of: "return_ban"))
      }
    }
    return facts.isEmpty ? [sentence("info.return_ban.none")] : list(facts)
  }

  /// `{{refunds}}`: unused time.
  func refunds(_ zones: [Zone]) -> [InfoBlock] {
    let facts = zones.compactMap { zone in
      zone.refundedWith.map { means in
        ZoneFact(
          zone: zone,
          text: phrase(
            "info.refunds.with", ["means": phrases.list(means.map { phrase("means.\($0)") }, .or)]),
          status: zone.status(of: "unused_time"))
      }
    }
    return facts.isEmpty ? [paragraph(phrase("stopped.no_refund"))] : list(facts)
  }
}

extension ClosedWord {
  /// What hours without regulation are called.
  public init(_ outside: OutsideHours) {
    self =
      switch outside {
      case .free: .free
      case .residentsOnly: .residentsOnly
      case .forbidden: .forbidden
      }
  }
}

extension Rate {
  /// Whether one may stand there for the free minutes and no longer.
  func isFree(in zone: Zone) -> Bool {
    guard case .unpublished = form, let freeMinutes else { return false }
    return zone.maximumStay == .minutes(freeMinutes.minutes)
  }

  var isProducts: Bool { if case .products = form { true } else { false } }

  /// Whether it is a list of prices by time.
  var hasPrices: Bool {
    switch form {
    case .points, .bands: true
    case .products, .unpublished: false
    }
  }
}
