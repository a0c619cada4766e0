import TestSupport
import Testing

@testable import Tariffs

/// cents(m) <= c if and only if m <= minutes(c), for every accepted amount c and every m from 1 to the
/// maximum; both non-decreasing; cents(m) is itself accepted (docs/rate-law.md).
@Suite struct LadderLawTests {
  /// Ladders without an end are followed for a day; further on at random.
  static let day = 1440

  @Test(arguments: TestTown.shippedIDs) func theLawHoldsForEveryRateOfTheTown(town: String) throws {
    let engine = try #require(TestTown.shipped[town])
    for edition in engine.town.editions {
      for (id, rate) in edition.rates.sorted(by: { $0.key < $1.key }) {
        for (name, ladder) in ladders(of: rate, in: edition) {
          check(ladder, "\(town) \(edition.id) \(id) \(name)")
        }
      }
    }
  }

  /// The rate plain, for each class rule of the edition, and with each signal on.
  private func ladders(of rate: Rate, in edition: Edition) -> [(String, Ladder)] {
    var rules: [(String, ClassRule?)] = [("any", nil)]
    rules += edition.classRules.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for zone in edition.zones {
      rules += zone.classRules.sorted { $0.key < $1.key }.map { ("\(zone.id) \($0.key)", $0.value) }
    }
    var signals: [(String, [PriceModifier])] = [("", [])]
    for surcharge in edition.surcharges {
      for value in [SignalValue.declared(true), .figure(65), .figure(75), .figure(10_000)] {
        if let modifier = surcharge.modifier(value: value) {
          signals.append((" \(surcharge.id) \(value)", [modifier]))
        }
      }
    }
    return rules.flatMap { name, rule in
      signals.compactMap { signal, modifiers in
        rate.ladder(
          modifiers: (rule?.modifiers ?? []) + modifiers, roundToCents: rule?.roundToCents,
          rounding: rule?.rounding
        ).map { (name + signal, $0) }
      }
    }
  }

  @Test(arguments: 0..<25) func theLawHoldsForRandomRates(block: Int) {
    var random = SeededGenerator(seed: UInt64(1000 + block))
    for _ in 0..<50 {
      let rate = RandomRates.rate(&random)
      let modifiers = RandomRates.modifiers(&random)
      let step = random.chance(15) ? random.pick([1, 5, 20]) : nil
      guard let ladder = rate.ladder(modifiers: modifiers, roundToCents: step) else { continue }
      check(ladder, "\(rate) \(modifiers) \(step ?? 0)")
    }
  }

  /// Records the first breach only: one is enough to show the rate.
  private func check(_ ladder: Ladder, _ name: String) {
    if let breach = Self.breach(of: ladder) { Issue.record("\(breach): \(name)") }
  }

  static func breach(of ladder: Ladder) -> String? {
    if let maximum = ladder.maximumMinutes, maximum <= day * 2 {
      guard maximum > 0 else { return ladder.cents(for: 1) == nil ? nil : "sells beyond 0 min" }
      return breach(of: ladder, minutes: Array(1...maximum), isWhole: true)
    }
    if let breach = breach(of: ladder, minutes: Array(1...day), isWhole: false) { return breach }
    var random = SeededGenerator(seed: 7)
    let far = (0..<200).map { _ in random.number(day...(ladder.maximumMinutes ?? 100_000)) }
    return breach(of: ladder, minutes: Array(Set(far)).sorted(), isWhole: false)
  }

  private static func breach(of ladder: Ladder, minutes: [Int], isWhole: Bool) -> String? {
    var prices: [Int] = []
    for minute in minutes {
      guard let price = ladder.cents(for: minute) else {
        return isWhole || ladder.maximumMinutes.map({ minute <= $0 }) ?? true
          ? "no price for \(minute) min" : nil
      }
      if price.value < prices.last ?? 0 { return "cents(\(minute)) = \(price.value) goes down" }
      if ladder.acceptance(of: price) != .accepted {
        return "cents(\(minute)) = \(price.value) is not accepted: \(ladder.acceptance(of: price))"
      }
      prices.append(price.value)
    }
    if isWhole, let most = ladder.maximumMinutes, ladder.cents(for: most + 1) != nil {
      return "\(most + 1) min have a price beyond the maximum"
    }
    let top = prices.last ?? 0
    let amounts =
      top - prices[0] <= 6000
      ? Array(0...top + 300) : prices.flatMap { [$0 - 1, $0, $0 + 1, $0 + 5] }.sorted()
    var before = 0
    for amount in amounts where amount >= 0 && ladder.acceptance(of: Cents(amount)) == .accepted {
      let bought = ladder.minutes(for: Cents(amount))
      if amount <= top, bought < before { return "minutes(\(amount)) = \(bought) goes down" }
      before = max(before, bought)
      if let most = ladder.maximumMinutes, bought > most {
        return "minutes(\(amount)) = \(bought) is beyond the maximum \(most)"
      }
      // Both are monotone: the law holds everywhere if it holds on both sides of the step.
      let first = minutes.partitioningIndex { $0 > bought }
      if first > 0, prices[first - 1] > amount {
        return "minutes(\(amount)) = \(bought), cents(\(minutes[first - 1])) = \(prices[first - 1])"
      }
      if first < prices.count, prices[first] <= amount {
        return "minutes(\(amount)) = \(bought), cents(\(minutes[first])) = \(prices[first])"
      }
    }
    return nil
  }
}

extension [Int] {
  /// The first index whose element satisfies a condition that holds for all later ones too.
  func partitioningIndex(_ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
