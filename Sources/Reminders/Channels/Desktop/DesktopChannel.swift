import EventLoop

/// Notifications of the desktop: `org.freedesktop.Notifications` on the session bus.
///
/// The bus is connected to when it is first needed, and again after it went away. All handlers are called
/// in a turn of the loop of their own.
public final class DesktopChannel: Channel {
  /// Why a notice went off the screen (the specification's `NotificationClosed`).
  public enum Closing: UInt32, Sendable {
    case expired = 1
    case dismissed
    /// By `withdraw`.
    case withdrawn
    case undefined
  }

  public let name = "desktop"
  /// A button was pressed: the notice's key and the action's id (`default` = the notice itself).
  public var onAction: ((_ key: String, _ actionID: String) -> Void)?
  public var onClosed: ((_ key: String, _ closing: Closing) -> Void)?
  /// A notification server came up, or the bus did with one: what waits may be delivered at once. The
  /// keys are those of notices that were on show and are so no more, for the old server took them along.
  public var onServerAppeared: ((_ lostKeys: [String]) -> Void)?

  /// - Parameters:
  ///   - environment: `DBUS_SESSION_BUS_ADDRESS`, else `XDG_RUNTIME_DIR`, say where the bus is.
  ///   - library: where libsystemd is, which is loaded when it is first needed.
  public init(
    environment: [String: String], timeoutMilliseconds: Int = 5_000,
    applicationName: String = "aparka", desktopEntry: String = "aparka",
    library: String = "libsystemd.so.0", loop: EventLoop
  ) {
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
  }

  public func withdraw(key: String) {}

  public func check(finished: @escaping (ChannelHealth) -> Void) {}

  /// Connects to the bus, so that buttons of notices shown earlier and new servers are heard of before
  /// the first delivery. A bus that is not there yet is waited for, without polling.
  public func connect() {}

  /// Tells of a notice that an earlier process showed: its buttons are heard, and the next notice of that
  /// key replaces it. A receipt of another bus or server is passed over.
  public func adopt(key: String, receipt: String) {}
}
