import DataLibrary
import JSONText
import Phrasebook
import Sectors

/// `aparka sectors import FILE... --town T [--as sectors|kerbs|meters|places]`.
struct SectorImporting {
  /// Findings of one kind shown; the rest is counted.
  private static let shownOfAKind = 3

  private let context: CommandContext
  private let files: [String]

  init(_ context: CommandContext) {
    self.context = context
    files = Array(context.arguments.operands.dropFirst())
  }

  func run() throws(CommandFailure) -> Int32 {
    guard !files.isEmpty, !files.contains("") else {
      throw .usage(context.phrase("sector_import.no_file"))
    }
    let engine = try context.engine()
    var importing = SectorImport(town: engine.town.id, kind: try kind())
    importing.origin = SectorOrigin(
      source: context.arguments.value(SectorsCommand.source),
      date: context.arguments.value(SectorsCommand.date),
      licence: context.arguments.value(SectorsCommand.licence))
    importing.epsg = try epsg()
    let report: SectorImport.Report
    do throws(SectorImport.Failure) {
      report = try importing.run(
        files: files, library: context.sectorLibrary, zones: engine.zoneIDs)
    } catch { throw failure(error) }
    if context.wantsJSON {
      context.print(json(report, importing))
      return 0
    }
    context.print(
      context.phrase(
        "sector_import.done",
        [
          "town": context.townName(engine.town), "path": report.path,
          "features": context.phrase(
            "sectors.layer.\(importing.kind.rawValue)", count: report.featureCount),
        ]))
    if report.isConverted { context.print(context.phrase("sector_import.converted")) }
    if report.leftOut > 0 {
      context.print(context.phrase("sector_import.left_out", count: report.leftOut))
    }
    if report.farAway > 0 {
      context.print(
        context.phrase(
          "sector_import.far_away", ["town": context.townName(engine.town)],
          count: report.farAway))
    }
    for (zone, count) in report.unknownZones.sorted(by: { $0.key < $1.key }) {
      context.print(
        context.phrase("sector_import.unknown_zone", ["zone": zone], count: count))
    }
    for line in findings(report) { context.print(line) }
    if report.origin.licence == nil { context.print(context.phrase("sector_import.no_licence")) }
    if report.origin.date == nil { context.print(context.phrase("sector_import.no_date")) }
    return 0
  }

  private func kind() throws(CommandFailure) -> LayerKind {
    guard let typed = context.arguments.value(SectorsCommand.layer) else { return .sectors }
    guard let kind = LayerKind(rawValue: typed) else {
      throw .usage(
        context.phrase(
          "sector_import.unknown_layer",
          ["text": typed, "known": LayerKind.allCases.map(\.rawValue).joined(separator: ", ")]))
    }
    return kind
  }

  private func epsg() throws(CommandFailure) -> Int? {
    guard let typed = context.arguments.value(SectorsCommand.epsg) else { return nil }
    let digits = typed.lowercased().hasPrefix("epsg:") ? String(typed.dropFirst(5)) : typed
    guard let code = Int(digits), code == 4326 || UTMZone(epsg: code) != nil else {
      throw .usage(context.phrase("sector_import.unsupported_system", ["name": typed]))
    }
    return code
  }

  // MARK: What was found

  private func findings(_ report: SectorImport.Report) -> [String] {
    var lines: [String] = []
    var counts: [String: Int] = [:]
    // What should be looked at first.
    let sorted =
      report.findings.filter { $0.finding.severity == .warning }
      + report.findings.filter { $0.finding.severity != .warning }
    for (file, finding) in sorted {
      counts[finding.code, default: 0] += 1
      guard counts[finding.code, default: 0] <= Self.shownOfAKind else { continue }
      lines.append(
        context.phrases.fault(finding, hasPlaces: !report.isConverted).text(path: files[file]))
    }
    for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.shownOfAKind {
      lines.append(
        context.phrase(
          "sector_import.more_findings", ["code": code], count: count - Self.shownOfAKind))
    }
    return lines
  }

  private func json(_ report: SectorImport.Report, _ importing: SectorImport) -> JSONOutput {
    .object([
      ("town", .string(importing.town)), ("layer", .string(importing.kind.rawValue)),
      ("path", .string(report.path)), ("features", .int(report.featureCount)),
      ("left_out", .int(report.leftOut)), ("far_away", .int(report.farAway)),
      ("converted", .bool(report.isConverted)),
      ("source", .optional(report.origin.source)), ("date", .optional(report.origin.date)),
      ("licence", .optional(report.origin.licence)),
      (
        "unknown_zones",
        .object(report.unknownZones.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })
      ),
      (
        "findings",
        .array(
          report.findings.map {
            context.phrases.fault($0.finding, hasPlaces: !report.isConverted).json
          })
      ),
    ])
  }

  // MARK: What went wrong

  private func failure(_ failure: SectorImport.Failure) -> CommandFailure {
    let path = failure.file.map { files[$0] } ?? ""
    switch failure.error {
    case .file(let error):
      return .failure(context.phrases.fault(error).text(path: error.path))
    case .geoJSON(let error): return .failure(context.phrases.fault(error).text(path: path))
    case .text(let error): return .failure(context.phrases.fault(error).text(path: path))
    case .csv(let error): return .failure(message(error, path: path))
    case .mapping(_, let error): return context.failure(error)
    case .unsupportedSystem(let name, _):
      return .failure(
        "\(path): " + context.phrase("sector_import.unsupported_system", ["name": name]))
    case .faulty(let findings):
      let faults = findings.prefix(20).map { context.phrases.fault($0).text(path: path) }
      return .failure((faults + [context.phrase("sector_import.faulty")]).joined(separator: "\n"))
    case .nothing: return .failure(context.phrase("sector_import.nothing"))
    case .noUserFolder: return .failure(context.phrase("sector_import.no_user_folder"))
    case .writing(let error):
      return .failure(
        context.phrase(
          "sectors.cannot_write",
          ["path": error.path, "reason": context.phrases.reason(error.errorNumber)]))
    }
  }

  private func message(_ error: CSVError, path: String) -> String {
    var line: Int?
    var values: [String: String] = [:]
    switch error {
    case .empty, .notText: break
    case .missingColumn(let name, let known):
      values = ["name": name, "known": known.joined(separator: ", ")]
    case .noPositionColumns(let known): values = ["known": known.joined(separator: ", ")]
    case .unevenRow(let number, let expected, let found):
      (line, values) = (number, ["expected": "\(expected)", "found": "\(found)"])
    case .unclosedQuote(let number): line = number
    case .badNumber(let number, let column, let text):
      (line, values) = (number, ["column": column, "text": text])
    }
    return path + (line.map { ":\($0)" } ?? "") + ": "
      + context.phrase("sector_import.\(error.code)", values)
  }
}
