import DataLibrary
import JSONText
import Phrasebook
import Sectors
import Tariffs

/// `aparka sectors [TOWN]`: the sectors of a town, as a list or a picture; `aparka sectors import FILE`.
enum SectorsCommand: Command {
  static let name = "sectors"
  static let operands = CommandOperands.files
  static let options: [CommandOption] = [.town, map, layer, source, date, licence, epsg]

  static let map = CommandOption.value("map", "file")
  static let layer = CommandOption.value("as", "layer")
  static let source = CommandOption.value("source", "text")
  static let date = CommandOption.value("date", "date")
  static let licence = CommandOption.value("licence", "text")
  static let epsg = CommandOption.value("epsg", "number")

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    if context.arguments.operands.first == "import" {
      return try SectorImporting(context).run()
    }
    for option in [layer, source, date, licence, epsg] where context.arguments.has(option) {
      throw .usage(context.phrase("sectors.only_import", ["option": "--" + option.name]))
    }
    try context.requireOperands(0...1, missing: "")
    let towns = try towns(context)
    if let path = context.arguments.value(map) {
      guard towns.count == 1, let town = towns.first else {
        throw .usage(
          context.phrase(
            "sectors.map_wants_town",
            ["towns": towns.map(\.sectors.town).joined(separator: ", ")]))
      }
      return try draw(town, path, context)
    }
    if context.wantsJSON {
      context.print(.object([("towns", .array(towns.map { json($0) }))]))
      return 0
    }
    for (number, town) in towns.enumerated() {
      if number > 0 { context.print("") }
      for line in SectorListWords(town.sectors, town.engine, context).lines() {
        context.print(line)
      }
    }
    return 0
  }

  private typealias Loaded = (sectors: TownSectors, engine: TariffEngine)

  private static func towns(_ context: CommandContext) throws(CommandFailure) -> [Loaded] {
    let known = context.sectorLibrary.townIDs()
    var wanted = known
    if let typed = context.arguments.operands.first ?? context.arguments.value(.town) {
      let id = context.townID(named: typed) ?? typed
      guard known.contains(id) else {
        do { _ = try context.library.engine(town: id, withPublishedCases: false) } catch {
          throw context.failure(error)
        }
        throw .failure(
          context.phrase("where.no_sectors", ["town": id, "known": known.joined(separator: ", ")])
        )
        .coded("no_sectors")
      }
      wanted = [id]
    }
    guard !wanted.isEmpty else {
      throw .failure(context.phrase("where.no_sectors_at_all")).coded("no_sectors")
    }
    var towns: [Loaded] = []
    for id in wanted {
      let sectors = try context.sectors(of: id)
      do {
        towns.append((sectors, try context.library.engine(town: id, withPublishedCases: false)))
      } catch {
        throw context.failure(error)
      }
    }
    return towns
  }

  // MARK: The picture

  private static func draw(
    _ town: Loaded, _ path: String, _ context: CommandContext
  ) throws(CommandFailure) -> Int32 {
    guard let picture = SectorPicture(town.sectors, town.engine, context) else {
      throw .failure(context.phrase("where.no_sectors_at_all")).coded("no_sectors")
    }
    let text = picture.svg()
    if path == "-" {
      context.output.write(text)
      return 0
    }
    do { try FileWriting.replace(path, with: Array(text.utf8)) } catch {
      throw .failure(
        context.phrase(
          "sectors.cannot_write",
          ["path": error.path, "reason": context.phrases.reason(error.errorNumber)]))
    }
    context.print(context.phrase("sectors.drawn", ["path": path]))
    return 0
  }

  // MARK: JSON

  private static func json(_ town: Loaded) -> JSONOutput {
    .object([
      ("town", .string(town.sectors.town)),
      (
        "layers",
        .array(
          LayerKind.allCases.compactMap { kind in
            town.sectors.layers[kind].map { json($0, kind) }
          })
      ),
      (
        "sectors",
        .array(
          SectorList(town.sectors, town.engine).rows.map { row in
            .object([
              ("id", .optional(row.id)), ("name", .names(row.names)),
              ("square_metres", .int(Int(row.squareMetres.rounded()))),
              ("approximate", .bool(row.isApproximate)),
              ("zones", .array(row.zones.map { .string($0) })),
            ])
          })
      ),
    ])
  }

  private static func json(_ layer: SectorLayer, _ kind: LayerKind) -> JSONOutput {
    .object([
      ("layer", .string(kind.rawValue)), ("features", .int(layer.features(kind.feature).count)),
      ("imported", .bool(layer.isImported)),
      ("approximate", .bool(layer.isApproximate(kind.feature))),
      ("source", .optional(layer.origin.source)), ("date", .optional(layer.origin.date)),
      ("licence", .optional(layer.origin.licence)),
    ])
  }
}
