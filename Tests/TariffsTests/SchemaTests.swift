import Foundation
import JSONText
import TestSupport
import Testing

@testable import Tariffs

/// The reader beside the JSON Schema, which editors use.
@Suite struct SchemaTests {
  @Test func theFilesAreGoodByTheirSchemas() throws {
    let answer = String(decoding: try runOracle("schema_check.py"), as: UTF8.self)
    #expect(answer.hasSuffix(", 0 defects\n"), "\(answer)")
  }

  /// Copies of the shipped files with one member renamed or one value of another type: what the schema
  /// refuses, the reader refuses too.
  @Test func whatTheSchemaRefusesTheReaderRefuses() throws {
    let answer = try runOracle("tariff_mutations.py")
    var lines = 0
    for line in answer.split(separator: UInt8(ascii: "\n")) {
      let row = try JSONNode(parsing: Array(line))
      guard case .object(let object) = row.value, let document = object["document"],
        case .string(let what)? = object["what"]?.value
      else {
        Issue.record("not a row")
        continue
      }
      lines += 1
      let isHolidays = what.hasPrefix("holidays/")
      let isRead =
        isHolidays
        ? (try? HolidayCalendar.read(document)) != nil : (try? TownFile.read(document)) != nil
      #expect(!isRead, "\(what)")
    }
    #expect(lines > 150, "\(lines)")
  }
}
