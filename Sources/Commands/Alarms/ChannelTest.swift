import JSONText
import Reminders

/// `aparka alarms test`: a real notice through every channel of the settings, each by itself.
struct ChannelTest {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// 0 when every channel took it, 1 otherwise, with `--json` as well.
  func run() -> Int32 {
    let answers = ChannelRound(context).send(
      Notice(
        key: "aparka-test", title: context.phrase("alarm.test.title"),
        body: context.phrase("alarm.test.body"), urgency: .normal,
        environment: ["APARKA_CAUSE": "test"]))
    var allWorked = !answers.isEmpty
    var list: [JSONOutput] = []
    for (name, outcome) in answers {
      var receipt: String?
      var reason: String?
      switch outcome {
      case .delivered(let said): receipt = said
      case .retry(let said), .permanent(let said): reason = said
      }
      if reason != nil { allWorked = false }
      list.append(
        .object([
          ("channel", .string(name)), ("worked", .bool(reason == nil)),
          ("reason", .optional(reason)), ("receipt", .optional(receipt)),
        ]))
      guard !context.wantsJSON else { continue }
      let values = ["channel": context.channelName(name), "reason": reason.map(said) ?? ""]
      context.print(
        context.phrase(reason == nil ? "alarm.test.worked" : "alarm.test.failed", values))
    }
    if context.wantsJSON { context.print(.object([("channels", .array(list))])) }
    return allWorked ? 0 : 1
  }

  /// The channel's fault in words, else as it was said.
  private func said(_ reason: String) -> String {
    guard let fault = ChannelFault(text: reason) else { return CommandContext.plain(reason) }
    let key = "channel_fault.\(fault.code.rawValue)"
    let words = context.phrases.has(key) ? context.phrase(key) : fault.code.rawValue
    guard let detail = fault.detail else { return words }
    return context.phrase(
      "alarm.state_reason", ["state": words, "reason": CommandContext.plain(detail)])
  }
}
