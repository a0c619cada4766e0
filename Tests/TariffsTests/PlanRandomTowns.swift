import CivilTime
import TestSupport
import Testing

@testable import Tariffs

/// Small zones with rules at random, and stays in them that a search without any cleverness can finish.
struct PlanCase {
  let rules: String
  let zone: PreparedZone
  let clock: TownClock
  let arrival: Instant
  let end: Instant
  let amounts: [Int]

  var description: String { "\(clock.iso8601(arrival)) to \(clock.iso8601(end)): \(rules)" }
}

enum PlanRandomTowns {
  /// With the span of an ordinary stay in minutes.
  private static let schedules: [(hours: String, opens: [Int], longest: Int)] = [
    ("10:00-11:30,12:30-14:00", [600, 750], 300),
    ("09:00-10:00,10:30-11:30,12:00-13:00", [540, 630, 720], 270),
    ("Mo-Fr 10:00-12:00; Sa 10:00-11:00", [600], 1600),
    ("20:00-21:30", [1200], 1530), ("20:00-20:45,23:30-25:00", [1200, 1410], 400),
    ("24/7", [600, 1380], 200), ("22:00-26:00", [1320], 240),
    ("10:00-11:07,11:11-12:30", [600, 671], 180),
    ("Mo-Fr 09:00-12:00; Dec 04 09:30-10:30; Dec 06 off", [540], 300),
  ]

  static func make(_ random: inout SeededGenerator) throws -> PlanCase {
    let schedule = random.pick(schedules)
    let coin = random.pick([5, 10, 20])
    var rates: [String] = []
    var amounts: Set<Int> = [0]
    var zone = policies(&random)
    let productsOnly = random.chance(8)
    if !productsOnly {
      rates.append("\"only\": \(ladder(&random, coin: coin, amounts: &amounts))")
    }
    if productsOnly || random.chance(30) {
      rates.append("\"fixed\": { \"products\": [ \(products(&random, amounts: &amounts)) ] }")
      zone += "\"products\": [\"fixed\"], "
    }
    var more = ""
    if random.chance(15) { more += period(&random) }
    if random.chance(15) {
      more +=
        "\"surcharges\": [ { \"id\": \"s\", \"signal\": \"s\", \"percent\": \(random.pick([20, 100])), "
        + "\"when\": \"\(random.pick(["10:30-11:00", "00:00-09:45", "11:00-24:00"]))\" } ], "
    }
    let rules =
      "\(more)\"zones\": { \"street\": { \(zone)"
      + "\(productsOnly ? "" : "\"rate\": \"only\", ")\"name\": { \"en\": \"s\" }, "
      + "\"hours\": \"\(schedule.hours)\" } }, \"rates\": { \(rates.joined(separator: ", ")) }"
    let text = """
      { "town": "t", "name": { "en": "T" }, "time_zone": "Europe/Madrid", "holidays": [],
        "sources": { "X": { "title": "x" } }, "editions": { "now": { "source": "X",
        "status": "official", \(rules) } } }
      """
    let engine = try TestTown.engine(text)
    let vehicle: VehicleClass? = random.chance(10) ? .eco : nil
    let signals = ["s": SignalValue.declared(random.chance(70))]
    let prepared = try #require(
      engine.prepared(zone: "street", vehicle: vehicle, signals: signals))
    let date = try #require(CivilDate(year: 2025, month: 12, day: random.number(2...6)))
    let open = random.pick(schedule.opens) + random.pick([0, 0, 15, 30, 40, -20])
    let arrival = engine.clock.instant(of: LocalDateTime(date: date, minuteOfDay: open))
    let minutes = random.pick([30, 60, 75, 90, 120, 150, 180, 200, 240, 300, 1440, 1500])
    return PlanCase(
      rules: rules, zone: prepared, clock: engine.clock, arrival: arrival,
      end: arrival.adding(minutes: min(minutes, schedule.longest)), amounts: amounts.sorted())
  }

  private static func policies(_ random: inout SeededGenerator) -> String {
    var zone = ""
    func add(_ percent: Int, _ member: String) {
      if random.chance(percent) { zone += member + ", " }
    }
    let gaps = ["carry", "cut", "new_ticket"]
    let overnight = random.chance(30) ? ", \"overnight\": \"\(random.pick(gaps))\"" : ""
    add(80, "\"gap\": { \"policy\": \"\(random.pick(gaps))\"\(overnight) }")
    add(50, "\"maximum_stay\": { \"minutes\": \(random.pick([45, 60, 80, 90, 120])) }")
    add(20, "\"maximum_per_day\": { \"minutes\": \(random.pick([60, 90, 100, 150])) }")
    add(25, "\"prepay\": { \"allowed\": \(random.pick(["true", "false"])) }")
    let after = random.pick(["maximum", "any_ticket", "free_ticket"])
    add(
      30,
      "\"return_ban\": { \"minutes\": \(random.pick([30, 60, 90, 1600])), \"after\": \"\(after)\", "
        + "\"from\": \"\(random.pick(["end", "start"]))\", \"within\": \"zone\" }")
    add(
      35,
      "\"extension\": { \"ladder\": \"\(random.pick(["continues", "restarts"]))\", "
        + "\"maximum\": \"\(random.pick(["both", "each"]))\" }")
    add(10, "\"outside_hours\": \"\(random.pick(["residents_only", "forbidden"]))\"")
    add(8, "\"ignored_minutes\": 5")
    add(10, "\"classes\": { \"eco\": { \"percent\": \(random.pick([-50, -100, 100])) } }")
    return zone
  }

  /// Points that lie on a coarse grid: few amounts, so that few sequences exist.
  private static func ladder(
    _ random: inout SeededGenerator, coin: Int, amounts: inout Set<Int>
  ) -> String {
    var minutes = random.pick([20, 30, 40])
    var cents = coin * random.number(1...4)
    var points = [(minutes, cents)]
    for _ in 0..<random.number(1...3) {
      minutes += random.pick([20, 30, 45, 60])
      cents += coin * random.number(1...4)
      points.append((minutes, cents))
    }
    for amount in stride(from: coin, through: cents, by: coin) { amounts.insert(amount) }
    let printed = points.map { "{ \"minutes\": \($0.0), \"cents\": \($0.1) }" }
    var members = "\"points\": [\(printed.joined(separator: ", "))], \"coin_cents\": \(coin)"
    members += ", \"between\": { \"rule\": \"\(random.pick(["linear", "linear", "steps"]))\" }"
    if random.chance(25) {
      members +=
        ", \"free_minutes\": { \"minutes\": \(random.pick([10, 15, 30])), "
        + "\"ticket\": \"\(random.pick(["required", "not_needed"]))\", "
        + "\"then\": \"\(random.pick(["from_zero", "after"]))\" }"
    }
    return "{ \(members) }"
  }

  private static func products(
    _ random: inout SeededGenerator, amounts: inout Set<Int>
  ) -> String {
    (0..<random.number(1...2)).map { index in
      let cents = random.number(2...12) * 10
      // As printed, and as a class or a surcharge may leave it.
      for percent in [100, 50, 200, 120, 60] { amounts.insert(cents * percent / 100) }
      let length = random.pick([
        "\"minutes\": \(random.pick([60, 75, 120]))", "\"days\": \(random.number(1...2))",
        "\"clock\": \"\(random.pick(["09:00-11:00", "10:30-13:00", "20:00-24:00"]))\"",
        "\"rest_of_day\": true",
      ])
      return
        "{ \"id\": \"p\(index)\", \"name\": { \"en\": \"p\" }, \"cents\": \(cents), \(length) }"
    }.joined(separator: ", ")
  }

  private static func period(_ random: inout SeededGenerator) -> String {
    let change = random.pick([
      "\"hours\": \"24/7\"", "\"during_hours\": \"residents_only\"", "\"hours\": \"10:00-10:40\"",
      "\"outside_hours\": \"residents_only\"", "\"maximum_stay\": { \"minutes\": 50 }",
    ])
    return "\"special_periods\": [ { \"id\": \"fair\", \"name\": { \"en\": \"f\" }, "
      + "\"when\": \"Dec 0\(random.number(3...6))\", \"rules\": [ { \"zones\": [\"street\"], "
      + "\"change\": { \(change) } } ] } ], "
  }
}
