import CivilTime
import Reminders

/// What the buttons of notices do.
extension Deliverer {
  /// A button was pressed. What came of it is said in a notice that takes the place of the one pressed.
  ///
  /// - Parameter id: `extend`, `snooze` or `stop`; others (`default`, a click on the notice) do nothing.
  func act(_ id: String, key: String) {
    let now = clock()
    log(.info, "action", ["action": id, "key": key])
    do throws(StoreError) {
      guard let alarm = try alarm(withKey: key) else {
        return log(.warning, "action_of_unknown_notice", ["key": key])
      }
      let ticket = try alarm.ticket.flatMap { id throws(StoreError) in try store.ticket(id) }
      guard let answer = try obey(id, alarm, ticket, key: key, now: now) else { return }
      say(answer)
      isOffScreen(key)
    } catch {
      log(.error, "action_failed", ["action": id, "code": error.code])
      let words = configuration.words
      say(words.actionFailed(reason: words.reason(error), key: key))
    }
    step()
  }

  private func obey(
    _ id: String, _ alarm: Alarm, _ ticket: Ticket?, key: String, now: Instant
  ) throws(StoreError) -> Notice? {
    let words = configuration.words
    switch id {
    case "snooze":
      guard let minutes = words.snoozeMinutes else { return nil }
      let snooze = try store.snooze(alarm.id, minutes: minutes, now: now)
      return words.snoozed(until: snooze.due, ticket: ticket, key: key, now: now)
    case "stop":
      guard let ticket else { return nil }
      return words.stopped(try store.stop(ticket.id, now: now), key: key)
    case "extend":
      guard let ticket, let minutes = words.extendMinutes, let extend = configuration.extend
      else { return nil }
      let answer = try extend(ticket, minutes, store, now)
      return words.extended(answer, ticket: ticket, key: key, now: now)
    default: return nil
    }
  }

  /// The channel with the button shows the answer; nobody waits for it, so it is not in the store.
  private func say(_ notice: Notice) {
    guard let queue = queue(named: "desktop") else { return }
    queue.add(
      ChannelQueue.Job(
        notice: { notice },
        finished: { [log] outcome in
          if case .delivered = outcome { return }
          log(.warning, "answer_not_shown", ["key": notice.key, "outcome": "\(outcome)"])
        }))
  }

  /// `aparka-<store>-<alarm>`; another store's key is not taken for this one's.
  private func alarm(withKey key: String) throws(StoreError) -> Alarm? {
    guard let last = key.split(separator: "-").last, let id = Int64(last),
      try store.deliveries(of: id).contains(where: { $0.key == key })
    else { return nil }
    return try store.alarm(id)
  }

  /// A notification server came up: what waits for it is due, and what the old one showed is shown again
  /// while it still tells something.
  func serverAppeared(lostKeys: [String]) {
    let now = clock()
    do throws(StoreError) {
      let hastened = try store.hasten(channel: "desktop", now: now)
      log(
        .notice, "notification_server_appeared",
        ["hastened": "\(hastened)", "lost": "\(lostKeys.count)"])
      for key in lostKeys { try showAgain(key, now: now) }
    } catch {
      log(.error, "store_failed", ["code": error.code])
    }
    step()
  }

  /// Notices of an earlier process that are still on the screen are delivered once more, in silence and with
  /// the words that they had, so that the server tells this process of their buttons.
  func takeOver(_ keys: [String]) {
    for key in keys {
      guard let alarm = try? alarm(withKey: key), alarm.state == .delivered else { continue }
      let ticket = alarm.ticket.flatMap { try? store.ticket($0) }
      if let ticket, ticket.state != .active || ticket.generation != alarm.generation { continue }
      var notice = configuration.words.notice(
        alarm, of: ticket, key: key, now: alarm.settled ?? alarm.due)
      notice.isSilent = true
      log(.info, "notice_taken_over", ["alarm": "\(alarm.id)"])
      say(notice)
    }
  }

  /// The driver has closed it, or an answer took its place: the next process does not show it again.
  func isOffScreen(_ key: String) {
    guard !isHalted, storeFault == nil else { return }
    do throws(StoreError) { try store.forgetReceipt(key: key, channel: "desktop") } catch {
      log(.warning, "receipt_not_forgotten", ["code": error.code])
    }
  }

  private func showAgain(_ key: String, now: Instant) throws(StoreError) {
    guard let alarm = try alarm(withKey: key), alarm.state == .delivered, let id = alarm.ticket,
      let ticket = try store.ticket(id), ticket.state == .active,
      ticket.generation == alarm.generation, ticket.end > now
    else { return }
    say(configuration.words.notice(alarm, of: ticket, key: key, now: now))
  }

  /// Notices that an earlier process showed: their buttons are heard from now on.
  func adoptShownNotices(_ desktop: DesktopChannel) {
    do throws(StoreError) {
      for alarm in try store.history(limit: 20) where alarm.state == .delivered {
        for delivery in try store.deliveries(of: alarm.id)
        where delivery.channel == desktop.name && delivery.state == .delivered {
          guard let receipt = delivery.receipt else { continue }
          desktop.adopt(key: delivery.key, receipt: receipt)
        }
      }
    } catch {
      log(.warning, "shown_notices_unknown", ["code": error.code])
    }
  }
}
