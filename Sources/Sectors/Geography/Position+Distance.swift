extension Position {
  /// Metres of the shortest line on the ellipsoid to another position.
  public func metres(to other: Position) -> Double {
    Geodesic(from: vertex, to: other.vertex).length
  }
}
