/// What a reader refuses to go beyond.
public struct JSONLimits: Hashable, Sendable {
  /// Most arrays and objects inside each other. 512 by default, far beyond any document of ours and
  /// far below what recursive users of a tree (comparison, release) can bear.
  public var depth: Int
  /// Most bytes of text. 256 MiB by default.
  public var bytes: Int

  public init(depth: Int = 512, bytes: Int = 256 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}
