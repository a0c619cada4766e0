import DataLibrary
import Sectors
import Tariffs

/// What the colours of the picture mean, and where it is from.
extension SectorPicture {
  /// Where the drawing is from, a line each, cut where the sheet ends.
  var credits: [String] {
    let layers = [LayerKind.sectors, .kerbs].compactMap { sectors.layers[$0] }
    var lines: [String] = []
    for layer in layers {
      let source = layer.origin.source ?? layer.map.features.first?.source
      let words = [source, layer.origin.date, layer.origin.licence].compactMap { $0 }
      var line = words.joined(separator: "; ")
      if line.count > 150 { line = line.prefix(149) + "…" }
      if !line.isEmpty, !lines.contains(line) { lines.append(line) }
    }
    if layers.contains(where: { $0.isApproximate(.sector) }) {
      lines.append(context.phrase("sectors.approximate"))
    }
    return lines
  }

  /// What to fill a sector with: the colour of its zone, else a pale colour of its own.
  func fill(_ feature: Feature, _ number: Int) -> String {
    feature.zone.map { Self.color(of: colorName($0)) }
      ?? Self.palette[number % Self.palette.count]
  }

  func colorName(_ zone: String) -> String {
    engine.town.editions.reversed().compactMap { $0.zone(zone)?.color }.first ?? zone
  }

  private static let palette = [
    "#cfe3f1", "#f6dcc0", "#d5ebcf", "#f3d3d3", "#e2d6ec", "#f1ecc0", "#cdebe6", "#ead9cc",
    "#dde0e8", "#f3d7e8",
  ]

  static func color(of name: String) -> String {
    let known = [
      "blue": "#1f6fc4", "orange": "#ef8a1d", "red": "#cf2e2e", "green": "#2f9a46",
      "yellow": "#e5c21a", "white": "#f4f4f4", "purple": "#7d4ea8", "black": "#222222",
    ]
    // For zones without a colour: always the same one for the same name.
    let others = ["#7d4ea8", "#8a5a2b", "#1b9e9e", "#c2478f", "#6b7a1f", "#555555"]
    // Zones of a form such as red-green, intensive-blue.
    let parts = name.split(separator: "-").map(String.init)
    return known[name] ?? parts.compactMap { known[$0] }.first
      ?? others[name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 997 } % others.count]
  }

  func legend() -> [(color: String, text: String)] {
    var zones: [String] = []
    for (kind, layer) in sectors.layers where kind == .kerbs || kind == .sectors {
      for number in layer.features(kind.feature) {
        if let zone = layer.map.features[number].zone, !zones.contains(zone) { zones.append(zone) }
      }
    }
    let named = zones.sorted().map { zone -> (color: String, text: String) in
      let names = engine.town.editions.reversed().compactMap { $0.zone(zone)?.names }.first
      return (Self.color(of: colorName(zone)), names.map { context.name($0) } ?? zone)
    }
    guard named.isEmpty, let layer = sectors.layers[.sectors] else { return named }
    // No zone is stated: the colours tell the sectors apart.
    var seen: Set<String?> = []
    return layer.features(.sector).compactMap { number in
      let feature = layer.map.features[number]
      guard seen.insert(feature.id).inserted else { return nil }
      return (Self.palette[place(of: feature.id) % Self.palette.count], label(feature))
    }
  }

  func place(of id: String?) -> Int {
    guard let layer = sectors.layers[.sectors] else { return 0 }
    var seen: [String?] = []
    for number in layer.features(.sector) where !seen.contains(layer.map.features[number].id) {
      seen.append(layer.map.features[number].id)
    }
    return seen.firstIndex(of: id) ?? 0
  }
}
