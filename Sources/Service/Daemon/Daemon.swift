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

  private let plan: DaemonPlan
  private let loop: EventLoop
  private let log: Log
  private var ending: Ending?
  private var isAskedToStop = false
  private(set) var deliverer: Deliverer?
  private var timer: WallTimer?
  private var signals: SignalWatch?
  private var control: ControlServer?
  private var folder: FolderWatch?
  private var companions: [AnyObject] = []
  private var listeners: [(DaemonEvent) -> Void] = []
  private var started: Instant
  private var seenVersion: Int64 = 0
  private var storeFile: FileIdentity?
  private var next: Instant?
  private var toldStatus = ""
  private var retries = 0
  private var retryIsPlanned = false
  private var refillIsPlanned = false
  private var nextLook: EventLoop.Delay?

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

  /// Under a service manager it waits a little longer after each start that met the same fault, so that the
  /// journal is not flooded.
  private func breakDown(_ error: StoreError) throws(SystemError) -> Ending {
    let breakDown = BreakDown(plan: plan, loop: loop)
    let starts = try breakDown.tell(
      error, configuration: deliverer?.configuration ?? plan.configuration(),
      channels: deliverer?.queues.map(\.channel))
    if plan.manager.isThere, starts > 1 {
      try breakDown.pause(seconds: min(60, 1 << min(starts, 6))) { isAskedToStop }
    }
    return isAskedToStop ? .stopped : .storeBroken(error)
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
    _ = try? store.prune(now: plan.clock())
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
    timer = nil
    guard let deliverer else { return }
    deliverer.stopBeginning()
    var isPatient = true
    loop.after(milliseconds: 5000) { isPatient = false }
    while !deliverer.isIdle, isPatient { try loop.turn(waitingMilliseconds: -1) }
    if !deliverer.isIdle { log(.warning, "stopped_while_sending") }
  }

  // MARK: What wakes it

  private func arm(at instant: Instant?) {
    next = instant
    do throws(SystemError) { try timer?.arm(at: instant) } catch { ending = .system(error) }
    tellStatus()
  }

  private func noticed(_ changes: FolderWatch.Changes) {
    let name = plan.paths.database.split(separator: "/").last.map(String.init) ?? ""
    if changes.folderIsGone || changes.replaced.contains(name) {
      guard FileIdentity(plan.paths.database) == storeFile else { return ending = .storeReplaced }
    }
    let files = ["", name, name + "-wal", name + "-shm"]
    if !changes.written.isDisjoint(with: files) { lookAtStore(againAfter: Self.looks[...]) }
  }

  /// The kernel tells of a write before SQLite has committed it: the log is written, brought to the disk
  /// and only then, in shared memory that no watch sees, made valid. So a write that shows nothing new is
  /// looked after; the last look is later than a slow disk.
  private static let looks = [5, 50, 500, 5000]

  /// Steps when another process has written. The daemon's own writes are seen too, and are none.
  private func lookAtStore(againAfter delays: ArraySlice<Int>) {
    guard let deliverer, ending == nil else { return }
    if let nextLook { loop.cancel(nextLook) }
    nextLook = delays.first.map { delay in
      loop.after(milliseconds: delay) { [weak self] in
        self?.nextLook = nil
        self?.lookAtStore(againAfter: delays.dropFirst())
      }
    }
    if let version = try? deliverer.store.dataVersion() {
      guard version != seenVersion else { return }
      seenVersion = version
    }
    deliverer.step()
    tell(.storeChanged)
  }

  private func answer(_ request: ControlRequest) -> String {
    switch request {
    case .wake:
      deliverer?.step()
      tell(.storeChanged)
    case .state: return state.json
    case .reload: reload()
    }
    return "{\"ok\":true}"
  }

  private func reload() {
    guard ending == nil, let deliverer else { return }
    plan.manager.tell(.reloading)
    let configuration = plan.configuration()
    log(.notice, "settings_read", ["faulty": "\(configuration.isFaulty)"])
    deliverer.configure(configuration)
    toldStatus = status
    plan.manager.tell(.ready(status: toldStatus))
    deliverer.step()
    tell(.settingsChanged)
  }

  private func connect(_ channels: [any Channel]) {
    for case let desktop as DesktopChannel in channels {
      desktop.onAction = { [weak self] key, action in self?.deliverer?.act(action, key: key) }
      desktop.onServerAppeared = { [weak self] keys in
        self?.deliverer?.serverAppeared(lostKeys: keys)
      }
      desktop.connect()
      deliverer?.adoptShownNotices(desktop)
    }
  }

  private func tell(_ event: DaemonEvent) {
    for listener in listeners { listener(event) }
  }

  // MARK: When the store fails

  private func storeFaultChanged(_ fault: StoreError?) {
    retries = 0
    tellStatus()
    guard let fault else { return }
    if fault.isLasting { return ending = .storeBroken(fault) }
    planRetry(fault)
  }

  /// After 5, 10, 20, 40, 60, 60 ... seconds. An input or output error that stays needs another opening.
  private func planRetry(_ fault: StoreError) {
    guard !retryIsPlanned else { return }
    retryIsPlanned = true
    loop.after(milliseconds: min(60, 5 << min(retries, 4)) * 1000) { [weak self] in
      guard let self, let deliverer else { return }
      retryIsPlanned = false
      guard deliverer.storeFault != nil, ending == nil else { return }
      deliverer.retry()
      retries += 1
      guard let fault = deliverer.storeFault else { return }
      if case .inputOutput = fault.problem, retries > 5 { return ending = .storeBroken(fault) }
      planRetry(fault)
    }
  }

  /// Until there is space again, so that the next full disk finds a reserve.
  private func planRefill(afterSeconds delay: Int) {
    guard !refillIsPlanned else { return }
    refillIsPlanned = true
    loop.after(milliseconds: delay * 1000) { [weak self] in
      guard let self, let deliverer else { return }
      refillIsPlanned = false
      if !deliverer.store.replenishReserve() { planRefill(afterSeconds: min(60, delay * 2)) }
    }
  }

  // MARK: Telling how it is

  private var state: DaemonState {
    DaemonState(
      process: Int(getpid()), version: plan.version, since: started, next: next,
      channels: deliverer?.queues.map(\.health) ?? [], storeFault: deliverer?.storeFault?.code,
      settingsFault: deliverer?.configuration.isFaulty ?? false)
  }

  private var status: String {
    let channels = deliverer?.queues.map(\.channel.name).joined(separator: ",") ?? ""
    return "next=\(next?.iso8601 ?? "none") channels=\(channels)"
      + " store=\(deliverer?.storeFault?.code ?? "ok")"
  }

  private func tellStatus() {
    guard plan.manager.isThere, !toldStatus.isEmpty, status != toldStatus else { return }
    toldStatus = status
    plan.manager.tell(.status(toldStatus))
  }

  /// Twice as often as it must be: only while nothing that is due lies about.
  private func feedWatchdog() {
    guard let limit = plan.manager.watchdogMilliseconds else { return }
    if deliverer?.isWell ?? false {
      plan.manager.tell(.watchdog)
    } else {
      log(.error, "watchdog_not_fed")
    }
    loop.after(milliseconds: max(1, limit / 2)) { [weak self] in self?.feedWatchdog() }
  }
}
