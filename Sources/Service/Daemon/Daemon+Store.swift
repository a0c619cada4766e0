import CivilTime
import EventLoop
import Reminders

/// What the daemon does about its store: when it fails, and to keep it small and ready.
extension Daemon {
  /// Under a service manager it waits a little longer after each start that met the same fault, so that the
  /// journal is not flooded.
  func breakDown(_ error: StoreError) throws(SystemError) -> Ending {
    let breakDown = BreakDown(plan: plan, loop: loop)
    let starts = try breakDown.tell(
      error, configuration: deliverer?.configuration ?? plan.configuration(),
      channels: deliverer?.queues.map(\.channel))
    if plan.manager.isThere, starts > 1 {
      try breakDown.pause(seconds: min(60, 1 << min(starts, 6))) { isAskedToStop }
    }
    return isAskedToStop ? .stopped : .storeBroken(error)
  }

  func storeFaultChanged(_ fault: StoreError?) {
    retries = 0
    tellStatus()
    guard let fault else { return }
    if fault.isLasting { return lose(fault) }
    planRetry(fault)
  }

  /// After 5, 10, 20, 40, 60, 60 ... seconds. An input or output error that stays needs another opening.
  func planRetry(_ fault: StoreError) {
    guard !retryIsPlanned else { return }
    retryIsPlanned = true
    loop.after(milliseconds: min(60, 5 << min(retries, 4)) * 1000) { [weak self] in
      guard let self, let deliverer else { return }
      retryIsPlanned = false
      guard deliverer.storeFault != nil, !deliverer.isHalted, ending == nil else { return }
      deliverer.retry()
      retries += 1
      guard let fault = deliverer.storeFault else { return }
      if case .inputOutput = fault.problem, retries > 5 { return lose(fault) }
      planRetry(fault)
    }
  }

  /// Until there is space again, so that the next full disk finds a reserve.
  func planRefill(afterSeconds delay: Int) {
    guard !refillIsPlanned else { return }
    refillIsPlanned = true
    loop.after(milliseconds: delay * 1000) { [weak self] in
      guard let self, let deliverer else { return }
      refillIsPlanned = false
      if !deliverer.store.replenishReserve() { planRefill(afterSeconds: min(60, delay * 2)) }
    }
  }

  /// Forgets tickets of long ago: at start, and then once a day when something else has woken it.
  func prune() {
    guard let deliverer, ending == nil, deliverer.storeFault == nil else { return }
    pruned = plan.clock()
    do throws(StoreError) {
      let removed = try deliverer.store.prune(now: pruned ?? started)
      guard removed.tickets + removed.alarms > 0 else { return }
      log(
        .info, "pruned", ["tickets": "\(removed.tickets)", "alarms": "\(removed.alarms)"])
    } catch {
      // The next step meets the same fault and deals with it.
      log(.warning, "not_pruned", ["code": error.code])
    }
  }
}
