import TestSupport

@testable import Tariffs

/// Rates of every form with members at random, some of them odd but all of them accepted by the reader.
enum RandomRates {
  static func rate(_ random: inout SeededGenerator) -> Rate {
    while true {
      let rate = anyRate(&random)
      if !contradictsItself(rate) { return rate }
    }
  }

  /// What the reader refuses as `minimum_above_maximum`.
  private static func contradictsItself(_ rate: Rate) -> Bool {
    func above(_ least: Int?, _ most: Int?) -> Bool {
      if let least, let most { least > most } else { false }
    }
    var first: PricePoint?
    if case .points(let points, .linear) = rate.form, rate.minimum == nil { first = points.first }
    return above(rate.minimum?.cents ?? first?.cents, rate.maximum?.cents)
      || above(rate.minimum?.minutes ?? first?.minutes, rate.maximum?.minutes)
  }

  private static func anyRate(_ random: inout SeededGenerator) -> Rate {
    switch random.number(0...9) {
    case 0...3: points(&random, .linear)
    case 4: points(&random, .steps)
    case 5: products(&random)
    default: bands(&random)
    }
  }

  static func modifiers(_ random: inout SeededGenerator) -> [PriceModifier] {
    guard random.chance(40) else { return [] }
    return (0..<random.number(1...2)).map { _ in
      switch random.number(0...2) {
      case 0: .percent(random.pick([-75, -50, -10, 20, 60, 100, 33]))
      case 1: .percentOfBase(random.pick([-25, 20, 60]))
      default: .centsPerHour(random.pick([50, 200, 35, -30, -125]))
      }
    }
  }

  /// Rising in both members.
  static func rising(_ random: inout SeededGenerator, fromZero: Bool) -> [PricePoint] {
    var minutes = fromZero ? 0 : random.number(1...40)
    var cents = fromZero ? 0 : random.number(1...60) * random.pick([1, 5, 5, 5, 10])
    var points = [PricePoint(minutes: minutes, cents: cents)]
    for _ in 0..<random.number(fromZero ? 1...4 : 0...4) {
      minutes += random.pick([1, 10, 15, 30, 32, 60, random.number(1...90)])
      cents += random.pick([1, 5, 20, 60, random.number(1...150)])
      points.append(PricePoint(minutes: minutes, cents: cents))
    }
    return points
  }

  private static func points(_ random: inout SeededGenerator, _ between: Rate.Between) -> Rate {
    let points = rising(&random, fromZero: between == .linear && random.chance(30))
    let last = points[points.count - 1]
    return Rate(
      id: "points", form: .points(points, between: between),
      coinCents: random.pick([nil, 1, 5, 5, 10]),
      minutesRounding: random.pick([.down, .down, .up, .nearest]), freeMinutes: free(&random),
      minimum: random.chance(25)
        ? limit(&random, upTo: last.cents, minutes: last.minutes) : nil,
      maximum: random.chance(25)
        ? limit(&random, upTo: last.cents, minutes: last.minutes) : nil)
  }

  private static func bands(_ random: inout SeededGenerator) -> Rate {
    var bands: [Band] = []
    var end = 0
    for _ in 0..<random.number(0...3) {
      end += random.pick([15, 30, 60, random.number(1...90)])
      bands.append(band(&random, upTo: end))
    }
    bands.append(band(&random, upTo: random.chance(50) ? nil : end + random.number(1...300)))
    let printed = random.chance(25) ? rising(&random, fromZero: false) : []
    return Rate(
      id: "bands", form: .bands(bands), table: printed,
      coinCents: random.pick([nil, nil, 5, 10]),
      roundToCents: random.pick([nil, 1, 5, 10, 3]), rounding: random.pick(Rounding.allCases),
      minutesRounding: random.pick([.down, .down, .up, .nearest]),
      startedMinutes: random.pick([1, 1, 5, 30, 60]), freeMinutes: free(&random),
      minimum: random.chance(25) ? limit(&random, upTo: 100, minutes: 40) : nil,
      maximum: random.chance(35) ? limit(&random, upTo: 1500, minutes: 600) : nil)
  }

  private static func band(_ random: inout SeededGenerator, upTo end: Int?) -> Band {
    Band(
      upToMinutes: end, cents: random.chance(12) ? 0 : random.number(1...300),
      perMinutes: random.pick([1, 10, 60, 15, 7, random.number(1...120)]))
  }

  private static func products(_ random: inout SeededGenerator) -> Rate {
    Rate(
      id: "products",
      form: .products(
        (0..<random.number(1...4)).map { index in
          Product(
            id: "p\(index)", names: LocalizedText(["en": "p"]), cents: random.number(0...900),
            duration: .minutes(random.number(1...600)))
        }))
  }

  private static func free(_ random: inout SeededGenerator) -> FreeMinutes? {
    guard random.chance(30) else { return nil }
    return FreeMinutes(
      minutes: random.pick([5, 15, 30, 60, 90]), ticketRequired: random.chance(50),
      then: random.chance(50) ? .after : .fromZero)
  }

  private static func limit(
    _ random: inout SeededGenerator, upTo cents: Int, minutes: Int
  ) -> Rate.Limit {
    Rate.Limit(
      cents: random.chance(75) ? random.number(1...max(1, cents)) : nil,
      minutes: random.chance(60) ? random.number(1...max(1, minutes)) : nil)
  }
}
