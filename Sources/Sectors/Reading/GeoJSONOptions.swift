/// What a reader refuses to go beyond, and what it puts up with.
public struct GeoJSONOptions: Hashable, Sendable {
  /// Most bytes of text. 128 MiB by default.
  public var bytes: Int
  /// Most positions. Eight million by default: with the index about half a gigabyte.
  public var positions: Int
  /// Most arrays and objects inside each other, properties included. 512 by default.
  public var depth: Int
  /// Most geometry collections inside each other, which RFC 7946 asks writers to avoid. 16 by default.
  public var collections: Int
  /// Whether a ring that does not end where it starts is closed instead of refused. The places are in
  /// `FeatureCollection.notes`.
  public var closesRings: Bool

  public init(
    bytes: Int = 128 << 20, positions: Int = 8_000_000, depth: Int = 512, collections: Int = 16,
    closesRings: Bool = false
  ) {
    self.bytes = bytes
    // Places of positions are stored in 32 bits.
    self.positions = min(positions, 1 << 30)
    self.depth = depth
    self.collections = collections
    self.closesRings = closesRings
  }
}
