/// The lock file beside the store. A process that sends holds a byte of its own in it, the daemon one
/// more; the kernel lets go of both when the process dies, however it dies.
public final class OwnerLock {
  /// The number that this process claims deliveries with: random, used once.
  public let owner: Int64

  /// - Parameter storePath: the database file; the lock file is `<storePath>.lock`.
  public init(storePath: String) throws(StoreError) { fatalError("unwritten") }

  /// Takes the daemon's byte until the process ends. False = another daemon has it.
  public func becomeDaemon() throws(StoreError) -> Bool { fatalError("unwritten") }

  /// Whether another process has the daemon's byte.
  public func isDaemonRunning() throws(StoreError) -> Bool { fatalError("unwritten") }

  /// Whether the process with this number lives. This process's own number is alive.
  public func isAlive(_ owner: Int64) throws(StoreError) -> Bool { fatalError("unwritten") }
}
