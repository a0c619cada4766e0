import CivilTime
import Reminders

/// What became of a wish to extend a ticket.
public struct ExtensionAnswer: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// Saved; the ticket now ends then.
    case extended(until: Instant)
    /// The town's rules do not allow it, or it cannot be computed. Nothing was saved.
    case refused
  }

  public var outcome: Outcome
  /// Whole sentences for the driver, as `aparka extend` says them: what it costs, or why it cannot be.
  public var sentences: [String]

  public init(outcome: Outcome, sentences: [String]) {
    self.outcome = outcome
    self.sentences = sentences
  }
}

/// Quotes an extension by so many counted minutes and saves it in the store, on the loop's thread, at once.
public typealias TicketExtender = (
  _ ticket: Ticket, _ minutes: Int, _ store: ReminderStore, _ now: Instant
) throws(StoreError) -> ExtensionAnswer

/// The notices that answer a button. They take the place of the notice whose button was pressed.
extension NoticeWords {
  func extended(_ answer: ExtensionAnswer, ticket: Ticket, key: String, now: Instant) -> Notice {
    let body = answer.sentences.joined(separator: "\n")
    switch answer.outcome {
    case .extended(let until):
      let title = phrases.phrase(
        "notice.extended", ["until": time(until, of: ticket, now: now)])
      return Notice(key: key, title: title, body: body, urgency: .normal)
    case .refused:
      return Notice(
        key: key, title: phrases.phrase("notice.extend_refused"), body: body, urgency: .critical)
    }
  }

  func snoozed(until due: Instant, ticket: Ticket?, key: String, now: Instant) -> Notice {
    Notice(
      key: key,
      title: phrases.phrase("notice.snoozed", ["time": time(due, of: ticket, now: now)]),
      body: "", urgency: .low)
  }

  func stopped(_ ticket: Ticket, key: String) -> Notice {
    Notice(
      key: key, title: phrases.phrase("notice.stopped"),
      body: phrases.phrase("notice.stopped_body"), urgency: .low)
  }

  /// The button was pressed and could not be obeyed: silence would look like success.
  func actionFailed(reason: String, key: String) -> Notice {
    Notice(
      key: key, title: phrases.phrase("notice.action_failed"), body: reason, urgency: .critical)
  }

  /// The store cannot be used: no alarm will ring.
  func storeBroken(_ error: StoreError) -> Notice {
    Notice(
      key: "aparka-store", title: phrases.phrase("notice.store_broken"),
      body: [reason(error), phrases.phrase("notice.store_broken_advice")].joined(separator: "\n"),
      urgency: .critical,
      environment: ["APARKA_CAUSE": "store_broken", "APARKA_ERROR": error.code])
  }

  /// Tickets that were in the store are there no more.
  func storeGone() -> Notice {
    Notice(
      key: "aparka-store-gone", title: phrases.phrase("notice.store_gone"),
      body: phrases.phrase("notice.store_gone_body"), urgency: .critical,
      environment: ["APARKA_CAUSE": "store_gone", "APARKA_ERROR": "store_gone"])
  }
}
