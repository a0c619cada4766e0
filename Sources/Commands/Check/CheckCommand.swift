import DataLibrary
import JSONText
import Phrasebook
import Tariffs

/// `aparka check [FILE...]`: reads data files as strictly as can be and says everything that is wrong.
enum CheckCommand: Command {
  static let name = "check"
  static let options: [CommandOption] = []

  private enum Kind { case town, holidays, translation }

  /// What was found in one file.
  private struct Report {
    let path: String
    var lines: [String] = []
    /// Published cases that were run.
    var examples = 0
  }

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let files = context.arguments.operands
    let reports = try (files.isEmpty ? allFiles(context) : files).map {
      (path) throws(CommandFailure) in try check(path, context)
    }
    let faulty = reports.filter { !$0.lines.isEmpty }
    if context.wantsJSON {
      context.print(
        .object([
          ("ok", .bool(faulty.isEmpty)),
          (
            "files",
            .array(
              reports.map {
                .object([
                  ("path", .string($0.path)), ("examples", .int($0.examples)),
                  ("faults", .array($0.lines.map { .string($0) })),
                ])
              })
          ),
        ]))
    } else {
      for line in reports.flatMap(\.lines) { context.output.writeError(line + "\n") }
      let examples = reports.reduce(0) { $0 + $1.examples }
      let faults = reports.reduce(0) { $0 + $1.lines.count }
      context.print(
        context.phrase(
          faulty.isEmpty ? "check.clean" : "check.faulty",
          [
            "files": context.phrase("check.files", count: reports.count),
            "cases": context.phrase("check.cases", count: examples),
            "faults": context.phrase("check.faults", count: faults),
          ]))
    }
    return faulty.isEmpty ? 0 : CommandFailure.Status.failure.rawValue
  }

  private static func allFiles(_ context: CommandContext) throws(CommandFailure) -> [String] {
    let folder = context.library.folder.path
    let towns = try context.townIDs().map { context.library.path(ofTown: $0) }
    do throws(FileReadingError) {
      let holidays = try FileReading.names(in: folder + "/tariffs/holidays", endingIn: ".json")
        .filter { !["holiday.schema", "differences"].contains($0) }
        .map { folder + "/tariffs/holidays/\($0).json" }
      return towns + holidays + [folder + "/translations"]
    } catch {
      throw .failure(context.message(error))
    }
  }

  private static func check(
    _ path: String, _ context: CommandContext
  ) throws(CommandFailure) -> Report {
    var report = Report(path: path)
    if FileReading.isFolder(path) {
      report.lines = translations(context, folder: path)
      return report
    }
    do throws(LibraryError) {
      let (root, bytes) = try context.library.json(path)
      if case .object(let object) = root.value, object["years"] != nil {
        _ = try context.library.calendar(path: path)
      } else {
        let town = try context.library.engine(path: path)
        let check = TownCheck(town.engine)
        report.examples = check.exampleCount
        report.lines = TownLibrary.located(check.faults(), in: bytes).map {
          context.message(path: path, $0)
        }
      }
    } catch {
      report.lines = context.failure(error).message.split(separator: "\n").map(String.init)
    }
    return report
  }

  /// Catalogues are checked together: what one has the others must have.
  private static func translations(_ context: CommandContext, folder: String) -> [String] {
    var lines: [String] = []
    var catalogues: [Catalogue] = []
    for language in Language.allCases {
      let path = folder + "/\(language.rawValue).json"
      do {
        let bytes = try FileReading.bytes(path, limitBytes: TownLibrary.fileLimitBytes)
        catalogues.append(try Catalogue(language: language, json: bytes))
      } catch let error as FileReadingError {
        lines.append(context.message(error))
      } catch CatalogueError.json(let error) {
        lines.append(context.message(path: path, error))
      } catch CatalogueError.keyTwice(let key) {
        lines.append(context.phrase("check.key_twice", ["path": path, "key": key]))
      } catch {
        // Nothing else is thrown; the compiler cannot know it of three kinds of error in one `do`.
        lines.append(path)
      }
    }
    for finding in Catalogue.findings(catalogues) {
      lines.append(
        context.phrase(
          "check.finding",
          [
            "path": "\(folder)/\(finding.place.language.rawValue).json", "key": finding.place.key,
            "problem": problem(context, finding),
          ]))
    }
    return lines
  }

  private static func problem(_ context: CommandContext, _ finding: CatalogueFinding) -> String {
    func braced(_ names: Set<String>) -> String {
      names.isEmpty ? "-" : names.sorted().map { "{{\($0)}}" }.joined(separator: " ")
    }
    let values: [String: String] =
      switch finding {
      case .pluralFormMissing(_, let form, _): ["form": "_\(form.rawValue)"]
      case .placeholdersDiffer(_, _, let found, let reference, let expected):
        [
          "found": braced(found), "reference": reference.rawValue, "expected": braced(expected),
        ]
      case .missing, .malformed: [:]
      }
    return context.phrase("finding.\(finding.code)", values)
  }
}
