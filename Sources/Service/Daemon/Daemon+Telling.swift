import CivilTime
import EventLoop
import Glibc

/// How the daemon is, for those who ask and for the service manager.
extension Daemon {
  var state: DaemonState {
    DaemonState(
      process: Int(getpid()), version: plan.version, since: started, next: next,
      channels: deliverer?.queues.map(\.health) ?? [], storeFault: deliverer?.storeFault?.code,
      settingsFault: deliverer?.configuration.isFaulty ?? false)
  }

  var status: String {
    let channels = deliverer?.queues.map(\.channel.name).joined(separator: ",") ?? ""
    return "next=\(next?.iso8601 ?? "none") channels=\(channels)"
      + " store=\(deliverer?.storeFault?.code ?? "ok")"
  }

  func tellStatus() {
    guard plan.manager.isThere, !toldStatus.isEmpty, status != toldStatus else { return }
    toldStatus = status
    plan.manager.tell(.status(toldStatus))
  }

  /// Twice as often as it must be: only while nothing that is due lies about.
  func feedWatchdog() {
    guard let limit = plan.manager.watchdogMilliseconds else { return }
    if deliverer?.isWell ?? false {
      plan.manager.tell(.watchdog)
    } else {
      log(.error, "watchdog_not_fed")
    }
    loop.after(milliseconds: max(1, limit / 2)) { [weak self] in self?.feedWatchdog() }
  }
}
