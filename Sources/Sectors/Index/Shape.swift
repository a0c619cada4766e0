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

extension Shape {
  init(_ part: Part, _ vertices: some Sequence<Vertex>) {
    let form: Form =
      switch part.form {
      case .points: .points
      case .line: .line
      case .shell: .shell
      case .hole: .hole
      }
    self.init(form: form, positions: vertices.map { Position($0) })
  }
}

extension FeatureCollection {
  /// The geometry of a feature, piece by piece in the order of the text.
  public func shapes(of feature: Int) -> [Shape] {
    parts[features[feature].parts].map { Shape($0, vertices[$0.vertices]) }
  }
}

extension SectorMap {
  /// The geometry of a feature.
  public func shapes(of feature: Int) -> [Shape] {
    parts[features[feature].parts].map { Shape($0, vertices.view[$0.vertices]) }
  }
}
