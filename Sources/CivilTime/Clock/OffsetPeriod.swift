/// A stretch of time in which a town's clocks keep one distance from UTC.
public struct OffsetPeriod: Hashable, Sendable {
  /// Seconds east of Greenwich: local time is UTC plus this.
  public let offsetSeconds: Int
  /// The first moment; nil when nothing earlier is known.
  public let start: Instant?
  /// The first moment that does not belong to it, the next change of the offset; nil when no change
  /// is known.
  public let end: Instant?

  public init(offsetSeconds: Int, start: Instant?, end: Instant?) {
    self.offsetSeconds = offsetSeconds
    self.start = start
    self.end = end
  }
}

/// The moments at which a town's clocks show a local date and time.
public enum LocalResolution: Hashable, Sendable {
  /// Once, as nearly always.
  case unique(Instant)
  /// Twice: clocks were put back. `first` is before the change, `second` after it.
  case repeated(first: Instant, second: Instant)
  /// Never: clocks were put forward over it at `transition`.
  case skipped(transition: Instant)
}
