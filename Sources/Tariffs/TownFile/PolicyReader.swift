import JSONText
import OpeningHours

/// Reads the hours, limits and policies that a zone, a class rule and a special period have in common.
struct PolicyReader {
  let reader: ObjectReader
  private var findings: Findings { reader.findings }

  func hours() -> ZoneHours? {
    guard let text = reader.fact("hours"), let hours = reader.openingHours("hours") else {
      return nil
    }
    reader.requireProvenance()
    if hours.onlySaysClosed, !hours.isConstant { findings.refuse(text, .hoursOnlyClosed) }
    if hours.rules.contains(where: { $0.state == .unknown }) {
      findings.refuse(text, .hoursUnknownState)
    }
    return .published(hours)
  }

  func maximumStay() -> MaximumStay? {
    guard let stay = reader.object("maximum_stay") else { return nil }
    let minutes = stay.int("minutes", in: RateReader.minutesRange)
    let unlimited = stay.bool("unlimited") ?? false
    stay.finish()
    if unlimited { return .unlimited }
    if minutes == nil { findings.record(stay.cursor.failure(.missingMember("minutes"))) }
    return minutes.map { .minutes($0) }
  }

  func maximumPerDay() -> Int? {
    guard let day = reader.object("maximum_per_day") else { return nil }
    let unlimited = day.bool("unlimited") ?? false
    let minutes = day.int("minutes", in: 1...1500)
    day.finish()
    if !unlimited, minutes == nil {
      findings.record(day.cursor.failure(.missingMember("minutes")))
    }
    return unlimited ? nil : minutes
  }

  func returnBan() -> ReturnBan? {
    guard let ban = reader.object("return_ban") else { return nil }
    let minutes = ban.requiredInt("minutes", in: 0...10_080)
    let after: ReturnBan.Trigger? = ban.requiredWord("after")
    let from: ReturnBan.Start = ban.word("from") ?? .end
    let within: ReturnBan.Reach = ban.word("within") ?? .zone
    let radius = ban.int("radius_meters", in: 1...100_000)
    ban.finish()
    guard let minutes, let after else { return nil }
    return ReturnBan(
      minutes: minutes, after: after, from: from, within: within, radiusMeters: radius)
  }

  // MARK: Policies

  func gap() -> Gap? {
    guard let gap = reader.object("gap") else { return nil }
    let policy: GapPolicy? = gap.requiredWord("policy")
    let overnight: GapPolicy? = gap.word("overnight")
    gap.finish()
    return policy.map { Gap(policy: $0, overnight: overnight) }
  }

  func prepay() -> Prepay? {
    guard let prepay = reader.object("prepay") else { return nil }
    prepay.require("allowed")
    let allowed = prepay.bool("allowed")
    let minutes = prepay.int("at_most_minutes", in: 0...10_080)
    prepay.finish()
    return allowed.map { Prepay(allowed: $0, atMostMinutes: minutes) }
  }

  private enum LadderWord: String, CaseIterable { case continues, restarts }
  private enum MaximumWord: String, CaseIterable { case both, each }

  func extensionRule() -> ExtensionRule? {
    guard let rule = reader.object("extension") else { return nil }
    let ladder: LadderWord = rule.word("ladder") ?? .continues
    let maximum: MaximumWord = rule.word("maximum") ?? .both
    rule.finish()
    return ExtensionRule(
      ladderContinues: ladder == .continues, maximumCountsBoth: maximum == .both)
  }
}
