import JSONText

/// `aparka quote ZONE [AMOUNT | DURATION]`: money to time, time to money, or to a wall-clock end.
enum QuoteCommand: Command {
  static let name = "quote"
  static let operands = CommandOperands.zone
  static let options: [CommandOption] = [
    .town, .at, .until, .vehicle, .sector, .place, .signal, previous, .assume, stoppedAt,
    here, explain, batch,
  ]
  static let previous = CommandOption.value("previous", "range")
  static let stoppedAt = CommandOption.value("stopped-at", "moment")
  static let here = CommandOption.value("here", "position")
  private static let explain = CommandOption.flag("explain")
  private static let batch = CommandOption.flag("batch")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let isBatch = context.arguments.has(batch)
    let asked = try QuoteAsking(context, isBatch: isBatch)
    if isBatch {
      return try asked.asking { (desk) throws(QuestionFault) in
        try desk.check(asked.question, now: context.invocation.now)
        return BatchRun(context, defaults: asked.question, desk: desk)
      }.run()
    }
    let answer = try asked.answer()
    if context.wantsJSON {
      var writer = JSONWriter(pretty: true)
      writer.beginObject()
      answer.writeMembers(to: &writer)
      writer.endObject()
      writer.endLine()
      context.output.write(writer.text)
      return 0
    }
    answer.show(context, explained: context.arguments.has(explain))
    let outcome = answer.quote.outcome
    return outcome == .refused || outcome == .residentsOnly ? 1 : 0
  }
}
