import JSONText

/// Reads one rate of an edition and checks that its figures make a ladder.
struct RateReader {
  let id: String
  let reader: ObjectReader
  private var findings: Findings { reader.findings }

  /// The largest amount a file may hold: a million euros.
  static let largestCents = 100_000_000
  /// The longest stay a file may hold: about three years.
  static let longestMinutes = 1_576_800

  static let centsRange = 0...largestCents
  static let minutesRange = 1...longestMinutes

  func rate() -> (rate: Rate, isInferred: Bool)? {
    let form = form()
    let table = points("table")
    checkRising(table, at: reader.raw("table"))
    let free = freeMinutes()
    let minimum = limit("minimum")
    let maximum = limit("maximum")
    let rate = Rate(
      id: id, form: form ?? .unpublished, table: table,
      coinCents: reader.int("coin_cents", in: 1...100_000),
      roundToCents: reader.int("round_to_cents", in: 1...100_000),
      rounding: reader.word("rounding") ?? .nearest,
      minutesRounding: reader.word("minutes_rounding") ?? .down,
      startedMinutes: reader.int("started_minutes", in: Self.minutesRange) ?? 1,
      freeMinutes: free, minimum: minimum, maximum: maximum)
    reader.finish()
    if contradicts(minimum, maximum, form) {
      findings.refuse(reader.cursor, .minimumAboveMaximum)
    }
    guard form != nil else { return nil }
    let inferred = reader.isMarkedInferred || !reader.inferredMembers.isEmpty || inferredInside
    return (rate, inferred)
  }

  /// Whether a nested object (`between`, `free_minutes`, ...) is marked as inferred.
  private var inferredInside: Bool {
    ["between", "free_minutes", "minimum", "maximum"].contains { key in
      reader.object(key)?.isMarkedInferred ?? false
    }
  }

  /// Nil when the form is faulty (it has been recorded then).
  private func form() -> Rate.Form? {
    let given = ["points", "bands", "products"].filter { reader.raw($0) != nil }
    if given.count > 1 {
      findings.refuse(reader.cursor, .severalForms, given.joined(separator: ", "))
      return nil
    }
    let between: Rate.Between = reader.word("between", valueKey: "rule") ?? .linear
    switch given.first {
    case "points":
      let points = points("points")
      guard checkRising(points, at: reader.raw("points")), !points.isEmpty else { return nil }
      if between == .linear, !fits(Rate.curve(through: points), upTo: points.last?.minutes ?? 0) {
        return nil
      }
      return .points(points, between: between)
    case "bands":
      guard let bands = bands(), fits(Rate.curve(of: bands), upTo: Self.longestMinutes) else {
        return nil
      }
      return .bands(bands)
    case "products":
      let products = reader.list("products").compactMap { product($0) }
      if products.isEmpty, let list = reader.raw("products") { findings.refuse(list, .emptyList) }
      return .products(products)
    default: return .unpublished
    }
  }

  // MARK: Points and bands

  private func points(_ key: String) -> [PricePoint] {
    reader.list(key).compactMap { point in
      let minutes = point.requiredInt("minutes", in: 0...Self.longestMinutes)
      let cents = point.requiredInt("cents", in: Self.centsRange)
      point.finish()
      guard let minutes, let cents else { return nil }
      return PricePoint(minutes: minutes, cents: cents)
    }
  }

  @discardableResult
  private func checkRising(_ points: [PricePoint], at cursor: JSONCursor?) -> Bool {
    for (earlier, later) in zip(points, points.dropFirst())
    where later.minutes <= earlier.minutes || later.cents <= earlier.cents {
      if let cursor { findings.refuse(cursor, .ladderNotRising, "\(later.minutes) min") }
      return false
    }
    return true
  }

  private func bands() -> [Band]? {
    let readers = reader.list("bands")
    var bands: [Band] = []
    var start = 0
    for (index, band) in readers.enumerated() {
      let end = band.int("up_to_minutes", in: Self.minutesRange)
      let cents = band.requiredInt("cents", in: Self.centsRange)
      let per = band.requiredInt("per_minutes", in: 1...1440)
      band.finish()
      guard let cents, let per else { return nil }
      if let end, end <= start {
        findings.refuse(band.cursor, .bandsNotRising, "\(end) min")
        return nil
      }
      if end == nil, index < readers.count - 1 {
        findings.refuse(band.cursor, .bandAfterTheLast)
        return nil
      }
      start = end ?? start
      bands.append(Band(upToMinutes: end, cents: cents, perMinutes: per))
    }
    if bands.isEmpty {
      if let list = reader.raw("bands") { findings.refuse(list, .emptyList) }
      return nil
    }
    return bands
  }

  /// Whether the exact prices, with a class's and a signal's factors on top, stay far inside the
  /// machine's whole numbers.
  private func fits(_ curve: PriceCurve?, upTo minutes: Int) -> Bool {
    let rate = curve?.pieces.map(\.unitsPerMinute).max() ?? 0
    let (product, overflow) = rate.multipliedReportingOverflow(by: minutes)
    // A percentage and an hourly amount may each multiply the units by up to 100 and 60.
    guard curve != nil, !overflow, product <= PriceCurve.unitLimit / 60_000 else {
      findings.refuse(reader.cursor, .figuresTooLarge)
      return false
    }
    return true
  }

  // MARK: Products

  private func product(_ product: ObjectReader) -> Product? {
    let id = product.requiredText("id")
    let names = product.names()
    let cents = product.requiredInt("cents", in: Self.centsRange)
    let duration = duration(product)
    product.finish()
    guard let id, let cents, let duration else { return nil }
    return Product(
      id: id, names: names ?? LocalizedText(["en": id]), cents: cents, duration: duration)
  }

  private func duration(_ product: ObjectReader) -> Product.Duration? {
    if let minutes = product.int("minutes", in: Self.minutesRange) { return .minutes(minutes) }
    if let days = product.int("days", in: 1...366) { return .days(days) }
    if product.bool("rest_of_day") == true { return .restOfDay }
    guard let hours = product.openingHours("clock") else {
      if product.raw("clock") == nil { findings.refuse(product.cursor, .noDuration) }
      return nil
    }
    guard hours.rules.count == 1, hours.rules[0].matchesEveryDay, hours.rules[0].spans.count == 1
    else {
      findings.refuse(product.cursor, .badClock)
      return nil
    }
    return .clock(from: hours.rules[0].spans[0].start, until: hours.rules[0].spans[0].end)
  }

  // MARK: Limits

  private func limit(_ key: String) -> Rate.Limit? {
    guard let limit = reader.object(key) else { return nil }
    let cents = limit.int("cents", in: 1...Self.largestCents)
    let minutes = limit.int("minutes", in: Self.minutesRange)
    limit.finish()
    return Rate.Limit(cents: cents, minutes: minutes)
  }

  /// Whether nothing could be sold between the least and the greatest payment.
  private func contradicts(
    _ minimum: Rate.Limit?, _ maximum: Rate.Limit?, _ form: Rate.Form?
  ) -> Bool {
    func above(_ least: Int?, _ most: Int?) -> Bool {
      if let least, let most { least > most } else { false }
    }
    if above(minimum?.cents, maximum?.cents) || above(minimum?.minutes, maximum?.minutes) {
      return true
    }
    guard case .points(let points, .linear) = form, minimum == nil else { return false }
    return above(points.first?.cents, maximum?.cents)
      || above(points.first?.minutes, maximum?.minutes)
  }

  private enum TicketNeed: String, CaseIterable {
    case required
    case notNeeded = "not_needed"
  }

  private func freeMinutes() -> FreeMinutes? {
    guard let free = reader.object("free_minutes") else { return nil }
    let minutes = free.requiredInt("minutes", in: Self.minutesRange)
    let ticket: TicketNeed? = free.requiredWord("ticket")
    let then: FreeMinutes.Ladder? = free.requiredWord("then")
    free.finish()
    guard let minutes, let ticket, let then else { return nil }
    return FreeMinutes(minutes: minutes, ticketRequired: ticket == .required, then: then)
  }
}
