import EventLoop
import Reminders

/// The notices that wait for one channel, sent in the order in which they came.
///
/// The next one starts when the one before has ended, so that a driver reads them in order. A channel that
/// takes its time does not hold up the others behind it for ever: after `graceMilliseconds` the next one
/// starts beside it, up to `mostAtOnce`.
final class ChannelQueue {
  struct Job {
    /// Made when it is sent, so that its words are true then.
    let notice: () -> Notice
    let finished: (DeliveryOutcome) -> Void
  }

  static let mostAtOnce = 4
  static let graceMilliseconds = 100

  let channel: any Channel
  private(set) var health: DaemonState.Channel
  private let loop: EventLoop
  private var waiting: [Job] = []
  private var underWay = 0
  private var grace: EventLoop.Delay?
  private var graceIsOver = true

  init(_ channel: any Channel, loop: EventLoop) {
    self.channel = channel
    self.loop = loop
    health = DaemonState.Channel(name: channel.name)
  }

  /// Waiting and under way.
  var count: Int { waiting.count + underWay }
  var countUnderWay: Int { underWay }

  func add(_ job: Job) {
    waiting.append(job)
    startNext()
  }

  /// Gives up those that have not begun.
  func takeWaiting() -> [Job] {
    defer { waiting = [] }
    return waiting
  }

  private func startNext() {
    guard !waiting.isEmpty, underWay == 0 || (graceIsOver && underWay < Self.mostAtOnce)
    else { return }
    let job = waiting.removeFirst()
    underWay += 1
    graceIsOver = false
    if let grace { loop.cancel(grace) }
    grace = loop.after(milliseconds: Self.graceMilliseconds) { [weak self] in
      self?.grace = nil
      self?.graceIsOver = true
      self?.startNext()
    }
    channel.deliver(job.notice()) { outcome in self.end(job, outcome) }
  }

  private func end(_ job: Job, _ outcome: DeliveryOutcome) {
    underWay -= 1
    if underWay == 0, let grace {
      // At rest nothing may wake the process.
      loop.cancel(grace)
      self.grace = nil
      graceIsOver = true
    }
    switch outcome {
    case .delivered: health = DaemonState.Channel(name: channel.name, state: .working)
    case .retry(let reason), .permanent(let reason):
      health = DaemonState.Channel(name: channel.name, state: .failing, reason: reason)
    }
    job.finished(outcome)
    // What ended is on the disk before the next one begins: a crash then repeats this one at most.
    loop.soon { [weak self] in self?.startNext() }
  }
}
