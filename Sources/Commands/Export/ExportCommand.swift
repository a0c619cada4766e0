import CivilTime
import JSONText
import Tariffs

/// `aparka export --as cds|osm`: towns in formats of others. What such a format has no words for is
/// said on standard error, a line each.
enum ExportCommand: Command {
  static let name = "export"
  static let options: [CommandOption] = [format, .town, .at]
  private static let format = CommandOption.value("as", "format")

  private enum Format: String, CaseIterable { case cds, osm }

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(0...0, missing: "")
    let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
    guard let text = context.arguments.value(format) else {
      throw .usage(context.phrase("export.which_format", ["known": known]))
    }
    guard let format = Format(rawValue: text) else {
      throw .usage(context.phrase("export.unknown_format", ["text": text, "known": known]))
    }
    let isOne = context.arguments.value(.town) != nil
    var answers: [JSONOutput] = []
    for engine in try engines(context) {
      let moment = try context.moment(in: engine.clock)
      guard let edition = engine.town.edition(on: engine.clock.local(moment).date) else {
        if isOne { throw .failure(context.phrase("refusal.no_edition")) }
        context.output.writeError(
          context.phrase("export.no_edition", ["town": engine.town.id]) + "\n")
        continue
      }
      switch format {
      case .cds:
        let export = CDSExport(engine, edition: edition, at: moment)
        answers.append(export.json)
        report(export.unsayable, engine.town, context)
      case .osm:
        let export = OSMExport(engine, edition: edition)
        answers.append(
          .object([
            ("town", .string(engine.town.id)), ("edition", .string(edition.id)),
            ("zones", .array(export.zones)),
          ]))
        report(export.unsayable, engine.town, context)
      }
    }
    context.print(isOne ? answers.first ?? .null : .array(answers))
    return 0
  }

  private static func engines(
    _ context: CommandContext
  ) throws(CommandFailure) -> [TariffEngine] {
    if context.arguments.value(.town) != nil { return [try context.engine()] }
    var engines: [TariffEngine] = []
    for id in try context.townIDs() {
      do { engines.append(try context.library.engine(town: id, withPublishedCases: false)) } catch {
        throw context.failure(error)
      }
    }
    return engines
  }

  /// `calatayud, blue: maximum_per_day: the maximum a day (120 min)`.
  private static func report(_ list: UnsayableList, _ town: Town, _ context: CommandContext) {
    for item in list.items {
      let words = context.phrase("export.unsayable.\(item.topic.rawValue)")
      let place = item.zone.map { "\(town.id), \($0)" } ?? town.id
      let detail = item.detail.isEmpty ? "" : " (\(item.detail))"
      context.output.writeError("\(place): \(item.topic.rawValue): \(words)\(detail)\n")
    }
  }
}
