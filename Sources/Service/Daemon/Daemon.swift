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

  public init(_ plan: DaemonPlan) throws(SystemError) {
    self.plan = plan
    log = plan.log
    started = plan.clock()
    loop = try EventLoop()
    signal(SIGPIPE, SIG_IGN)
    signals = try SignalWatch([SIGTERM, SIGINT, SIGHUP], loop: loop) { [unowned self] number in
      if number == SIGHUP { self.reload() } else { self.stop() }
    }
  }

  /// Returns when the daemon has ended.
  public func run() -> Ending {
    do throws(SystemError) {
      if let failed = plan.paths.makeFolders() {
        throw SystemError(call: "mkdir", number: failed.errorNumber)
      }
      do throws(StoreError) {
        guard let lock = try takeLock() else { return ended(.anotherRuns) }
        try start(lock)
      } catch {
        return ended(try breakDown(error))
      }
      while ending == nil { try loop.turn(waitingMilliseconds: -1) }
      if case .storeBroken(let error)? = ending { ending = try breakDown(error) }
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

  /// Under a service manager the daemon that is being replaced gets a moment to end.
  private func takeLock() throws(StoreError) -> OwnerLock? {
    let lock = try OwnerLock(storePath: plan.paths.database)
    for attempt in 0...(plan.manager.isThere ? 50 : 0) {
      if attempt > 0 { usleep(100_000) }
      if try lock.becomeDaemon() { return lock }
    }
    return nil
  }

  private func start(_ lock: OwnerLock) throws(StoreError) {
    let store = try plan.openStore(checkingIntegrity: true)
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
    seenVersion = try store.dataVersion()
    storeFile = FileIdentity(plan.paths.database)
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
    control = openControlSocket()
    watchSettings()
  }

  /// A daemon that cannot be asked still rings: other processes' writes are seen in the folder.
  private func openControlSocket() -> ControlServer? {
    do throws(SystemError) {
      let answer: (ControlRequest) -> String = { [unowned self] in self.answer($0) }
      // One that was unlinked by a daemon started by hand is of no use to anybody.
      if let inherited = plan.manager.inheritedSockets.first,
        access(plan.paths.controlSocket, F_OK) == 0
      {
        return try ControlServer(inherited: inherited, loop: loop, answer: answer)
      }
      return try ControlServer(path: plan.paths.controlSocket, loop: loop, answer: answer)
    } catch {
      log(
        .error, "no_control_socket",
        ["path": plan.paths.controlSocket, "call": error.call, "errno": "\(error.number)"])
      return nil
    }
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
    control?.stop()
    control = nil
    companions = []
    folder = nil
    settings = nil
    timer = nil
    guard let deliverer else { return }
    deliverer.stopBeginning()
    var isPatient = true
    loop.after(milliseconds: 5000) { isPatient = false }
    while !deliverer.isIdle, isPatient { try loop.turn(waitingMilliseconds: -1) }
    if !deliverer.isIdle { log(.warning, "stopped_while_sending") }
  }
}
