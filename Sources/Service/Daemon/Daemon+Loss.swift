import CivilTime
import EventLoop
import Glibc
import Reminders

/// How the store's file was lost.
struct StoreLoss {
  /// Nil = it is gone, or another took its place.
  let error: StoreError?
  /// Nothing was told of it yet.
  var isNew = true
}

/// When the store's file is lost while the daemon runs: the driver is told, what is remembered rings, and
/// another good file at the same path is taken over.
extension Daemon {
  private static let lookAgainMilliseconds = 5000
  private static let copyingMilliseconds = 2000
  private static let retryMilliseconds = 10_000

  func lose(_ error: StoreError?) {
    guard let deliverer, ending == nil, loss == nil else { return }
    loss = StoreLoss(error: error)
    log(.error, error == nil ? "store_replaced" : "store_lost", ["store": plan.paths.database])
    // A log of another file is not ours to write or to remove.
    let log = FileIdentity(plan.paths.database + "-wal")
    remembered = deliverer.halt(
      error ?? StoreError(path: plan.paths.database, problem: .missing),
      writesLog: error == nil && (log == nil || log == logFile))
    try? timer?.arm(at: nil)
    next = nil
    ringRemembered()
    loop.after(milliseconds: Self.lookAgainMilliseconds) { [weak self] in self?.lookAgain() }
  }

  private func lookAgain() {
    guard loss != nil, ending == nil else { return }
    tryWhatIsThere()
    loop.after(milliseconds: Self.lookAgainMilliseconds) { [weak self] in self?.lookAgain() }
  }

  /// Called outside of all handlers, because it waits for the channels.
  func tellLoss() throws(SystemError) {
    guard let loss, let deliverer else { return }
    self.loss?.isNew = false
    let breakDown = BreakDown(plan: plan, loop: loop)
    let channels = deliverer.queues.map(\.channel)
    if let error = loss.error {
      _ = try breakDown.tell(error, configuration: deliverer.configuration, channels: channels)
    } else {
      // Who puts another file there may be about to.
      tryWhatIsThere()
      var isLongEnough = false
      loop.after(milliseconds: Self.copyingMilliseconds) { isLongEnough = true }
      while self.loss != nil, ending == nil, !isLongEnough {
        try loop.turn(waitingMilliseconds: -1)
      }
      if self.loss != nil, let lost = mark?.loss(in: nil, now: plan.clock()) {
        mark = StoreMark(lostUntil: lost.secondsSince1970)
        untoldLoss = lost
      }
      try tellWhatIsGone()
    }
    endIfNothingIsLeft()
  }

  /// Found at the start, or now.
  func tellWhatIsGone() throws(SystemError) {
    if let lost = untoldLoss, let deliverer {
      try BreakDown(plan: plan, loop: loop).tellGone(
        until: lost, configuration: deliverer.configuration,
        channels: deliverer.queues.map(\.channel))
      untoldLoss = nil
    }
    if deliverer != nil { mark?.write(besides: plan.paths.database) }
  }

  /// With nothing more to ring from memory a new start is the better way to a good store.
  private func endIfNothingIsLeft() {
    guard let loss, !loss.isNew, ending == nil, remembered.isEmpty, rememberedRetries == 0,
      deliverer?.isIdle ?? true
    else { return }
    ending = loss.error.map { .storeBroken($0) } ?? .storeReplaced
  }

  /// Goes on with the file that is at the path now, if it is a good one and no other daemon has it.
  func tryWhatIsThere() {
    guard loss != nil, ending == nil, let deliverer, let file = FileIdentity(plan.paths.database),
      loss?.error == nil || file != storeFile
    else { return }
    do throws(StoreError) {
      if FileIdentity(deliverer.owner.path) != lockFile {
        let lock = try OwnerLock(storePath: plan.paths.database)
        guard try lock.becomeDaemon() else { return }
        deliverer.owner = lock
        lockFile = FileIdentity(lock.path)
      }
      try deliverer.store.reopen()
      let present = try StoreMark(deliverer.store)
      let lost = mark?.loss(in: present, now: plan.clock())
      if let lost, lost.secondsSince1970 > mark?.lostUntil ?? 0 { untoldLoss = lost }
      mark = present
      mark?.lostUntil = lost?.secondsSince1970 ?? 0
      seenVersion = try deliverer.store.dataVersion()
    } catch {
      return log(.warning, "store_not_taken_over", ["code": error.code])
    }
    remembered.forget(heldBy: deliverer.store)
    storeFile = file
    loss = nil
    if untoldLoss == nil { mark?.write(besides: plan.paths.database) }
    retries = 0
    log(.notice, "store_taken_over", ["store": plan.paths.database])
    folder = try? FolderWatch(plan.paths.dataFolder, loop: loop) { [unowned self] in
      self.noticed($0)
    }
    FaultMarker(plan.paths.faultMarker).remove()
    deliverer.resume()
    tell(.storeChanged)
  }

  // MARK: What is remembered

  func ringRemembered() {
    guard let deliverer, ending == nil else { return }
    for notice in remembered.takeDue(now: plan.clock()) { ring(notice, deliverer) }
    do throws(SystemError) {
      if rememberedTimer == nil, !remembered.isEmpty {
        rememberedTimer = try WallTimer(loop: loop) { [unowned self] _ in self.ringRemembered() }
      }
      try rememberedTimer?.arm(at: remembered.next)
    } catch { ending = .system(error) }
  }

  private func ring(_ notice: MemoryNotice, _ deliverer: Deliverer) {
    deliverer.memory.send(notice) { [weak self] taken in
      guard let self else { return }
      let due = notice.alarm.due
      let late = plan.clock().seconds(since: max(due, notice.ticket?.end ?? due))
      if taken == nil, late < deliverer.configuration.plan.giveUpSeconds {
        rememberedRetries += 1
        loop.after(milliseconds: Self.retryMilliseconds) { [weak self] in
          guard let self, let deliverer = self.deliverer else { return }
          rememberedRetries -= 1
          ring(notice, deliverer)
        }
      }
      loop.soon { [weak self] in self?.endIfNothingIsLeft() }
    }
  }

  // MARK: The mark

  /// After each step that left nothing to do; written when it says something new.
  func keepMark() {
    guard let deliverer, untoldLoss == nil else { return }
    logFile = FileIdentity(plan.paths.database + "-wal")
    guard var present = try? StoreMark(deliverer.store) else { return }
    present.lostUntil = mark?.lostUntil ?? 0
    guard present != mark else { return }
    mark = present
    present.write(besides: plan.paths.database)
  }
}
