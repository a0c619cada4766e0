import DataLibrary
import JSONText
import Phrasebook
import Sectors
import Tariffs

/// `aparka check [FILE...]`: reads data files as strictly as can be and says everything that is wrong.
enum CheckCommand: Command {
  static let name = "check"
  static let operands = CommandOperands.files
  static let options: [CommandOption] = []

  /// What was found in one file.
  private struct Report {
    let path: String
    var faults: [(path: String, fault: DataFault)] = []
    /// Told, but no reason to fail.
    var notes: [(path: String, fault: DataFault)] = []
    /// Published cases that were run.
    var examples = 0
  }

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let files = context.arguments.operands
    let paths = try files.isEmpty ? allFiles(context) : files.filter(isData)
    let reports = paths.map { check($0, context) }
    let isClean = reports.allSatisfy(\.faults.isEmpty)
    if context.wantsJSON {
      context.print(
        .object([("ok", .bool(isClean)), ("files", .array(reports.map { json($0) }))]))
    } else {
      for (path, fault) in reports.flatMap(\.faults) {
        context.output.writeError(fault.text(path: path) + "\n")
      }
      for (path, note) in reports.flatMap(\.notes) {
        context.print(context.phrase("check.note", ["note": note.text(path: path)]))
      }
      let examples = reports.reduce(0) { $0 + $1.examples }
      let faults = reports.reduce(0) { $0 + $1.faults.count }
      context.print(
        context.phrase(
          isClean ? "check.clean" : "check.faulty",
          [
            "files": context.phrase("check.files", count: reports.count),
            "cases": context.phrase("check.cases", count: examples),
            "faults": context.phrase("check.faults", count: faults),
          ]))
    }
    return isClean ? 0 : CommandFailure.Status.failure.rawValue
  }

  private static func json(_ report: Report) -> JSONOutput {
    .object([
      ("path", .string(report.path)), ("examples", .int(report.examples)),
      ("faults", .array(report.faults.map(\.fault.json))),
      ("notes", .array(report.notes.map(\.fault.json))),
    ])
  }

  /// `tariffs/*.json` on a command line names the schemas too, and the list of known differences.
  private static func isData(_ path: String) -> Bool {
    !path.hasSuffix(".schema.json") && !path.hasSuffix("/differences.json")
  }

  private static func allFiles(_ context: CommandContext) throws(CommandFailure) -> [String] {
    let folder = context.library.folder.path
    let towns = try context.townIDs().map { context.library.path(ofTown: $0) }
    do throws(FileReadingError) {
      let holidays = try FileReading.names(in: folder + "/tariffs/holidays", endingIn: ".json")
        .map { folder + "/tariffs/holidays/\($0).json" }.filter(isData)
      return towns + holidays + sectorFiles(context) + [folder + "/translations"]
    } catch {
      throw context.failure(LibraryError.file(error))
    }
  }

  /// The sector files of the data folder and the user's own, with the towns' words for importing them.
  private static func sectorFiles(_ context: CommandContext) -> [String] {
    let library = context.sectorLibrary
    let folders = [library.folder.path + "/sectors", library.userFolder].compactMap { $0 }
    return folders.flatMap { folder in
      [".geojson", ".mapping.json"].flatMap { ending in
        ((try? FileReading.names(in: folder, endingIn: ending)) ?? [])
          .map { "\(folder)/\($0)\(ending)" }
      }
    }
  }

  private static func check(_ path: String, _ context: CommandContext) -> Report {
    var report = Report(path: path)
    if path.hasSuffix(".geojson") {
      let check = SectorFileCheck(context)
      (report.faults, report.notes) = check.findings(path)
      return report
    }
    if FileReading.isFolder(path) {
      report.faults =
        translations(context.phrases, folder: path) + InfoPageCheck(context).faults(in: path)
      return report
    }
    do throws(LibraryError) {
      let (root, bytes) = try context.library.json(path)
      if path.hasSuffix(".mapping.json") {
        try SectorFileCheck.readMapping(root, bytes, path)
      } else if case .object(let object) = root.value, object["years"] != nil {
        _ = try context.library.calendar(path: path)
      } else {
        let town = try context.library.engine(path: path)
        let check = TownCheck(town.engine)
        report.examples = check.exampleCount
        report.faults = context.phrases.faults(TownLibrary.located(check.faults(), in: bytes))
          .map { (path, $0) }
        let references = SectorFileCheck(context).references(of: town.engine, path)
        report.faults += references.faults
        report.notes += references.notes
      }
    } catch {
      // The fault may be in a holiday or time zone file that the town names.
      let (path, faults) = context.faults(error)
      report.faults = faults.map { (path, $0) }
    }
    return report
  }

  /// Catalogues are checked together: what one has the others must have.
  private static func translations(
    _ phrases: Phrasebook, folder: String
  ) -> [(path: String, fault: DataFault)] {
    var faults: [(path: String, fault: DataFault)] = []
    var catalogues: [Catalogue] = []
    func path(_ language: Language) -> String { folder + "/\(language.rawValue).json" }
    for language in Language.allCases {
      let path = path(language)
      do {
        let bytes = try FileReading.bytes(path, limitBytes: TownLibrary.fileLimitBytes)
        catalogues.append(try Catalogue(language: language, json: bytes))
      } catch let error as FileReadingError {
        faults.append((path, phrases.fault(error)))
      } catch CatalogueError.json(let error) {
        faults.append((path, phrases.fault(error)))
      } catch {
        guard case CatalogueError.keyTwice(let key) = error else { continue }
        faults.append(
          (
            path,
            DataFault(
              code: CatalogueError.keyTwice(key).code, place: key,
              message: phrases.phrase("finding.catalogue_key_twice"))
          ))
      }
    }
    return faults
      + Catalogue.findings(catalogues).map { finding in
        (
          path(finding.place.language),
          DataFault(
            code: finding.code, place: finding.place.key, message: phrases.message(finding))
        )
      }
  }
}

extension Phrasebook {
  fileprivate func message(_ finding: CatalogueFinding) -> String {
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
    return phrase("finding.\(finding.code)", values)
  }
}
