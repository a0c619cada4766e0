import CivilTime
import JSONText
import Phrasebook
import Reminders
import Service

/// Findings in words, a line each, and as JSON.
struct FindingWords {
  private let context: CommandContext
  private let towns: TicketTowns
  private let names: TicketNames

  init(_ context: CommandContext) {
    self.context = context
    towns = TicketTowns(context)
    names = TicketNames(library: context.library, phrases: context.phrases)
  }

  func line(_ finding: HealthFinding) -> String {
    context.phrase(
      "doctor.line",
      ["mark": context.phrase("doctor.mark.\(finding.state.rawValue)"), "text": message(finding)])
  }

  /// `check`, `state` and `reason` are stable words; `message` is for people.
  func json(_ finding: HealthFinding) -> JSONOutput {
    var members: [(String, JSONOutput)] = [("check", .string(finding.check.rawValue))]
    if finding.check == .channel {
      members = [("channel", finding.values["channel"].map { .string($0) } ?? .null)]
    }
    members += [
      ("ok", .bool(finding.state == .good)), ("state", .string(finding.state.rawValue)),
      ("reason", .string(finding.reason)), ("message", .string(message(finding))),
    ]
    members += finding.values.filter { $0.key != "channel" }.sorted { $0.key < $1.key }
      .map { ($0.key, Self.json($0.key, $0.value)) }
    return .object(members)
  }

  private static func json(_ name: String, _ value: String) -> JSONOutput {
    guard ["tickets", "alarms", "count", "pid"].contains(name), let number = Int(value) else {
      return .string(value)
    }
    return .int(number)
  }

  func message(_ finding: HealthFinding) -> String {
    let key = "doctor.\(finding.check.rawValue).\(finding.reason)"
    var values = finding.values
    if let name = values["channel"] { values["channel"] = context.channelName(name) }
    if let text = values["fault"] { values["fault"] = fault(text) }
    values["detail"] = values["detail"].map(CommandContext.plain) ?? ""
    if let text = values["due"], let due = try? Instant(iso8601: text) {
      let clock = values["time_zone"].map(names.clock) ?? towns.ownClock
      values["due"] = context.phrases.momentInSentence(
        clock.local(due), seenFrom: clock.local(context.invocation.now).date)
    }
    for count in ["tickets", "alarms"] {
      if let number = values[count].flatMap({ Int($0) }) {
        values[count] = context.phrase("doctor.count_\(count)", count: number)
      }
    }
    let plain = values["detail"]?.isEmpty == true && context.phrases.has(key + "_plain")
    return context.phrase(
      plain ? key + "_plain" : key, values, count: values["count"].flatMap { Int($0) })
  }

  /// A channel's fault in words, with what the system said.
  private func fault(_ text: String) -> String {
    guard let fault = ChannelFault(text: text) else { return CommandContext.plain(text) }
    let words = context.phrase("channel_fault.\(fault.code.rawValue)")
    guard let detail = fault.detail else { return words }
    return context.phrase(
      "alarm.state_reason", ["state": words, "reason": CommandContext.plain(detail)])
  }
}
