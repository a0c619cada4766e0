/// What one server gives to its clients at most.
public struct ServerLimits: Sendable {
  /// Of the request line's target.
  public var targetBytes = 4096
  /// Of all header fields together.
  public var headerBytes = 16 << 10
  public var bodyBytes = 64 << 10
  /// What is read of a body that is too large, so that the client can read the answer; a longer one is cut off.
  public var swallowedBodyBytes = 1 << 20
  public var connections = 256
  /// From here on a new connection takes the place of the one that has been silent the longest.
  public var crowdedConnections = 224
  /// A request must be whole this long after the connection, or the last answer, or its first line.
  public var requestMilliseconds = 20_000
  /// An answer must have been taken this long after the request.
  public var answerMilliseconds = 60_000

  public init() {}
}
