import CivilTime
import JSONText
import Reminders
import Service

/// Which way alarms will reach the driver, as things stand now.
struct ReminderRoute {
  enum Daemon: Equatable {
    case down
    /// It listens and does not answer.
    case silent
    /// It runs; nil = of a version whose answer is not understood.
    case running(DaemonState?)

    /// Stable, for programs.
    var word: String {
      switch self {
      case .down: "down"
      case .silent: "not_answering"
      case .running: "running"
      }
    }
  }

  private(set) var daemon: Daemon
  /// Channels that the daemon has not tried yet and that could take a notice now.
  private let ready: Set<String>
  /// Alarms that were handed to systemd.
  var timers = 0
  /// The calendar file that was written.
  var calendarPath: String?

  /// Asks the daemon how it is.
  init(_ context: CommandContext) {
    daemon = Self.ask(context) { (path) throws(ControlFailure) in
      try ControlClient.state(at: path)
    }
    ready = Self.readyAmongUntried(daemon, context)
  }

  /// What was never tried is asked, for "will ring" must not be a guess.
  private static func readyAmongUntried(
    _ daemon: Daemon, _ context: CommandContext
  ) -> Set<String> {
    guard case .running(let state?) = daemon, state.storeFault == nil,
      state.channels.contains(where: { $0.state == .untried })
    else { return [] }
    var ready: Set<String> = []
    for (name, health) in ChannelRound(context).health() {
      if case .ready = health { ready.insert(name) }
    }
    return ready
  }

  /// Tells the daemon that the store was changed, so that it looks at once.
  mutating func wake(_ context: CommandContext) {
    guard case .running = daemon else { return }
    let state = Self.ask(context) { (path) throws(ControlFailure) in
      _ = try ControlClient.ask(.wake, at: path)
      return nil
    }
    // What it said of itself before still holds.
    if case .running = state { return }
    daemon = state
  }

  private static func ask(
    _ context: CommandContext, _ question: (String) throws(ControlFailure) -> DaemonState?
  ) -> Daemon {
    guard let paths = try? context.servicePaths() else { return .down }
    do throws(ControlFailure) { return .running(try question(paths.controlSocket)) } catch {
      switch error {
      // The socket only wakes the daemon. Whether one lives is for the lock of the store to say.
      case .notRunning, .unusable:
        return OwnerLock.isDaemonRunning(storePath: paths.database) ? .silent : .down
      case .noAnswer: return .silent
      }
    }
  }

  /// The channels that the daemon rings through: those that took its last notice, and those that it has not
  /// tried and that say that they could take one.
  var channels: [String] {
    guard case .running(let state?) = daemon, state.storeFault == nil else { return [] }
    return state.channels.filter { channel in
      switch channel.state {
      case .working: true
      case .untried: ready.contains(channel.name)
      case .failing: false
      }
    }.map(\.name)
  }

  /// Whether anything at all will ring. A calendar file counts: it is the driver's wish that it does.
  var rings: Bool { !channels.isEmpty || timers > 0 || calendarPath != nil }

  // MARK: Words

  func lines(_ context: CommandContext, alarms: Int) -> [String] {
    guard alarms > 0 else { return [context.phrase("reminder.no_alarm")] }
    var lines: [String] = []
    if timers > 0 { lines.append(context.phrase("reminder.timers", count: timers)) }
    if let calendarPath {
      lines.append(context.phrase("reminder.calendar", ["path": calendarPath]))
    }
    switch daemon {
    case .running(let state):
      if !channels.isEmpty {
        let names = channels.map { context.channelName($0) }
        lines.insert(
          context.phrase("reminder.daemon", ["channels": context.phrases.list(names)]), at: 0)
      } else {
        lines.append(context.phrase(Self.muteKey(state)))
      }
    case .silent: lines.append(context.phrase("reminder.silent"))
    case .down:
      lines.append(context.phrase(lines.isEmpty ? "reminder.down" : "reminder.down_too"))
    }
    return lines
  }

  /// Why a daemon that runs rings through no channel.
  private static func muteKey(_ state: DaemonState?) -> String {
    guard let state else { return "reminder.daemon_unknown" }
    if state.storeFault != nil { return "reminder.daemon_broken" }
    return state.channels.allSatisfy { $0.state == .failing }
      ? "reminder.daemon_mute" : "reminder.daemon_unready"
  }

  var json: JSONOutput {
    .object([
      ("daemon", .string(daemon.word)), ("channels", .array(channels.map { .string($0) })),
      ("timers", .int(timers)), ("calendar", .optional(calendarPath)), ("rings", .bool(rings)),
    ])
  }
}

extension CommandContext {
  /// `desktop` in words; a second address of a channel (`apprise-2`) goes by the channel's name.
  func channelName(_ name: String) -> String {
    let key = "channel_name.\(name.prefix { $0 != "-" })"
    return phrases.has(key) ? phrase(key) : name
  }
}
