import DataLibrary
import JSONText
import Phrasebook
import Tariffs

/// The pages of explanations for `aparka check`.
struct InfoPageCheck {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// - Parameter folder: the one with the catalogues.
  func faults(in folder: String) -> [(path: String, fault: DataFault)] {
    let towns = towns
    return InfoLibrary(translations: folder).findings(
      zones: towns?.zones, causes: towns?.causes
    ).map { finding in
      let fault = finding.fault
      return (
        finding.path,
        DataFault(
          code: fault.code,
          position: fault.line > 0 ? TextPosition(line: fault.line, column: 1) : nil,
          message: context.phrase(
            "info_fault.\(fault.kind.rawValue)", ["detail": fault.detail]))
      )
    }
  }

  /// What a placeholder may name; nil where a town cannot be read, which its own check says.
  private var towns: (zones: Set<String>, causes: Set<String>)? {
    var (zones, causes): (Set<String>, Set<String>) = ([], Set(PenaltyCause.common))
    for id in (try? context.townIDs()) ?? [] {
      guard
        let town = try? context.library.engine(town: id, withPublishedCases: false).town
      else { return nil }
      for edition in town.editions {
        zones.formUnion(edition.zones.flatMap { [$0.id, $0.color].compactMap(\.self) })
        causes.formUnion(edition.penaltyCauses)
      }
    }
    return (zones, causes)
  }
}
