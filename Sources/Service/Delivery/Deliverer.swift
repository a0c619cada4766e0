import CivilTime
import EventLoop
import Reminders

/// The step from what is due to what was told: T1 fire, T2 claim, send, T3 settle.
///
/// The store is the truth and a step may run at any time, in any process: whoever claims a delivery sends it.
/// What the settings say is read anew for each step. Runs on the loop's thread.
public final class Deliverer {
  /// Deliveries that one process has claimed and not sent yet: few, because a ticket may be stopped meanwhile.
  static let mostClaimed = 16
  /// Alarms that one commit fires.
  static let mostFired = 500
  /// Alarms looked at to find when the next one is due while the store cannot be written.
  static let mostLooked = 500

  let store: ReminderStore
  var owner: OwnerLock
  let clock: () -> Instant
  let log: Log
  let loop: EventLoop
  private let faults: FaultPoints
  private(set) var configuration: ServiceConfiguration
  private(set) var queues: [ChannelQueue] = []
  /// Of earlier settings, with something under way.
  var leaving: [ChannelQueue] = []
  lazy var memory = MemoryDelivery(
    store: store, log: log, clock: clock, words: { [unowned self] in configuration.words },
    queues: { [unowned self] in queues })

  /// Called with the channels whenever they are made anew.
  private let channelsMade: ([any Channel]) -> Void
  /// What to do when the next wake is known anew.
  var wakeChanged: (Instant?) -> Void = { _ in }
  /// Called when the store fails, once per change of fault, and with nil when it works again.
  var storeFaultChanged: (StoreError?) -> Void = { _ in }
  /// Called when the reserve beside the store was used up and cannot be made again yet.
  var reserveIsGone: () -> Void = {}
  /// Called for each notice that a channel took.
  var rang: (Notice) -> Void = { _ in }

  /// Why the last step could not write.
  public internal(set) var storeFault: StoreError?
  /// When the last step that went well began.
  var lastSuccess: Instant?
  var settlements: [Settlement] = []
  var settlingIsPlanned = false
  var stepIsPlanned = false
  var isStopping = false
  /// The store's file is lost: nothing is read or written.
  private(set) var isHalted = false
  /// Counts the files that took the place of lost ones: what was claimed in one is not settled in another.
  private var file = 0
  /// Called after a step that left nothing to do.
  var rested: () -> Void = {}

  public init(
    store: ReminderStore, owner: OwnerLock, loop: EventLoop, configuration: ServiceConfiguration,
    log: Log, faults: FaultPoints = FaultPoints(), clock: @escaping () -> Instant,
    channelsMade: @escaping ([any Channel]) -> Void = { _ in }
  ) {
    self.store = store
    self.owner = owner
    self.loop = loop
    self.configuration = configuration
    self.log = log
    self.faults = faults
    self.clock = clock
    self.channelsMade = channelsMade
    makeQueues()
  }

  /// Other settings. What is under way ends as it began; what waits goes by the new ones.
  func configure(_ configuration: ServiceConfiguration) {
    self.configuration = configuration
    let old = queues
    makeQueues()
    for queue in old {
      let new = self.queue(named: queue.channel.name)
      for job in queue.takeWaiting() {
        if let new { new.add(job) } else { job.finished(Self.removed) }
      }
    }
    leaving = (leaving + old).filter { $0.count > 0 }
  }

  private static let removed = DeliveryOutcome.permanent(
    reason: ChannelFault(.unknownChannel).text)

  private func makeQueues() {
    let made = configuration.makeChannels(loop)
    for channel in made.leftOut {
      log(.warning, "channel_left_out", ["channel": channel.name, "reason": channel.fault.text])
    }
    queues = made.channels.map { ChannelQueue($0, loop: loop) }
    configuration.plan.channels = queues.map(\.channel.name)
    channelsMade(made.channels)
  }

  func queue(named name: String) -> ChannelQueue? {
    queues.first { $0.channel.name == name }
  }

  /// Nothing is under way, waits to be sent or to be settled.
  public var isIdle: Bool {
    (queues + leaving).allSatisfy { $0.count == 0 } && settlements.isEmpty && memory.isIdle
      && !stepIsPlanned
  }

  /// Nothing that is due lies about: for the service manager's watchdog. A store that fails is looked after
  /// by its own retries.
  var isWell: Bool {
    guard storeFault == nil, isIdle else { return true }
    let limit = clock().adding(seconds: -10)
    func isOverdue() -> Bool {
      ((try? store.nextWake(now: clock(), owner: owner.owner)) ?? nil).map { $0 < limit } ?? false
    }
    guard isOverdue() else { return true }
    step()
    return storeFault != nil || !isIdle || !isOverdue()
  }

  /// What is being sent ends; nothing more is begun. What was claimed and not begun is queued again by the
  /// next process that looks.
  func stopBeginning() {
    isStopping = true
    for queue in queues { _ = queue.takeWaiting() }
  }

  /// The store's file is lost. Returns the alarms that are remembered.
  func halt(_ fault: StoreError, writesLog: Bool) -> RememberedAlarms {
    isHalted = true
    file += 1
    settlements = []
    storeFault = fault
    return store.letGoOfFile(writesLog: writesLog)
  }

  /// Another file is in its place, and was opened.
  func resume() {
    isHalted = false
    storeFault = nil
    step()
  }

  // MARK: The step

  /// Everything that is due now. Cheap when nothing is.
  public func step() {
    guard !isStopping, !isHalted else { return }
    let now = clock()
    do throws(StoreError) {
      try recoverAndFire(now)
      try claim(now)
      succeeded(now)
      let next = try store.nextWake(now: now, owner: owner.owner)
      wakeChanged(next.flatMap { guarded($0, now) })
      guard isIdle else { return }
      // Where it meets damage that the step did not need to see, what was remembered before stays.
      try? store.lookAhead()
      rested()
      if !store.replenishReserve() { reserveIsGone() }
    } catch {
      failed(error, now)
    }
  }

  private func recoverAndFire(_ now: Instant) throws(StoreError) {
    let recovered = try store.recover(lock: owner, now: now)
    if recovered > 0 { log(.notice, "recovered", ["deliveries": "\(recovered)"]) }
    let report = try store.fireDue(
      now: now, plan: configuration.plan, limit: Self.mostFired)
    for alarm in report.fired {
      log(
        .info, "fired",
        ["alarm": "\(alarm.id)", "late_seconds": "\(now.seconds(since: alarm.due))"])
    }
    for alarm in report.failed {
      log(.error, "failed", ["alarm": "\(alarm.id)", "reason": alarm.reason ?? "unknown"])
    }
    if report.superseded + report.expired > 0 {
      log(
        .notice, "spoken_for",
        ["superseded": "\(report.superseded)", "expired": "\(report.expired)"])
    }
    if report.isIncomplete { planStep() }
  }

  private func claim(_ now: Instant) throws(StoreError) {
    let room = Self.mostClaimed - queues.reduce(0) { $0 + $1.count }
    guard room > 0 else { return }
    let claims = try store.claim(now: now, owner: owner.owner, limit: room)
    for claim in claims { send(claim) }
  }

  private func send(_ claim: Claim) {
    let id = claim.delivery.id
    let file = file
    guard let queue = queue(named: claim.delivery.channel) else {
      return settle(Settlement(delivery: id, outcome: Self.removed))
    }
    queue.add(
      ChannelQueue.Job(
        notice: { [unowned self] in
          faults.reach("deliver.before_send")
          return notice(claim)
        },
        finished: { [weak self] outcome in
          guard let self else { return }
          faults.reach("deliver.after_send")
          report(claim, outcome)
          guard file == self.file else { return }
          settle(Settlement(delivery: id, outcome: outcome))
        }))
  }

  private func notice(_ claim: Claim) -> Notice {
    configuration.words.notice(
      claim.alarm, of: claim.ticket, summarised: claim.summarised, key: claim.delivery.key,
      now: clock())
  }

  private func report(_ claim: Claim, _ outcome: DeliveryOutcome) {
    let alarm = "\(claim.alarm.id)"
    let (channel, attempt) = (claim.delivery.channel, "\(claim.delivery.attempts)")
    switch outcome {
    case .delivered:
      log(
        .info, "delivered",
        [
          "alarm": alarm, "channel": channel, "attempt": attempt,
          "late_seconds": "\(clock().seconds(since: claim.alarm.due))",
        ])
      rang(notice(claim))
    case .retry(let reason):
      log(
        .warning, "not_delivered",
        ["alarm": alarm, "channel": channel, "attempt": attempt, "reason": reason])
    case .permanent(let reason):
      log(
        .error, "not_delivered_for_good",
        ["alarm": alarm, "channel": channel, "attempt": attempt, "reason": reason])
    }
  }
}
