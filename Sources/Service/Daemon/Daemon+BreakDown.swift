import CivilTime
import EventLoop
import Glibc
import Reminders

/// The end of a daemon whose store cannot be used.
extension Daemon {
  /// Says so through every channel, once for each fault, and under a service manager waits a little longer
  /// after each start, so that neither the driver nor the journal is flooded.
  func breakDown(_ error: StoreError) throws(SystemError) -> Ending {
    let marker = FaultMarker(plan.paths.faultMarker)
    let now = Int(plan.clock().secondsSince1970)
    let before = marker.read(now: now).flatMap { $0.code == error.code ? $0 : nil }
    var content = FaultMarker.Content(
      code: error.code, starts: (before?.starts ?? 0) + 1, wasTold: before?.wasTold ?? false,
      age: before?.age ?? 0)
    log(
      .error, "store_unusable",
      ["code": error.code, "detail": "\(error.problem)", "starts": "\(content.starts)"])
    ending = .storeBroken(error)
    if !content.wasTold {
      plan.manager.tell(.extendTimeout(milliseconds: 120_000))
      let taken = try sayBroken(error)
      content.wasTold = !taken.isEmpty
      log(
        content.wasTold ? .notice : .error, "store_fault_told",
        ["channels": taken.joined(separator: ",")])
    }
    marker.write(content, now: now)
    if plan.manager.isThere, content.starts > 1 {
      try pause(seconds: min(60, 1 << min(content.starts, 6)))
    }
    return .storeBroken(error)
  }

  private func sayBroken(_ error: StoreError) throws(SystemError) -> [String] {
    let configuration = deliverer?.configuration ?? plan.configuration()
    let channels =
      deliverer?.queues.map(\.channel) ?? configuration.makeChannels(loop).channels
    var result: [String]?
    SayingOnce.say(configuration.words.storeBroken(error), through: channels, loop: loop) {
      result = $0
    }
    while true {
      if let result { return result }
      try loop.turn(waitingMilliseconds: -1)
    }
  }

  /// Ends early when somebody works on the store's folder, or wishes the daemon to stop.
  private func pause(seconds: Int) throws(SystemError) {
    plan.manager.tell(.extendTimeout(milliseconds: (seconds + 30) * 1000))
    log(.notice, "waiting_for_store", ["seconds": "\(seconds)"])
    var isOver = false
    loop.after(milliseconds: seconds * 1000) { isOver = true }
    let watch = try? FolderWatch(plan.paths.dataFolder, loop: loop) { _ in isOver = true }
    while !isOver { try loop.turn(waitingMilliseconds: -1) }
    withExtendedLifetime(watch) {}
  }
}

extension StoreError {
  /// Waiting does not help: the file is not one that this program can use.
  var isLasting: Bool {
    switch problem {
    case .corrupt, .newer, .notOurs, .cannotOpen, .missing: true
    default: false
    }
  }
}
