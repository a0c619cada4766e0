import CivilTime
import EventLoop
import Glibc
import Reminders

/// `aparka daemon`: waits for the next alarm and delivers it. One thread; at rest it sleeps in the kernel.
///
/// It wakes at the next due moment, when the clock is set or the machine resumes, when another process wrote
/// to the store, when somebody asks at the control socket, and for the service manager's watchdog.
public final class Daemon {
  public enum Ending: Hashable, Sendable {
    /// It was asked to.
    case stopped
    /// There is one already.
    case anotherRuns
    /// The store cannot be used. The driver was told.
    case storeBroken(StoreError)
    /// The store's file was moved away or put in place of another: a new start opens what is there.
    case storeReplaced
    /// The system refused what a daemon needs.
    case system(SystemError)

    /// 0 only when it was asked to stop: a service manager starts it again otherwise.
    public var exitStatus: Int32 { self == .stopped ? 0 : 1 }
  }

  let plan: DaemonPlan
  let loop: EventLoop
  let log: Log
  var ending: Ending?
  var isAskedToStop = false
  var deliverer: Deliverer?
  var timer: WallTimer?
  var signals: SignalWatch?
  var control: ControlServer?
  var folder: FolderWatch?
  var runtimeFolder: FolderWatch?
  var controlIsLookedAfter = false
  var settings: FolderWatch?
  var rereading: EventLoop.Delay?
  var companions: [AnyObject] = []
  var listeners: [(DaemonEvent) -> Void] = []
  var started: Instant
  var seenVersion: Int64 = 0
  var storeFile: FileIdentity?
  var next: Instant?
  var toldStatus = ""
  var retries = 0
  var retryIsPlanned = false
  var refillIsPlanned = false
  var pruned: Instant?
  var nextLook: EventLoop.Delay?
  var loss: StoreLoss?
  /// What is left of lost files, rung by a timer of its own.
  var remembered = RememberedAlarms()
  var rememberedTimer: WallTimer?
  /// Remembered alarms that no channel took and that are tried again.
  var rememberedRetries = 0
  var mark: StoreMark?
  /// Until when the tickets ran that were found gone and that the driver was not told of.
  var untoldLoss: Instant?
  var logFile: FileIdentity?
  var lockFile: FileIdentity?

  public init(_ plan: DaemonPlan) throws(SystemError) {
    self.plan = plan
    log = plan.log
    started = plan.clock()
    loop = try EventLoop()
    // The last two by their default would end it without a word.
    for number in [SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    signals = try SignalWatch([SIGTERM, SIGINT, SIGHUP], loop: loop) { [unowned self] number in
      if number == SIGHUP { self.reload() } else { self.stop() }
    }
  }

  /// Returns when the daemon has ended.
  public func run() -> Ending {
    do throws(SystemError) {
      do throws(StoreError) {
        try plan.makeFolders()
        guard let lock = try takeLock() else { return ended(.anotherRuns) }
        try start(lock)
      } catch {
        return ended(try breakDown(error))
      }
      try tellWhatIsGone()
      while ending == nil {
        try loop.turn(waitingMilliseconds: -1)
        if loss?.isNew == true { try tellLoss() }
        if untoldLoss != nil { try tellWhatIsGone() }
      }
      try finish()
    } catch {
      log(.error, "system_call_failed", ["call": error.call, "errno": "\(error.number)"])
      control?.stop()
      return ended(.system(error))
    }
    return ended(ending ?? .stopped)
  }

  private func ended(_ ending: Ending) -> Ending {
    switch ending {
    case .stopped: log(.info, "stopped")
    case .anotherRuns: log(.error, "another_daemon_runs", ["store": plan.paths.database])
    case .storeReplaced: log(.error, "store_replaced", ["store": plan.paths.database])
    // Told where it was met.
    case .storeBroken, .system: break
    }
    return ending
  }

  // MARK: Start and end

  /// The daemon that is being replaced gets a moment to end, also one that was killed: the kernel takes
  /// its locks back a little later than its parent hears of its end.
  private func takeLock() throws(StoreError) -> OwnerLock? {
    let lock = try OwnerLock(storePath: plan.paths.database)
    for attempt in 0...(plan.manager.isThere ? 50 : 20) {
      if attempt > 0 { usleep(100_000) }
      if try lock.becomeDaemon() { return lock }
    }
    return nil
  }

  private func start(_ lock: OwnerLock) throws(StoreError) {
    let before = StoreMark(besides: plan.paths.database)
    let store = try plan.openStore(checkingIntegrity: true)
    mark = try StoreMark(store)
    if let before, let lost = before.loss(in: mark, now: started) {
      mark?.lostUntil = lost.secondsSince1970
      // What was told before is told no more.
      if lost.secondsSince1970 > before.lostUntil { untoldLoss = lost }
    }
    FaultMarker(plan.paths.faultMarker).remove()
    let deliverer = Deliverer(
      store: store, owner: lock, loop: loop, configuration: plan.configuration(), log: log,
      faults: plan.faults, clock: plan.clock
    ) { [weak self] in self?.connect($0) }
    self.deliverer = deliverer
    deliverer.wakeChanged = { [unowned self] in self.arm(at: $0) }
    deliverer.storeFaultChanged = { [unowned self] in self.storeFaultChanged($0) }
    deliverer.reserveIsGone = { [unowned self] in self.planRefill(afterSeconds: 5) }
    deliverer.rang = { [unowned self] in self.tell(.rang($0)) }
    deliverer.rested = { [unowned self] in self.keepMark() }
    seenVersion = try store.dataVersion()
    storeFile = FileIdentity(plan.paths.database)
    lockFile = FileIdentity(lock.path)
    do throws(SystemError) { try watchTheWorld() } catch { return ending = .system(error) }
    connect(deliverer.queues.map(\.channel))
    startCompanions(store)
    deliverer.step()
    log(
      .notice, "started",
      [
        "version": plan.version, "store": plan.paths.database,
        "channels": deliverer.queues.map(\.channel.name).joined(separator: ","),
      ])
    toldStatus = status
    plan.manager.tell(.ready(status: toldStatus))
    if plan.manager.watchdogMilliseconds != nil { feedWatchdog() }
    // After what is urgent.
    loop.after(milliseconds: 1000) { [weak self] in self?.prune() }
  }

  private func watchTheWorld() throws(SystemError) {
    timer = try WallTimer(loop: loop) { [unowned self] event in
      if event == .clockChanged { self.log(.notice, "clock_changed") }
      self.deliverer?.step()
    }
    folder = try FolderWatch(plan.paths.dataFolder, loop: loop) { [unowned self] changes in
      self.noticed(changes)
    }
    openControlSocket()
    watchSettings()
  }

  private func startCompanions(_ store: ReminderStore) {
    let parts = DaemonParts(
      loop: loop, store: store,
      storeWasChanged: { [unowned self] in
        self.deliverer?.step()
        self.tell(.storeChanged)
      }, listen: { [unowned self] in self.listeners.append($0) })
    for make in plan.companions {
      do { if let companion = try make(parts) { companions.append(companion) } } catch {
        log(.error, "companion_failed", ["error": "\(error)"])
      }
    }
  }

  private func stop() {
    // Who asks twice does not wish to wait.
    if isAskedToStop { _exit(0) }
    isAskedToStop = true
    ending = ending ?? .stopped
  }

  /// What is being sent gets some seconds to end, so that it is not sent again after the next start.
  private func finish() throws(SystemError) {
    plan.manager.tell(.stopping)
    runtimeFolder = nil
    control?.stop()
    control = nil
    companions = []
    folder = nil
    settings = nil
    timer = nil
    rememberedTimer = nil
    if !remembered.isEmpty {
      log(.error, "remembered_alarms_lost", ["count": "\(remembered.count)"])
    }
    guard let deliverer else { return }
    deliverer.stopBeginning()
    var isPatient = true
    loop.after(milliseconds: 5000) { isPatient = false }
    while !deliverer.isIdle, isPatient { try loop.turn(waitingMilliseconds: -1) }
    if !deliverer.isIdle { log(.warning, "stopped_while_sending") }
  }
}
