import CivilTime
import EventLoop
import Glibc
import Reminders

/// What wakes the daemon, and what it does then.
extension Daemon {
  func arm(at instant: Instant?) {
    next = instant
    if let pruned, plan.clock().seconds(since: pruned) > 86_400 {
      self.pruned = plan.clock()
      loop.soon { [weak self] in self?.prune() }
    }
    do throws(SystemError) { try timer?.arm(at: instant) } catch { ending = .system(error) }
    tellStatus()
  }

  func noticed(_ changes: FolderWatch.Changes) {
    let name = plan.paths.database.split(separator: "/").last.map(String.init) ?? ""
    if loss != nil { return tryWhatIsThere() }
    if changes.folderIsGone || changes.replaced.contains(name) {
      guard FileIdentity(plan.paths.database) == storeFile else { return lose(nil) }
    }
    let files = ["", name, name + "-wal", name + "-shm"]
    if !changes.written.isDisjoint(with: files) { lookAtStore(againAfter: Self.looks[...]) }
  }

  /// The kernel tells of a write before SQLite has committed it: the log is written, brought to the disk
  /// and only then, in shared memory that no watch sees, made valid. So a write that shows nothing new is
  /// looked after; the last look is later than a slow disk.
  static let looks = [5, 50, 500, 5000]

  /// Steps when another process has written. The daemon's own writes are seen too, and are none.
  func lookAtStore(againAfter delays: ArraySlice<Int>) {
    guard let deliverer, ending == nil, loss == nil else { return }
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

  /// Editors write in several steps: it is read when they have been quiet for a moment.
  func watchSettings() {
    guard let file = plan.settingsFile else { return }
    let folder = ServicePaths.parent(of: file)
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    _ = ServicePaths.make(folder)
    // Without the watch SIGHUP is left.
    settings = try? FolderWatch(folder, loop: loop) { [unowned self] changes in
      guard changes.written.union(changes.replaced).contains(name) else { return }
      if let rereading { loop.cancel(rereading) }
      rereading = loop.after(milliseconds: 100) { [weak self] in
        self?.rereading = nil
        self?.reload()
      }
    }
  }

  func answer(_ request: ControlRequest) -> String {
    switch request {
    case .wake:
      deliverer?.step()
      tell(.storeChanged)
    case .state: return state.json
    case .reload: reload()
    }
    return "{\"ok\":true}"
  }

  func reload() {
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

  /// Called with the channels of each reading of the settings, and once the deliverer is there.
  func connect(_ channels: [any Channel]) {
    guard let deliverer else { return }
    for case let desktop as DesktopChannel in channels {
      desktop.onAction = { [weak self] key, action in self?.deliverer?.act(action, key: key) }
      desktop.onServerAppeared = { [weak self] keys in
        self?.deliverer?.serverAppeared(lostKeys: keys)
      }
      desktop.onAdopted = { [weak self] in self?.deliverer?.takeOver($0) }
      desktop.onClosed = { [weak self] key, _ in self?.deliverer?.isOffScreen(key) }
      desktop.connect()
      deliverer.adoptShownNotices(desktop)
    }
  }

  func tell(_ event: DaemonEvent) {
    for listener in listeners { listener(event) }
  }
}
