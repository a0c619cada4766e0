import CivilTime
import EventLoop
import Glibc

/// Transient timers of the user's systemd, which run one step of delivery at the moments of alarms.
///
/// The alarms stay in the store: a timer only says "look now", and whoever looks first claims what is due, so
/// that a daemon and a timer never ring twice. A timer that is left over finds nothing to do. After a reboot
/// transient timers are gone; the alarms are not.
struct SystemdTimers {
  static let program = "systemd-run"
  /// Long enough for a manager that is busy.
  private static let timeoutMilliseconds = 15_000

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Makes a timer for each moment. Those that are past, or nearly so, run at once.
  ///
  /// - Throws: when one could not be made; those before it stay, and do no harm.
  func make(at moments: [Instant]) throws(CommandFailure) {
    for moment in Set(moments).sorted() {
      let ending = try run(
        Self.words(
          at: moment, context.invocation, dataFolder: context.library.folder.path))
      guard case .exited(status: 0, _) = ending else { throw failure(ending) }
    }
  }

  /// The call that makes a timer. The manager's environment is not that of the call.
  static func words(
    at moment: Instant, _ invocation: Invocation, dataFolder: String
  ) -> [String] {
    let stamp = moment.iso8601.filter { $0 != "-" && $0 != ":" }
    let random = String(UInt32.random(in: .min ... .max), radix: 16)
    // In UTC: a local time may come twice, or never, on the night of a clock change.
    let calendarTime = moment.iso8601.dropLast().map { $0 == "T" ? " " : $0 } + " UTC"
    let isSoon = moment.seconds(since: invocation.now) < 2
    var words = [
      program, "--user", "--quiet", "--collect", "--unit=aparka-alarm-\(stamp)-\(random)",
      isSoon ? "--on-active=1s" : "--on-calendar=" + String(calendarTime),
      // Without it the manager may be up to a minute late.
      "--timer-property=AccuracySec=1s", "--timer-property=RemainAfterElapse=no",
    ]
    if let folder = realpath(dataFolder, nil) {
      words.append("--setenv=APARKA_DATA=" + String(cString: folder))
      free(folder)
    }
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = invocation.environment[name], !value.isEmpty {
        words.append("--setenv=\(name)=\(value)")
      }
    }
    return words + [invocation.executable ?? "aparka", DeliveryStep.command, DeliveryStep.option]
  }

  private func run(_ words: [String]) throws(CommandFailure) -> ChildEnding {
    var ending: ChildEnding?
    do throws(SystemError) {
      let loop = try EventLoop()
      ChildProcess.start(
        words, environment: context.invocation.environment.map { "\($0)=\($1)" },
        timeoutMilliseconds: Self.timeoutMilliseconds, loop: loop
      ) { ending = $0 }
      while ending == nil { try loop.turn(waitingMilliseconds: -1) }
    } catch {
      ending = .notStarted(errorNumber: error.number)
    }
    return ending ?? .notStarted(errorNumber: 0)
  }

  private func failure(_ ending: ChildEnding) -> CommandFailure {
    let reason =
      switch ending {
      case .notStarted(let number): context.phrases.reason(number)
      case .exited(let status, let said): Self.firstLine(said) ?? "\(status)"
      case .killed(let signal, let said): Self.firstLine(said) ?? "\(signal)"
      case .timedOut: context.phrase("alarm.error.timer_timed_out")
      }
    return .failure(context.phrase("alarm.error.timer_failed", ["reason": reason]))
  }

  private static func firstLine(_ text: String) -> String? {
    text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) }
  }
}

/// The call that looks once at what is due and delivers it.
enum DeliveryStep {
  static let command = "daemon"
  static let option = "--once"
}
