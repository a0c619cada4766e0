import CivilTime
import EventLoop
import Reminders

/// The end of deliveries, and what is done when the store fails.
extension Deliverer {
  func settle(_ settlement: Settlement) {
    settlements.append(settlement)
    guard !settlingIsPlanned else { return }
    settlingIsPlanned = true
    loop.soon { [weak self] in self?.settleAll() }
  }

  /// T3 for all that ended in this turn of the loop. Also while stopping.
  func settleAll() {
    settlingIsPlanned = false
    guard !isHalted else { return }
    let now = clock()
    if !settlements.isEmpty {
      do throws(StoreError) {
        let ended = try store.settle(settlements, owner: owner.owner, now: now)
        settlements = []
        for alarm in ended {
          log(
            alarm.state == .failed ? .error : .info, "settled",
            [
              "alarm": "\(alarm.id)", "state": alarm.state.rawValue,
              "reason": alarm.reason ?? "none",
            ])
        }
      } catch { return failed(error, now) }
    }
    step()
  }

  func planStep() {
    guard !stepIsPlanned else { return }
    stepIsPlanned = true
    loop.soon { [weak self] in
      self?.stepIsPlanned = false
      self?.step()
    }
  }

  // MARK: When the store fails

  func succeeded(_ now: Instant) {
    lastSuccess = now
    guard storeFault != nil else { return }
    storeFault = nil
    log(.notice, "store_works_again")
    storeFaultChanged(nil)
  }

  func failed(_ error: StoreError, _ now: Instant) {
    if storeFault?.code != error.code {
      storeFault = error
      log(.error, "store_failed", ["code": error.code, "detail": "\(error.problem)"])
      storeFaultChanged(error)
    }
    guard !isHalted else { return }
    if !isStopping { memory.send(now: now) }
    // Alarms that come due meanwhile, as far as the file can still be read.
    let coming = try? store.alarms(AlarmFilter(openOnly: true, limit: Self.mostLooked))
      .first { $0.state == .pending && $0.due > now }
    wakeChanged(coming?.due)
  }

  /// Settlements that failed and all that is due, once more.
  func retry() { settleAll() }

  /// The timer is not set to a moment that is past while the work for it is under way: ending it steps
  /// again. With nothing under way it would ring for ever, so a second is waited.
  func guarded(_ next: Instant, _ now: Instant) -> Instant? {
    guard next <= now else { return next }
    return isIdle ? now.adding(seconds: 1) : nil
  }
}
