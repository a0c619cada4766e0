import CivilTime
import EventLoop
import Phrasebook
import Reminders
import Service

/// `aparka daemon`: the reminder service, in the foreground; a service manager keeps it running.
enum DaemonCommand: Command {
  static let name = "daemon"
  static let options: [CommandOption] = [once]
  private static let once = CommandOption.flag("once")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let environment = context.invocation.environment
    let settings = ServiceSettingsReader(
      context, extend: TicketExtending(context).extender())
    let plan = DaemonPlan(
      paths: try context.servicePaths(), manager: ServiceManager(environment: environment),
      version: CommandLineTool.version, clock: context.invocation.laterNow,
      faults: FaultPoints(specification: environment["APARKA_FAULT"]),
      settingsFile: context.settingsLibrary.path,
      companions: [{ WebKeeper(context, $0) }],
      configuration: { settings.configuration() })
    if context.arguments.has(once) { return try tick(plan, context) }
    let ending: Daemon.Ending
    do { ending = try Daemon(plan).run() } catch { ending = .system(error) }
    if let message = message(ending, plan, context) { throw .failure(message) }
    return ending.exitStatus
  }

  private static func tick(
    _ plan: DaemonPlan, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    let ending = Tick(plan).run()
    switch ending {
    case .storeBroken(let error): throw .failure(context.phrases.reason(error))
    case .system(let error): throw .failure(systemFailed(error, context))
    case .done, .leftToDaemon, .nothingThere, .undelivered: return ending.exitStatus
    }
  }

  private static func message(
    _ ending: Daemon.Ending, _ plan: DaemonPlan, _ context: CommandContext
  ) -> String? {
    return switch ending {
    case .stopped: nil
    case .anotherRuns: context.phrase("daemon.another_runs")
    case .storeBroken(let error): context.phrases.reason(error)
    case .storeReplaced: context.phrase("daemon.store_replaced", ["path": plan.paths.database])
    case .system(let error): systemFailed(error, context)
    }
  }

  private static func systemFailed(_ error: SystemError, _ context: CommandContext) -> String {
    context.phrase(
      "daemon.system_failed", ["call": error.call, "number": "\(error.number)"])
  }
}
