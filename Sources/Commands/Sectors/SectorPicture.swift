import DataLibrary
import Phrasebook
import Sectors
import Tariffs

/// A town's sectors as an SVG picture (SVG 1.1, no scripts, nothing loaded from elsewhere).
struct SectorPicture {
  private static let width = 1000.0
  private static let margin = 24.0

  let sectors: TownSectors
  let engine: TariffEngine
  let context: CommandContext
  private let sheet: MapSheet

  /// Nil when the town has no areas and no kerbs.
  init?(_ sectors: TownSectors, _ engine: TariffEngine, _ context: CommandContext) {
    let boxes = [LayerKind.sectors, .kerbs, .places].compactMap { sectors.layers[$0]?.map.box }
    guard let sheet = MapSheet(boxes, width: Self.width, margin: Self.margin) else { return nil }
    self.sectors = sectors
    self.engine = engine
    self.context = context
    self.sheet = sheet
  }

  func svg() -> String {
    let legend = legend()
    let credits = credits
    let foot = 40 + Double(legend.count) * 20 + 10 + Double(credits.count) * 15
    let (width, height) = (Self.width, sheet.height + foot)
    var svg = SVGText()
    svg.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", "\(Int(width))"),
        ("height", "\(Int(height))"), ("viewBox", "0 0 \(Int(width)) \(Int(height))"),
        ("font-family", "sans-serif"),
      ])
    svg.text("title", [], title)
    svg.empty("rect", [("width", "100%"), ("height", "100%"), ("fill", "#ffffff")])
    drawAreas(.sectors, &svg)
    drawAreas(.places, &svg)
    drawKerbs(&svg)
    drawLabels(&svg)
    svg.text(
      "text", [("x", "24"), ("y", "32"), ("font-size", "22"), ("font-weight", "bold")], title)
    drawScale(&svg, y: sheet.height + 20)
    for (number, item) in legend.enumerated() {
      let y = sheet.height + 48 + Double(number) * 20
      svg.empty(
        "rect",
        [
          ("x", "24"), ("y", svg.number(y - 12)), ("width", "24"), ("height", "14"),
          ("fill", item.color), ("stroke", "#444444"),
        ])
      svg.text("text", [("x", "56"), ("y", svg.number(y)), ("font-size", "14")], item.text)
    }
    for (number, credit) in credits.enumerated() {
      let y = height - 8 - Double(credits.count - 1 - number) * 15
      svg.text(
        "text", [("x", "24"), ("y", svg.number(y)), ("font-size", "11"), ("fill", "#555555")],
        credit)
    }
    svg.close("svg")
    return svg.result
  }

  private var title: String {
    context.phrase("sectors.map_title", ["town": context.townName(engine.town)])
  }

  // MARK: Drawing

  private func drawAreas(_ kind: LayerKind, _ svg: inout SVGText) {
    guard let layer = sectors.layers[kind] else { return }
    for number in layer.features(kind.feature) {
      let feature = layer.map.features[number]
      var path = ""
      for shape in layer.map.shapes(of: number) where shape.form == .shell || shape.form == .hole {
        path += sheet.path(shape.positions, svg) + "Z"
      }
      guard !path.isEmpty else { continue }
      let isPlace = kind == .places
      svg.empty(
        "path",
        [
          ("d", path), ("fill-rule", "evenodd"),
          ("fill", isPlace ? "none" : fill(feature, place(of: feature.id))),
          ("fill-opacity", feature.zone == nil ? "1" : "0.55"),
          ("stroke", isPlace ? "#7d4ea8" : "#555555"), ("stroke-width", "1.5"),
          ("stroke-linejoin", "round"),
        ])
    }
  }

  private func drawKerbs(_ svg: inout SVGText) {
    guard let layer = sectors.layers[.kerbs] else { return }
    var paths: [String: String] = [:]
    for number in layer.features(.kerb) {
      let color = layer.map.features[number].zone.map { Self.color(of: colorName($0)) } ?? "#8a8a8a"
      for shape in layer.map.shapes(of: number) {
        switch shape.form {
        case .line: paths[color, default: ""] += sheet.path(shape.positions, svg)
        case .points:
          for position in shape.positions {
            // A line without length, drawn as a dot by its round end.
            paths[color, default: ""] += sheet.path([position, position], svg)
          }
        case .shell, .hole: continue
        }
      }
    }
    for (color, path) in paths.sorted(by: { $0.key < $1.key }) {
      svg.empty(
        "path",
        [
          ("d", path), ("fill", "none"), ("stroke", color), ("stroke-width", "1.6"),
          ("stroke-linecap", "round"),
        ])
    }
  }

  func label(_ feature: Feature) -> String {
    let name = feature.names.isEmpty ? nil : context.name(LocalizedText(feature.names))
    return [feature.id, name].compactMap { $0 }.joined(separator: " ")
  }

  private func drawLabels(_ svg: inout SVGText) {
    guard let layer = sectors.layers[.sectors] else { return }
    let features = layer.features(.sector)
    // Names where there is room for them, else the ids alone.
    let hasNames = features.count <= 20
    for number in features {
      let feature = layer.map.features[number]
      let rings = layer.map.shapes(of: number).filter { $0.form == .shell }
      guard
        let spot = rings.compactMap({ sheet.labelSpot($0.positions) }).max(by: { $0.area < $1.area }
        )
      else { continue }
      let id = feature.id ?? ""
      let name = feature.names.isEmpty ? nil : context.name(LocalizedText(feature.names))
      lettering(id, x: spot.x, y: spot.y, size: hasNames ? "20" : "11", weight: "bold", &svg)
      if hasNames, let name {
        lettering(name, x: spot.x, y: spot.y + 16, size: "12", weight: "normal", &svg)
      }
    }
  }

  /// Dark letters on a light rim, drawn one after the other: not every viewer knows `paint-order`.
  private func lettering(
    _ text: String, x: Double, y: Double, size: String, weight: String, _ svg: inout SVGText
  ) {
    let place: [(String, String)] = [
      ("x", svg.number(x)), ("y", svg.number(y)), ("text-anchor", "middle"), ("font-size", size),
      ("font-weight", weight),
    ]
    svg.text(
      "text",
      place + [
        ("fill", "#ffffff"), ("stroke", "#ffffff"), ("stroke-width", "3"),
        ("stroke-linejoin", "round"), ("stroke-opacity", "0.8"),
      ], text)
    svg.text("text", place + [("fill", "#111111")], text)
  }

  private func drawScale(_ svg: inout SVGText, y: Double) {
    let metres = sheet.scaleBarMetres
    let end = 24 + metres * sheet.unitsPerMetre
    svg.empty(
      "path",
      [
        (
          "d",
          "M24,\(svg.number(y - 5))V\(svg.number(y))H\(svg.number(end))V\(svg.number(y - 5))"
        ), ("fill", "none"), ("stroke", "#111111"), ("stroke-width", "1.5"),
      ])
    svg.text(
      "text", [("x", svg.number(end + 8)), ("y", svg.number(y)), ("font-size", "13")],
      context.phrases.distance(metres: metres))
  }
}
