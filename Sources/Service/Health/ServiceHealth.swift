import CLinux
import CivilTime
import Glibc
import Reminders

/// Looks whether reminders would come. Reads only; sends nothing.
public struct ServiceHealth {
  private let paths: ServicePaths
  private let environment: [String: String]
  private let version: String
  private let now: Instant
  private let root: String

  /// - Parameters:
  ///   - version: this program's.
  ///   - root: of the file system, for tests.
  public init(
    paths: ServicePaths, environment: [String: String], version: String, now: Instant,
    root: String = ""
  ) {
    self.paths = paths
    self.environment = environment
    self.version = version
    self.now = now
    self.root = root
  }

  /// How the daemon is, as it says; nil when it does not.
  public func daemonState() -> DaemonState? {
    (try? ControlClient.state(at: paths.controlSocket)) ?? nil
  }

  /// The daemon by its socket and its lock.
  public func daemon(_ state: DaemonState?) -> HealthFinding {
    if let state {
      let values = ["pid": "\(state.process)", "version": state.version, "own": version]
      if let fault = state.storeFault {
        return HealthFinding(.daemon, .bad, "store_fails", values.merging(["code": fault]) { $1 })
      }
      return state.version == version
        ? HealthFinding(.daemon, .good, "running", values)
        : HealthFinding(.daemon, .doubtful, "other_version", values)
    }
    let isLocked =
      access(paths.database + ".lock", F_OK) == 0
      && (try? OwnerLock(storePath: paths.database).isDaemonRunning()) == true
    return isLocked
      ? HealthFinding(.daemon, .bad, "silent") : HealthFinding(.daemon, .bad, "down")
  }

  /// The file as a whole (`PRAGMA quick_check`), what failed, and what comes next.
  public func store() -> [HealthFinding] {
    let path = ["path": paths.database]
    do throws(StoreError) {
      let store = try ReminderStore(
        path: paths.database,
        settings: StoreSettings(busyMilliseconds: 2000, busyRounds: 1, creates: false))
      let health = try store.health(now: now)
      return gone(from: try StoreMark(store)) + [
        HealthFinding(
          .store, .good, "sound",
          path.merging([
            "tickets": "\(health.activeTickets)", "alarms": "\(health.pending + health.firing)",
          ]) { $1 }), alarms(health), next(health, try nextTimeZone(store)),
      ]
    } catch {
      if case .missing = error.problem {
        let gone = gone(from: nil)
        return gone.isEmpty ? [HealthFinding(.store, .good, "none_yet", path)] : gone
      }
      return [
        HealthFinding(.store, .bad, "fails", path.merging(["code": error.code]) { $1 })
      ]
    }
  }

  /// Tickets that were there and would still run.
  private func gone(from present: StoreMark?) -> [HealthFinding] {
    guard let mark = StoreMark(besides: paths.database),
      let until = mark.loss(in: present, now: now)
    else { return [] }
    return [
      HealthFinding(.store, .bad, "gone", ["path": paths.database, "due": until.iso8601])
    ]
  }

  private func alarms(_ health: StoreHealth) -> HealthFinding {
    if health.overdue > 0 {
      return HealthFinding(.alarms, .bad, "overdue", ["count": "\(health.overdue)"])
    }
    if health.failedLately > 0 {
      return HealthFinding(.alarms, .bad, "failed", ["count": "\(health.failedLately)"])
    }
    return HealthFinding(.alarms, .good, "all_rung")
  }

  private func next(_ health: StoreHealth, _ timeZone: String?) -> HealthFinding {
    guard let due = health.nextDue else { return HealthFinding(.next, .good, "none") }
    var values = ["due": due.iso8601]
    values["time_zone"] = timeZone
    return health.overdue > 0
      ? HealthFinding(.next, .bad, "overdue", values) : HealthFinding(.next, .good, "due", values)
  }

  /// Of the ticket whose alarm comes next: its moment is told by that town's clocks.
  private func nextTimeZone(_ store: ReminderStore) throws(StoreError) -> String? {
    guard let id = try store.alarms(AlarmFilter(limit: 1)).first?.ticket else { return nil }
    return try store.ticket(id)?.draft.timeZone
  }

  /// A channel as it answers now, and as the daemon last found it.
  public static func channel(
    _ name: String, _ health: ChannelHealth, daemon: DaemonState?
  ) -> HealthFinding {
    switch health {
    case .broken(let fault):
      return HealthFinding(
        .channel, .doubtful, "broken", ["channel": name, "fault": fault.text])
    case .ready(let detail):
      var values = ["channel": name]
      let last = daemon?.channels.first { $0.name == name }
      if let last, last.state == .failing {
        values["fault"] = last.reason ?? ""
        return HealthFinding(.channel, .doubtful, "failing_in_daemon", values)
      }
      values["detail"] = detail
      return HealthFinding(.channel, .good, "ready", values)
    }
  }

  /// Whether any of them would bring a reminder.
  public static func isAnyReady(_ channels: [HealthFinding]) -> Bool {
    channels.contains { $0.state == .good }
  }

  // MARK: The machine

  /// Whether some service keeps the clock right: a wrong clock rings at a wrong time.
  public func clock() -> HealthFinding {
    if access(root + "/run/systemd/timesync/synchronized", F_OK) == 0 {
      return HealthFinding(.clock, .good, "synchronised")
    }
    switch aparka_clock_synchronised() {
    case 1: return HealthFinding(.clock, .good, "synchronised")
    case 0: return HealthFinding(.clock, .doubtful, "not_synchronised")
    default: return HealthFinding(.clock, .unknown, "not_known")
    }
  }

  /// Whether the user's services run without a login, whether the units are enabled.
  public func systemd(userName: String?) -> [HealthFinding] {
    guard access(root + "/run/systemd/system", F_OK) == 0 else {
      return [HealthFinding(.unit, .unknown, "no_systemd")]
    }
    var findings: [HealthFinding] = []
    if let userName {
      let lingers = access(root + "/var/lib/systemd/linger/" + userName, F_OK) == 0
      findings.append(
        lingers
          ? HealthFinding(.session, .good, "lingers")
          : HealthFinding(.session, .doubtful, "ends_with_login", ["user": userName]))
    }
    findings.append(
      isEnabled("default.target.wants/aparka.service")
        ? HealthFinding(.unit, .good, "enabled") : HealthFinding(.unit, .doubtful, "not_enabled"))
    findings.append(
      isEnabled("timers.target.wants/aparka-tick.timer")
        ? HealthFinding(.net, .good, "enabled") : HealthFinding(.net, .doubtful, "not_enabled"))
    return findings
  }

  /// By the links that `systemctl --user enable` makes (`systemd.unit(5)`, the unit load path).
  private func isEnabled(_ link: String) -> Bool {
    let home = environment["HOME"] ?? ""
    let configuration = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
    let folders = [
      configuration, root + "/etc", root + "/usr/local/lib", root + "/usr/lib",
    ]
    return folders.contains { folder in
      var status = stat()
      // A link to nowhere is one too: the unit may be in a folder that is not seen from here.
      return lstat("\(folder)/systemd/user/\(link)", &status) == 0
    }
  }
}
