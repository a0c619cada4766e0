import EventLoop
import Reminders

/// Tells something through every channel, once each, and waits for the end of it.
enum SayingOnce {
  /// - Parameter finished: called once, with the names of the channels that took the notice.
  static func say(
    _ notice: Notice, through channels: [any Channel], loop: EventLoop,
    finished: @escaping (_ taken: [String]) -> Void
  ) {
    let round = Round(open: channels.count, finished: finished)
    guard !channels.isEmpty else {
      loop.soon { finished([]) }
      return
    }
    for channel in channels {
      channel.deliver(notice) { outcome in
        if case .delivered = outcome { round.taken.append(channel.name) }
        round.open -= 1
        if round.open == 0 { round.finished(round.taken) }
      }
    }
  }

  private final class Round {
    var open: Int
    var taken: [String] = []
    let finished: ([String]) -> Void

    init(open: Int, finished: @escaping ([String]) -> Void) {
      self.open = open
      self.finished = finished
    }
  }
}
