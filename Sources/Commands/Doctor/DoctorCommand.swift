import CivilTime
import DataLibrary
import Glibc
import JSONText
import Phrasebook
import Reminders
import Service

/// `aparka doctor`: whether reminders would come. Exit status 0 = they would, 1 = something is bad.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let options: [CommandOption] = []
  /// It says itself what is wrong with them.
  static let warnsOfSettings = false

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let findings = try Examination(context).findings()
    let isWell = !findings.contains { $0.state == .bad }
    let words = FindingWords(context)
    if context.wantsJSON {
      context.print(
        .object([
          ("ok", .bool(isWell)),
          ("checks", .array(findings.filter { $0.check != .channel }.map(words.json))),
          ("channels", .array(findings.filter { $0.check == .channel }.map(words.json))),
        ]))
    } else {
      for finding in findings { context.print(words.line(finding)) }
      context.print(context.phrase(isWell ? "doctor.well" : "doctor.not_well"))
    }
    return isWell ? 0 : CommandFailure.Status.failure.rawValue
  }
}

/// Looks at everything, in the order in which it is told.
struct Examination {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func findings() throws(CommandFailure) -> [HealthFinding] {
    let health = ServiceHealth(
      paths: try context.servicePaths(), environment: context.invocation.environment,
      version: CommandLineTool.version, now: context.invocation.now)
    let state = health.daemonState()
    var findings = [health.daemon(state)] + health.store()
    let channels = ChannelRound(context).health().map { name, answer in
      ServiceHealth.channel(name, answer, daemon: state)
    }
    findings += channels
    if !ServiceHealth.isAnyReady(channels) {
      findings.append(HealthFinding(.channel, .bad, "none_ready"))
    }
    findings.append(health.clock())
    findings += health.systemd(userName: Self.userName())
    findings += [translations(), settings()]
    return findings
  }

  private static func userName() -> String? {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return nil }
    return String(cString: name)
  }

  /// Whether the catalogues can be read; a missing one makes sentences of another language.
  private func translations() -> HealthFinding {
    let library = PhraseLibrary(folder: context.library.folder)
    let missing = Language.allCases.filter { language in
      guard let bytes = try? FileReading.bytes(library.path(language), limitBytes: 8 << 20) else {
        return true
      }
      return (try? Catalogue(language: language, json: bytes)) == nil
    }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return missing.isEmpty
      ? HealthFinding(.translations, .good, "complete")
      : HealthFinding(.translations, .doubtful, "missing", ["languages": names])
  }

  private func settings() -> HealthFinding {
    guard let problem = context.loadedSettings.problem else {
      return HealthFinding(.settings, .good, "sound")
    }
    return HealthFinding(.settings, .doubtful, "faulty", ["path": problem.path])
  }
}
