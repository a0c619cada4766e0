import Sectors

/// The sheet of paper that a town is drawn on: north up, lengths true at the middle latitude.
struct MapSheet {
  /// Metres on the sphere of the IUGG for a degree of latitude; good to 0.5 % for a picture.
  private static let metresPerDegree = 111_195.0

  let height: Double
  let unitsPerMetre: Double
  private let box: BoundingBox
  private let narrowing: Double
  private let margin: Double

  /// - Parameters:
  ///   - width: of the sheet with its margins, in units of the picture.
  init?(_ boxes: [BoundingBox], width: Double, margin: Double) {
    guard let first = boxes.first else { return nil }
    let box = boxes.dropFirst().reduce(first) { box, other in
      BoundingBox(
        west: min(box.west, other.west), south: min(box.south, other.south),
        east: max(box.east, other.east), north: max(box.north, other.north))
    }
    self.box = box
    self.margin = margin
    narrowing = Self.cosine(degrees: (box.south + box.north) / 2)
    // A town of one point is drawn as 100 m of it.
    let across = max((box.east - box.west) * narrowing * Self.metresPerDegree, 100)
    let up = max((box.north - box.south) * Self.metresPerDegree, 100)
    // Not taller than two sheets across.
    unitsPerMetre = min((width - 2 * margin) / across, 2 * width / up)
    height = (up * unitsPerMetre + 3 * margin).rounded()
  }

  func point(_ position: Position) -> (x: Double, y: Double) {
    (
      margin + (position.longitude - box.west) * narrowing * Self.metresPerDegree * unitsPerMetre,
      2 * margin + (box.north - position.latitude) * Self.metresPerDegree * unitsPerMetre
    )
  }

  func path(_ positions: [Position], _ svg: SVGText) -> String {
    var path = ""
    for (number, position) in positions.enumerated() {
      let place = point(position)
      path += (number == 0 ? "M" : "L") + svg.number(place.x) + "," + svg.number(place.y)
    }
    return path
  }

  /// A place inside a ring with room round it: of the middles of its horizontal chords the one on the longest,
  /// among nine heights.
  func labelSpot(_ ring: [Position]) -> (x: Double, y: Double, area: Double)? {
    let points = ring.map { point($0) }
    guard let low = points.map(\.y).min(), let high = points.map(\.y).max(), high > low else {
      return nil
    }
    var best: (x: Double, y: Double, length: Double)?
    for step in 1...9 {
      let y = low + (high - low) * Double(step) / 10
      let crossings = zip(points, points.dropFirst()).compactMap { a, b -> Double? in
        (a.y > y) == (b.y > y) ? nil : a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
      }.sorted()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let length = crossings[pair + 1] - crossings[pair]
        // The middle is liked better than the rims.
        let worth = length * (1 - abs(Double(step) - 5) / 10)
        if worth > best?.length ?? 0 {
          best = ((crossings[pair] + crossings[pair + 1]) / 2, y, worth)
        }
      }
    }
    let twice = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    return best.map { ($0.x, $0.y, abs(twice) / 2) }
  }

  /// 1, 2 or 5 times a power of ten, a fifth of the sheet at most.
  var scaleBarMetres: Double {
    let most = 200 / unitsPerMetre
    var metres = 1.0
    while metres * 10 <= most { metres *= 10 }
    return metres * (most >= 5 * metres ? 5 : most >= 2 * metres ? 2 : 1)
  }

  /// Taylor's series, good to 1e-7 up to a right angle: no library for one number.
  private static func cosine(degrees: Double) -> Double {
    let square = (degrees * .pi / 180) * (degrees * .pi / 180)
    var (term, sum) = (1.0, 1.0)
    for step in stride(from: 1.0, through: 11, by: 2) {
      term *= -square / (step * (step + 1))
      sum += term
    }
    return max(sum, 0.01)
  }
}

/// Writes XML, element by element, an element to a line.
struct SVGText {
  private(set) var result = ""

  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    result += "<\(name)\(Self.text(attributes))>\n"
  }
  mutating func close(_ name: String) { result += "</\(name)>\n" }
  mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    result += "<\(name)\(Self.text(attributes))/>\n"
  }
  mutating func text(_ name: String, _ attributes: [(String, String)], _ text: String) {
    result += "<\(name)\(Self.text(attributes))>\(Self.escaped(text))</\(name)>\n"
  }

  /// One decimal: a tenth of a unit is not seen.
  func number(_ value: Double) -> String {
    let tenths = Int((max(-1e6, min(value, 1e6)) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let size = abs(tenths)
    return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
  }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
  }

  /// What may stand in XML 1.0 is kept; control characters are not.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
