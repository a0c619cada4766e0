import DataLibrary
import Phrasebook
import Sectors
import Tariffs

/// The sectors of a town, each once: several polygons of one id are one sector.
struct SectorList {
  struct Row {
    let id: String?
    let names: [String: String]
    var squareMetres: Double
    let isApproximate: Bool
    /// The zones that kerbs in it have, else those of the newest edition that may be there.
    let zones: [String]
  }

  let rows: [Row]

  init(_ sectors: TownSectors, _ engine: TariffEngine) {
    guard let layer = sectors.layers[.sectors] else {
      rows = []
      return
    }
    let edition = engine.town.editions.last
    var rows: [Row] = []
    for number in layer.features(.sector) {
      let feature = layer.map.features[number]
      if let place = rows.firstIndex(where: { $0.id == feature.id && feature.id != nil }) {
        rows[place].squareMetres += layer.map.areas[number]
        continue
      }
      var zones = feature.id.map { sectors.kerbZones(inSector: $0) } ?? []
      if let zone = feature.zone { zones = [zone] }
      if zones.isEmpty, let edition {
        zones = edition.zones.filter { zone in
          zone.area.sectors.isEmpty && zone.area.place == nil
            || zone.area.sectors.contains { $0 == feature.id }
        }.map(\.id)
      }
      rows.append(
        Row(
          id: feature.id, names: feature.names, squareMetres: layer.map.areas[number],
          isApproximate: layer.isApproximate(number), zones: zones))
    }
    self.rows = rows
  }
}

/// The list in words.
struct SectorListWords {
  private let sectors: TownSectors
  private let list: SectorList
  private let town: Town
  private let context: CommandContext

  init(_ sectors: TownSectors, _ engine: TariffEngine, _ context: CommandContext) {
    self.sectors = sectors
    self.context = context
    list = SectorList(sectors, engine)
    town = engine.town
  }

  func lines() -> [String] {
    var lines = [context.townName(town)]
    let width = list.rows.map { title($0).count }.max() ?? 0
    for row in list.rows {
      let area = context.phrase(
        "sectors.square_kilometres",
        ["number": context.phrases.decimal(Int((row.squareMetres / 1e4).rounded()), places: 2)])
      let name = title(row)
      lines.append(
        "  " + name + String(repeating: " ", count: width - name.count + 2) + area + "  "
          + row.zones.joined(separator: ", "))
    }
    for kind in LayerKind.allCases {
      guard let layer = sectors.layers[kind] else { continue }
      lines.append(origin(layer, kind))
    }
    return lines
  }

  private func title(_ row: SectorList.Row) -> String {
    let name = row.names.isEmpty ? nil : context.name(LocalizedText(row.names))
    return [row.id, name].compactMap { $0 }.joined(separator: " ")
  }

  private func origin(_ layer: SectorLayer, _ kind: LayerKind) -> String {
    let status =
      layer.isApproximate(kind.feature)
      ? "sectors.approximate" : layer.isImported ? "sectors.imported" : "sectors.shipped"
    var words = [context.phrase(status)]
    let features = layer.features(kind.feature)
    if let source = layer.origin.source ?? features.first.flatMap({ layer.map.features[$0].source })
    {
      words.append(context.phrase("sectors.source", ["text": source]))
    }
    if let date = layer.origin.date {
      words.append(context.phrase("sectors.date", ["text": context.phrases.date(written: date)]))
    }
    words.append(
      layer.origin.licence.map { context.phrase("sectors.licence", ["text": $0]) }
        ?? context.phrase("sectors.no_licence"))
    return context.phrase("sectors.layer.\(kind.rawValue)", count: features.count) + ": "
      + words.joined(separator: "; ")
  }
}
