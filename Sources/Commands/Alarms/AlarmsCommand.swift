import CivilTime
import JSONText
import Phrasebook
import Reminders

/// `aparka alarms [list | add | snooze | cancel | clear | test]`.
enum AlarmsCommand: Command {
  static let name = "alarms"
  static let operands = CommandOperands.words([AlarmAction.allCases.map(\.rawValue)])
  static let options: [CommandOption] = [
    TicketsCommand.all, .ticket, lead, .at, text, limit, ParkRequest.via,
  ]
  static let lead = CommandOption.value("lead", "duration")
  static let limit = CommandOption.value("limit", "number")
  static let text = CommandOption.value("text", "text")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    var words = context.arguments.operands[...]
    let action: AlarmAction
    if let word = words.popFirst() {
      guard let known = AlarmAction(rawValue: word) else { throw unknown(word, context) }
      action = known
    } else {
      action = .list
    }
    for option in options where context.arguments.has(option) && !action.options.contains(option) {
      throw .usage(
        context.phrase(
          "alarm.error.option_of_another",
          ["option": "--" + option.name, "action": action.rawValue]))
    }
    if words.count > action.mostOperands {
      throw context.tooMany(words[words.startIndex + action.mostOperands])
    }
    let call = AlarmCall(context: context, words: Array(words))
    switch action {
    case .list: return try AlarmList(call).run()
    case .add: return try AlarmAdding(call).run()
    case .snooze: return try AlarmChanging(call).snooze()
    case .cancel: return try AlarmChanging(call).cancel()
    case .clear: return try AlarmChanging(call).clear()
    case .test: return ChannelTest(context).run()
    }
  }

  private static func unknown(_ word: String, _ context: CommandContext) -> CommandFailure {
    let known = AlarmAction.allCases.map(\.rawValue)
    let values = ["text": word, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: word, among: known) else {
      return .usage(context.phrase("alarm.error.unknown_action", values))
    }
    return .usage(
      context.phrase(
        "alarm.error.unknown_action_closest", values.merging(["closest": closest]) { $1 }))
  }
}

/// What `aparka alarms` does: its first word.
enum AlarmAction: String, CaseIterable {
  case list, add, snooze, cancel, clear, test

  var mostOperands: Int {
    switch self {
    case .list, .clear, .test: 0
    case .add, .cancel: 1
    case .snooze: 2
    }
  }

  var options: [CommandOption] {
    switch self {
    case .list: [TicketsCommand.all, .ticket, AlarmsCommand.limit]
    case .add: [.ticket, AlarmsCommand.lead, .at, AlarmsCommand.text, ParkRequest.via]
    case .clear: [.ticket]
    case .snooze, .cancel, .test: []
    }
  }
}

/// The words behind the action.
struct AlarmCall {
  let context: CommandContext
  let words: [String]

  /// The number of an alarm, the first word.
  func alarm() throws(CommandFailure) -> Int64 {
    guard let text = words.first, !text.isEmpty else {
      throw .usage(context.phrase("alarm.error.which"))
    }
    guard let number = TicketSelection.number(text) else {
      throw .usage(context.phrase("alarm.error.not_a_number", ["text": text]))
    }
    return number
  }
}
