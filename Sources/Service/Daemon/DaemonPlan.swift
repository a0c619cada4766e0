import CivilTime
import EventLoop
import Reminders

/// Everything that a daemon takes from the world, so that tests can hand it another one.
public struct DaemonPlan {
  public var paths: ServicePaths
  public var manager: ServiceManager
  /// The program's version, for those who ask.
  public var version: String
  public var log: Log
  /// The wall clock.
  public var clock: () -> Instant
  public var faults: FaultPoints
  /// A change of this file is as good as a SIGHUP. Nil = there is none.
  public var settingsFile: String?
  /// Reads the settings; it has good values for what cannot be read.
  public var configuration: () -> ServiceConfiguration
  /// What else runs on the loop (the web page): made when the store is open, kept until the end.
  public var companions: [(DaemonParts) throws -> AnyObject?]

  public init(
    paths: ServicePaths, manager: ServiceManager, version: String, log: Log = .standardError,
    clock: @escaping () -> Instant, faults: FaultPoints = FaultPoints(),
    settingsFile: String? = nil,
    companions: [(DaemonParts) throws -> AnyObject?] = [],
    configuration: @escaping () -> ServiceConfiguration
  ) {
    self.paths = paths
    self.manager = manager
    self.version = version
    self.log = log
    self.clock = clock
    self.faults = faults
    self.settingsFile = settingsFile
    self.companions = companions
    self.configuration = configuration
  }

  /// Without the runtime folder there is no control socket: the daemon rings all the same.
  func makeFolders() throws(StoreError) {
    if let number = ServicePaths.make(paths.dataFolder) {
      throw StoreError(path: paths.dataFolder, problem: .cannotOpen(number: number))
    }
    if let number = ServicePaths.make(paths.runtimeFolder) {
      log(.error, "no_runtime_folder", ["path": paths.runtimeFolder, "errno": "\(number)"])
    }
  }

  /// Short waits: an alarm is better sent from memory than late.
  static let storeWaitMilliseconds: Int32 = 1000

  func openStore(checkingIntegrity: Bool) throws(StoreError) -> ReminderStore {
    try ReminderStore(
      path: paths.database,
      settings: StoreSettings(
        busyMilliseconds: Self.storeWaitMilliseconds, busyRounds: 1,
        checksIntegrity: checkingIntegrity, faults: faults))
  }
}

/// What a companion of the daemon works with.
public struct DaemonParts {
  public let loop: EventLoop
  public let store: ReminderStore
  /// To be called after the companion has written to the store.
  public let storeWasChanged: () -> Void
  /// Takes listeners for what happens.
  public let listen: (@escaping (DaemonEvent) -> Void) -> Void
}

/// What happens in a daemon, for companions that show it.
public enum DaemonEvent: Hashable, Sendable {
  /// Somebody wrote to the store: tickets and alarms may be others.
  case storeChanged
  /// The settings were read again.
  case settingsChanged
  /// A channel took a notice.
  case rang(Notice)
}
