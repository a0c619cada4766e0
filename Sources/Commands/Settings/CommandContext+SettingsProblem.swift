import DataLibrary
import Phrasebook
import Settings

extension CommandContext {
  /// What is wrong with the settings.
  func faults(_ problem: SettingsError) -> [DataFault] {
    switch problem {
    case .file(let error): [phrases.fault(error)]
    case .text(_, let error): [phrases.fault(error)]
    case .faults(_, let faults, _): phrases.faults(faults)
    }
  }

  /// One line that says that a choice of the user's does not act; the command goes on.
  func warnOfSettings() {
    guard let problem = loadedSettings.problem, let first = faults(problem).first else { return }
    let values = ["fault": first.text(path: problem.path)]
    let line =
      if case .faults(_, let faults, _) = problem {
        phrase("settings.ignored", values, count: faults.count)
      } else {
        phrase("settings.file_ignored", values)
      }
    output.writeError("aparka: \(line)\n")
  }
}
