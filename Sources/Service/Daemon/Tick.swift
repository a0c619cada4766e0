import CivilTime
import EventLoop
import Glibc
import Reminders

/// `aparka daemon --once`: everything that is due now, without a daemon; then it ends. A timer runs it
/// beside the service, so that alarms ring, late and saying so, even when no daemon does.
public struct Tick {
  public enum Ending: Hashable, Sendable {
    case done
    /// A daemon runs and nothing is overdue.
    case leftToDaemon
    /// There is no store: nothing was ever parked.
    case nothingThere
    /// At least one delivery failed; it is tried again by the daemon or the next tick.
    case undelivered
    case storeBroken(StoreError)
    case system(SystemError)

    public var exitStatus: Int32 {
      switch self {
      case .done, .leftToDaemon, .nothingThere: 0
      case .undelivered, .storeBroken, .system: 1
      }
    }
  }

  /// Longest run; what is not sent by then is the next one's.
  private static let mostMilliseconds = 120_000
  /// A daemon that is well fires earlier than this.
  private static let overdueSeconds = 10

  private let plan: DaemonPlan

  public init(_ plan: DaemonPlan) { self.plan = plan }

  public func run() -> Ending {
    signal(SIGPIPE, SIG_IGN)
    do throws(SystemError) {
      let loop = try EventLoop()
      do throws(StoreError) {
        try plan.makeFolders()
        return try deliver(loop)
      } catch {
        if case .missing = error.problem { return .nothingThere }
        // A file that is only held by somebody is no reason to alarm the driver.
        if error.isLasting {
          _ = try BreakDown(plan: plan, loop: loop).tell(
            error, configuration: plan.configuration(), channels: nil)
        }
        return .storeBroken(error)
      }
    } catch {
      plan.log(.error, "system_call_failed", ["call": error.call, "errno": "\(error.number)"])
      return .system(error)
    }
  }

  private func deliver(_ loop: EventLoop) throws(StoreError) -> Ending {
    let store = try ReminderStore(
      path: plan.paths.database,
      settings: StoreSettings(checksIntegrity: false, creates: false, faults: plan.faults))
    let lock = try OwnerLock(storePath: plan.paths.database)
    if try lock.isDaemonRunning() {
      _ = try? ControlClient.ask(.wake, at: plan.paths.controlSocket, timeoutMilliseconds: 2000)
      let now = plan.clock()
      let next = try store.nextWake(now: now, owner: nil)
      if next.map({ now.seconds(since: $0) < Self.overdueSeconds }) ?? true {
        return .leftToDaemon
      }
      plan.log(.error, "daemon_is_late", ["next": next?.iso8601 ?? "none"])
    }
    let deliverer = Deliverer(
      store: store, owner: lock, loop: loop, configuration: plan.configuration(), log: plan.log,
      faults: plan.faults, clock: plan.clock)
    deliverer.step()
    var isLongEnough = false
    loop.after(milliseconds: Self.mostMilliseconds) { isLongEnough = true }
    while !deliverer.isIdle, !isLongEnough {
      do throws(SystemError) { try loop.turn(waitingMilliseconds: -1) } catch {
        return .system(error)
      }
    }
    if let fault = deliverer.storeFault { return .storeBroken(fault) }
    return deliverer.queues.contains { $0.health.state == .failing } ? .undelivered : .done
  }
}
