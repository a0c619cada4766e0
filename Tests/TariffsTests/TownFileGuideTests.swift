import Foundation
import TestSupport
import Testing

/// docs/town-file.md is the guide for whoever writes a town file: it must not lag behind the format.
@Suite struct TownFileGuideTests {
  static let guide = try? String(
    contentsOf: Repository.file("docs/town-file.md"), encoding: .utf8)

  /// Members that every object may have are explained once; `rule` and `value` are the names inside a
  /// value with a source of its own.
  @Test func everyMemberOfTheSchemaIsExplained() throws {
    let guide = try #require(Self.guide)
    let data = try Data(contentsOf: Repository.file("tariffs/tariff.schema.json"))
    let members = Self.members(try JSONSerialization.jsonObject(with: data))
    #expect(members.count > 100)
    // In backticks, or as a member of a piece of JSON.
    let missing = members.filter { !guide.contains("`\($0)`") && !guide.contains("\"\($0)\"") }
    #expect(missing.sorted() == [])
  }

  @Test(arguments: [("A", 9), ("B", 26), ("C", 15), ("D", 9), ("E", 8)])
  func everyRuleKindIsInOneOfTheTables(letter: String, last: Int) throws {
    let guide = try #require(Self.guide)
    let tables = guide.components(separatedBy: "## Rule kinds").last ?? ""
    let kinds = tables.split(separator: "\n").compactMap { line -> Substring? in
      line.hasPrefix("| ") ? line.split(separator: "|").first : nil
    }
    for number in 1...last {
      let kind = "\(letter)\(number)"
      let named = kinds.contains { cell in
        cell.split { !$0.isLetter && !$0.isNumber }.contains(Substring(kind))
      }
      #expect(named, "\(kind)")
    }
  }

  private static func members(_ node: Any) -> Set<String> {
    switch node {
    case let object as [String: Any]:
      let own = (object["properties"] as? [String: Any]).map { Set($0.keys) } ?? []
      return object.values.reduce(own) { $0.union(members($1)) }
    case let list as [Any]: return list.reduce([]) { $0.union(members($1)) }
    default: return []
    }
  }
}
