import CivilTime
import EventLoop
import Glibc
import Reminders

/// Tells the driver that the store cannot be used: through every channel, once for each fault, however often
/// the daemon is started again.
struct BreakDown {
  let plan: DaemonPlan
  let loop: EventLoop

  /// - Parameter channels: nil = as the settings say.
  /// - Returns: how many starts in a row have met this fault.
  func tell(
    _ error: StoreError, configuration: ServiceConfiguration, channels: [any Channel]?
  ) throws(SystemError) -> Int {
    let marker = FaultMarker(plan.paths.faultMarker)
    let now = Int(plan.clock().secondsSince1970)
    let before = marker.read(now: now).flatMap { $0.code == error.code ? $0 : nil }
    var content = FaultMarker.Content(
      code: error.code, starts: (before?.starts ?? 0) + 1, wasTold: before?.wasTold ?? false,
      age: before?.age ?? 0)
    plan.log(
      .error, "store_unusable",
      [
        "code": error.code, "store": error.path, "detail": "\(error.problem)",
        "starts": "\(content.starts)",
      ])
    if !content.wasTold {
      plan.manager.tell(.extendTimeout(milliseconds: 120_000))
      let taken = try say(
        configuration.words.storeBroken(error),
        through: channels ?? configuration.makeChannels(loop).channels)
      content.wasTold = !taken.isEmpty
      plan.log(
        content.wasTold ? .notice : .error, "store_fault_told",
        ["channels": taken.joined(separator: ",")])
    }
    marker.write(content, now: now)
    return content.starts
  }

  /// Says that tickets are gone. Written to the mark only afterwards: who dies in between says it again.
  func tellGone(
    until: Instant, configuration: ServiceConfiguration, channels: [any Channel]?
  ) throws(SystemError) {
    plan.manager.tell(.extendTimeout(milliseconds: 120_000))
    let taken = try say(
      configuration.words.storeGone(),
      through: channels ?? configuration.makeChannels(loop).channels)
    plan.log(
      .error, "tickets_gone",
      [
        "store": plan.paths.database, "until": until.iso8601,
        "channels": taken.joined(separator: ","),
      ])
  }

  private func say(
    _ notice: Notice, through channels: [any Channel]
  ) throws(SystemError) -> [String] {
    var result: [String]?
    SayingOnce.say(notice, through: channels, loop: loop) { result = $0 }
    while true {
      if let result { return result }
      try loop.turn(waitingMilliseconds: -1)
    }
  }

  /// Ends early when somebody works on the store's folder.
  func pause(seconds: Int, until isOver: () -> Bool) throws(SystemError) {
    plan.manager.tell(.extendTimeout(milliseconds: (seconds + 30) * 1000))
    plan.log(.notice, "waiting_for_store", ["seconds": "\(seconds)"])
    var isLongEnough = false
    loop.after(milliseconds: seconds * 1000) { isLongEnough = true }
    let watch = try? FolderWatch(plan.paths.dataFolder, loop: loop) { _ in isLongEnough = true }
    while !isLongEnough, !isOver() { try loop.turn(waitingMilliseconds: -1) }
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
