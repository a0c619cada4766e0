#if DEBUG
  import Glibc
  import Synchronization
#endif

/// Places where a test kills the process. In release builds they are nothing.
public final class FaultPoints: Sendable {
  #if DEBUG
    private let name: String
    private let remaining: Atomic<Int>
  #endif

  /// - Parameter specification: `name:n` = SIGKILL when `name` is reached for the n-th time (`name` =
  ///   the first). Read once at the start of the process from `APARKA_FAULT`; nil = never.
  public init(specification: String? = nil) {
    #if DEBUG
      let parts = (specification ?? "").split(separator: ":", maxSplits: 1)
      name = parts.first.map(String.init) ?? ""
      remaining = Atomic(parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    #endif
  }

  /// Stores: `park`, `extend`, `stop`, `alarm`, `fire`, `claim`, `settle`, `recover`, `fold`, `migrate`,
  /// `prune`, each with `.before_commit` and `.after_commit`; `create.before_link`, `create.after_link`.
  @inline(__always)
  public func reach(_ point: @autoclosure () -> String) {
    #if DEBUG
      if !name.isEmpty, name == point(), remaining.subtract(1, ordering: .relaxed).newValue == 0 {
        kill(getpid(), SIGKILL)
      }
    #endif
  }
}
