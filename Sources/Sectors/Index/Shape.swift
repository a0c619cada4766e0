/// A piece of a feature's geometry, for drawing and writing.
public struct Shape: Sendable {
  public enum Form: Hashable, Sendable {
    case points
    case line
    /// The outer ring of a polygon.
    case shell
    /// A hole in the shell before it.
    case hole
  }

  public let form: Form
  /// A ring's last position is its first.
  public let positions: [Position]
}

extension FeatureCollection {
  /// The geometry of a feature, piece by piece in the order of the text.
  public func shapes(of feature: Int) -> [Shape] {
    parts[features[feature].parts].map { part in
      let form: Shape.Form =
        switch part.form {
        case .points: .points
        case .line: .line
        case .shell: .shell
        case .hole: .hole
        }
      return Shape(form: form, positions: vertices[part.vertices].map { Position($0) })
    }
  }
}

extension SectorMap {
  /// The geometry of a feature.
  public func shapes(of feature: Int) -> [Shape] { collection.shapes(of: feature) }
}
