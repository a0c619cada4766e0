import CivilTime
import Phrasebook
import Tariffs

/// `aparka fine --ended 11:50 --notice 12:10`: whether a notice can be cancelled, for how much, until
/// when and by which means; else the fine.
enum FineCommand: Command {
  static let name = "fine"
  static let options: [CommandOption] = [
    .town, zone, cause, ended, notice, payAt, paid, paidMinutes,
  ]
  private static let zone = CommandOption.value("zone", "zone")
  private static let cause = CommandOption.value("cause", "cause")
  private static let ended = CommandOption.value("ended", "moment")
  private static let notice = CommandOption.value("notice", "moment")
  private static let payAt = CommandOption.value("at", "moment")
  private static let paid = CommandOption.value("paid", "amount")
  private static let paidMinutes = CommandOption.value("paid-minutes", "duration")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let engine = try context.engine()
    let question = try question(context, engine)
    let answer: PenaltyAnswer
    do throws(PenaltyQuestionError) { answer = try engine.penalty(question) } catch {
      throw failure(error, context)
    }
    if context.wantsJSON {
      context.print(answer.json(town: engine.town, clock: engine.clock))
      return 0
    }
    let words = FineWords(answer, phrases: context.phrases, clock: engine.clock)
    let edition = engine.town.editions.first { $0.id == answer.editionID }
    let zone = answer.zoneID.flatMap { edition?.zone($0) }.map { context.name($0.names) }
    context.print(words.title(town: context.townName(engine.town), zone: zone))
    for line in words.lines() { context.print(line) }
    for line in words.caveats() { context.print(context.phrase("quote.note", ["note": line])) }
    return answer.outcome == .unknown ? 1 : 0
  }

  // MARK: Reading the question

  private static func question(
    _ context: CommandContext, _ engine: TariffEngine
  ) throws(CommandFailure) -> PenaltyQuestion {
    let arguments = context.arguments
    let typedZone = arguments.value(zone)
    let zoneID = typedZone ?? context.ownZone
    // Says which zones there are.
    if let zoneID {
      _ = try context.prepared(zoneID, in: engine, isOwn: typedZone == nil)
    }
    let payment = try context.moment(in: engine.clock)
    let now = engine.clock.local(payment)
    guard let noticeText = arguments.value(notice) else {
      throw .usage(context.phrase("fine.error.needs_notice"))
    }
    let written = try context.moment(noticeText, in: engine.clock, from: now)
    var end: Instant?
    if let text = arguments.value(ended) {
      // A bare time is one of the day of the notice.
      end = try context.moment(text, in: engine.clock, from: engine.clock.local(written))
    }
    if arguments.has(paid), arguments.has(paidMinutes) {
      throw .usage(context.phrase("fine.error.two_paid"))
    }
    return PenaltyQuestion(
      zoneID: zoneID,
      cause: arguments.value(cause) ?? (end == nil ? PenaltyCause.noTicket : PenaltyCause.overstay),
      paidEnd: end, notice: written, payment: payment,
      paidMinutes: try minutes(context), paid: try amount(context))
  }

  private static func minutes(_ context: CommandContext) throws(CommandFailure) -> Int? {
    guard let text = context.arguments.value(paidMinutes) else { return nil }
    do throws(DurationError) {
      return try TypedDuration.minutes(text, words: context.phrases.readingWords)
    } catch { throw .usage(context.phrases.message(error)) }
  }

  private static func amount(_ context: CommandContext) throws(CommandFailure) -> Cents? {
    guard let text = context.arguments.value(paid) else { return nil }
    do throws(AmountError) {
      return Cents(try Amount.cents(text, words: context.phrases.readingWords))
    } catch { throw .usage(context.phrases.message(error)) }
  }

  // MARK: What went wrong

  private static func failure(
    _ error: PenaltyQuestionError, _ context: CommandContext
  ) -> CommandFailure {
    switch error {
    case .noEdition, .zoneNotInEdition: return .failure(context.phrase("refusal.\(error.code)"))
    case .zoneNeeded(let known):
      return .usage(
        context.phrase("fine.error.zone_needed", ["known": known.joined(separator: ", ")]))
    case .paidEndNeeded: return .usage(context.phrase("fine.error.paid_end_needed"))
    case .unknownCause(let text, let known):
      let values = ["text": text, "known": known.joined(separator: ", ")]
      guard let closest = closest(to: text, among: known) else {
        return .usage(context.phrase("fine.error.unknown_cause", values))
      }
      return .usage(
        context.phrase(
          "fine.error.unknown_cause_closest", values.merging(["closest": closest]) { $1 }))
    }
  }
}
