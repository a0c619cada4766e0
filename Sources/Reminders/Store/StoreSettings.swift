/// How a store is opened.
public struct StoreSettings: Sendable {
  public enum Durability: String, Sendable {
    /// A commit is on the disk when it returns (`synchronous=FULL`).
    case full
    /// Nothing is waited for; for tests alone.
    case none
  }

  /// Milliseconds that SQLite waits for another writer, each round.
  public var busyMilliseconds: Int32
  /// Rounds of waiting before `locked` is thrown.
  public var busyRounds: Int
  /// `PRAGMA quick_check` at opening: reads the whole file (250 ms for a million alarms). The daemon
  /// and `doctor` do; commands that must start in milliseconds do not.
  public var checksIntegrity: Bool
  /// Makes the file when there is none; else `missing` is thrown.
  public var creates: Bool
  /// Keeps 256 KiB beside the file that are given up when the disk is full, for due alarms. While the
  /// disk has no room for them, nothing new is saved.
  public var keepsReserve: Bool
  /// Opening alone may give the reserve up: for processes that send what is due.
  public var mayOpenWithReserve: Bool
  /// A file that may not be written is opened for reading alone (`ReminderStore.isReadOnly`).
  public var mayOnlyRead = false
  /// Called once the file has been held by another program for a round.
  public var whileWaiting: (@Sendable (_ path: String) -> Void)?
  public var durability: Durability
  public var faults: FaultPoints

  public init(
    busyMilliseconds: Int32 = 5000, busyRounds: Int = 6, checksIntegrity: Bool = true,
    creates: Bool = true, keepsReserve: Bool = true,
    mayOpenWithReserve: Bool = false, durability: Durability = .full,
    faults: FaultPoints = FaultPoints()
  ) {
    self.busyMilliseconds = busyMilliseconds
    self.busyRounds = busyRounds
    self.checksIntegrity = checksIntegrity
    self.creates = creates
    self.keepsReserve = keepsReserve
    self.mayOpenWithReserve = mayOpenWithReserve
    self.durability = durability
    self.faults = faults
  }
}
