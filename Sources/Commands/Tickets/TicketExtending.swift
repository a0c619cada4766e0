import CivilTime
import Phrasebook
import Reminders
import Service
import Tariffs

/// Extends tickets: quotes with what was bought before, so that the ladder goes on where the town's rule says
/// so and the maximum and the return ban act, then saves. The command and the notice's button use it.
struct TicketExtending {
  let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// What the town sells for a ticket, now.
  func quote(
    _ ticket: Ticket, _ want: QuoteQuestion.Want, signals: [String: SignalValue] = [:],
    now: Instant
  ) throws(QuestionFault) -> AnsweredQuote {
    var question = Self.question(ticket, want, before: ticket.purchases, signals: signals)
    // What is bought for a stay that has not begun counts from its beginning.
    question.at = max(now, ticket.arrival).iso8601
    let desk = QuoteDesk(library: context.library, words: context.phrases.readingWords)
    return try desk.answer(question, now: { now })
  }

  /// A question about a ticket's street and car.
  ///
  /// - Parameter before: what was bought earlier.
  static func question(
    _ ticket: Ticket, _ want: QuoteQuestion.Want, before: some Sequence<Purchase>,
    signals: [String: SignalValue] = [:]
  ) -> QuoteQuestion {
    var question = QuoteQuestion()
    question.town = ticket.draft.town
    question.zone = ticket.draft.zone
    question.vehicle = ticket.draft.vehicle.flatMap { VehicleClass(id: $0) }
    question.sector = ticket.draft.sector
    question.place = ticket.draft.place
    question.signals = signals
    question.want = want
    question.previous = before.map { .moments(from: $0.arrival.iso8601, until: $0.end.iso8601) }
    return question
  }

  /// The lead times that an extended ticket keeps: those of the present end, without what the driver
  /// cancelled.
  static func leads(_ ticket: Ticket, _ store: ReminderStore) throws(StoreError) -> [Int] {
    let alarms = try store.alarms(AlarmFilter(openOnly: false, ticket: ticket.id))
    return alarms.compactMap { alarm in
      guard alarm.generation == ticket.generation, alarm.state != .cancelled,
        case .lead(let minutes) = alarm.cause
      else { return nil }
      return minutes
    }
  }

  /// What the daemon does when the notice's button is pressed. The town's rules and the user's language are
  /// those of that moment, however long the daemon has run.
  func extender() -> TicketExtender {
    let started = context
    return { (ticket, minutes, store, now) throws(StoreError) in
      let context = started.withSettingsReadAnew()
      let answer: AnsweredQuote
      do throws(QuestionFault) {
        answer = try TicketExtending(context).quote(ticket, .minutes(minutes), now: now)
      } catch {
        return ExtensionAnswer(outcome: .refused, sentences: [context.failure(error).message])
      }
      let words = answer.words(context)
      guard answer.quote.outcome == .ticket, let end = answer.quote.validUntil, end > ticket.end
      else {
        var sentences = words.answer() + words.reasons()
        if answer.quote.outcome == .ticket, let end = answer.quote.validUntil {
          let said = TicketWords(context: context, towns: TicketTowns(context)).said(
            end, of: ticket)
          sentences.append(context.phrase("extend.not_later", ["until": said]))
        }
        return ExtensionAnswer(outcome: .refused, sentences: sentences)
      }
      let result = try store.extend(
        ticket.id, by: Purchase(answer.quote, until: end),
        leads: try Self.leads(ticket, store), otherLeads: context.settings.leadTimes, now: now)
      return ExtensionAnswer(
        outcome: .extended(until: result.ticket.end), sentences: words.answer() + words.reasons())
    }
  }
}

extension CommandContext {
  /// For a process that runs for days.
  fileprivate func withSettingsReadAnew() -> CommandContext {
    let loaded = settingsLibrary.load()
    return CommandContext(
      invocation: invocation, arguments: arguments, library: library,
      settingsLibrary: settingsLibrary, loadedSettings: loaded,
      phrases: CommandLineTool.phrasebook(library.folder, loaded.settings, invocation),
      output: output, input: input)
  }
}
