import CLinux
import EventLoop
import Glibc
import Service
import Settings

/// Keeps `aparka serve` running beside a daemon while the setting `web` is on. It is a process of its
/// own: whatever the page asks for, and however long that takes, an alarm is not late for it.
final class WebKeeper {
  /// What a server is started anew for.
  private struct Wish: Equatable {
    let address: String
    let port: Int
  }

  private static let firstWaitMilliseconds = 5_000
  private static let longestWaitMilliseconds = 300_000

  private let context: CommandContext
  private let loop: EventLoop
  private var wish: Wish?
  private var process: pid_t = 0
  private var descriptor: Int32 = -1
  private var watch: EventLoop.Watch?
  private var pause: EventLoop.Delay?
  private var waitMilliseconds = WebKeeper.firstWaitMilliseconds

  init(_ context: CommandContext, _ parts: DaemonParts) {
    self.context = context
    loop = parts.loop
    parts.listen { [weak self] event in
      if event == .settingsChanged { self?.look() }
    }
    look()
  }

  deinit {
    if let watch { loop.stopWatching(watch) }
    if let pause { loop.cancel(pause) }
    guard process > 0 else { return }
    kill(process, SIGTERM)
    // It ends by itself; the daemon's own end does not wait for it.
    close(descriptor)
  }

  /// Does what the settings say now. A file that cannot be read changes nothing.
  private func look() {
    let loaded = context.settingsLibrary.load()
    switch loaded.problem {
    case .file, .text: return
    case nil, .faults: break
    }
    let settings = loaded.settings
    let wanted =
      settings.web ? Wish(address: settings.webAddress, port: settings.webPort) : nil
    guard wanted != wish else { return }
    wish = wanted
    waitMilliseconds = Self.firstWaitMilliseconds
    if let pause { loop.cancel(pause) }
    pause = nil
    if process > 0 {
      // Its end starts the next one.
      kill(process, SIGTERM)
    } else {
      start()
    }
  }

  private func start() {
    guard wish != nil, process == 0 else { return }
    var environment = context.invocation.environment
    environment["APARKA_DATA"] = context.library.folder.path
    // What the service manager gave the daemon is the daemon's alone.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_USEC"] {
      environment[name] = nil
    }
    guard
      let started = try? ProgramStart.spawn(
        [context.invocation.executable ?? "aparka", ServeCommand.name],
        environment: environment.map { "\($0.key)=\($0.value)" }, hasOwnGroup: false)
    else { return startLater() }
    process = started
    descriptor = aparka_pidfd_open(process)
    watch =
      descriptor < 0
      ? nil : try? loop.watch(descriptor, for: .read) { [unowned self] _ in self.ended() }
  }

  /// It told why on standard error, which is the daemon's.
  private func ended() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    if let watch { loop.stopWatching(watch) }
    watch = nil
    close(descriptor)
    process = 0
    if status == 0 { start() } else { startLater() }
  }

  private func startLater() {
    pause = loop.after(milliseconds: waitMilliseconds) { [weak self] in
      self?.pause = nil
      self?.start()
    }
    waitMilliseconds = min(2 * waitMilliseconds, Self.longestWaitMilliseconds)
  }
}
