import CivilTime
import Phrasebook
import Reminders

/// The words of a notification, made at the moment it is sent: what is true now, not when the alarm was set.
///
/// Minutes left are rounded up and minutes past are rounded down: with 61 seconds left "2 min left" is said,
/// 61 seconds after the end "ended 1 min ago".
public struct NoticeWords {
  /// How a ticket's town and zone are called.
  public struct PlaceNames: Hashable, Sendable {
    public var town: String
    public var zone: String

    public init(town: String, zone: String) {
      self.town = town
      self.zone = zone
    }
  }

  /// Tickets that a summary names.
  private static let mostSummarised = 5

  let phrases: Phrasebook
  private let placeNames: (Ticket) -> PlaceNames
  private let clock: (String) -> TownClock
  /// Minutes of the buttons; nil = no such button.
  public let snoozeMinutes: Int?
  public let extendMinutes: Int?

  /// - Parameters:
  ///   - placeNames: in the language of `phrases`; a town that is known no more goes by its id.
  ///   - clock: of an IANA time zone; UTC for one that is not known.
  public init(
    phrases: Phrasebook, snoozeMinutes: Int? = 5, extendMinutes: Int? = nil,
    placeNames: @escaping (Ticket) -> PlaceNames, clock: @escaping (String) -> TownClock
  ) {
    self.phrases = phrases
    self.placeNames = placeNames
    self.clock = clock
    self.snoozeMinutes = snoozeMinutes
    self.extendMinutes = extendMinutes
  }

  /// The notice of an alarm.
  ///
  /// - Parameter summarised: the tickets that a summary tells of.
  public func notice(
    _ alarm: Alarm, of ticket: Ticket?, summarised: [Ticket] = [], key: String, now: Instant
  ) -> Notice {
    if alarm.cause == .summary { return summary(of: summarised, alarm, key: key) }
    guard let ticket else { return plain(alarm, key: key, now: now) }
    var lines = [alarm.text, situation(of: ticket, now: now), walk(ticket, now: now)]
    lines.append(lateness(of: alarm, now: now))
    lines.append(ticket.draft.note.map { phrases.phrase("notice.note", ["note": $0]) })
    return Notice(
      key: key, title: title(of: ticket, now: now),
      body: lines.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n"),
      urgency: .critical, actions: actions(for: ticket),
      environment: environment(alarm, ticket, now: now))
  }

  // MARK: What is true now

  private func title(of ticket: Ticket, now: Instant) -> String {
    let seconds = ticket.end.seconds(since: now)
    if seconds > 0 {
      let minutes = (seconds + 59) / 60
      return counted("notice.title_left", minutes)
    }
    let minutes = -seconds / 60
    return minutes == 0
      ? phrases.phrase("notice.title_ends_now") : counted("notice.title_ended", minutes)
  }

  private func situation(of ticket: Ticket, now: Instant) -> String {
    let names = placeNames(ticket)
    return phrases.phrase(
      ticket.end > now ? "notice.valid_until" : "notice.was_valid_until",
      ["town": names.town, "zone": names.zone, "until": time(ticket.end, of: ticket, now: now)])
  }

  /// When the driver must set out, the walk counted in.
  private func walk(_ ticket: Ticket, now: Instant) -> String? {
    let walk = ticket.draft.walkMinutes
    guard walk > 0, ticket.end > now else { return nil }
    // Rounded down: who sets out then arrives in time.
    let spare = (ticket.end.seconds(since: now) - walk * 60) / 60
    let values = [
      "walk": phrases.duration(minutes: walk), "duration": phrases.duration(minutes: max(0, spare)),
    ]
    return phrases.phrase(spare > 0 ? "notice.walk_within" : "notice.walk_now", values)
  }

  private func lateness(of alarm: Alarm, now: Instant) -> String? {
    let minutes = now.seconds(since: alarm.due) / 60
    return minutes < 1 ? nil : counted("notice.late", minutes)
  }

  private func plain(_ alarm: Alarm, key: String, now: Instant) -> Notice {
    let lines = [alarm.text, lateness(of: alarm, now: now)]
    return Notice(
      key: key, title: phrases.phrase("notice.title_moment"),
      body: lines.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n"),
      urgency: .critical, actions: snoozeAction(), environment: environment(alarm, nil, now: now))
  }

  private func summary(of tickets: [Ticket], _ alarm: Alarm, key: String) -> Notice {
    var lines = tickets.prefix(Self.mostSummarised).map { ticket in
      let names = placeNames(ticket)
      return phrases.phrase(
        "notice.summary_ticket",
        [
          "town": names.town, "zone": names.zone,
          "end": phrases.dateTime(local(ticket.end, of: ticket), .abbreviated),
        ])
    }
    let rest = tickets.count - lines.count
    if rest > 0 { lines.append(phrases.phrase("notice.summary_more", count: rest)) }
    return Notice(
      key: key, title: phrases.phrase("notice.title_summary", count: tickets.count),
      body: ([phrases.phrase("notice.summary")] + lines).joined(separator: "\n"),
      urgency: .normal, environment: ["APARKA_ALARM": "\(alarm.id)", "APARKA_CAUSE": "summary"])
  }

  // MARK: Buttons and data

  private func actions(for ticket: Ticket) -> [Notice.Action] {
    var actions: [Notice.Action] = []
    if let extendMinutes {
      let label = phrases.phrase(
        "notice.action_extend", ["duration": phrases.duration(minutes: extendMinutes)])
      actions.append(Notice.Action(id: "extend", label: label))
    }
    actions += snoozeAction()
    actions.append(Notice.Action(id: "stop", label: phrases.phrase("notice.action_stop")))
    return actions
  }

  private func snoozeAction() -> [Notice.Action] {
    guard let snoozeMinutes else { return [] }
    let label = phrases.phrase(
      "notice.action_snooze", ["duration": phrases.duration(minutes: snoozeMinutes)])
    return [Notice.Action(id: "snooze", label: label)]
  }

  private func environment(_ alarm: Alarm, _ ticket: Ticket?, now: Instant) -> [String: String] {
    var values = [
      "APARKA_ALARM": "\(alarm.id)", "APARKA_DUE": alarm.due.iso8601,
      "APARKA_CAUSE": alarm.causeWord,
      "APARKA_LATE_SECONDS": "\(max(0, now.seconds(since: alarm.due)))",
    ]
    guard let ticket else { return values }
    let clock = clock(ticket.draft.timeZone)
    values["APARKA_TICKET"] = "\(ticket.id)"
    values["APARKA_TOWN"] = ticket.draft.town
    values["APARKA_ZONE"] = ticket.draft.zone
    values["APARKA_VALID_UNTIL"] = clock.iso8601(ticket.end)
    values["APARKA_SECONDS_LEFT"] = "\(ticket.end.seconds(since: now))"
    values["APARKA_WALK_MINUTES"] = "\(ticket.draft.walkMinutes)"
    if let note = ticket.draft.note { values["APARKA_NOTE"] = note }
    if let vehicle = ticket.draft.vehicle { values["APARKA_VEHICLE"] = vehicle }
    return values
  }

  // MARK: Figures

  func time(_ instant: Instant, of ticket: Ticket?, now: Instant) -> String {
    phrases.momentInSentence(
      local(instant, of: ticket), seenFrom: local(now, of: ticket).date)
  }

  private func local(_ instant: Instant, of ticket: Ticket?) -> LocalDateTime {
    clock(ticket?.draft.timeZone ?? "").local(instant)
  }

  private func counted(_ key: String, _ minutes: Int) -> String {
    phrases.phrase(key, ["duration": phrases.duration(minutes: minutes)], count: minutes)
  }
}

extension Alarm {
  /// `lead`, `moment`, `snooze`, `summary`.
  var causeWord: String {
    switch cause {
    case .lead: "lead"
    case .moment: "moment"
    case .snooze: "snooze"
    case .summary: "summary"
    }
  }
}
