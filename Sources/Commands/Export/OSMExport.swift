import CivilTime
import JSONText
import OpeningHours
import Tariffs

/// The zones of a town as tags of OpenStreetMap for a mapped parking area (`amenity=parking` with
/// `parking=street_side` or `lane`): OSM wiki, `Key:fee`, `Key:charge`, `Key:maxstay`, "Conditional
/// restrictions". On a street the keys take the prefix `parking:both:`.
struct OSMExport {
  let engine: TariffEngine
  let edition: Edition
  private(set) var unsayable = UnsayableList()
  private(set) var zones: [JSONOutput] = []

  init(_ engine: TariffEngine, edition: Edition) {
    self.engine = engine
    self.edition = edition
    for zone in edition.zones { add(zone) }
    unsayable.addCommon(edition)
  }

  private mutating func add(_ zone: Zone) {
    guard case .published(let hours) = zone.hours else {
      unsayable.add(.zoneLeftOut, zone: zone.id, "hours_unpublished")
      return
    }
    let price = ExportPrice(zone, rule: nil, in: edition)
    var tags: [(key: String, value: JSONOutput)] = []
    func tag(_ key: String, _ value: String) {
      if Self.fits(value) {
        tags.append((key, .string(value)))
      } else {
        unsayable.add(.tagTooLong, zone: zone.id, "\(key)=\(value)")
      }
    }
    tag("zone", zone.names.text(languages: ["es", "en"]))
    let always = hours.isConstant && hours.rules.first?.state == .open
    /// A value that holds in the hours, and another outside them.
    func inHours(_ key: String, _ value: String, outside: String?, then more: [String] = []) {
      let conditions = (always ? [] : ["\(value) @ (\(hours))"]) + more
      if let base = always ? value : outside { tag(key, base) }
      if !conditions.isEmpty { tag(key + ":conditional", conditions.joined(separator: "; ")) }
    }
    tag("opening_hours", zone.outsideHours == .forbidden ? hours.description : "24/7")
    if zone.duringHours != .pay || zone.outsideHours == .residentsOnly {
      let during = Self.access(zone.duringHours)
      let outside = zone.outsideHours == .residentsOnly ? "permit" : "yes"
      inHours("access", during, outside: outside)
    }
    if zone.duringHours == .pay {
      inHours("fee", "yes", outside: "no", then: exceptions(zone, price))
      if case .minutes(let minutes) = zone.maximumStay {
        inHours("maxstay", Self.duration(minutes), outside: nil)
      } else if zone.maximumStay == .unlimited {
        tag("maxstay", "no")
      } else if let most = price?.ladder.maximumMinutes {
        inHours("maxstay", Self.duration(most), outside: nil)
      }
      if let price { for (key, value) in charge(zone, price) { tag(key, value) } }
    }
    if let checked = edition.checked { tag("check_date", checked.iso8601) }
    notes(zone, price)
    zones.append(.object([("zone", .string(zone.id)), ("tags", .object(tags))]))
  }

  private static func access(_ during: DuringHours) -> String {
    switch during {
    case .pay: "yes"
    case .residentsOnly: "permit"
    case .forbidden: "no"
    }
  }

  // MARK: Who and what is free

  /// The conditions under which nothing is to be paid in the hours. A later one beats an earlier one.
  private mutating func exceptions(_ zone: Zone, _ price: ExportPrice?) -> [String] {
    var conditions: [String] = []
    if let free = price?.ladder.freeMinutes, free > 0 {
      conditions.append("no @ (stay <= \(Self.duration(free)))")
    }
    let rules = edition.classRules.merging(zone.classRules) { $1 }
    for (id, rule) in rules.sorted(by: { $0.key < $1.key }) {
      let isFree = rule.free || rule.percent == -100
      if rule.admitted, isFree, rule.change == ZoneChange(), let word = Self.users[id] {
        conditions.append("no @ \(word)")
        if id == "resident", !rule.anywhere {
          unsayable.add(.residentSector, zone: zone.id)
        }
      } else {
        unsayable.add(.classRule, zone: zone.id, id)
      }
    }
    return conditions
  }

  /// Users that conditional restrictions have a word for.
  private static let users = [
    "motorcycle": "motorcycle", "disabled": "disabled", "resident": "residents",
  ]

  // MARK: Price

  /// One price an hour where that is all there is to it; else the charge up to each printed length of
  /// stay, the longest first because the last condition that holds counts.
  private mutating func charge(_ zone: Zone, _ price: ExportPrice) -> [(String, String)] {
    let hours = price.centsByHour
    if let first = hours.first, Set(hours).count == 1, first > 0,
      price.deviation(centsByHour: hours).minutes == 0
    {
      return [("charge", "\(amount(first))/hour")]
    }
    let points = price.printedMinutes.filter { price.cents($0) > 0 }
    guard let last = points.last else { return [] }
    var said = points
    if !Self.fits(conditions(price, said)) { said = points.filter { $0 % 60 == 0 || $0 == last } }
    while !Self.fits(conditions(price, said)) { said.removeFirst() }
    var isLine = false
    if case .line = price.ladder { isLine = true }
    if isLine || said != points {
      unsayable.add(
        .price, zone: zone.id,
        points.map { "\($0) min \(price.cents($0)) cents" }.joined(separator: ", "))
    }
    return [
      ("charge", amount(price.cents(last))), ("charge:conditional", conditions(price, said)),
    ]
  }

  private func conditions(_ price: ExportPrice, _ minutes: [Int]) -> String {
    minutes.reversed().map {
      "\(amount(price.cents($0))) @ (stay <= \(Self.duration($0)))"
    }.joined(separator: "; ")
  }

  /// OpenStreetMap takes values of at most 255 characters.
  private static func fits(_ value: String) -> Bool { value.unicodeScalars.count <= 255 }

  private func amount(_ cents: Int) -> String {
    let rest = cents % 100
    return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest) \(edition.currency)"
  }

  /// `1 hour`, `2 hours`, `90 minutes`: whole numbers of one unit.
  static func duration(_ minutes: Int) -> String {
    if minutes % 60 == 0 { return minutes == 60 ? "1 hour" : "\(minutes / 60) hours" }
    return minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }

  private mutating func notes(_ zone: Zone, _ price: ExportPrice?) {
    unsayable.addCommon(zone)
    if let ban = zone.returnBan { unsayable.addReturnBan(ban, zone: zone.id) }
    if zone.duringHours == .pay, price == nil {
      unsayable.add(.price, zone: zone.id, "price_unpublished")
    }
    if let price, let least = minimum(price) {
      unsayable.add(.minimum, zone: zone.id, "\(least.minutes) min, \(least.cents) cents")
    }
    for id in zone.productRateIDs + [zone.rateID].compactMap({ $0 }) {
      guard case .products(let products)? = edition.rates[id]?.form else { continue }
      for product in products {
        unsayable.add(.products, zone: zone.id, "\(product.id), \(product.cents) cents")
      }
    }
  }

  /// The least payment, where a single minute costs as much as several.
  private func minimum(_ price: ExportPrice) -> (cents: Int, minutes: Int)? {
    let first = price.ladder.freeMinutes + 1
    guard first <= price.lastMinute, case .line = price.ladder else { return nil }
    let cents = price.cents(first)
    let minutes = price.ladder.minutes(for: Cents(cents))
    return minutes > first && cents > price.stepCents ?? Rate.assumedCoinCents
      ? (cents, minutes) : nil
  }
}
