import DataLibrary
import Foundation
import Tariffs
import TestSupport
import Testing

@Suite struct TownFilesTests {
  static let library = TownLibrary(folder: DataFolder(path: Repository.root.path))

  static let towns = (try? library.townIDs()) ?? []

  @Test(arguments: towns) func everyTownIsReadWithoutFaultAndItsPublishedCasesHold(
    town: String
  ) throws {
    do {
      let engine = try Self.library.engine(town: town)
      for fault in TownCheck(engine).faults() { Issue.record("\(fault.path) \(fault.kind)") }
    } catch {
      if case .faults(_, let faults) = error {
        for fault in faults {
          Issue.record("\(fault.line):\(fault.column) \(fault.fault.path) \(fault.fault.kind)")
        }
      } else {
        throw error
      }
    }
  }
}
