import CivilTime
import Reminders

/// Sends what is due while the store cannot be written: from memory, with the same keys, so that a later
/// repeat takes the place of the notice; the store folds it in when it can write again.
final class MemoryDelivery {
  private let store: ReminderStore
  private let queues: () -> [ChannelQueue]
  private let words: () -> NoticeWords
  private let clock: () -> Instant
  private let log: Log
  /// Keys of those under way.
  private var underWay: Set<String> = []

  init(
    store: ReminderStore, log: Log, clock: @escaping () -> Instant,
    words: @escaping () -> NoticeWords, queues: @escaping () -> [ChannelQueue]
  ) {
    self.store = store
    self.log = log
    self.clock = clock
    self.words = words
    self.queues = queues
  }

  var isIdle: Bool { underWay.isEmpty }

  /// Starts to send what is due and is not under way already. When no channel takes it, the next step tries
  /// again.
  func send(now: Instant) {
    for notice in store.dueFromMemory(now: now) {
      send(notice) { [store, clock] taken in
        guard let taken else { return }
        store.rememberSent(notice, channel: taken.channel, receipt: taken.receipt, at: clock())
      }
    }
  }

  /// One channel after the other until one takes it.
  ///
  /// - Parameter finished: called later, with who took it; not at all when it is under way already.
  func send(
    _ notice: MemoryNotice, finished: @escaping ((channel: String, receipt: String?)?) -> Void
  ) {
    guard underWay.insert(notice.key).inserted else { return }
    log(.warning, "sending_from_memory", ["alarm": "\(notice.alarm.id)"])
    tryChannels(queues()[...], notice, finished)
  }

  private func tryChannels(
    _ rest: ArraySlice<ChannelQueue>, _ notice: MemoryNotice,
    _ finished: @escaping ((channel: String, receipt: String?)?) -> Void
  ) {
    guard let queue = rest.first else {
      underWay.remove(notice.key)
      log(.error, "memory_delivery_failed", ["alarm": "\(notice.alarm.id)"])
      return finished(nil)
    }
    queue.add(
      ChannelQueue.Job(
        notice: { [words, clock] in
          words().notice(
            notice.alarm, of: notice.ticket, key: notice.key, now: clock())
        },
        finished: { [weak self] outcome in
          guard let self else { return }
          guard case .delivered(let receipt) = outcome else {
            return tryChannels(rest.dropFirst(), notice, finished)
          }
          underWay.remove(notice.key)
          log(
            .warning, "delivered_from_memory",
            ["alarm": "\(notice.alarm.id)", "channel": queue.channel.name])
          finished((queue.channel.name, receipt))
        }))
  }
}
