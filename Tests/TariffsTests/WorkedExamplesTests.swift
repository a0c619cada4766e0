import DataLibrary
import Foundation
import Tariffs
import TestSupport
import Testing

/// The collection of worked examples (W1-01 ... W10-06): each row is a test. The cases stand in the town
/// files, which answer them when they are checked; here is written down once more which cases a row
/// has, what they ask and what they must expect, so that none can be lost or softened there.
///
/// One part of one row has no test: W8-17, the free hour at 0.01 in an app. Prices by channel cannot
/// be written in a town file (docs/town-file.md, B18).
@Suite struct WorkedExamplesTests {
  @Test(arguments: WorkedExample.rows) func rowHolds(row: WorkedExample.Row) throws {
    for example in row.examples {
      let found = try #require(Self.cases[example.town]?[example.id], "\(example.id) is missing")
      #expect(
        found.contains { Self.says(example, $0) }, "\(example.id) asks or expects something else")
      #expect(Self.faults[example.town]?.filter { $0.hasPrefix("\(example.id):") } == [])
    }
  }

  @Test func noCaseOfTheCollectionIsLeftOut() {
    let listed = Set(WorkedExample.rows.flatMap(\.examples).map { "\($0.town) \($0.id)" })
    let written = Self.cases.flatMap { town, cases in cases.keys.map { "\(town) \($0)" } }
    #expect(Set(written).subtracting(listed).sorted() == [])
  }

  /// Whether a case of a file asks and expects all that the table says.
  private static func says(_ example: WorkedExample, _ object: [String: Any]) -> Bool {
    let parts = ["penalty", "assume", "signals"].compactMap { object[$0] as? [String: Any] }
    let asked = parts.reduce(object) { $0.merging($1) { _, inner in inner } }
    let expected = object["expect"] as? [String: Any] ?? [:]
    func text(_ value: Any?) -> String? {
      switch value {
      case let list as [String]: list.joined(separator: ",")
      case let number as NSNumber where CFBoolean.isBoolean(number): number.boolValue.description
      case let value?: "\(value)"
      case nil: nil
      }
    }
    return (object["zone"] ?? object["card"]) as? String == example.zone
      && example.asked.allSatisfy { text(asked[$0.member]) == $0.value }
      && example.expected.allSatisfy { text(expected[$0.member]) == $0.value }
  }

  private enum CFBoolean {
    static func isBoolean(_ number: NSNumber) -> Bool { number.objCType.pointee == 99 }
  }

  /// The cases of the collection in the files, by town and id; an id may stand in several editions.
  nonisolated(unsafe) private static let cases: [String: [String: [[String: Any]]]] = {
    var cases: [String: [String: [[String: Any]]]] = [:]
    for town in TownFilesTests.towns {
      let data = try? Data(contentsOf: Repository.file("tariffs/\(town).json"))
      let file = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
      for edition in (file?["editions"] as? [String: [String: Any]] ?? [:]).values {
        for object in edition["examples"] as? [[String: Any]] ?? [] {
          guard let id = object["id"] as? String, id.wholeMatch(of: /W[0-9]+-.*/) != nil else {
            continue
          }
          cases[town, default: [:]][id, default: []].append(object)
        }
      }
    }
    return cases
  }()

  /// What the check finds in each town.
  private static let faults: [String: [String]] = {
    var faults: [String: [String]] = [:]
    for town in Set(WorkedExample.rows.flatMap(\.examples).map(\.town)) {
      guard let engine = try? TownFilesTests.library.engine(town: town) else { continue }
      faults[town] = TownCheck(engine).faults().map {
        if case .refused(_, let text) = $0.kind { text } else { "\($0)" }
      }
    }
    return faults
  }()
}
